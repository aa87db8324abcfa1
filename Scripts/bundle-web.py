#!/usr/bin/env python3
"""Joins the modules and style sheets of the page into few files: bundle-web.py WEB SITE DOORS

What main.js imports becomes one file, without the scripts that index.html names before it, and so does what each part imports that is loaded later, without
what main.js has already. Modules that several parts share become files of their own. Workers and audio
worklets get all they need in one file each. SITE already holds what is not joined.

Of the texts that the start has, main.js and its parts have the English ones, and each other language is a file.

DOORS gets a module for each one that is no file any more. It exports the same values from the file that
now holds them, so that tests can import any module from the running page. It is not part of the site.
"""

import ast
import itertools
import json
import pathlib
import posixpath
import re
import string
import subprocess
import sys
import tempfile

ESBUILD = ["esbuild", "--bundle", "--format=esm", "--charset=utf8", "--log-level=warning"]
# How modules name a file of the site until its bytes are joined: esbuild leaves such names alone.
SITE_MARK = "@/"
DYNAMIC = re.compile(r"\bimport\('(\.[^']+)'\)")
WORKER = re.compile(r"new URL\('([^']+\.js)', import\.meta\.url\)")
SCRIPT = re.compile(r'<script type="module" src="([^"]+)">')
# Tables of all languages, and where the build writes one file for each but English.
TEXTS, INSTRUMENTS, LANGUAGE = "app/texts.js", "app/instrument-names.js", "app/texts"
ROW = re.compile(r"""  ('[^']+'|"[^"]+"|\w+): (\[.*\]),""")
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')


def resolved(module, name):
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), name))


def relative(path, file):
    """The path of the site as a file of the site names it."""
    found = posixpath.relpath(path, posixpath.dirname(file) or ".")
    return found if found.startswith(".") else f"./{found}"


def esbuild(*arguments, folder):
    subprocess.run([*ESBUILD, *map(str, arguments)], cwd=folder, check=True)


class Modules:
    """The modules of the page: what each exports, and what it needs at once or later."""

    def __init__(self, web, work):
        self.web = web
        names = sorted(str(path.relative_to(web)) for path in web.rglob("*.js"))
        self.texts = {name: (web / name).read_text() for name in names}
        self.scripts = SCRIPT.findall((web / "index.html").read_text())
        # The worker of offline use is a classic script, and types do not run.
        names = [name for name in names if name not in ("service-worker.js", "engine/types.js")]
        esbuild(*names, "--splitting", f"--outdir={work}/analysis", "--outbase=.",
                f"--metafile={work}/analysis.json", folder=web)
        analysis = json.loads((work / "analysis.json").read_text())
        self.exports = {output["entryPoint"]: sorted(output["exports"])
                        for output in analysis["outputs"].values() if "entryPoint" in output}
        self.needs = {
            name: [need["path"] for need in analysis["inputs"][name]["imports"]
                   if need["kind"] == "import-statement"] for name in names}
        self.workers = sorted({resolved(name, found) for name in names
                               for found in WORKER.findall(self.texts[name])})
        self.later = sorted({need["path"] for name in names for need in analysis["inputs"][name]["imports"]
                             if need["kind"] == "dynamic-import"})

    def closure(self, root):
        """A module with all that it imports."""
        found, waiting = set(), [root]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.needs[name]
        return found

    def text(self, module, file):
        """The module's text as part of a file of the site: addresses that it makes stay right."""
        text = DYNAMIC.sub(lambda found: f"import('{SITE_MARK}{resolved(module, found[1])}')", self.texts[module])
        if module != file:
            text = text.replace("import.meta.url", f"new URL('{relative(module, file)}', import.meta.url)")
        return text


def rows(text, count):
    """{key: its texts in this many languages}, of a table with a row on each line."""
    found = {}
    for line in text.splitlines():
        row = ROW.fullmatch(line)
        assert row or not re.search(r"\['|',$", line), f"a row is not on one line: {line}"
        if row:
            # Lists of strings are written alike in JavaScript and Python.
            key, texts = row[1].strip("'\""), ast.literal_eval(row[2])
            assert len(texts) == count, f"{key} has {len(texts)} languages"
            found[key] = texts
    return found


def split_texts(modules, site):
    """Leaves the English texts in their module, and writes what there is in each other language to a file."""
    table = re.search(r"export const languages = \{(.*?)\};", modules.texts["app/language.js"], re.S)
    codes = re.findall(r"'?([\w-]+)'?: '", table[1])
    texts = rows(modules.texts[TEXTS], len(codes))
    # Names of instruments are English as they are.
    instruments = rows(modules.texts[INSTRUMENTS], len(codes) - 1)
    modules.texts[TEXTS] = re.sub(
        f"^{ROW.pattern}$", lambda row: f"  {row[1]}: [{json.dumps(ast.literal_eval(row[2])[0], ensure_ascii=False)}],",
        modules.texts[TEXTS], flags=re.M)
    for index, code in enumerate(codes[1:]):
        target = site / LANGUAGE / f"{code}.js"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(
            f"export const {name}={json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n" for name, found in [
                ("words", {key: row[index + 1] for key, row in texts.items()}),
                ("instruments", {key: row[index] for key, row in instruments.items()})]))


