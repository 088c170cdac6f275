"""Where Swift code can be broken, and how the broken form is written beside the right one.

Each change becomes one that a number switches on while the program runs, so that one build holds all of
them: an operator becomes one of its own with the same precedence, a literal or a condition goes through a
function, a statement stands behind an `if`. No line is added or joined, so a line's number stays what it
was. Not all of it compiles: that is found out by trying (see tree.py).
"""

import hashlib
import re
from dataclasses import dataclass, field

import operators
import swiftsource

_KEYWORDS = set(
    "let var func if guard for while switch case default return throw break continue defer do catch static"
    " struct class enum extension import public private fileprivate internal package open final init deinit"
    " subscript where else repeat fallthrough protocol typealias associatedtype indirect mutating override"
    " nonisolated lazy weak unowned convenience required get set willSet didSet @unknown in is as".split()
)
# These say what cannot be: a broken one shows only in code that is wrong elsewhere.
_CHECKS = {"precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError"}
_FLIPPED = {"true": "false", "false": "true"}


@dataclass
class Edit:
    """Text to put in place of what is between two offsets."""

    start: int
    end: int
    text: str
    reach: int = 0  # of the whole change that it belongs to: outer ones open first and close last


@dataclass
class Site:
    """One change that can be made."""

    file: str
    module: str
    kind: str
    line: int
    last_line: int
    before: str  # the line as it is
    after: str  # and as it would be; empty where it is deleted
    edits: object = field(repr=False)  # number → edits that write it as one that can be switched on
    operator: object = field(default=None, repr=False)  # number → the declaration of its operator
    token: object = None  # the operator that it replaces, of which there can be one change in a build
    occurrence: int = 0  # among those of the file that look the same

    @property
    def key(self):
        """What names it while the code around it changes."""
        return f"{self.file}|{self.before}|{self.after}|{self.occurrence}"

    def rank(self, seed):
        """Its place in the order that the seed makes."""
        return hashlib.sha256(f"{seed}|{self.key}".encode()).hexdigest()


def find(text, file, module):
    """The sites of one file."""
    return _Finder(text, file, module).all()


