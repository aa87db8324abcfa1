#!/usr/bin/env python3
"""Checks that what the documents claim is still held by something, and that their links lead somewhere.

    Scripts/check-claims.py

docs/claims.md lists claims: a heading with a link to a document, and below it tables of a claim and of
what holds it. In the second column each word in backticks must exist: a Swift test (`Suite.function`), a
Python test (`module.function`), a file with its arguments (`Scripts/test-web.sh`), a target of make
(`make soak`) or a command (`kammerton selftest --sweep`) with options that the sources know. The numbers
of a claim must stand in its document. In every Markdown file, relative links must lead to a file, and
those with a fragment to one of its headings, and all rows of a table have as many cells. The modules of
the core are those of Sources/Core, wherever they are listed, and the functions of the C library as many as docs/c.md says. Tables that quote what a benchmark has measured
must be as it has measured them (Scripts/figures.py).
"""

import functools
import pathlib
import re
import subprocess
import sys
import urllib.parse

import figures

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLAIMS = ROOT / "docs" / "claims.md"
# Not what is code: a number with its sign, its digits in groups, and what follows a point.
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[., ]\d+)*")
LINK = re.compile(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]\(([^()\s]+)\)")


def documents():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\n") if name and (ROOT / name).exists()]


def prose(text):
    """A document without its blocks of code."""
    return re.sub(r"^ *(```|~~~).*?^ *\1[^\n]*$", "", text, flags=re.M | re.S)


@functools.cache
def anchors(path):
    """The fragments that lead to the headings of a document, as GitHub makes them."""
    found, counts = set(), {}
    for heading in re.findall(r"^#{1,6} +(.+?)(?: +#+)?$", prose(path.read_text()), re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        counts[slug] = counts.get(slug, -1) + 1
        found.add(f"{slug}-{counts[slug]}" if counts[slug] else slug)
    return found


def dead_links(path):
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(path.read_text()))):
        if re.match(r"[a-z][a-z+.-]*:", target):
            continue
        name, _, fragment = urllib.parse.unquote(target).partition("#")
        there = (path.parent / name).resolve() if name else path
        if not there.exists():
            yield f"the link {target} leads to no file"
        elif fragment and there.suffix == ".md" and fragment not in anchors(there):
            yield f"the link {target} leads to no heading"


@functools.cache
def tests():
    """Every test, as Suite.function in Swift and module.function in Python."""
    found = set()
    for path in [*ROOT.glob("Tests/**/*.swift"), *ROOT.glob("Fuzzing/**/*.swift")]:
        suites, attribute = [], False
        for line in path.read_text().splitlines():
            if match := re.match(r"^( *)(?:(?:final|public|private|fileprivate|@\w+\(.*\)|@\w+) +)*"
                                 r"(?:struct|class|actor|enum|extension) +(\w+)", line):
                depth = len(match[1])
                suites = [suite for suite in suites if suite[0] < depth] + [(depth, match[2])]
            attribute = attribute or bool(re.match(r" *@Test\b", line))
            if attribute and (match := re.match(r"( *).*\bfunc +(\w+)", line)):
                attribute = False
                found |= {f"{suite}.{match[2]}" for depth, suite in suites if depth < len(match[1])}
    for path in ROOT.glob("Tests/**/test_*.py"):
        found |= {f"{path.stem}.{name}" for name in re.findall(r"^ *def (test_\w+)", path.read_text(), re.M)}
    return found


@functools.cache
def make_targets():
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))


@functools.cache
def sources():
    """All of our Swift, where commands and their options are named."""
    return "\n".join(path.read_text() for path in ROOT.glob("Sources/**/*.swift"))


def lower_camel(option):
    first, *rest = option.split("-")
    return first + "".join(word.capitalize() for word in rest)


def missing(word):
    """Why a word of the second column holds nothing; `None` if it is there."""
    first, *rest = word.split()
    if first == "kammerton":
        command = rest[0] if rest else ""
        if not re.search(rf'commandName: "{re.escape(command)}"|struct {command.capitalize()}Command\b', sources()):
            return f"there is no command {command}"
        for option in re.findall(r"(?<= --)[a-z][a-z0-9-]*", word):
            name = option.removeprefix("no-")
            if not re.search(rf"\bvar {lower_camel(name)}\b|\"{name}\"", sources()):
                return f"no command has the option --{option}"
        return None
    if first == "make":
        return None if rest and rest[0] in make_targets() else f"make has no target {' '.join(rest[:1])}"
    if re.fullmatch(r"\w+\.\w+", first) and not (ROOT / first).exists():
        return None if first in tests() else "there is no such test"
    return None if not first.startswith("/") and (ROOT / first).exists() else "there is no such file"