def parts(modules):
    """{file: its modules}, for the page's own thread. A file is called as the module that is asked for."""
    files, first = {}, set()
    for script in modules.scripts:
        files[script] = modules.closure(script) - first
        first |= files[script]
    users = {}
    for root in modules.later:
        for name in modules.closure(root) - first:
            users.setdefault(name, set()).add(root)
    groups = {}
    for name, roots in sorted(users.items()):
        groups.setdefault(tuple(sorted(roots)), []).append(name)
    for group in groups.values():
        asked = [name for name in group if name in modules.later]
        files[(asked or group)[0]] = set(group)
        # Two that import each other would have to be one file.
        assert len(asked) <= 1, asked
    return files


def short_names(taken):
    letters = string.ascii_letters
    for length in itertools.count(1):
        for name in map("".join, itertools.product(letters, repeat=length)):
            if name not in taken and name not in ("as", "do", "if", "in", "is", "of"):
                yield name


def outside_names(modules, files):
    """{module: (file, {its export: the file's export})}. Those of the module that is asked for keep their names."""
    found = {}
    for file, members in files.items():
        names = short_names(set(modules.exports[file]))
        for member in sorted(members):
            found[member] = (file, {
                export: export if member == file else next(names) for export in modules.exports[member]})
    return found


def reexports(names, file):
    pairs = ", ".join(inner if inner == outer else f"{outer} as {inner}" for inner, outer in names.items())
    return f"export {{ {pairs} }} from '{file}';\n"


def join(modules, file, members, outside, site, work):
    """Writes one file of the site."""
    folder = work / "parts" / file
    for module in modules.exports:
        target = folder / module
        target.parent.mkdir(parents=True, exist_ok=True)
        if module in members:
            target.write_text(modules.text(module, file))
        elif module in outside:
            home, names = outside[module]
            target.write_text(reexports(names, SITE_MARK + home))
    entry = [f"import './{file}';\n"]
    if outside:
        entry += [
            f"export {{ {', '.join(f'{inner} as {outer}' for inner, outer in outside[member][1].items())} }} from './{member}';\n"
            for member in sorted(members) if outside[member][1]]
    (folder / "joined.js").write_text("".join(entry))
    joined = folder / "joined.min.js"
    esbuild("joined.js", "--minify", f"--external:{SITE_MARK}*", f"--outfile={joined}", folder=folder)
    text = re.sub(rf'"{SITE_MARK}([^"]+)"', lambda found: f'"{relative(found[1], file)}"', joined.read_text())
    target = site / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def write_doors(files, outside, doors):
    for module, (file, names) in outside.items():
        if module not in files and names:
            target = doors / module
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(reexports(names, relative(file, module)))


def join_sheets(web, site):
    """One style sheet for those that index.html names; the others are loaded later, with their parts."""
    page = (site / "index.html").read_text()
    sheets = SHEET.findall(page)
    for sheet in web.glob("styles/*.css"):
        name = f"styles/{sheet.name}"
        if name not in sheets:
            esbuild(name, "--minify", f"--outfile={site.resolve() / name}", folder=web)
    text = "".join(f'@import "{sheet}";\n' for sheet in sheets)
    subprocess.run([*ESBUILD[:2], ESBUILD[3], ESBUILD[4], "--minify", "--loader=css", f"--outfile={site.resolve()}/styles/page.css"],
                   input=text, text=True, cwd=web, check=True)
    first, others = SHEET.search(page), iter([True])
    page = SHEET.sub(lambda _: '<link rel="stylesheet" href="styles/page.css">\n' if next(others, False) else "", page)
    assert first, "index.html names no style sheet"
    (site / "index.html").write_text(page)


def main():
    web, site, doors = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        modules = Modules(web.resolve(), work)
        split_texts(modules, site)
        files = parts(modules)
        outside = outside_names(modules, files)
        for file, members in files.items():
            join(modules, file, members, outside, site, work)
        for worker in modules.workers:
            join(modules, worker, modules.closure(worker), {}, site, work)
        write_doors(files, outside, doors)
        join_sheets(web, site)
    subprocess.run(["esbuild", "service-worker.js", "--minify", "--charset=utf8", "--log-level=warning",
                    f"--outfile={site.resolve()}/service-worker.js"], cwd=web, check=True)


if __name__ == "__main__":
    main()