class _Finder:
    def __init__(self, text, file, module):
        self.text, self.file, self.module = text, file, module
        self.lines = text.split("\n")
        self.tokens = swiftsource.tokens(text)
        self.found = []

    def all(self):
        for index, token in enumerate(self.tokens):
            if self.lines[token.line - 1].lstrip().startswith(("#", "@", "import ")) or self.is_check(index):
                continue
            if token.kind == "operator":
                self.operator(index, token)
            elif token.kind == "number":
                self.number(index, token)
            elif token.text in _FLIPPED and not self.follows_case(token):
                self.add("literal", token, token, _FLIPPED[token.text], "mutantFlips")
            elif token.text in ("if", "guard"):
                self.conditions(index)
            if self.begins_line(index):
                self.statement(index)
                self.result(index)
        counts = {}
        for site in self.found:
            look = (site.before, site.after)
            site.occurrence = counts.get(look, 0)
            counts[look] = site.occurrence + 1
        return self.found

    # What stands around a token

    def at(self, index):
        return self.tokens[index] if 0 <= index < len(self.tokens) else swiftsource.Token("mark", "", 0, 0, 0)

    def is_check(self, index):
        opener = self.tokens[index].opener
        while opener is not None:
            if self.at(opener).text == "(" and self.at(opener - 1).text in _CHECKS:
                return True
            opener = self.tokens[opener].opener
        return False

    def follows_case(self, token):
        return re.match(r"\s*case \w+ = ", self.lines[token.line - 1]) is not None

    def begins_line(self, index):
        return self.at(index - 1).line < self.at(index).line

    def header(self, index):
        """The line that opened the braces a token is in, up to the brace."""
        opener = self.tokens[index].opener
        while opener is not None and self.tokens[opener].text != "{":
            opener = self.tokens[opener].opener
        if opener is None:
            return ""
        first = opener - 1
        while first > 0:
            token = self.tokens[first]
            if token.partner is not None and token.partner < first:
                first = token.partner
            elif self.begins_line(first) and token.kind != "operator":
                break
            else:
                first -= 1
        return self.text[self.tokens[first].start : self.tokens[opener].end]

    # Writing a change down

    def note(self, kind, first, last, replaced, edits, operator=None):
        """`replaced` is put between the two offsets for what people see."""
        start, end, text = replaced
        line_start = self.text.rfind("\n", 0, start) + 1
        line_end = self.text.find("\n", start) if "\n" in self.text[start:] else len(self.text)
        before = self.text[line_start:line_end]
        after = before[: start - line_start] + text + before[max(0, min(end, line_end) - line_start) :]
        self.found.append(
            Site(self.file, self.module, kind, first.line, last.line, before.strip(), after.strip(), edits, operator)
        )

    def add(self, kind, first, last, shown, function, more=""):
        """A change that a function makes to a value."""
        reach = last.end - first.start
        self.note(
            kind, first, last, (first.start, last.end, shown),
            lambda number: [
                Edit(first.start, first.start, f"{function}({number}, ", reach),
                Edit(last.end, last.end, ")", reach),
            ],
        )

    # Operators

    def operator(self, index, token):
        text = token.text
        before, after = self.at(index - 1), self.at(index + 1)
        if text == "!":
            if after.start == token.end and (before.end < token.start or before.text in ("(", "[")):
                self.change(token, operators.negation())
            return
        is_spaced = before.end < token.start and token.end < after.start
        is_tight = before.end == token.start and token.end == after.start
        if before.text in ("func", "operator") or not (is_spaced or text in ("..<", "...") and is_tight):
            return
        # How a text is put together is wording.
        if text in ("+", "+=") and "string" in (before.kind, after.kind):
            return
        if text == "?":
            self.ternary(index)
        for broken in operators.ways(text, before.text, after.text, is_tight):
            self.change(token, broken)

    def change(self, token, broken):
        self.note(
            broken.kind, token, token, (token.start, token.end, broken.shown),
            lambda number: [Edit(token.start, token.end, operators.spelled(token.text, number))],
            lambda number: operators.declaration(token.text, number, broken),
        )
        self.found[-1].token = (self.file, token.start)

    # Literals

    def number(self, index, token):
        if self.at(index - 1).text == "." or self.follows_case(token):
            return
        text = token.text
        if "." in text or "e" in text.lower() and not text.startswith("0x"):
            self.add("literal", token, token, f"{text} * 1.125", "mutantMore")
            return
        value = int(text.replace("_", ""), 0) + 1
        self.add("literal", token, token, f"0x{value:X}" if text.startswith("0x") else str(value), "mutantNext")

    # Conditions

    def conditions(self, index):
        """Each clause of an `if` or `guard` that is a plain condition."""
        opener = self.tokens[index].opener
        first, position = index + 1, index + 1
        while position < len(self.tokens):
            token = self.tokens[position]
            ends = token.opener == opener and token.text in ("{", "else", ",")
            if ends:
                self.clause(first, position - 1)
                if token.text != ",":
                    return
                first = position + 1
            position += 1

    def clause(self, first, last):
        if last < first or self.at(first).text in ("let", "var", "case") or self.at(first).text.startswith("#"):
            return
        self.negate("condition", first, last)

    def negate(self, kind, first, last):
        start, end = self.at(first), self.at(last)
        if start.text == "!" and first + 1 == last:
            return  # The operator's own change is the same.
        text = self.text[start.start : end.end]
        shown = f"!({text})" if start.line == end.line else "!(" + text.split("\n")[0]
        self.add(kind, start, end, shown, "mutantFlips")

    def ternary(self, index):
        """What stands before `?`, back to what it cannot be a part of."""
        opener, first = self.tokens[index].opener, index
        stops = {"=", "+=", "-=", "return", ",", ":", "in", "?", "{", "try", "throw", ";"}
        while first > 0:
            before = self.at(first - 1)
            if before.opener != opener and not (before.partner is not None and before.text in ")]}"):
                break
            if before.opener == opener and before.text in stops and before.partner is None:
                break
            if before.text in (")", "]", "}") and before.partner is not None:
                first = before.partner
            else:
                first -= 1
        if first < index:
            self.negate("condition", first, index - 1)

    def result(self, index):
        """A Bool that is returned."""
        if not re.search(r"(->|:) Bool \{$", self.header(index)):
            return
        token = self.at(index)
        first = index + 1 if token.text == "return" else index
        if token.text != "return" and (token.text in _KEYWORDS or self.at(index - 1).text != "{"):
            return
        last = self.end_of_statement(first)
        if last is None or first > last or self.at(first).text in _FLIPPED:
            return
        if token.text != "return" and self.at(last + 1).text != "}":
            return
        self.negate("result", first, last)

    # Statements

    def end_of_statement(self, index):
        """The last token of the statement that begins here; None where that is not plain."""
        opener = self.tokens[index].opener
        last = index
        while True:
            token = self.at(last)
            if token.partner is not None and token.partner > last:
                last = token.partner
                token = self.at(last)
            following = self.at(last + 1)
            if following.text == "" or following.opener != opener:
                return last
            if following.text in ("}", ")", "]") and following.partner is not None and following.partner < index:
                return last
            if following.line > token.line:
                is_more = following.kind == "operator" and following.text != "!"
                is_more = is_more or following.text in (".", ",", ":", "{", "else", "as", "is")
                if not is_more and token.kind != "operator" and token.text not in (",", ":"):
                    return last
            last += 1

    def statement(self, index):
        token = self.at(index)
        opener = token.opener
        if opener is None or self.at(opener).text != "{":
            return
        before = self.at(index - 1)
        if before.kind == "operator" or before.text in ("return", ",", "(", "[", "try", "throw", ".", "else"):
            return
        is_word = token.kind == "word" and token.text not in _KEYWORDS and token.text not in _CHECKS
        if not is_word or token.text[0] in "#@" or self.at(index + 1).text == ":":
            return
        last = self.end_of_statement(index)
        if last is None or last == index:
            return
        own = [self.at(i) for i in range(index, last + 1) if self.at(i).opener == opener]
        compares = ("==", "!=", "<=", ">=", "===", "!==")
        is_assignment = any(t.kind == "operator" and t.text.endswith("=") and t.text not in compares for t in own)
        header = self.header(index)
        if not is_assignment and self.at(last).text not in (")", "}"):
            return
        if any(t.text in ("in", "?", "??", "==") for t in own) and not is_assignment:
            return
        # The only expression of a body is its value; an init has to set everything.
        is_only = self.at(index - 1).text == "{" and self.at(last + 1).text == "}"
        if is_only and not is_assignment and re.search(r"(->|\)?: \S)[^{]*\{$", header):
            return
        if is_assignment and re.search(r"\binit\??\(", header):
            return
        end = self.at(last)
        reach = end.end - token.start
        self.note(
            "statement", token, end, (token.start, end.end, ""),
            lambda number: [
                Edit(token.start, token.start, f"if mutantLeaves({number}) {{ ", reach),
                Edit(end.end, end.end, " }", reach),
            ],
        )


def written(text, sites):
    """The text with all of these in it, as pairs of a number and a site."""
    edits = [edit for number, site in sites for edit in site.edits(number)]
    pieces, position = [], 0
    # Where several begin or end at one place, the outer ones enclose the inner ones.
    def order(edit):
        is_closing = edit.text.startswith((")", " }")) and edit.start == edit.end
        return (edit.start, 0 if is_closing else 1, edit.reach if is_closing else -edit.reach)

    for edit in sorted(edits, key=order):
        pieces += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join(pieces) + text[position:]
