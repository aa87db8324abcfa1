#!/usr/bin/env bash
# Proves in a fresh package that who depends on this one fetches what the traits ask for, and nothing else:
# no package for the core and the audio modules. Needs no network.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# What is asked for: an own copy, since the name of a package in a path is that of its folder.
mkdir -p "$scratch/kammerton" "$scratch/user/Sources/User"
cp -r "$root/Package.swift" "$root/Sources" "$root/Tools" "$root/Tests" "$root/Fuzzing" "$scratch/kammerton"
cat >"$scratch/user/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.2
import PackageDescription

let products = ["Kammerton", "AudioFiles", "AudioDevices", "LiveAudio", "Plotting", "SessionHistory"]
let package = Package(
  name: "user",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [.package(path: "../kammerton")],
  targets: [
    .target(
      name: "User",
      dependencies: products.map { .product(name: $0, package: "kammerton") })
  ])
MANIFEST
echo 'import Kammerton' >"$scratch/user/Sources/User/User.swift"
cd "$scratch/user"
swift package resolve --disable-dependency-cache >"$scratch/log" 2>&1 ||
  { cat "$scratch/log" >&2; echo "check-dependencies: the core cannot be had alone" >&2; exit 1; }
fetched=$(find .build/checkouts -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)
[ "$fetched" -eq 0 ] || {
  ls .build/checkouts >&2
  echo "check-dependencies: who wants the core fetches the packages above" >&2
  exit 1
}
echo "check-dependencies: the core, audio, plots and history are had without fetching a package"

# Who brings a source of sound, such as an audio engine of an app, links no C library either.
cd "$scratch/kammerton"
swift package describe --type json >"$scratch/package.json" 2>"$scratch/log" ||
  { cat "$scratch/log" >&2; exit 1; }
python3 - "$scratch/package.json" <<'CLOSURE'
import json
import sys

with open(sys.argv[1]) as file:
    targets = {target["name"]: target for target in json.load(file)["targets"]}
found, open_ones = set(), ["LiveAudio", "LiveModem"]
while open_ones:
    name = open_ones.pop()
    if name not in found:
        found.add(name)
        open_ones += targets[name].get("target_dependencies", [])
libraries = sorted(name for name in found if targets[name]["type"] == "system-target")
if libraries:
    sys.exit("check-dependencies: LiveAudio or LiveModem needs " + ", ".join(libraries))
print(f"check-dependencies: LiveAudio and LiveModem need no C library ({len(found)} targets)")
CLOSURE

# The program that `make tune` builds needs one package, and what that command fetches in a fresh clone is this one.
swift package dump-package >"$scratch/package.json" 2>"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
KAMMERTON_TUNER_ONLY=1 swift package dump-package >"$scratch/tuner.json" 2>"$scratch/log" ||
  { cat "$scratch/log" >&2; exit 1; }
python3 - "$scratch/package.json" "$scratch/tuner.json" "$root/docs/libraries.md" "$root" <<'CLOSURE'
import json
import re
import sys

PARSER = "swift-argument-parser"


def closure(manifest, product):
    """The targets of a product, and the packages that they need."""
    targets = {target["name"]: target for target in manifest["targets"]}
    open_ones = next(entry["targets"] for entry in manifest["products"] if entry["name"] == product)
    found, packages = set(), set()
    while open_ones:
        name, *open_ones = open_ones
        if name in found:
            continue
        found.add(name)
        for dependency in targets[name]["dependencies"]:
            if "product" in dependency:
                packages.add(dependency["product"][1])
            else:
                open_ones.append((dependency.get("byName") or dependency["target"])[0])
    return found, packages


def show(names):
    return ", ".join(sorted(names)) or "nothing"


whole, tuner = (json.load(open(path)) for path in sys.argv[1:3])
# The products that need the trait are those of which the document says so.
needing = {entry["name"] for entry in whole["products"] if "library" in entry["type"] and closure(whole, entry["name"])[1]}
told = set(re.findall(r"^\| `(\w+)` \(trait `Services`\)", open(sys.argv[3]).read(), re.M))
if needing != told:
    sys.exit(f"check-dependencies: {show(needing)} need the trait, and docs/libraries.md says it of {show(told)}")
targets, packages = closure(whole, "kammerton")
if packages != {PARSER}:
    sys.exit(f"check-dependencies: kammerton needs {show(packages)}, not {PARSER} alone")
if "swift-nio" not in closure(whole, "kammerton-network")[1]:
    sys.exit("check-dependencies: kammerton-network does not need swift-nio, so that this check sees nothing")
