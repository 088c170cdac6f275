"""What came of a mutation run, as text and as JSON."""

import json
from collections import defaultdict

# Below this share of mutants killed, a run has failed.
WANTED = 0.85
VERDICTS = ("killed", "survived", "unreached", "equivalent")


class Equivalents:
    """Changes that no test can notice, each with the reason, written down by hand.

    An entry names a file, a line as it is and as the change makes it, so it holds wherever the line moves.
    """

    def __init__(self, entries):
        self.reasons = {(entry["file"], entry["line"], entry["change"]): entry["reason"] for entry in entries}

    def reason(self, site):
        return self.reasons.get((site.file, site.before, site.after))

    def stale(self, found):
        """The entries that are no change of the sources any more."""
        there = {(site.file, site.before, site.after) for of_file in found.values() for site in of_file}
        return [entry for entry in self.reasons if entry not in there]


def entry(site, verdict, by, reason):
    """One mutant's line in the report. An equivalent one that dies is none, and counts."""
    verdict = "equivalent" if reason and verdict != "killed" else verdict
    return {
        "file": site.file, "line": site.line, "module": site.module, "kind": site.kind, "before": site.before,
        "after": site.after, "key": site.key, "verdict": verdict, "by": by, **({"reason": reason} if reason else {}),
    }


def score(entries):
    """The share of those that can be killed which were; 1 where there are none."""
    counted = [one for one in entries if one["verdict"] != "equivalent"]
    return sum(one["verdict"] == "killed" for one in counted) / len(counted) if counted else 1.0


def table(entries, name):
    """A line for each module or kind."""
    groups = defaultdict(list)
    for one in entries:
        groups[one[name]].append(one)
    lines = [f"{name:18} killed survived unreached equivalent  score"]
    for group in sorted(groups):
        counts = [sum(one["verdict"] == verdict for one in groups[group]) for verdict in VERDICTS]
        columns = "{:6} {:8} {:9} {:10}".format(*counts)
        lines.append(f"{group:18} {columns} {score(groups[group]):6.1%}")
    return lines


def change(one):
    """A mutant as a difference."""
    lines = [f"{one['file']}:{one['line']}: {one['kind']}, {one['verdict']}" + (f": {one['by']}" if one["by"] else "")]
    lines.append(f"  - {one['before']}")
    lines.append(f"  + {one['after']}")
    if "reason" in one:
        lines.append(f"    {one['reason']}")
    return lines


def text(entries, seed, places):
    """The whole report for people."""
    lines = []
    titles = {"survived": "Survivors", "unreached": "Reached by nothing", "equivalent": "Equivalent"}
    for verdict, title in titles.items():
        of_verdict = [one for one in entries if one["verdict"] == verdict]
        if of_verdict:
            lines += ["", f"{title}:"] + [line for one in of_verdict for line in change(one)]
    for one in entries:
        if one["verdict"] == "killed" and "reason" in one:
            lines += ["", "Listed as equivalent, but dies:"] + change(one)
    lines += [""] + table(entries, "module") + [""] + table(entries, "kind")
    counted = [one for one in entries if one["verdict"] != "equivalent"]
    killed = sum(one["verdict"] == "killed" for one in counted)
    lines += ["", f"seed {seed}: {len(entries)} mutants of {places} places, {len(entries) - len(counted)} equivalent;"
              f" {killed} of {len(counted)} killed, {score(entries):.1%}"]
    return "\n".join(lines).lstrip("\n") + "\n"


def as_json(entries, seed, places):
    """The whole report for programs."""
    return json.dumps(
        {"seed": seed, "places": places, "score": score(entries), "wanted": WANTED, "mutants": entries},
        indent=1, ensure_ascii=False,
    ) + "\n"
