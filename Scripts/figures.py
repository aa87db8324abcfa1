#!/usr/bin/env python3
"""Brings what benchmarks have measured into the documents that quote it.

    Scripts/figures.py            writes the tables anew
    Scripts/figures.py --check    fails if a table differs from the file that a benchmark has written

A document quotes Benchmarks/figures/NAME.json between the lines `<!-- figures: NAME -->` and `<!-- end of figures -->`: a
table, and below it when, of what commit and by which command it was measured. Nobody edits what is between them.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUOTE = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.S)


def render(name, root=ROOT):
    figures = json.loads((root / "Benchmarks" / "figures" / f"{name}.json").read_text())
    columns = figures["columns"]
    lines = [f"| {figures['unit']} | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    best = {column: {"most": max, "least": min}[which](values[column] for values in figures["rows"].values())
            for column, which in figures.get("bold", {}).items()}
    for row, values in figures["rows"].items():
        label = f"**{row}**" if row.startswith("Kammerton") else row
        cells = (f"**{values[column]}**" if values[column] == best.get(column) else str(values[column]) for column in columns)
        lines.append(f"| {label} | {' | '.join(cells)} |")
    others = f"; the other programs on {figures['others']}" if "others" in figures else ""
    lines += ["", f"Measured on {figures['measured']} (commit {figures['commit']}) by `{figures['command']}`{others}."]
    return "\n" + "\n".join(lines) + "\n\n"


def documents():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\n") if name and (ROOT / name).exists()]


def renewed(path, root=ROOT):
    """The text of a document with its tables as the benchmarks have measured them."""
    return QUOTE.sub(lambda match: match[1] + render(match[2], root) + match[3], path.read_text())


def stale():
    """The documents whose tables differ from what was measured."""
    return [path for path in documents() if renewed(path) != path.read_text()]


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for path in stale():
        if sys.argv[1:]:
            sys.exit(f"figures: {path.relative_to(ROOT)} quotes figures that were measured anew since: run Scripts/figures.py")
        path.write_text(renewed(path))
        print(f"figures: {path.relative_to(ROOT)}")
