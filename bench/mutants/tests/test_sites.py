"""Where code can be broken, and how the broken form is written."""

import json
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import report
import sites
import swiftsource
import tree

ROOT = HERE.parents[2]


def changes(text, kind=None):
    """What each site of the text makes of its line."""
    return [site.after for site in sites.find(text, "a.swift", "M") if kind in (None, site.kind)]


def written(text, kind):
    found = [site for site in sites.find(text, "a.swift", "M") if site.kind == kind]
    return sites.written(text, list(enumerate(found, start=1)))


class Tokens(unittest.TestCase):
    def test_what_a_string_holds_is_no_code(self):
        strings = ['"1 < 2 \\(b("c") + 1) // no"', '#"1 " < 2"#', '"""\n  1 < "2"\n  """']
        for text in [*strings, "// 1 < 2", "/* 1 /* < */ 2 */"]:
            self.assertEqual(changes(text), [], text)

    def test_brackets_know_each_other(self):
        found = swiftsource.tokens("f(a[1], { b })")
        self.assertEqual([found[token.partner].text for token in found if token.text in "([{"], [")", "]", "}"])
        with self.assertRaisesRegex(ValueError, "line 2: '\\)' closes nothing"):
            swiftsource.tokens("{\n)")


class Finding(unittest.TestCase):
    def test_operators(self):
        self.assertEqual(changes("let a = b < c"), ["let a = b <= c", "let a = b >= c"])
        self.assertEqual(changes("let a = b == nil"), ["let a = b != nil"])
        self.assertEqual(changes("let a = b && c"), ["let a = b || c"])
        self.assertEqual(changes("let a = b ?? c"), ["let a = b /* always */ ?? c"])
        self.assertEqual(changes("let a = b << c"), ["let a = b >> c"])
        self.assertEqual(changes("for a in b..<c {}"), ["for a in b..</* one less */c {}"])

    def test_what_only_looks_like_an_operator(self):
        declared = ["let a: Array<Int>", "func f() -> Int", "static func < (a: A, b: A) {}", "import A"]
        for text in [*declared, "let a = b as? C", 'let a = b! + "c"']:
            self.assertEqual(changes(text), [], text)

    def test_literals(self):
        self.assertEqual(changes("let a = 0x1F", "literal"), ["let a = 0x20"])
        self.assertEqual(changes("let a = b.0 + true", "literal"), ["let a = b.0 + false"])
        self.assertEqual(changes("  case a = 1", "literal"), [])

    def test_conditions(self):
        clauses = ["if !(a), let b, c() {}", "if a, let b, !(c()) {}"]
        self.assertEqual(changes("if a, let b, c() {}", "condition"), clauses)
        self.assertEqual(changes("guard !a else {}", "condition"), ["guard a else {}"])
        self.assertEqual(changes("let a = b.c(d) ? e : f", "condition"), ["let a = !(b.c(d)) ? e : f"])
        self.assertEqual(changes("func f() -> Bool {\n  return a\n}", "result"), ["return !(a)"])

    def test_statements(self):
        found = sites.find("func f() {\n  a.b(\n    c)\n  d = e\n  let g = h()\n}", "a.swift", "M")
        places = [(site.before, site.line, site.last_line) for site in found]
        self.assertEqual(places, [("a.b(", 2, 3), ("d = e", 4, 4)])
        self.assertEqual(changes("var a: B {\n  c(d)\n}"), [], "the value of a body")
        self.assertEqual(changes("init(\n  a: Int\n) {\n  self.a = a\n}"), [], "what an initializer has to set")

    def test_checks_of_the_programmer_are_left_alone(self):
        self.assertEqual(changes("func f() {\n  precondition(a < 1, b)\n}"), [])

    def test_the_same_line_twice_is_two_sites(self):
        keys = [site.key for site in sites.find("f(1)\nf(1)\n", "a.swift", "M")]
        self.assertEqual(len(set(keys)), 2)


