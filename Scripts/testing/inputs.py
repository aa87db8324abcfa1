"""What a part of the tests depends on, by content: it need not run again while nothing of that has changed.

docs/decisions/0034 says why this is sound. What a part reads is

- what its command and the scripts that it names, and those that they name, mention by path,
- the sources of the targets that it builds or runs, with all that they depend on, and the manifest,
- what it declares beside that,
- all that the parts have which it needs,
- and the machine: compiler, interpreters, browser, installed packages, and the variables that scripts look at.
"""

import fnmatch
import functools
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

# What decides how the parts run: for all of them.
ALWAYS = ("Scripts/run-tests", "Scripts/testing/")
# For all that is built by the package manager.
MANIFEST = ("Package.swift", "Package.resolved")
# Where they do not come from a package of the system, a new version is another file.
TOOLS = ("swift", "node", "python3", "chromium-headless-shell", "chromium", "google-chrome", "tsc", "esbuild", "wasm-opt", "java", "gcc", "sox")
VARIABLES = re.compile(r"KAMMERTON_|CHROMIUM$|PROGRAM$|LANG$|LANGUAGE$|LC_|TZ$|VAMP_PATH$|LV2_PATH$")
COMMENT = re.compile(r"^\s*#.*$", re.M)
MENTIONED = re.compile(r"(?:Scripts|Tests|Sources|Examples|Fuzzing|Sanitizing|Packaging|Python|Web|docs)/[\w./*-]*[\w*/](?![\w$])")


class Tree:
    """The files of the repository that git tracks or would track, and what is in them."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.known = {}  # digests, by path and what the file system says of the file

    def paths(self):
        """In order. Nothing, where git does not know the folder."""
        listed = subprocess.run(
            ["git", "-C", self.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True, text=True)
        if listed.returncode:
            return []
        names = set(listed.stdout.split("\0")) - {""}
        names |= {name for name in MANIFEST if (self.root / name).exists()}  # git may ignore the resolved versions
        return sorted(names)

    def digests(self):
        """Of all files."""
        found = {name: self.digest(name) for name in self.paths()}
        return {name: digest for name, digest in found.items() if digest}

    def digest(self, name):
        """Of a file's content and of whether it can be run; `None` where there is no file."""
        path = self.root / name
        try:
            if path.is_symlink():
                return "-> " + os.readlink(path)
            state = path.stat()
            key = (name, state.st_mtime_ns, state.st_size, state.st_ino, state.st_mode)
            if key not in self.known:
                self.known[key] = f"{hashlib.sha256(path.read_bytes()).hexdigest()} {state.st_mode & 0o111}"
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return None
        return self.known[key]


@functools.cache
def matcher(patterns):
    """Whether a path is one of the patterns: a path, a folder that ends with a slash, or one with asterisks, each of which
    stands for a part of a name."""
    pattern = "|".join(
        re.escape(entry).replace(r"\*", "[^/]*") + (".*" if entry.endswith("/") else "") for entry in sorted(patterns))
    return re.compile(pattern).fullmatch


def mentions(tree, command, others=()):
    """The files and folders that a command's scripts mention, and those of the scripts that these mention."""
    found, waiting = set(), [word for word in command if word.startswith("Scripts/")]
    waiting += [word for text in command for word in MENTIONED.findall(text)] + list(others)
    while waiting:
        name = waiting.pop()
        path = tree.root / name
        if name in found:
            continue
        if "*" in name:
            # A whole tree again, where nothing but asterisks follows its name.
            if name.rstrip("/").partition("/")[2].strip("*/"):
                found.add(name)
        elif path.is_dir():
            # A whole tree would be meant by a path whose rest only the script knows: that is declared.
            if name.rstrip("/").count("/"):
                found.add(name.rstrip("/") + "/")
        elif path.is_file():
            found.add(name)
            if name.startswith("Scripts/"):
                waiting += MENTIONED.findall(COMMENT.sub("", path.read_text(errors="replace")))
    return found


