"""Runs the page's tests in a few processes, class by class. Each process has one browser, and one more for each class that
wishes for a microphone of its own.

    run.py [--jobs N] [--except MODULE,...] [TEST ...]

TEST as in test_page, test_page.Settings or test_page.Settings.test_x; all by default.

Prints a line for each test, with its seconds, and at the end how many passed, failed and were skipped.
"""

import argparse
import concurrent.futures
import contextlib
import io
import json
import multiprocessing
import pathlib
import re
import sys
import time
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
# What each class took, so that the longest begins first and is not left alone at the end.
MEMORY = FOLDER.parents[1] / ".build-web" / "page-seconds.json"


class Lines(unittest.TextTestResult):
    """A line for each test, as soon as it has ended."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.outcome, self.begin = "ok", 0.0

    def startTest(self, test):
        unittest.TestResult.startTest(self, test)
        self.outcome, self.begin = "ok", time.monotonic()

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.outcome = "FAILED"

    def addError(self, test, error):
        super().addError(test, error)
        self.outcome = "FAILED"
        if isinstance(test, unittest.suite._ErrorHolder):  # A class or a module could not be set up.
            print(f"FAILED {0:6.2f} s  {test.id()}", flush=True)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self.outcome = "FAILED"

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcome = f"skipped ({reason})"
        if isinstance(test, unittest.suite._ErrorHolder):  # A whole class, which starts no test.
            print(f"{self.outcome} {0:6.2f} s  {test.id()}", flush=True)

    def stopTest(self, test):
        super().stopTest(test)
        print(f"{self.outcome} {time.monotonic() - self.begin:6.2f} s  {test.id()}", flush=True)


def tests_in(suite):
    for entry in suite:
        if isinstance(entry, unittest.TestSuite):
            yield from tests_in(entry)
        else:
            yield entry


def shards(names):
    """Lists of tests that run one after the other: those of a class, in which they share a browser."""
    classes = {}
    for test in tests_in(unittest.defaultTestLoader.loadTestsFromNames(names)):
        name = test.id()
        classes.setdefault(name.rpartition(".")[0], []).append(name)
    seconds = remembered()
    parts = sorted(classes.items(), key=lambda part: (-seconds.get(part[0], 1e9), -len(part[1])))
    return [tests for _, tests in parts]


def remembered():
    try:
        return json.loads(MEMORY.read_text())
    except (OSError, ValueError):
        return {}


def remember(lines):
    """Sums the seconds of each class."""
    seconds = {}
    for match in filter(None, (re.match(r"ok +([\d.]+) s  (\S+)\.\w+$", line) for line in lines)):
        seconds[match[2]] = round(seconds.get(match[2], 0) + float(match[1]), 2)
    MEMORY.parent.mkdir(exist_ok=True)
    MEMORY.write_text(json.dumps({**remembered(), **seconds}, indent=1, sort_keys=True) + "\n")


def run_shard(tests):
    """Runs tests in this process. What they wrote, and whether all went well."""
    lines, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(lines), contextlib.redirect_stderr(errors):
        suite = unittest.defaultTestLoader.loadTestsFromNames(tests)
        runner = unittest.TextTestRunner(stream=errors, resultclass=Lines, verbosity=0)
        is_good = runner.run(suite).wasSuccessful()
    return lines.getvalue(), errors.getvalue(), is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="classes at a time (default: 2)")
    parser.add_argument("--except", dest="others", default="", help="modules to leave out")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    options = parser.parse_args()
    sys.path.insert(0, str(FOLDER))
    others = options.others.split(",")
    modules = sorted(path.stem for path in FOLDER.glob("test_*.py"))
    names = options.tests or [name for name in modules if name not in others]
    passed = failed = skipped = 0
    # Each with a Python of its own: what drives the browser cannot be copied into a child.
    spawning = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(options.jobs, mp_context=spawning) as pool:
        for future in concurrent.futures.as_completed(
                [pool.submit(run_shard, shard) for shard in shards(names)]):
            output, errors, is_good = future.result()
            print(output, end="", flush=True)
            lines = output.splitlines()
            passed += sum(line.startswith("ok ") for line in lines)
            skipped += sum(line.startswith("skipped ") for line in lines)
            wrong = sum(line.startswith("FAILED ") for line in lines)
            if not is_good:
                print(errors, end="", flush=True)
                wrong = max(wrong, 1)
            failed += wrong
            if not any("." in name for name in names):  # Whole classes.
                remember(lines)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
