"""The parts of the tests: what each runs, what it needs, and what it depends on (inputs.py)."""

import dataclasses
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build-test" / "logs"
SWIFT_BUILD = "Scripts/swift-build"
BUNDLE = ".build/release/kammertonPackageTests.xctest"
# The test targets of two parts; those of the third are all others.
REAL_TIME = ("WebServerTests", "PairingNetworkTests", "LiveAudioTests", "AudioDevicesTests")
COMMANDS = ("KammertonCommandTests", "KammertonNetworkTests", "SessionHistoryTests")
# Targets of the manifest: both programs, and the one that makes clips and what the native build says of them.
PROGRAMS = ("KammertonMain", "KammertonNetwork")
CLIPS = ("_WebReference",)
PAGE = ("WebCore", "_WebVocabulary")


@dataclasses.dataclass
class Part:
    name: str
    what: str
    command: list
    cores: int = 1  # 0: waits more than it computes
    needs: tuple = ("build",)
    reads: tuple = ()  # paths, folders with a slash, patterns: beside what its scripts mention
    builds: tuple = ()  # targets of the manifest that it runs or compiles; not those after an exclamation mark
    always: bool = False  # makes what others need, or is quick: never left out
    soak: list = None  # what it runs in `make soak`; many scripts and tests look at KAMMERTON_SOAK
    only_soak: bool = False
    repeat: list = None  # what runs tests that are named after it, for those that failed while others computed
    has_sound: bool = False  # a sound server, or a page that listens: one part at a time, so that neither has gaps
    limit: int = 120  # minutes, after which it hangs: far from what it takes, however busy the machine


def targets(names):
    return "^(" + "|".join(names) + ")[.]"


def swift(name, what, *selection, also_soaks=False, **options):
    """Swift tests: one at a time, so that the seconds of each are its own."""
    xunit = str(LOGS / f"{name}.xml")
    if sys.platform == "linux":  # The bundle is a program there, which needs no plan of the package.
        command = ["env", "NO_COLOR=1", BUNDLE, "--testing-library", "swift-testing"]
    else:
        flags = subprocess.check_output([ROOT / SWIFT_BUILD, "--flags"], text=True).split()
        command = ["swift", "test", *flags, "--skip-build"]
    command += ["--no-parallel", "--xunit-output", xunit, *selection]
    return Part(name, what, command, soak=command if also_soaks else None, **options)


