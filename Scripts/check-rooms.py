#!/usr/bin/env python3
"""Finds folders of a module, or of the page, that need each other: check-rooms.py [MODULE ...], all by default.

A folder of a module needs another one if it names a type that is declared there. Within a module the compiler
does not look at folders, so arrows that run back up would go unnoticed. Files beside the folders of a module
are what the folders share, and no folder.

A folder of the page (`Web`) needs another one if it imports from it, be it only a type. Files beside the folders
are rooms of their own: they put the page together, so that nothing may import them.
"""

import collections
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
WEB = ROOT / "Web"
DECLARATION = re.compile(
    r"^(?:(?:public|package|internal|final|indirect|@\w+(?:\([^)]*\))?) +)*"
    r"(?:struct|class|enum|protocol|actor|typealias) +(\w+)", re.M)
NOISE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.S)


def rooms(module):
    """The folders of a module, each with its text without comments and strings."""
    texts = collections.defaultdict(str)
    for path in sorted(module.rglob("*.swift")):
        place = path.relative_to(module).parts
        if len(place) > 1:
            texts[place[0]] += NOISE.sub(" ", path.read_text()) + "\n"
    return texts


def arrows(texts):
    """{folder: {other folder: names}}."""
    homes = collections.defaultdict(set)
    for room, text in texts.items():
        for name in DECLARATION.findall(text):
            homes[name].add(room)
    found = {room: collections.defaultdict(set) for room in texts}
    for room, text in texts.items():
        for name in set(re.findall(r"\b[A-Z]\w*\b", text)):
            if len(homes[name]) == 1 and room not in homes[name]:
                found[room][next(iter(homes[name]))].add(name)
    return found


IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']""")


def imports(web):
    """{folder: {other folder: files}} of the page."""
    found = {}
    for path in sorted(web.rglob("*.js")):
        room = path.relative_to(web).parts[0]
        needed = found.setdefault(room, collections.defaultdict(set))
        for name in IMPORT.findall(path.read_text()):
            target = pathlib.Path(os.path.normpath(path.parent / name)).relative_to(web)
            if target.parts[0] != room:
                needed[target.parts[0]].add(str(target))
                found.setdefault(target.parts[0], collections.defaultdict(set))
    return found


def cycles(graph):
    """The sets of folders that reach each other."""
    def reach(room, seen):
        for other in graph[room]:
            if other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen

    reached = {room: reach(room, set()) for room in graph}
    sets = {frozenset(other for other in graph if room in reached[other] and other in reached[room])
            for room in graph}
    return sorted(sorted(found) for found in sets if found)


def report(name, graph):
    """Prints which folders need each other; how many sets of them there are."""
    found = cycles(graph)
    for cycle in found:
        print(f"check-rooms: in {name}, these folders need each other: {', '.join(cycle)}", file=sys.stderr)
        for room in cycle:
            for other in cycle:
                if names := graph[room].get(other):
                    print(f"  {room} → {other}: {', '.join(sorted(names))}", file=sys.stderr)
    return len(found)


def main():
    modules = [next(SOURCES.glob(f"*/{name}")) for name in sys.argv[1:]] or sorted(SOURCES.glob("*/*"))
    count = sum(report(module.name, arrows(rooms(module))) for module in modules)
    if not sys.argv[1:]:
        count += report(WEB.name, imports(WEB))
    if count:
        return 1
    print("check-rooms: no folders of a module, and none of the page, need each other")
    return 0


if __name__ == "__main__":
    sys.exit(main())