class Package:
    """The targets of the manifest, and what they depend on."""

    def __init__(self, root, dump=None):
        environment = {name: value for name, value in os.environ.items() if name != "KAMMERTON_TUNER_ONLY"}
        if dump is None:
            dump = subprocess.run(
                ["swift", "package", "dump-package"], cwd=root, env=environment, check=True,
                capture_output=True, text=True).stdout
        self.targets = {target["name"]: target for target in json.loads(dump)["targets"]}
        self.tests = [name for name, target in self.targets.items() if target["type"] == "test"]

    def folder(self, name):
        target = self.targets[name]
        return target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{name}"

    @functools.cache
    def closure(self, name):
        """The folders of a target and of all that it depends on; other packages' versions are in the manifest."""
        folders, waiting, seen = set(), [name], set()
        while waiting:
            name = waiting.pop()
            if name in seen or name not in self.targets:
                continue
            seen.add(name)
            folders.add(self.folder(name) + "/")
            for dependency in self.targets[name]["dependencies"]:
                waiting += [value[0] for kind, value in dependency.items() if kind in ("byName", "target")]
        return frozenset(folders)

    def folders(self, patterns):
        """Of the targets that match, with all that they depend on; those after an exclamation mark do not count."""
        missing = [pattern for pattern in patterns if not fnmatch.filter(self.targets, pattern.lstrip("!"))]
        if missing:
            raise ValueError(f"the manifest has no target {' '.join(missing)}")
        names = {name for pattern in patterns for name in fnmatch.filter(self.targets, pattern)}
        names -= {pattern[1:] for pattern in patterns if pattern.startswith("!")}
        return frozenset().union(*(self.closure(name) for name in names))


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def machine():
    """What the tests find beside the repository, by name."""
    facts = {"machine": f"{platform.system()} {platform.machine()}", "python": sys.version,
             "swift": output_of("swift", "--version")}
    for tool in TOOLS:
        path = shutil.which(tool)
        state = os.stat(os.path.realpath(path)) if path else None
        facts[f"tool {tool}"] = f"{os.path.realpath(path)} {state.st_size} {state.st_mtime_ns}" if state else ""
    if shutil.which("dpkg-query"):
        facts["packages"] = output_of("dpkg-query", "-W", "-f=${Package} ${Version} ${Architecture} ${db:Status-Abbrev}\n")
    elif shutil.which("brew"):
        facts["packages"] = output_of("brew", "list", "--versions")
    facts |= {f"variable {name}": value for name, value in os.environ.items() if VARIABLES.match(name)}
    return {name: hashlib.sha256(value.encode()).hexdigest() for name, value in facts.items()}


class Inputs:
    """What each part depends on."""

    def __init__(self, parts, tree, package, machine_facts):
        self.parts = {part.name: part for part in parts}
        self.tree, self.package, self.machine = tree, package, machine_facts

    @functools.cache
    def patterns(self, name):
        part = self.parts[name]
        patterns = set(ALWAYS) | set(part.reads)
        patterns |= mentions(self.tree, part.command, part.reads)
        if part.builds:
            patterns |= set(MANIFEST) | self.package.folders(part.builds)
        for need in part.needs:
            # What is compiled for all is an input only as far as the part says that it uses it.
            patterns |= set() if need == "build" else self.patterns(need)
        return frozenset(patterns)

    def of(self, name, files=None):
        """The digests of all that a part depends on, by path or fact."""
        is_input = matcher(self.patterns(name))
        files = self.tree.digests() if files is None else files
        return {**self.machine, **{path: digest for path, digest in files.items() if is_input(path)}}


class Memory:
    """With which inputs each part last passed, and how many tests that were."""

    def __init__(self, folder, inputs):
        self.folder, self.inputs = pathlib.Path(folder), inputs

    def file(self, name):
        return self.folder / f"{name}.json"

    def unchanged(self, name):
        """What the part gave when it passed, if it has the same inputs now; otherwise `None`."""
        try:
            record = json.loads(self.file(name).read_text())
            return record if record["inputs"] == self.inputs.of(name) else None
        except (OSError, ValueError, KeyError):
            return None

    def difference(self, name):
        """What has changed since the part passed; nothing, if it never did."""
        try:
            before = json.loads(self.file(name).read_text())["inputs"]
        except (OSError, ValueError, KeyError):
            return []
        now = self.inputs.of(name)
        return sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))

    def remember(self, name, before, result):
        """Notes that a part has passed, unless its inputs changed while it ran."""
        if self.inputs.of(name) != before:
            self.forget(name)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        temporary = self.file(name).with_suffix(".new")
        temporary.write_text(json.dumps({**result, "inputs": before}, indent=0, sort_keys=True))
        temporary.replace(self.file(name))

    def forget(self, name):
        self.file(name).unlink(missing_ok=True)
