"""Which tests and scenarios reach a mutant, and whether one of them notices it."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = ("meterloop", "meterloop-central", "meterloop-init")
# The most scenarios that a mutant is shown; of those that reach it, some of each folder.
MOST_SCENARIOS = 100
# Where only the harness's side on the machine reaches it, not a guest, scenarios are much alike.
MOST_ON_HOST = 3
# Of these modules something is judged by tests that start guests themselves, and by nothing else.
LAST_MODULES = ("CentralUnderTest", "Scenarios")
# For a scenario under load: it has limits of its own, in virtual time and in processor time.
PATIENCE = 900


@dataclass
class Trial:
    """Tests or a scenario that can be run: its cost, and the mutants that it reaches."""

    name: str
    seconds: float
    reached: set = field(default_factory=set)


class TrialError(Exception):
    """Something does not pass although nothing is broken."""


class Place:
    """A folder with links to the programs, where one mutant is alive at a time."""

    def __init__(self, folder, built, checkout):
        self.folder, self.checkout = folder, checkout
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.bundle = next(built.glob("*PackageTests.xctest"))
        for path in [self.bundle] + [built / name for name in PROGRAMS if (built / name).exists()]:
            os.link(path.resolve(), folder / path.name)
        # What the tests find beside the program.
        for path in built.glob("*.resources"):
            (folder / path.name).symlink_to(path.resolve())

    def revive(self, number):
        (self.folder / "mutant").write_text(f"{number}\n")

    def record(self):
        """From now on, what is reached is written down."""
        (self.folder / "reached").write_text("")

    def take_reached(self):
        path = self.folder / "reached"
        found = numbers(path.read_text())
        path.write_text("")
        return found

    def run(self, command, processor_seconds, patience, environment=None):
        """Runs a command: how it ended, as text, or nil if it ended with 0; and its output."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        variables = {**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})}
        log = self.folder / "output"
        with open(log, "wb") as output:
            process = subprocess.Popen(
                command, cwd=self.checkout, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=variables, start_new_session=True, preexec_fn=limit,
            )
            try:
                code = process.wait(timeout=patience)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        text = log.read_text(errors="replace")
        if code == 0:
            return None, text
        if code is None:
            return "no end", text
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            return "no end", text
        return ("a crash" if code < 0 else f"exit {code}"), text

    @property
    def test_program(self):
        return [str(self.folder / self.bundle.name), "--testing-library", "swift-testing"]

    def suites(self, targets):
        """The suites of these test targets, as Target.Suite."""
        outcome, text = self.run([*self.test_program, "--list-tests"], 60, 300)
        if outcome:
            raise TrialError(f"the tests cannot be listed: {outcome}\n{text[-3000:]}")
        names = {line.split("/")[0] for line in text.splitlines() if re.fullmatch(r"\w+\.\S+\(.*\)", line)}
        return sorted(name for name in names if name.split(".")[0] in targets)

    def run_tests(self, suite, seconds=10):
        """Runs a suite; `seconds` is what it takes when nothing is broken."""
        command = [*self.test_program, "--filter", "^" + re.escape(suite) + "(/|$)"]
        program = {"METERLOOP_BINARY": str(self.folder / "meterloop")}
        # A hang counts by processor time, which load does not change; a wait without end by patience.
        return self.run(command, int(20 + 10 * seconds), 120 + 30 * seconds, program)

    def run_scenarios(self, names, more=()):
        results = self.folder / "results"
        shutil.rmtree(results, ignore_errors=True)
        command = [str(self.folder / "meterloop"), "test", "--results", str(results), *more, *names]
        return self.run(command, 3600, PATIENCE + 60 * len(names))


def numbers(text):
    """The mutants that a process wrote it had reached, wherever in its output."""
    found = set()
    for line in text.split("\n"):
        _, mark, number = line.partition("mutant-reached ")
        if mark and number.isdigit():
            found.add(int(number))
    return found


