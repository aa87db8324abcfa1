#!/usr/bin/env python3
"""Finds folders of a module that need each other: check-rooms.py [MODULE ...], all by default.

A folder needs another one if it names a type that is declared there. Within a module the compiler does
not look at folders, so arrows that run back up would go unnoticed. Files beside the folders of a module
are what the folders share, and no folder.
"""

import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
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


def main():
    status = 0
    modules = [SOURCES / name for name in sys.argv[1:]] or sorted(SOURCES.iterdir())
    for module in modules:
        graph = arrows(rooms(module))
        for cycle in cycles(graph):
            status = 1
            print(f"check-rooms: in {module.name}, these folders need each other: {', '.join(cycle)}",
                  file=sys.stderr)
            for room in cycle:
                for other in cycle:
                    if names := graph[room].get(other):
                        print(f"  {room} → {other}: {', '.join(sorted(names))}", file=sys.stderr)
    if not status:
        print("check-rooms: no folders of a module need each other")
    return status


if __name__ == "__main__":
    sys.exit(main())
