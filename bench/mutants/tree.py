"""The copy of the package that holds the mutants, and its build."""

import json
import os
import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import sites

HERE = Path(__file__).resolve().parent
SWITCH = "MutantSwitch"


class BuildError(Exception):
    """The copy does not build, and no mutant is to blame."""


def package_with_switch(text, modules):
    """Package.swift with the switch's module, on which all mutated ones depend, and warnings allowed."""
    text = text.replace(", .treatAllWarnings(as: .error)", "")
    for module in modules:
        text, count = re.subn(rf'(library\(\s*"{module}",\s*\[)', rf'\1"{SWITCH}", ', text)
        if count != 1:
            raise BuildError(f'Package.swift: library("{module}", [ is not there')
    return re.sub(r'( *)(library\("\w+", \[)', rf'\1library("{SWITCH}", []),\n\1\2', text, count=1)


def find_all(root, modules):
    """Every site of the modules, by file."""
    found = {}
    for module in modules:
        for path in sorted((root / "Sources" / module).rglob("*.swift")):
            name = str(path.relative_to(root))
            found[name] = sites.find(path.read_text(), name, module)
    return found


def choose(found, seed, count):
    """So many sites: one of each file first, then of one kind after the other; the seed decides which.

    Of the changes of one operator there is one at most.
    """
    ordered, operators = {}, set()
    for file, of_file in found.items():
        ordered[file] = []
        for site in sorted(of_file, key=lambda site: site.rank(seed)):
            if site.token not in operators:
                ordered[file].append(site)
            if site.token:
                operators.add(site.token)

    def by_kind(all_sites):
        kinds = defaultdict(list)
        for site in all_sites:
            kinds[site.kind].append(site)
        turns = [(turn, site.rank(seed), site) for of_kind in kinds.values() for turn, site in enumerate(of_kind)]
        return [site for _, _, site in sorted(turns, key=lambda entry: entry[:2])]

    firsts = [by_kind(of_file)[0] for of_file in ordered.values() if of_file]
    firsts.sort(key=lambda site: site.rank(seed))
    chosen = firsts[:count]
    taken = {site.key for site in chosen}
    rest = sorted((site for of_file in ordered.values() for site in of_file), key=lambda site: site.rank(seed))
    chosen += [site for site in by_kind(rest) if site.key not in taken][: count - len(chosen)]
    return sorted(chosen, key=lambda site: (site.file, site.line, site.key))


class Tree:
    """The copy in `scratch`: its sources in src, what is built of them in build."""

    def __init__(self, root, scratch, modules, say=print):
        self.root, self.scratch, self.modules, self.say = root, scratch, modules, say
        self.source = scratch / "src"
        self.refused_file = scratch / "refused.json"

    @property
    def refused(self):
        """The keys of the sites that did not compile, from the last time on."""
        return set(json.loads(self.refused_file.read_text())) if self.refused_file.exists() else set()

    def build(self, seed, count):
        """Builds the package with `count` mutants and returns them by their numbers.

        Some more are written, for those that do not compile. What these are does not depend on what was
        learnt before, so a seed always means the same mutants.
        """
        self.scratch.mkdir(parents=True, exist_ok=True)
        found = find_all(self.root, self.modules)
        candidates = dict(enumerate(choose(found, seed, count + count // 8), start=1))
        while True:
            refused = self.refused
            mutants = {number: site for number, site in candidates.items() if site.key not in refused}
            self.write(mutants, candidates)
            output = self.compile()
            if output is None:
                break
            blamed = self.blamed(output, mutants) - refused
            if not blamed:
                raise BuildError("the package does not build:\n" + "\n".join(output.splitlines()[-30:]))
            self.say(f"mutants: {len(blamed)} do not compile")
            self.refused_file.write_text(json.dumps(sorted(refused | blamed), indent=0, ensure_ascii=False))
        by_file = defaultdict(list)
        for site in mutants.values():
            by_file[site.file].append(site)
        chosen = {site.key for site in choose(by_file, seed, count)}
        return {number: site for number, site in mutants.items() if site.key in chosen}

    def write(self, mutants, declared):
        """Writes the copy with these, and the operators of those that are declared.

        A file that has not changed keeps its time, so that little is built again.
        """
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, check=True, capture_output=True, text=True,
        ).stdout
        names = {name for name in listing.split("\0") if name and (self.root / name).is_file()}
        by_file = defaultdict(list)
        for number, site in mutants.items():
            by_file[site.file].append((number, site))
        switch = (HERE / f"{SWITCH}.swift").read_text()
        operators = [site.operator(number) for number, site in declared.items() if site.operator]
        made = {
            f"Sources/{SWITCH}/{SWITCH}.swift": switch,
            f"Sources/{SWITCH}/Operators.swift": "\n".join(operators) + "\n",
        }
        for name in names:
            path = self.root / name
            if name == "Package.swift":
                made[name] = package_with_switch(path.read_text(), self.modules)
            elif name in by_file:
                made[name] = f"import {SWITCH}; " + sites.written(path.read_text(), by_file[name])
        for name in names | made.keys():
            self.put(name, made[name].encode() if name in made else (self.root / name).read_bytes())
        for path in self.source.rglob("*"):
            if not path.is_dir() and str(path.relative_to(self.source)) not in names | made.keys():
                path.unlink()

    def put(self, name, content):
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)
        if os.access(self.root / name, os.X_OK):
            shutil.copymode(self.root / name, path)

    def compile(self):
        """Builds; nil, or what the compiler says."""
        command = ["swift", "build", "--build-tests", "--scratch-path", str(self.scratch / "build")]
        done = subprocess.run(command, cwd=self.source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        (self.scratch / "build.log").write_text(done.stdout)
        return None if done.returncode == 0 else done.stdout

    def blamed(self, output, mutants):
        """The keys of the mutants on the lines that do not compile, or nearest to them."""
        keys = set()
        places = set(re.findall(r"^(\S+?\.swift):(\d+):\d+: error:", output, re.MULTILINE))
        for path, line in places:
            name = os.path.relpath(path, self.source)
            if name == f"Sources/{SWITCH}/Operators.swift":
                text = (self.source / name).read_text().split("\n")[int(line) - 1]
                digits = re.search("[∀-∉]+", text)
                if digits:
                    number = int("".join(str(ord(digit) - 0x2200) for digit in digits.group()))
                    keys.add(mutants[number].key)
                continue
            here = [site for site in mutants.values() if site.file == name]
            def distance(site):
                return max(site.line - int(line), int(line) - site.last_line, 0)
            nearest = min((distance(site) for site in here), default=None)
            keys |= {site.key for site in here if distance(site) == nearest}
        return keys
