"""Runs the page's tests, several classes at a time, each in a process with a browser, ports and folders of its own.

    run.py [TEST ...]    all tests, or those named as in test_page.Settings

KAMMERTON_PAGE_WORKERS says how many at a time; without it, one more than there are processors, because many tests
wait for sound. What a class took is remembered beside the site, so that the longest begin first."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
MEMORY = HERE.parents[1] / ".build-web" / "page-seconds.json"
# A class that takes longer is hanging.
LIMIT = 900


def classes(suite):
    """The names of the classes of tests in it, each with its count."""
    counts = {}
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            for name, count in classes(test).items():
                counts[name] = counts.get(name, 0) + count
        elif isinstance(test, unittest.loader._FailedTest):
            raise test._exception
        else:
            name = f"{type(test).__module__}.{type(test).__qualname__}"
            counts[name] = counts.get(name, 0) + 1
    return counts


def discover(names):
    loader = unittest.TestLoader()
    if names:
        # What was asked for by name runs as named.
        return {name: loader.loadTestsFromName(name).countTestCases() for name in names}
    counts = {}
    for path in sorted(HERE.glob("test_*.py")):
        counts |= {name: count for name, count in classes(loader.loadTestsFromName(path.stem)).items() if name.startswith(path.stem)}
    return counts


def run(name):
    start = time.monotonic()
    try:
        result = subprocess.run(
            [sys.executable, "-m", "unittest", name], cwd=HERE, capture_output=True, text=True, timeout=LIMIT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        status, text = result.returncode, result.stdout + result.stderr
    except subprocess.TimeoutExpired as error:
        status, text = 1, f"{error}\n{(error.stderr or b'').decode(errors='replace')}"
    # Python 3.12 says 5 where every test was left out.
    skipped = re.search(r"skipped=(\d+)", text)
    return name, status in (0, 5), text, time.monotonic() - start, int(skipped[1]) if skipped else 0


def remembered():
    try:
        return json.loads(MEMORY.read_text())
    except (OSError, ValueError):
        return {}


def main(names):
    sys.path.insert(0, str(HERE))
    counts = discover(names)
    seconds = remembered()
    # What is not known yet might be long.
    order = sorted(counts, key=lambda name: -seconds.get(name, LIMIT))
    workers = int(os.environ.get("KAMMERTON_PAGE_WORKERS") or (os.cpu_count() or 1) + 1)
    start = time.monotonic()
    rows, failed = [], []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run, name) for name in order]):
            name, is_good, text, duration, skipped = future.result()
            seconds[name] = round(duration, 1)
            rows.append((duration, name, counts[name], skipped, is_good))
            if not is_good:
                failed.append(name)
                print(f"--- {name}\n{text}", flush=True)
    for duration, name, count, skipped, is_good in sorted(rows, reverse=True):
        note = "" if is_good else "  FAILED"
        print(f"test-page: {name:38} {count:4} tests {duration:7.1f} s{f'  skipped: {skipped}' if skipped else ''}{note}")
    print(f"test-page: {sum(counts.values())} tests in {time.monotonic() - start:.0f} s, {workers} classes at a time")
    if not names:
        MEMORY.parent.mkdir(exist_ok=True)
        MEMORY.write_text(json.dumps(seconds, indent=1, sort_keys=True) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