# In the order in which they begin: first those that others wait for, and those that take long.
PARTS = [
    Part("build", "builds the package, its programs and its tests",
         [SWIFT_BUILD, "--build-tests"], cores=2, needs=(), always=True),
    Part("site", "builds the page, its WebAssembly and the clips for them, if they have changed",
         ["sh", "-c", "Scripts/build-web.sh && Scripts/web-reference.sh"], always=True,
         reads=("Web/",), builds=(*PROGRAMS, *PAGE, *CLIPS)),
    Part("library", "libkammerton as C programs use it, on this machine and another one",
         ["Scripts/test-library.sh"], soak=["Scripts/test-library.sh"],
         reads=("Tests/LibraryTests/", "Examples/c/"), builds=("CInterface", *CLIPS)),
    Part("live", "tuner, tones, messages and pairing through a sound server",
         ["Scripts/test-live.sh"], cores=0, has_sound=True, soak=["Scripts/test-live.sh", "soak"], builds=PROGRAMS),
    Part("page-live", "the page with a microphone to the millisecond, and with the command line through a sound server",
         ["Scripts/test-page.sh", "--jobs", "2", "test_microphone", "test_air", "test_practice", "test_practice_time", "test_practice_recording", "test_bells", "test_together"],
         repeat=["Scripts/test-page.sh", "--jobs", "1"], cores=0, has_sound=True, needs=("build", "site"), reads=("Tests/WebTests/",), builds=PROGRAMS),
    Part("connections", "readings for other programs: liblo's oscdump, 50 receivers, 50 WebSockets",
         ["Scripts/test-connections.py"], cores=0, soak=["Scripts/test-connections.py"], builds=PROGRAMS),
    Part("clock", "metronomes that keep time with MIDI clock, with each other and with pages",
         ["Scripts/test-clock.py"], cores=0, builds=PROGRAMS),
    Part("link", "metronomes in a session of Ableton Link, with another implementation's peer", ["Scripts/test-link.py"],
         cores=0, has_sound=True, reads=("Tools/Link/",), builds=PROGRAMS),
    swift("network", "Swift tests of the servers, the network and live audio",
          "--filter", targets(REAL_TIME), cores=0, has_sound=True, builds=REAL_TIME),
    Part("page", "the page in a browser: types, panels, settings, accessibility, server",
         ["Scripts/test-page.sh", "--except", "test_microphone,test_air,test_practice,test_practice_time,test_practice_recording,test_bells,test_together"], needs=("build", "site"),
         reads=("Tests/WebTests/",), builds=PROGRAMS),
    swift("core", "Swift tests of what computes: the core, files, plots, pairing",
          "--skip", targets(REAL_TIME + COMMANDS), also_soaks=True,
          builds=("*Tests", *(f"!{name}" for name in REAL_TIME + COMMANDS)), reads=("docs/pairing.md",)),
    swift("commands", "Swift tests of the command line, run as a user runs it, and of the history",
          "--filter", targets(COMMANDS), builds=(*COMMANDS, *PROGRAMS), reads=("Scripts/kammerton-network",)),
    Part("plugins", "the plug-ins in Vamp and LV2 hosts, against kammerton track and libkammerton",
         ["Scripts/test-plugins.sh"], needs=("build", "library"),
         reads=("Tests/PluginTests/", "Sources/Bindings/VampPlugin/", "Sources/System/CVamp/", "Sources/Bindings/LV2Plugins/", "Sources/System/CLV2/"),
         builds=("KammertonMain", "CInterface", *CLIPS)),
    Part("python", "the Python package, installed from its wheel",
         ["Scripts/test-python.sh"], needs=("build", "library"),
         reads=("Python/", "Tests/PythonTests/", "Examples/python/", "LICENSE"),
         builds=("KammertonMain", "CInterface", *CLIPS)),
    Part("web", "the WebAssembly modules in Node, against the native build",
         ["Scripts/test-web.sh"], needs=("build", "site"), soak=["Scripts/test-web.sh"],
         reads=("docs/page.md", "docs/web.md", "docs/pairing.md", "Sources/Bindings/WebCore/"), builds=CLIPS),
    Part("modem", "200 packets while music and babble sound",
         ["Scripts/test-modem.sh"], soak=["Scripts/test-modem.sh"], builds=PROGRAMS),
    Part("readme", "the README's examples, as they are printed there", ["Scripts/test-readme.sh"],
         needs=("build", "site"), reads=("README.md",),
         builds=("Kammerton", "AudioDevices", "KammertonTune", *PROGRAMS)),
    Part("examples", "the programs of Examples/, and what docs/migrating.md and docs/libraries.md print",
         ["Scripts/test-examples.sh"], reads=("Examples/", "Sources/*/*/Documentation.docc/"),
         builds=("Kammerton", "AppleAudio", *PROGRAMS)),
    Part("migrating", "docs/migrating.md, followed from an empty folder", ["Scripts/test-migrating.sh"],
         needs=(), reads=("docs/migrating.md", "Package.swift"), builds=("Kammerton", "AudioDevices", "AudioFiles", "LiveModem")),
    Part("swiftpm", "the README's lines for a package of Swift, from a git remote", ["Scripts/test-swiftpm.sh"],
         needs=(), reads=("README.md", "docs/libraries.md", "Package.swift"), builds=("MusicTheory",)),
    Part("spark", "corpora on a Spark cluster of two workers on this machine, one of which is killed",
         ["Scripts/test-spark.sh"], soak=["Scripts/test-spark.sh", "soak"], needs=("python",), only_soak=True),
    Part("docs", "the reference of the core and the audio modules, by DocC", ["Scripts/check-docs.sh"],
         reads=("Sources/",), builds=PROGRAMS),
    Part("formats", "what `track` writes, read by the programs that own the formats",
         ["Scripts/test-formats.py"], builds=PROGRAMS),
    Part("notation", "what `practice --export` writes, opened by MuseScore",
         ["Scripts/test-notation.py"], builds=PROGRAMS),
    Part("ggwave", "packets from and to ggwave's own package", ["Scripts/test-ggwave.py"], builds=PROGRAMS),
    Part("pairing", "the test vectors of docs/pairing.md, by other libraries",
         ["Scripts/test-pairing.py"], needs=(), reads=("docs/pairing.md",)),
    Part("fuzz", "the readers of outside bytes, with damaged input",
         ["env", "KAMMERTON_BUILT=1", "Scripts/fuzz.sh", "quick"], soak=["Scripts/fuzz.sh", "soak"],
         reads=("Sources/", "Fuzzing/"), builds=("FuzzingTests",)),
    Part("runner", "what decides which parts run again", ["python3", "Tests/RunnerTests/test_runner.py"], needs=(),
         always=True),
    Part("package", "the packages, installed and used in systems without Swift",
         ["Scripts/test-package.sh"], needs=("build",), reads=("debian/", "Packaging/"), only_soak=True),
    Part("hours", "a day of audio, and ten hours of noise into the modem",
         ["Scripts/test-hours.py"], only_soak=True),
    Part("address", "live sound under the address sanitizer",
         ["Scripts/sanitize.sh", "address"], needs=(), only_soak=True),
    Part("thread", "live sound under the thread sanitizer",
         ["Scripts/sanitize.sh", "thread"], needs=(), only_soak=True),
]
PARTS = [part for part in PARTS
         if not part.command[0].startswith("Scripts/") or (ROOT / part.command[0]).exists()]


def chosen(names, is_soak):
    """The parts, in their order, with what they need."""
    known = {part.name: part for part in PARTS}
    for name in names:
        if name not in known:
            sys.exit(f"run-tests: there is no part {name}. There are: {' '.join(known)}")
    if not names:
        names = [part.name for part in PARTS
                 if (part.soak or part.only_soak if is_soak else not part.only_soak)]
    wanted = set()

    def want(name):
        wanted.add(name)
        for need in known[name].needs:
            want(need)

    for name in names:
        want(name)
    parts = [part for part in PARTS if part.name in wanted]
    if is_soak:
        for part in parts:
            part.limit = 24 * 60
            part.command = part.soak or part.command
    return parts
