#!/usr/bin/env python3
"""Checks that parts of the tests declare what they read: check-inputs.py PART …

Runs each part under strace, and fails if it opens a file of the repository on which, as Scripts/testing/inputs.py has it,
it does not depend: the part would not run again after a change of that file. Needs strace and make test's build. Run it
after a change of Scripts/testing or of what a test reads; parts that keep time may fail when they are traced, which does
not matter here.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from testing import inputs, parts

OPENED = re.compile(r"^\d+ +open\w*\(.*\) = \d+<(.*)>$", re.M)


def opened(part, tree):
    """The files of the repository that a part opens."""
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace"
        subprocess.run(
            ["strace", "--follow-forks", "--seccomp-bpf", "-qq", "-y", "-e", "trace=open,openat,openat2",
             "-e", "status=successful", "-o", trace, *part.command],
            cwd=parts.ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        paths = set(OPENED.findall(trace.read_text(errors="replace")))
    return {os.path.relpath(path, parts.ROOT) for path in paths} & set(tree.paths())


def main():
    if not shutil.which("strace"):
        sys.exit("check-inputs: strace is missing: apt-get install strace")
    tree = inputs.Tree(parts.ROOT)
    every = inputs.Inputs(parts.PARTS, tree, inputs.Package(parts.ROOT), {})
    known = {part.name: part for part in parts.PARTS}
    status = 0
    for name in sys.argv[1:]:
        files = opened(known[name], tree)
        undeclared = sorted(files - every.of(name).keys())
        print(f"check-inputs: {name} opens {len(files)} files, and depends on {len(every.of(name))}", flush=True)
        for path in undeclared:
            print(f"check-inputs: {name} does not depend on {path}", file=sys.stderr, flush=True)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
