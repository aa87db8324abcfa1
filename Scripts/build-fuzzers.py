#!/usr/bin/env python3
"""Builds .build-fuzz/kammerton-fuzz: the fuzz targets under libFuzzer, our modules instrumented.

SwiftPM cannot instrument only some modules, and instrumenting all of them would build NIO, BoringSSL
and the argument parser once more. So this takes the compiler calls of the test build
(`Scripts/swift-build --build-tests`) from its manifest, repeats those of our readers with -sanitize=fuzzer, and links them with the objects of that build. Modules that have not changed are
kept. With --address the modules are built with the address sanitizer too, in .build-fuzz-address.
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

# Not those that only compute: coverage of a Fourier transform guides nobody.
MODULES = [
    "AudioFiles", "BellTuning", "ClassicModem", "CommandKit", "CommandParsing", "Connections", "DecimalText", "GgwaveModem",
    "InstrumentTuning", "IntonationPractice", "KammertonCommand", "MessageCommands", "Metronome",
    "MeasureCommands", "MetronomeCommands", "MusicTheory", "NameCommands", "Pairing", "PairingNetwork", "PianoTuning",
    "PitchEvaluation", "PracticeCommands", "SoundModem", "TrackCommands", "TuneCommands",
    "WebServer", "WorkshopCommands", "FuzzingTests",
]
# Options with a value, and without one, that only make sense for SwiftPM's own build.
WITH_VALUE = {
    "-emit-module-path", "-output-file-map", "-num-threads", "-emit-objc-header-path",
    "-index-store-path",
}
ALONE = {
    "-emit-dependencies", "-emit-module", "-emit-objc-header", "-parseable-output",
    "-serialize-diagnostics", "-whole-module-optimization",
}


def calls(manifest):
    """The arguments of the compiler for each module, and of the linker for the tests."""
    found = {}
    for name, body in re.findall(r'^  "C\.([^"]+)":\n((?:    .*\n)+)', manifest, re.M):
        arguments = re.search(r"^    args: (\[.*\])$", body, re.M)
        if arguments:
            module = re.match(r"(.+?)-(?:x86_64|aarch64|arm64)-.*\.(module|test)$", name)
            if module:
                found[module.group(1)] = json.loads(arguments.group(1))
    return found


def compile_arguments(arguments, module, output, sanitizers):
    kept, index = [], 0
    while index < len(arguments):
        argument = arguments[index]
        if argument in WITH_VALUE:
            index += 2
            continue
        if argument not in ALONE:
            kept.append(argument)
        index += 1
    kept += ["-wmo", f"-sanitize={sanitizers}", "-o", str(output)]
    if module == "FuzzingTests":
        kept += ["-D", "KAMMERTON_LIBFUZZER"]
    return kept


def sources(arguments):
    for argument in arguments:
        if argument.startswith("@") and argument.endswith("/sources"):
            text = pathlib.Path(argument[1:]).read_text()
            return [line.strip().strip("'") for line in text.splitlines() if line.strip()]
    return []


def key(arguments, modules):
    """A hash of all that goes into an object; a module depends on the interfaces of the others."""
    digest = hashlib.sha256(json.dumps(arguments).encode())
    for path in sources(arguments) + modules:
        digest.update(pathlib.Path(path).read_bytes())
    return digest.hexdigest()


def main():
    with_address = "--address" in sys.argv[1:]
    sanitizers = "fuzzer,address" if with_address else "fuzzer"
    directory = pathlib.Path(".build-fuzz-address" if with_address else ".build-fuzz").resolve()
    directory.mkdir(exist_ok=True)
    manifest = pathlib.Path(".build/release.yaml").read_text()
    found = calls(manifest)
    interfaces = sorted(
        str(path) for path in pathlib.Path(".build/release/Modules").glob("*.swiftmodule")
        if path.stem in MODULES and path.stem != "FuzzingTests")
    objects = []
    for module in MODULES:
        output = directory / f"{module}.o"
        arguments = compile_arguments(found[module], module, output, sanitizers)
        stamp, state = directory / f"{module}.key", key(arguments, interfaces)
        if not output.exists() or not stamp.exists() or stamp.read_text() != state:
            print(f"fuzz: instrumenting {module}", flush=True)
            subprocess.run(arguments, check=True)
            stamp.write_text(state)
        objects.append(str(output))
    link(found["kammertonPackageTests"], objects, directory, sanitizers)


def link(arguments, objects, directory, sanitizers):
    replaced = tuple(f"/{module}.build/" for module in MODULES)
    kept, index = [], 0
    while index < len(arguments):
        argument = arguments[index]
        if argument == "-o":
            kept += ["-o", str(directory / "kammerton-fuzz")]
            index += 1
        elif argument.startswith("@") and argument.endswith("LinkFileList"):
            listed = pathlib.Path(argument[1:]).read_text().splitlines()
            objects += [
                line.strip().strip("'") for line in listed
                if not any(part in line for part in replaced)
                and not re.search(r"/(\w+Tests|kammertonPackage\w+)\.build/", line)]
            names = directory / "objects"
            names.write_text("".join(f"'{name}'\n" for name in objects))
            kept.append(f"@{names}")
        else:
            kept.append(argument)
        index += 1
    subprocess.run(kept + [f"-sanitize={sanitizers}"], check=True)


if __name__ == "__main__":
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    main()