# SwiftPM compiles a target again only if one that it names has changed: see the end of Package.swift.
modules = {target["name"] for target in whole["targets"] if target["type"] == "regular"}
named = {target["name"]: {(entry.get("byName") or entry.get("target") or entry["product"])[0]
                          for entry in target["dependencies"]} for target in whole["targets"]}
for name, names in named.items():
    behind = set().union(*(named.get(other, set()) for other in names)) & modules
    if not behind <= names:
        sys.exit(f"check-dependencies: {name} needs {show(behind - names)}, and does not name it")
fetched = {entry["sourceControl"][0]["identity"] for entry in tuner["dependencies"]}
if fetched != {PARSER} or any(closure(tuner, name) != closure(whole, name) for name in ("kammerton", "kammerton-tune")):
    sys.exit(f"check-dependencies: make tune fetches {show(fetched)} for another program than make build")
# The tuner that a fresh clone builds first waits for nothing that it does not need.
alone = closure(whole, "kammerton-tune")[0]
if spare := alone & {"ClassicModem", "GgwaveModem", "IntonationPractice", "KammertonCommand", "SoundModem"}:
    sys.exit(f"check-dependencies: kammerton-tune needs {show(spare)}, which the tuner does not call")
print("check-dependencies: every target names all targets that it needs")
# The packages name all libraries of the system that the programs link; Arch calls them as pkg-config does, but for two.
recipes = {name: open(f"{sys.argv[4]}/{name}").read() for name in (
    "debian/control", "Packaging/homebrew/kammerton.rb", "Packaging/arch/PKGBUILD", "Scripts/install-dependencies.sh")}
arch = {"CALSA": "alsa-lib", "CSndfile": "libsndfile", "CQRencode": "qrencode", "CSQLite": "sqlite", "CPortAudio": "portaudio"}
for name in closure(whole, "kammerton")[0] | closure(whole, "kammerton-network")[0]:
    target = next(target for target in whole["targets"] if target["name"] == name)
    for system, packages in ((entry, names) for provider in target.get("providers") or [] for entry, (names,) in provider.items()):
        wanted = {"debian/control": packages[0], "Scripts/install-dependencies.sh": packages[0]} if system == "apt" else {
            "Packaging/homebrew/kammerton.rb": f'"{packages[0]}"'}
        if system == "apt":
            wanted["Packaging/arch/PKGBUILD"] = f"'{arch.get(name, target.get('pkgConfig'))}'"
        for recipe, package in wanted.items():
            if package not in recipes[recipe]:
                sys.exit(f"check-dependencies: {recipe} lacks {package}, which the program links")
print("check-dependencies: the packages name all libraries of the system")
# The storeys of Sources, from below: docs/architecture.md.
STOREYS = ["System", "Core", "Classics", "Audio", "Services", "Bindings", "Program"]
places = {target["name"]: target.get("path", "").split("/") for target in whole["targets"]}
storeys = {name: STOREYS.index(place[1]) for name, place in places.items() if place[0] == "Sources"}
for name, storey in storeys.items():
    higher = {other for other in named[name] if storeys.get(other, 0) > storey}
    if higher and name != "Kammerton":  # which re-exports the classics
        sys.exit(f"check-dependencies: {name} needs {show(higher)} of a higher storey")
    if STOREYS[storey] in ("Core", "Classics") and any(storeys.get(other) == 0 for other in named[name]):
        sys.exit(f"check-dependencies: {name} of the {STOREYS[storey].lower()} needs a library of the system")
print(f"check-dependencies: no module needs one of a higher storey ({len(storeys)} modules)")
print(f"check-dependencies: kammerton needs {PARSER} alone, which is all that make tune fetches ({len(targets)} targets, "
      f"{len(alone)} of them for kammerton-tune)")
CLOSURE

# The command stays without the whole of Foundation, and so without ICU: FoundationEssentials, where it is there.
# AppleAudio is not part of it: it is empty except on Apple's systems, where the notifications are in Foundation.
cd "$root"
whole=$(find Sources -name '*.swift' ! -path 'Sources/Audio/AppleAudio/*' -print0 | xargs -0 awk '
  /^ *((public|package|internal) )?import Foundation$/ && before !~ /^ *#else/ { print FILENAME ":" FNR }
  { before = $0 }')
[ -z "$whole" ] || {
  echo "$whole" >&2
  echo "check-dependencies: the files above import all of Foundation; see docs/decisions/0018-a-command-without-icu.md" >&2
  exit 1
}
echo "check-dependencies: our modules import FoundationEssentials, not all of Foundation (except AppleAudio)"
