#!/usr/bin/env python3
"""Writes the page's classes for the functions of the core, and their table in docs/web.md, from their declarations.

    web-functions.py OBJECTS VOCABULARY   writes a module of JavaScript for each module of the core into OBJECTS
    web-functions.py --docs               writes the table in docs/web.md
    web-functions.py --check              fails if the table differs

The declarations are those of Sources/Bindings/WebCore: functions with `@_cdecl`, whose parameters have the types of
Memory/ExportedTypes.swift, and the `Part`s of the classes, which name the memory that both sides share. VOCABULARY has
the modules that _WebVocabulary has written, whose names and readers the classes use.

A function that takes a handle becomes a method of the class of this kind of objects, called without the kind;
`…_create` becomes its constructor. Other functions become functions whose first parameter is the module. Of four
parameters and more, the page names each one. A part of the memory becomes a property: an array, or what its record
says; a method, where rows or samples have to be counted.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources" / "Bindings" / "WebCore"
DOCUMENT = ROOT / "docs" / "web.md"
MARKS = ("<!-- functions: Scripts/web-functions.py -->\n", "<!-- end of functions -->\n")
# In this order the table has the modules.
MODULES = ("tuner", "evidence", "freeze", "views", "names", "tones", "metronome", "beat", "air", "files", "strum", "chord",
           "measured", "piano", "bell", "practice", "midi", "playing", "calibration", "core")
UNITS = {"Hertz": "Hz", "Seconds": "s", "Milliseconds": "ms", "Cents": "cents", "Decibels": "dB", "PerMinute": "1/min"}
NUMBERS = {*UNITS, "Double", "Int32", "UInt32"}
ARRAYS = {"Float": "floats", "Double": "doubles", "UInt8": "bytes"}
# From this many on, parameters are named.
NAMED = 4
MODULE = "@param {import('../module.js').Module} module"
OUT_OF_RANGE = "@throws {RangeError} If a value is out of its range."

FUNCTION = re.compile(
    r"((?:^///[^\n]*\n)*)^@_cdecl\(\"(\w+)\"\)\nfunc \w+\(([^)]*)\)(?: -> ([^{]+?))? "
    r"\{(?:\n(.*?)^\}| ([^\n]*) \})$", re.M | re.S)
PARAMETER = re.compile(r"_ (\w+): ([\w.<>]+)")


def fail(text):
    sys.exit(f"web-functions: {text}")


def camel(words):
    first, *others = words.split("_")
    return first + "".join(map(str.capitalize, others))


class Function:
    """A declaration: its name, parameters, result and sentences."""

    def __init__(self, comment, name, parameters, result, lines, line):
        self.name = name
        self.parameters = PARAMETER.findall(parameters)
        self.result = result or ""
        self.takes_handle = bool(self.parameters) and self.parameters[0][1] == "Handle"
        if self.takes_handle:
            self.parameters = self.parameters[1:]
        found = re.search(r" as (\w+)|\bhandle\(\s*(\w+)\(", lines or line)
        self.type = found and (found[1] or found[2])
        lines = [line[3:].strip() for line in comment.splitlines()]
        returns = " ".join(lines).partition("- Returns:")[2].strip()
        self.text = " ".join(lines[:lines.index("")] if "" in lines else lines)
        if returns:
            self.text += f" Returns {returns[0].lower()}{returns[1:]}"
        if not self.text:
            fail(f"{name} has no comment")

    @property
    def is_create(self):
        return self.name.endswith("_create")

    @property
    def module(self):
        return self.name.split("_")[0]

    def row(self):
        """Its row of the table."""
        names = ["h"] * self.takes_handle
        for name, type in self.parameters:
            code = re.fullmatch(r"Code<(.*)>", type)
            unit = UNITS.get(type) or code and code[1]
            names.append(f"{name}: {unit}" if unit else name)
        return f"| `{self.name}({', '.join(names)})` | {self.text} |\n"


class Sources:
    """The declarations of functions, classes and words."""

    def __init__(self):
        texts = [path.read_text() for path in sorted(SOURCES.rglob("*.swift")) if path.parent.name != "Vocabulary"]
        self.text = "\n".join(texts)
        words = "\n".join(path.read_text() for path in sorted((SOURCES / "Vocabulary").glob("*.swift")))
        self.functions = [Function(*found) for text in texts for found in FUNCTION.findall(text)]
        if len(self.functions) != self.text.count("@_cdecl("):
            fail("a declaration is not read")
        # What the vocabulary calls a type or a constant of Swift: {type: (name, whether a list, type of a word)}.
        self.codes = {}
        for add in words.split("words.add(")[1:]:
            if found := re.match(r'\s*"(\w+)",\s*([\w.]+?)\.(self|all\w*\.map)', add):
                word = re.search(r'type: "(\w+)"', add)
                self.codes[found[2]] = found[1], found[3] != "self", word and word[1]
        self.records = {type: (name, "isWritten: true" in more) for name, type, more in re.findall(
            r'record: "(\w+)",\s*([\w.]+)\.self((?:,\s*\[[^\]]*\])?(?:,\s*isWritten: true)?)', words)}
        self.constants = {value: name for name, value in re.findall(r'words\.add\(\s*"(\w+)", (\w[\w.]*)\)', words)}

    def body(self, type):
        """All that a type declares, in its declaration and in extensions."""
        found = []
        for start in re.finditer(rf"^(?:final )?(?:class|struct|extension|enum) {type}\b[^{{]*\{{", self.text, re.M):
            found.append(self.text[start.end():self.text.index("\n}", start.end())])
        if not found:
            fail(f"{type} is not declared")
        return "\n".join(found)

    def parent(self, type):
        found = re.search(rf"^(?:final )?class {type}: (\w+)", self.text, re.M)
        return found[1] if found else "Core"

    def parts(self, type):
        """The memory of a class: (name, number, what Swift has there, the type that declares it)."""
        body = self.body(type)
        # Of a class with the same parts as another one, that one counts them.
        shared = re.search(r"\b(\w+)\.Part\(rawValue", body)
        listed = re.search(r"enum Part: Int, CaseIterable \{(.*?)\}", self.body(shared[1]) if shared else body, re.S)
        if not listed:
            return
        following = 0
        for name, value in re.findall(r"(\w+)(?: = (\d+))?(?=[,\n ]|$)", re.sub(r"\bcase\b", "", listed[1])):
            number = int(value or following)
            following = number + 1
            if path := re.search(rf"case \.{name}: ([\w.]+)\.address", body):
                yield name, number, *self.property(type, path[1])
            elif not re.search(rf"case [^:\n]*\.{name}\b[^:\n]*: nil", body):
                fail(f"{type} has no address of {name}")

    def property(self, type, path):
        """What is at a path of properties: let or var, its value or type, and the type that declares it."""
        owner = type
        for member in path.split("."):
            home = owner
            declared = re.search(
                rf"^  (?:[\w()]+ )*?(let|var) {member}\b(?:: ([\w<>]+))?(?: = ([^\n]*))?", self.body(home), re.M)
            if not declared or not (declared[3] or declared[2]):
                fail(f"{home} does not declare {member}")
            value = declared[3] or declared[2]
            owner = re.match(r"\w+", value)[0]
        return declared[1], value, home


class Writer:
    """The modules of JavaScript."""

    def __init__(self, sources, vocabulary):
        self.sources = sources
        self.homes = {}
        for path in vocabulary.glob("*.js"):
            names = re.findall(r"^(?:export (?:const|function)|/\*\* @typedef \{.*\}) (\w+)", path.read_text(), re.M)
            for name in names:
                self.homes.setdefault(name, set()).add(path.stem)
        self.kinds = {}
        for function in sources.functions:
            if function.is_create:
                kind = function.name.removesuffix("_create")
                self.kinds[kind] = function.type or fail(f"{function.name} creates nothing")
        self.kinds["measured"] = "MeasuredCore"

    def kind(self, function):
        """The kind of objects that a function belongs to: the longest that its name begins with."""
        return max((kind for kind in self.kinds if function.name.startswith(f"{kind}_")), key=len, default=None)

    def class_name(self, kind):
        return "".join(map(str.capitalize, kind.split("_"))).replace("Midi", "MIDI") + "Object"

    def word(self, name):
        """A name of the vocabulary, which the module that is being written imports."""
        homes = self.homes.get(name, set())
        if len(homes) != 1:
            fail(f"the vocabulary has {name} in {len(homes)} modules")
        self.imports.setdefault(next(iter(homes)), set()).add(name)
        return name

    def word_type(self, name):
        (home,) = self.homes[name]
        return f"import('../../vocabulary/{home}.js').{name}"

    def type(self, swift):
        """The type that the page passes or gets."""
        if swift == "Bool":
            return "boolean"
        if found := re.fullmatch(r"Code<(.*)>", swift):
            name, is_list, word = self.code(found[1])
            return self.word_type(word) if word else f"keyof typeof {self.word(name)}"
        if swift in NUMBERS or swift in ("Address", "UnsafeMutablePointer<UInt8>"):
            return "number"
        fail(f"unknown type {swift}")

    def code(self, swift):
        found = self.sources.codes.get(swift)
        if not found:
            fail(f"the vocabulary does not list {swift}")
        return found

    def passed(self, name, swift):
        if found := re.fullmatch(r"Code<(.*)>", swift):
            table, is_list, _ = self.code(found[1])
            return f"{self.word(table)}.indexOf({name})" if is_list else f"{self.word(table)}[{name}]"
        return name

    def parameters(self, function):
        """The parameters as the page writes them, and their documentation."""
        pairs = [(name, self.type(swift), UNITS.get(swift)) for name, swift in function.parameters]
        if len(pairs) >= NAMED:
            types = ", ".join(f"{name}: {type}" for name, type, _ in pairs)
            return "{ " + ", ".join(name for name, *_ in pairs) + " }", [f"@param {{{{{types}}}}} values"]
        return ", ".join(name for name, *_ in pairs), [
            f"@param {{{type}}} {name}" + (f" In {unit}." if unit else "") for name, type, unit in pairs]

    def call(self, function, owner, handle):
        values = handle + [self.passed(name, swift) for name, swift in function.parameters]
        return f"{owner}.functions.{function.name}({', '.join(values)})"

    def result(self, function, call):
        """The statement of a method, and the documentation of its result."""
        swift = function.result
        if swift == "Accepted":
            return f"this.accept({call}, '{function.name}');", [OUT_OF_RANGE]
        if swift == "Legible":
            return f"this.demand({call});", ["@throws {Error} Why it is not understood."]
        if not swift:
            return f"{call};", []
        if swift == "Bool":
            return f"return {call} !== 0;", ["@returns {boolean}"]
        if found := re.fullmatch(r"OrNone<(\w+)>", swift):
            return f"return {call} || null;", [f"@returns {{number | null}} In {UNITS[found[1]]}."]
        if found := re.fullmatch(r"Code<(.*)>", swift):
            name, _, word = self.code(found[1])
            return f"return {self.word(name)}[{call}];", [f"@returns {{{self.word_type(word)}}}"]
        unit = f" In {UNITS[swift]}." if swift in UNITS else ""
        return f"return {call};", [f"@returns {{{self.type(swift)}}}{unit}"]

    def comment(self, text, tags, indent="  "):
        if not tags:
            return f"{indent}/** {text} */\n"
        lines = [text, "", *tags]
        return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"

    def method(self, function, name):
        if function.result == "Room":
            tags = ["@param {Uint8Array} bytes To be passed.", "@returns {boolean} Whether they have room."]
            call = f"this.functions.{function.name}(this.handle, bytes.length)"
            return self.comment(function.text, tags) + f"  {name}(bytes) {{ return this.put({call}, bytes); }}\n"
        written, tags = self.parameters(function)
        statement, more = self.result(function, self.call(function, "this", ["this.handle"]))
        return self.comment(function.text, tags + more) + f"  {name}({written}) {{ {statement} }}\n"

    def part(self, name, number, keyword, value, home):
        """A part of the memory as a member of its class."""
        if found := re.match(r"Record<([\w.]+)>(.*)", value):
            type = found[1] if "." in found[1] else f"{home}.{found[1]}"
            return self.record(name, number, type, keyword == "var" or "rows:" in found[2])
        value = "SharedMemory<UInt8>" if value == "ByteExchange()" else value
        found = re.match(r"SharedMemory<(\w+)>(?:\(.*count: ([\w.]+)\))?", value) or fail(f"{home}.{name} is {value}")
        array = ARRAYS[found[1]]
        if keyword == "var" or not found[2]:
            return ("  /** @param {number} count @returns A copy of the first values. */\n"
                    f"  {name}(count) {{ return this.{array}({number}, count).slice(); }}\n")
        count = found[2].removeprefix("Self.")
        if constant := self.sources.constants.get(f"{home}.{count}") or self.sources.constants.get(count):
            count = self.word(constant)
        elif not count.isdigit():
            return self.record(name, number, count.removesuffix("count") + "Field")
        return f"  {name} = this.{array}({number}, {count});\n"

    def record(self, name, number, type, has_rows=False):
        """A part of the memory that is a record, as a member of its class."""
        if type not in self.sources.records:
            fail(f"the vocabulary has no record {type}")
        record, is_written = self.sources.records[type]
        if is_written:
            return (f"  /** @param {{{self.word_type(record)}}} values */\n"
                    f"  set {name}(values) {{ {self.word(f'write{record}')}(this.doubles({number}), values); }}\n")
        reader = self.word(f"read{record}")
        if has_rows:
            return (f"  /** @param {{number}} count @param {{number}} [start] The first row. */\n"
                    f"  {name}(count, start) {{ return this.readRows({reader}, {number}, count, start); }}\n")
        return f"  get {name}() {{ return {reader}(this.doubles({number})); }}\n"

    def write_class(self, kind, functions):
        type = self.kinds[kind]
        parent = self.sources.parent(type)
        base = "CoreObject" if parent == "Core" else self.class_name(parent.removesuffix("Core").lower())
        if base != "CoreObject":
            self.others.add((base, parent.removesuffix("Core").lower()))
        members, names = "", set()
        for part in self.sources.parts(type):
            members += self.part(*part)
            names.add(part[0])
        for function in functions:
            if self.kind(function) != kind or not (function.takes_handle or function.is_create):
                continue
            if function.is_create:
                written, tags = self.parameters(function)
                written = f", {written}" if written else ""
                create = self.call(function, "module", [])
                comment = self.comment(function.text, [MODULE, *tags, OUT_OF_RANGE])
                create = f"super(module, {create}, '{function.name}');"
                members = f"{comment}  constructor(module{written}) {{ {create} }}\n{members}"
                continue
            name = camel(function.name.removeprefix(f"{kind}_"))
            if name in names:
                fail(f"{kind} has two members {name}")
            names.add(name)
            members += self.method(function, name)
        return f"export class {self.class_name(kind)} extends {base} {{\n{members}}}\n"

    def modules(self):
        """{file: text}."""
        found = {}
        for module in MODULES[:-1]:
            self.imports, self.others = {}, set()
            functions = [function for function in self.sources.functions if function.module == module]
            kinds = [kind for kind in sorted(self.kinds) if kind.split("_")[0] == module]
            body = "".join("\n" + self.write_class(kind, functions) for kind in kinds)
            for function in functions:
                if not function.takes_handle and not function.is_create:
                    written, tags = self.parameters(function)
                    statement, more = self.result(function, self.call(function, "module", []))
                    written = f", {written}" if written else ""
                    body += "\n" + self.comment(function.text, [MODULE, *tags, *more], "")
                    body += f"export function {camel(function.name)}(module{written}) {{ {statement} }}\n"
            head = f"// The functions of {module}. Written by Scripts/build-web.sh from Sources/Bindings/WebCore.\n\n"
            if "extends CoreObject" in body:
                head += "import { CoreObject } from '../module.js';\n"
            for name, other in sorted(self.others):
                head += f"import {{ {name} }} from './{other}.js';\n"
            for home, names in sorted(self.imports.items()):
                head += f"import {{ {', '.join(sorted(names))} }} from '../../vocabulary/{home}.js';\n"
            found[f"{module}.js"] = head + body
        return found


def table(sources):
    """The table of all functions."""
    unknown = {function.module for function in sources.functions} - set(MODULES)
    if unknown:
        fail(f"unknown modules: {unknown}")
    rows = sorted(sources.functions, key=lambda function: MODULES.index(function.module))
    return "| Function | Does |\n|---|---|\n" + "".join(function.row() for function in rows)


def main():
    sources = Sources()
    if sys.argv[1:] in (["--docs"], ["--check"]):
        text = DOCUMENT.read_text()
        before, rest = text.split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        new = f"{before}{MARKS[0]}\n{table(sources)}\n{MARKS[1]}{after}"
        if sys.argv[1] == "--docs":
            DOCUMENT.write_text(new)
        elif new != text:
            fail("the table of docs/web.md differs from the declarations: run Scripts/web-functions.py --docs")
        else:
            print("web-functions: docs/web.md has the functions as they are declared")
        return
    if len(sys.argv) != 3:
        fail("usage: web-functions.py OBJECTS VOCABULARY, or --docs, or --check")
    folder, vocabulary = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in Writer(sources, vocabulary).modules().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