class Trials:
    """All trials of the project, once each was run with nothing broken."""

    def __init__(self, test_targets, last_suites=()):
        self.test_targets, self.last_suites = test_targets, last_suites
        self.tests, self.scenarios, self.last = [], [], []
        self.on_host = set()

    def record_tests(self, place, say):
        place.revive(0)
        place.record()
        for suite in place.suites(self.test_targets):
            began = time.monotonic()
            outcome, text = place.run_tests(suite)
            if outcome or re.search("run with 0 tests", text):
                raise TrialError(f"{suite} does not pass although nothing is broken: {outcome}\n{text[-3000:]}")
            self.tests.append(Trial(suite, time.monotonic() - began, place.take_reached()))
        reached = set().union(*(trial.reached for trial in self.tests))
        seconds = sum(trial.seconds for trial in self.tests)
        say(f"mutants: {len(self.tests)} suites of tests reach {len(reached)} in {seconds:.0f} s")

    def record_scenarios(self, place, folder, say):
        place.revive(0)
        place.record()
        events = place.folder / "events.jsonl"
        began = time.monotonic()
        outcome, text = place.run_scenarios([folder], ["--keep", "--events", str(events)])
        if outcome:
            raise TrialError(f"the scenarios do not pass although nothing is broken: {outcome}\n{text[-3000:]}")
        self.on_host = place.take_reached()
        starts = {}
        for line in events.read_text().splitlines():
            event = json.loads(line)
            if event["event"] == "scenarioBegan":
                starts[event["run"]] = event["real_ns"]
            elif event["event"] == "scenarioEnded":
                result = event["result"]
                logs = Path(place.checkout, result["folder"])
                reached = set()
                for log in logs.glob("*.log"):
                    reached |= numbers(log.read_text(errors="replace"))
                label = f"[{result['case']}]" if result.get("case") else ""
                seconds = (event["real_ns"] - starts[event["run"]]) / 1e9
                self.scenarios.append(Trial(result["file"] + label, seconds, reached))
        reached = self.on_host.union(*(trial.reached for trial in self.scenarios))
        seconds = time.monotonic() - began
        say(f"mutants: {len(self.scenarios)} scenarios reach {len(reached)} in {seconds:.0f} s")

    def measure_last(self, place, say):
        """The suites that start guests themselves. What a guest of theirs reaches goes with its folder."""
        place.revive(0)
        (place.folder / "reached").unlink(missing_ok=True)
        for suite in self.last_suites:
            began = time.monotonic()
            outcome, text = place.run_tests(suite)
            if outcome or re.search("run with 0 tests", text):
                raise TrialError(f"{suite} does not pass although nothing is broken: {outcome}\n{text[-3000:]}")
            self.last.append(Trial(suite, time.monotonic() - began))
            say(f"mutants: {suite} takes {self.last[-1].seconds:.0f} s")

    def tests_for(self, number, module):
        """The module's own tests first, then the quickest."""
        reaching = [trial for trial in self.tests if number in trial.reached]
        return sorted(reaching, key=lambda trial: (not trial.name.startswith(f"{module}Tests."), trial.seconds))

    def scenarios_for(self, number):
        """Of each folder's scenarios that reach it the quickest, then the second of each, and so on."""
        in_guest = [trial for trial in self.scenarios if number in trial.reached]
        most = MOST_SCENARIOS
        if not in_guest and number in self.on_host:
            in_guest, most = self.scenarios, MOST_ON_HOST
        folders = defaultdict(list)
        for trial in sorted(in_guest, key=lambda trial: trial.seconds):
            folders[os.path.dirname(trial.name)].append(trial)
        turns = [(turn, trial.seconds, trial) for of_folder in folders.values() for turn, trial in enumerate(of_folder)]
        return [trial for _, _, trial in sorted(turns, key=lambda entry: entry[:2])][:most]

    def judge(self, place, number, module):
        """The verdict of one mutant: killed, survived or unreached; and by what."""
        place.revive(number)
        tests, scenarios = self.tests_for(number, module), self.scenarios_for(number)
        for trial in tests:
            outcome, _ = place.run_tests(trial.name, trial.seconds)
            if outcome:
                return "killed", f"{trial.name} ({outcome})"
        if scenarios:
            names = [trial.name for trial in scenarios]
            outcome, text = place.run_scenarios(names, ["--jobs", "1", "--until-failure"])
            if outcome == "exit 3":
                # The machine may be to blame; a mutant breaks it again.
                outcome, text = place.run_scenarios(names, ["--jobs", "1", "--until-failure"])
            if outcome:
                failed = [line for line in text.splitlines() if line.startswith(("failed", "broken", "unknown"))]
                return "killed", f"{failed[0].split()[1] if failed else 'the scenarios'} ({outcome})"
        last = self.last if module in LAST_MODULES else []
        for trial in last:
            outcome, _ = place.run_tests(trial.name, trial.seconds)
            # These measure in real time too, so a loaded machine may be to blame: a mutant fails them again.
            if outcome and place.run_tests(trial.name, trial.seconds)[0]:
                return "killed", f"{trial.name} ({outcome})"
        if not tests and not scenarios:
            return "unreached", ""
        return "survived", f"{len(tests)} suites, {len(scenarios)} scenarios, {len(last)} suites with guests"
