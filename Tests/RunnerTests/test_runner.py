#!/usr/bin/env python3
"""Which parts of the tests run again after a change, and which do not; and which figures of documents are stale."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))
import figures
from testing import inputs, parts

MACHINE = {"swift": "6", "variable LANG": "C"}


class Repository(unittest.TestCase):
    """A copy of the repository, which a test may change."""

    @classmethod
    def setUpClass(cls):
        cls.package = inputs.Package(ROOT)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        for name in inputs.Tree(ROOT).paths():
            if (ROOT / name).is_file():
                (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, cls.root / name)
        subprocess.run(["git", "init", "--quiet", cls.root], check=True)
        cls.tree = inputs.Tree(cls.root)
        cls.before = cls.all_inputs()

    @classmethod
    def all_inputs(cls, machine=MACHINE):
        every = inputs.Inputs(parts.PARTS, cls.tree, cls.package, machine)
        files = cls.tree.digests()
        return {part.name: every.of(part.name, files) for part in parts.PARTS if not (part.only_soak or part.always)}

    def changed(self, machine=MACHINE):
        after = self.all_inputs(machine)
        return {name for name in after if after[name] != self.before[name]}

    @contextlib.contextmanager
    def appended(self, name, text="\n"):
        """A file that is longer, or new, for a while."""
        path = self.root / name
        before = path.read_bytes() if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(path, "a") as file:
                file.write(text)
            yield path
        finally:
            path.unlink(missing_ok=True)
            if before is not None:
                path.write_bytes(before)

    def concerned(self, name):
        with self.appended(name):
            return self.changed()


class Changes(Repository):
    def test_a_byte_of_a_source_concerns_the_parts_that_compile_it_and_no_other(self):
        source = next(path for path in self.tree.paths() if path.startswith("Sources/Core/Metronome/") and path.endswith(".swift"))
        # Neither the servers, nor the vectors' other libraries, nor a package with MusicTheory alone need the metronome; all
        # that has the program does.
        self.assertEqual(self.before.keys() - self.concerned(source), {"network", "pairing", "swiftpm"})

    def test_a_new_test_concerns_its_own_part(self):
        for path, wanted in [
            ("Tests/Core/SoundModemTests/New/Tests.swift", {"core"}),
            ("Tests/Program/KammertonCommandTests/New.swift", {"commands"}),
            ("Tests/Services/WebServerTests/New.swift", {"network"}),
            ("Fuzzing/New.swift", {"core", "fuzz"}),
            ("Tests/WebTests/test_new.py", {"page", "page-live"}),
            ("Tests/Web/new.test.mjs", {"web"}),
            ("Tests/LibraryTests/new.c", {"library", "plugins", "python"}),
            ("Tests/PluginTests/new.c", {"plugins"}),
            ("Tests/PythonTests/test_new.py", {"python"}),
        ]:
            with self.subTest(path):
                self.assertEqual(self.concerned(path), wanted)

    def test_the_page_concerns_the_parts_that_have_it(self):
        self.assertEqual(self.concerned("Web/index.html"), {"page", "page-live", "web", "readme"})

    def test_a_document_concerns_the_parts_that_run_what_stands_there(self):
        for path, wanted in [
            ("README.md", {"readme", "swiftpm"}), ("docs/libraries.md", {"examples", "readme", "swiftpm"}), ("docs/cookbook.md", {"readme"}), ("docs/migrating.md", {"examples", "migrating"}),
            ("docs/c.md", {"library", "plugins", "python"}), ("docs/pairing.md", {"core", "pairing", "web"}),
            ("docs/page.md", {"web"}),
            ("docs/tuner.md", set()), ("CHANGELOG.md", set()),
        ]:
            with self.subTest(path):
                self.assertEqual(self.concerned(path), wanted)

    def test_a_script_concerns_the_parts_that_call_it_also_through_another_one(self):
        # build-library.sh reads it, and no part names it.
        self.assertEqual(self.concerned("Scripts/embedded.sh"), {"library", "plugins", "python"})

    def test_a_file_that_is_gone_or_no_program_any_more_is_a_change(self):
        with self.appended("Scripts/noisy-packets.sh", "") as script:
            mode = script.stat().st_mode
            script.chmod(0o644)
            self.assertEqual(self.changed(), {"live", "modem"})
            script.unlink()
            self.assertEqual(self.changed(), {"live", "modem"})
        script.chmod(mode)
        self.assertEqual(self.changed(), set())

    def test_what_git_ignores_is_no_input_but_the_resolved_versions_are(self):
        with self.appended(".build/new"), self.appended("Web/vocabulary/new.js"):
            self.assertEqual(self.changed(), set())
        self.assertEqual(self.before.keys() - self.concerned("Package.resolved"), {"pairing"})

    def test_the_address_of_the_project_is_that_of_its_remote_for_browsers(self):
        for remote, wanted in [
            ("https://forge.example/a/kammerton.git", "https://forge.example/a/kammerton"),
            ("git@forge.example:a/kammerton.git", "https://forge.example/a/kammerton"),
            ("ssh://git@forge.example/a/kammerton", "https://forge.example/a/kammerton"),
            ("https://me:secret@forge.example/kammerton/", "https://forge.example/kammerton"),
            ("/home/me/kammerton", ""), ("file:///home/me/kammerton.git", ""),
        ]:
            with self.subTest(remote):
                said = subprocess.run(
                    [ROOT / "Scripts" / "address"], env={**os.environ, "KAMMERTON_ADDRESS": remote}, capture_output=True, text=True)
                self.assertEqual((said.stdout.strip(), said.returncode), (wanted, 0))

    def test_another_compiler_variable_or_runner_concerns_all(self):
        self.assertEqual(self.changed({**MACHINE, "swift": "7"}), set(self.before))
        self.assertEqual(self.changed({**MACHINE, "variable LANG": "de"}), set(self.before))
        self.assertEqual(self.concerned("Scripts/testing/parts.py"), set(self.before))


class Declarations(unittest.TestCase):
    def test_each_declared_path_is_there(self):
        paths = inputs.Tree(ROOT).paths()
        for part in parts.PARTS:
            for pattern in part.reads:
                with self.subTest(part=part.name, pattern=pattern):
                    self.assertTrue(any(map(inputs.matcher((pattern,)), paths)))

    def test_each_test_target_belongs_to_one_part(self):
        """The pattern that selects tests, and the targets that count as inputs, are the same ones."""
        package = inputs.Package(ROOT)
        swift = [part for part in parts.PARTS if "--xunit-output" in part.command]
        for target in package.tests:
            selecting = []
            for part in swift:
                filtered, pattern = part.command[-2:]
                if bool(re.match(pattern, f"{target}.Suite/test()")) == (filtered == "--filter"):
                    selecting.append(part.name)
            having = [part.name for part in swift if f"{package.folder(target)}/" in package.folders(part.builds)]
            with self.subTest(target):
                self.assertEqual(len(selecting), 1)
                self.assertEqual(selecting, having)


class Runs(unittest.TestCase):
    """The runner itself, with two parts in a repository of their own."""

    PARTS = '''
def part(name, always=False):
    return Part(name, name, ["sh", "-c", f". ./{name}.sh"], needs=(), reads=(f"{name}.sh",), always=always)
PARTS = [part("one"), part("two"), part("tool", always=True)]
'''

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "Scripts/testing", self.root / "Scripts/testing", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "Scripts/run-tests", self.root / "Scripts")
        # A manifest without targets, as a compiler says it that takes no time.
        compiler = self.root / ".build-tools" / "swift"
        compiler.parent.mkdir()
        compiler.write_text("#!/bin/sh\necho '{\"targets\": []}'\n")
        compiler.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{compiler.parent}:{os.environ['PATH']}"}
        (self.root / ".gitignore").write_text(".build*/\n")
        table = self.root / "Scripts/testing/parts.py"
        before, after = re.split(r"^PARTS = \[\n.*?^\]\n", table.read_text(), flags=re.M | re.S)
        table.write_text(before + self.PARTS + after)
        for name, count in [("one", 1), ("two", 2), ("tool", 0)]:
            self.write(name, f"echo '{count} passed, 0 failed'")
        subprocess.run(["git", "init", "--quiet", self.root], check=True)

    def write(self, name, text):
        (self.root / f"{name}.sh").write_text(text + "\n")

    def run_tests(self, *arguments):
        """The last line, the parts that were not run, and the status."""
        ended = subprocess.run([sys.executable, "Scripts/run-tests", *arguments], cwd=self.root,
                               env=self.environment, capture_output=True, text=True)
        return ended.stdout.splitlines()[-1], re.findall(r"^(\w+) +unchanged", ended.stdout, re.M), ended.returncode

    def test_what_has_passed_is_not_run_again_until_it_changes(self):
        self.assertEqual(self.run_tests(), ("3 passed, 0 failed", [], 0))
        self.assertEqual(self.run_tests(), ("0 passed, 0 failed", ["one", "two"], 0))
        self.write("one", "echo '5 passed, 0 failed'")
        self.assertEqual(self.run_tests(), ("5 passed, 0 failed", ["two"], 0))
        self.assertEqual(self.run_tests("--all"), ("7 passed, 0 failed", [], 0))
        self.assertEqual(self.run_tests("two"), ("2 passed, 0 failed", [], 0))

    def test_what_has_failed_runs_again(self):
        self.run_tests()
        self.write("two", "echo '1 passed, 1 failed'; exit 1")
        for _ in range(2):
            self.assertEqual(self.run_tests(), ("1 passed, 1 failed", ["one"], 1))
        self.write("two", "echo '2 passed, 0 failed'")  # as it was when it passed, but it has failed since
        self.assertEqual(self.run_tests(), ("2 passed, 0 failed", ["one"], 0))

    def test_what_changes_while_it_runs_runs_again(self):
        self.write("one", "echo '1 passed, 0 failed'; echo '#' >>one.sh")
        self.run_tests()
        self.assertEqual(self.run_tests()[1], ["two"])

    def test_without_git_everything_runs(self):
        shutil.rmtree(self.root / ".git")
        for _ in range(2):
            self.assertEqual(self.run_tests(), ("3 passed, 0 failed", [], 0))


class Figures(unittest.TestCase):
    """Tables and sentences that quote what a benchmark has measured."""

    def test_a_figure_that_was_edited_or_measured_anew_is_stale(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Benchmarks" / "figures").mkdir(parents=True)
            measured = {"measured": "2026-11-23", "commit": "abc", "command": "speed.sh", "unit": "times", "columns": ["speech"],
                        "rows": {"Kammerton": {"speech": 78}, "Praat": {"speech": 111}}}
            file = root / "Benchmarks" / "figures" / "speed.json"
            file.write_text(json.dumps(measured))
            page = root / "page.md"
            page.write_text("Before.\n\n<!-- figures: speed -->\n<!-- end of figures -->\n\nAfter.\n")
            page.write_text(figures.renewed(page, root))
            self.assertIn("| **Kammerton** | 78 |\n| Praat | 111 |", page.read_text())
            self.assertTrue(page.read_text().startswith("Before.\n") and page.read_text().endswith("\nAfter.\n"))
            self.assertEqual(figures.renewed(page, root), page.read_text())
            page.write_text(page.read_text().replace("78", "178"))
            self.assertNotEqual(figures.renewed(page, root), page.read_text())
            measured["rows"]["Kammerton"]["speech"] = 80
            file.write_text(json.dumps(measured))
            self.assertIn("| **Kammerton** | 80 |", figures.renewed(page, root))

    def test_sentences_have_the_figures_that_were_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Benchmarks" / "figures").mkdir(parents=True)
            (root / "Benchmarks" / "figures" / "confidence.json").write_text(
                json.dumps({"rows": {"all": {"right, %": "97.4"}}, "values": {"clips": 466}}))
            sentence = ("Of <!-- figure: confidence; values; clips -->{}<!-- end of figure --> clips,\n"
                        "in all <!-- figure: confidence; rows; all; right, % -->{}<!-- end of figure --> % are right.\n")
            page = root / "page.md"
            for clips, right in (("", ""), ("465", "97.4"), ("466", "97.1")):
                page.write_text(sentence.format(clips, right))
                self.assertEqual(figures.renewed(page, root), sentence.format("466", "97.4"))
            page.write_text(sentence.replace("rows; all", "rows; some"))
            with self.assertRaises(SystemExit) as refusal:
                figures.renewed(page, root)
            self.assertEqual(refusal.exception.code, "figures: confidence.json has no 'rows; some; right, %'")
            page.write_text(sentence.replace("in all ", ""))  # Markdown would end the paragraph there.
            with self.assertRaises(SystemExit):
                figures.renewed(page, root)


if __name__ == "__main__":
    os.environ.pop("KAMMERTON_SOAK", None)
    program = unittest.main(exit=False, verbosity=0)
    wrong = len(program.result.failures) + len(program.result.errors)
    print(f"{max(0, program.result.testsRun - wrong)} passed, {wrong} failed")
    sys.exit(0 if program.result.wasSuccessful() else 1)