class Writing(unittest.TestCase):
    def test_each_form(self):
        self.assertEqual(written("let a = b ?? c", "default"), "let a = b ??∁ c")
        self.assertEqual(written("let a = -1", "literal"), "let a = -mutantNext(1, 1)")
        self.assertEqual(written("if a {}", "condition"), "if mutantFlips(1, a) {}")
        self.assertEqual(written("func f() {\n  a()\n}", "statement"), "func f() {\n  if mutantLeaves(1) { a() }\n}")

    def test_one_inside_the_other(self):
        text = "func f() {\n  g(a ? 1 : 2)\n}"
        found = sites.find(text, "a.swift", "M")
        self.assertEqual(
            sites.written(text, list(enumerate(sorted(found, key=lambda site: site.kind), start=1))),
            "func f() {\n  if mutantLeaves(4) { g(mutantFlips(1, a) ? mutantNext(2, 1) : mutantNext(3, 2)) }\n}",
        )
        text = "if 1 == b {}"
        found = sites.find(text, "a.swift", "M")
        order = {"condition": 1, "literal": 2, "comparison": 3}
        self.assertEqual(
            sites.written(text, [(order[site.kind], site) for site in found]),
            "if mutantFlips(1, mutantNext(2, 1) ==∃ b) {}",
        )


class Choosing(unittest.TestCase):
    def setUp(self):
        self.found = {}
        for name in "abcdefgh":
            text = f"let {name} = b < 1\nlet c{name} = d + e"
            self.found[f"{name}.swift"] = sites.find(text, f"{name}.swift", "M")

    def chosen(self, seed, count):
        return [site.key for site in tree.choose(self.found, seed, count)]

    def test_the_seed_decides_and_every_file_has_one(self):
        self.assertEqual(self.chosen(1, 10), self.chosen(1, 10))
        self.assertNotEqual(self.chosen(1, 10), self.chosen(2, 10))
        self.assertEqual(len(set(self.chosen(1, 10))), 10)
        for seed in range(20):
            self.assertEqual({key[0] for key in self.chosen(seed, 8)}, set("abcdefgh"))

    def test_each_operator_is_changed_in_one_way(self):
        # Of each file < in one of two ways, the number, and +.
        self.assertEqual(len(self.chosen(1, 1000)), 8 * 3)


class Reporting(unittest.TestCase):
    def entries(self):
        found = sites.find("let a = b < 1\nlet c = d + e", "a.swift", "M")
        named = {"file": "a.swift", "line": found[0].before, "change": found[0].after, "reason": "so"}
        listed = report.Equivalents([named])
        verdicts = ["survived", "killed", "killed", "unreached"]
        return [report.entry(site, verdict, "", listed.reason(site)) for site, verdict in zip(found, verdicts)]

    def test_the_score_leaves_equivalent_ones_out(self):
        entries = self.entries()
        self.assertEqual([one["verdict"] for one in entries], ["equivalent", "killed", "killed", "unreached"])
        self.assertAlmostEqual(report.score(entries), 2 / 3)

    def test_an_equivalent_one_that_dies_counts(self):
        site = sites.find("let a = b < 1", "a.swift", "M")[0]
        self.assertEqual(report.entry(site, "killed", "", "so")["verdict"], "killed")

    def test_the_text(self):
        text = report.text(self.entries(), 7, 9)
        self.assertIn("a.swift:2: arithmetic, unreached\n  - let c = d + e\n  + let c = d - e\n", text)
        self.assertIn("\nseed 7: 4 mutants of 9 places, 1 equivalent; 2 of 3 killed, 66.7%\n", text)

    def test_the_list_of_this_project_is_up_to_date(self):
        entries = json.loads((HERE.parent / "equivalent.json").read_text())
        modules = {entry["file"].split("/")[1] for entry in entries}
        self.assertEqual(report.Equivalents(entries).stale(tree.find_all(ROOT, sorted(modules))), [])
        for entry in entries:
            self.assertGreater(len(entry["reason"]), 20, entry)


if __name__ == "__main__":
    unittest.main()
