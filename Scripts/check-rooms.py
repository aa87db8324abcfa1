#!/usr/bin/env python3
"""Finds folders of a module, or of the page, that need each other: check-rooms.py [MODULE ...], all by default.

A folder of a module needs another one if it names a type that is declared there. Within a module the compiler
does not look at folders, so arrows that run back up would go unnoticed. Files beside the folders of a module
are what the folders share, and no folder.

A folder of the page (`Web`) needs another one if it imports from it, be it only a type. Files beside the folders
are rooms of their own: they put the page together, so that nothing may import them.

A number that judges sound, notes or time is in the core, so that all faces judge alike. Each named number of a face
(the modules of Program and Bindings, and the page) is therefore listed in Scripts/numbers-of-faces.txt, under what it
is for; those that do judge are listed there last, each with the reason why it is not in the core yet.
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


def outdented(text):
    """A file that is whole in a condition, without what that indents."""
    return re.sub(r"^  (?=\S)", "", text, flags=re.M) if text.lstrip().startswith("#if") else text


def rooms(module):
    """The folders of a module, each with its text without comments and strings."""
    texts = collections.defaultdict(str)
    for path in sorted(module.rglob("*.swift")):
        place = path.relative_to(module).parts
        if len(place) > 1:
            texts[place[0]] += outdented(NOISE.sub(" ", path.read_text())) + "\n"
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


SWIFT_NUMBER = re.compile(
    r"^ *(?:(?:public|package|fileprivate|private|nonisolated) +)*static +(?:let|var) +(\w+)(?:: *\w+)? *(?:= *|\{ *)"
    r"(?:Duration *\.\w+\(|\.(?:nano|micro|milli)?seconds\()?-?[0-9]", re.M)
PAGE_NUMBER = re.compile(r"^(?:export )?const (\w+) = -?[0-9][0-9_.e]*;", re.M)
NUMBERS = ROOT / "Scripts" / "numbers-of-faces.txt"


def numbers_of_faces():
    """The named numbers of all faces, such as `Program/TuneCommands frameTime` and `Web/views duration`."""
    found = set()
    for face in ("Program", "Bindings"):
        for path in sorted((SOURCES / face).rglob("*.swift")):
            module = "/".join(path.relative_to(SOURCES).parts[:2])
            found.update(f"{module} {name}" for name in SWIFT_NUMBER.findall(path.read_text()))
    for path in sorted(WEB.rglob("*.js")):
        place = path.relative_to(WEB)
        if place.parts[0] != "vocabulary":
            found.update(f"Web/{place} {name}" for name in PAGE_NUMBER.findall(path.read_text()))
    return found


def report_numbers():
    """Prints the numbers of faces that are not listed, and what is listed but gone; how many there are."""
    lines = (line.split("  ")[0].strip() for line in NUMBERS.read_text().splitlines())
    listed = {line for line in lines if line and not line.startswith("#")}
    found = numbers_of_faces()
    for number in sorted(found - listed):
        print(
            f"check-rooms: {number} is a number of a face. Move it to the core if it judges sound, notes or time; else "
            f"list it in {NUMBERS.relative_to(ROOT)}", file=sys.stderr)
    for number in sorted(listed - found):
        print(f"check-rooms: {NUMBERS.relative_to(ROOT)} lists {number}, which is gone", file=sys.stderr)
    return len(found ^ listed)


def main():
    modules = [next(SOURCES.glob(f"*/{name}")) for name in sys.argv[1:]] or sorted(SOURCES.glob("*/*"))
    count = sum(report(module.name, arrows(rooms(module))) for module in modules)
    if not sys.argv[1:]:
        count += report(WEB.name, imports(WEB)) + report_numbers()
    if count:
        return 1
    print("check-rooms: no folders of a module or of the page need each other, and all numbers of faces are listed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
