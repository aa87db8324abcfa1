#!/usr/bin/env python3
"""Brings what benchmarks have measured into the documents that quote it.

    Scripts/figures.py            writes the tables and figures again
    Scripts/figures.py --check    fails if one differs from the file that a benchmark has written

A document quotes Benchmarks/figures/NAME.json between the lines `<!-- figures: NAME -->` and `<!-- end of figures -->`: a
table, and below it when, of what commit and by which command it was measured. A sentence quotes a single figure between
`<!-- figure: NAME; KEY; ... -->` and `<!-- end of figure -->`: what the keys lead to, such as `reliability; rows; all; clips`.
The comment may not begin a line, because Markdown would end the paragraph there. Nobody edits what is between them.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUOTE = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.S)
SINGLE = re.compile(r"(<!-- figure: ([\w-]+); (.+?) -->)[^<\n]*(<!-- end of figure -->)")
FIRST = re.compile(r"^ *(<!-- figure: .+? -->)", re.M)


def load(name, root):
    return json.loads((root / "Benchmarks" / "figures" / f"{name}.json").read_text())


def single(name, keys, root=ROOT):
    """The figure in a file that the keys lead to, outermost first."""
    figure = load(name, root)
    for key in keys.split("; "):
        if not isinstance(figure, dict) or key not in figure:
            sys.exit(f"figures: {name}.json has no '{keys}'")
        figure = figure[key]
    return str(figure)


def render(name, root=ROOT):
    figures = load(name, root)
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
    """The text of a document with its tables and figures as the benchmarks have measured them."""
    text = path.read_text()
    if match := FIRST.search(text):
        sys.exit(f"figures: in {path.name}, a line may not begin with {match[1]}")
    text = QUOTE.sub(lambda match: match[1] + render(match[2], root) + match[3], text)
    return SINGLE.sub(lambda match: match[1] + single(match[2], match[3], root) + match[4], text)


def stale():
    """The documents whose tables or figures differ from what was measured."""
    return [path for path in documents() if renewed(path) != path.read_text()]


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for path in stale():
        if sys.argv[1:]:
            sys.exit(f"figures: {path.relative_to(ROOT)} quotes figures that were measured anew since: run Scripts/figures.py")
        path.write_text(renewed(path))
        print(f"figures: {path.relative_to(ROOT)}")