def torn_tables(path):
    """Tables of which a row has more or fewer cells than the head."""
    width = None
    for line in prose(path.read_text()).splitlines():
        if not line.lstrip().startswith("|"):
            width = None
            continue
        cells = len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", line))) - 1
        width = width or cells
        if cells != width:
            yield f"a row has {cells} cells, and the head of its table {width}: {line[:60]}"


def missing_modules():
    """What the documents that list the modules of the core leave out, or count otherwise."""
    core = {path.name for storey in ("Core", "Classics") for path in (ROOT / "Sources" / storey).iterdir()
            if path.is_dir()} - {"Kammerton"}
    listed = core - {"DecimalText"}  # not a module that others import
    architecture = (ROOT / "docs" / "architecture.md").read_text().partition("\n## The core\n")[2].partition(" form the core.")[0]
    if set(re.findall(r"`(\w+)`", architecture)) != core:
        yield f"docs/architecture.md: the core is {', '.join(sorted(core))}"
    count, table = re.search(r"The (\d+) modules of the core, .*?\n\n(.*?)\n\n", (ROOT / "docs" / "libraries.md").read_text(), re.S).groups()
    if set(re.findall(r"^\| `(\w+)` \|", table, re.M)) != listed or int(count) != len(listed):
        yield f"docs/libraries.md: the {len(listed)} modules of the core are {', '.join(sorted(listed))}"


    index = (ROOT / ".spi.yml").read_text().partition("documentation_targets:\n")[2].partition("    - platform")[0]
    documented = listed | {"LiveAudio", "LiveModem"}  # what needs no C library
    if set(re.findall(r"^ +- (\w+)$", index, re.M)) != documented:
        yield f".spi.yml: the modules without a C library are {', '.join(sorted(documented))}"


def wrong_counts():
    """Where docs/c.md has another number of functions than the header declares."""
    header = (ROOT / "Sources/Bindings/CKammerton/include/kammerton.h").read_text()
    declared = len(set(re.findall(r"\b(ktn_\w+)\s*\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S))))
    said = re.search(r"^\| exported functions \| (\d+) \| (\d+) \|$", (ROOT / "docs" / "c.md").read_text(), re.M)
    if not said or {int(number) for number in said.groups()} != {declared}:
        yield f"docs/c.md: kammerton.h declares {declared} functions"


def numbers(text):
    return NUMBER.findall(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))


def false_claims():
    """What is wrong with docs/claims.md, line by line, and how many claims it has."""
    problems, count, document = [], 0, None
    for number, line in enumerate(CLAIMS.read_text().splitlines(), 1):
        if match := re.match(r"## .*?\]\(([^)#]+)", line):
            document = (CLAIMS.parent / match[1]).resolve()
            known = set(numbers(document.read_text())) if document.exists() else set()
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if document is None or len(cells) != 2 or cells[1] == "Held by" or set(cells[1]) <= set("-:"):
            continue
        count += 1
        claim, held = cells
        words = re.findall(r"`([^`]+)`", held)
        problems += [(number, "nothing holds this claim")] if not words else []
        problems += [(number, f"`{word}`: {why}") for word in words if (why := missing(word.replace("\\|", "|")))]
        problems += [(number, f"{document.name} does not say {figure}")
                     for figure in numbers(re.sub(r"`[^`]*`", "", claim)) if figure not in known]
    return problems, count


def main():
    problems, count = false_claims()
    lines = [f"docs/claims.md:{number}: {what}" for number, what in problems]
    pages = documents()
    for path in pages:
        lines += [f"{path.relative_to(ROOT)}: {what}" for what in (*dead_links(path), *torn_tables(path))]
    lines += [*missing_modules(), *wrong_counts()]
    lines += [f"{path.relative_to(ROOT)}: its figures were measured anew since: run Scripts/figures.py"
              for path in figures.stale()]
    for line in lines:
        print(f"check-claims: {line}", file=sys.stderr)
    if not lines:
        print(f"check-claims: {count} claims are held by something, and the links of {len(pages)} documents lead somewhere")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
