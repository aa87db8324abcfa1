"""Lets a script of Python run with packages of PyPI, which Scripts/python-with installs."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def use(requirements):
    """Runs the calling script again with a Python that has the packages of a file, unless this one is it already."""
    python = pathlib.Path(subprocess.run(
        [ROOT / "Scripts/python-with", requirements], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
    if pathlib.Path(sys.prefix) != python.parent.parent:
        sys.stdout.flush()
        os.execv(python, [python, *sys.argv])
