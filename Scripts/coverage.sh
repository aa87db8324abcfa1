#!/usr/bin/env bash
# How many lines of each module the Swift tests run, the program that they start included. Builds into
# .build-coverage, which takes as long as a first build, and prints a table and the files below 80 %.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=.build-coverage
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
swift build -c release --traits Services -Xswiftc -enable-testing --build-tests --enable-code-coverage \
  --scratch-path "$scratch"
rm -rf "$scratch/counts"
mkdir -p "$scratch/counts"
# One file a program, into which every process adds.
export LLVM_PROFILE_FILE=$PWD/$scratch/counts/%m.profraw
bundle=$scratch/release/kammertonPackageTests.xctest
NO_COLOR=1 "$bundle" --testing-library swift-testing --no-parallel >"$scratch/log" 2>&1 ||
  { grep '^✘' "$scratch/log" >&2; echo "coverage: tests failed, see $scratch/log" >&2; exit 1; }
"$toolchain/llvm-profdata" merge -sparse "$scratch"/counts/*.profraw -o "$scratch/counts.profdata"
"$toolchain/llvm-cov" export -summary-only -instr-profile "$scratch/counts.profdata" \
  "$bundle" -object "$scratch/release/kammerton" >"$scratch/coverage.json"
python3 - "$scratch/coverage.json" <<'PYTHON'
import collections, json, os, sys

files = json.load(open(sys.argv[1]))["data"][0]["files"]
here = os.path.join(os.getcwd(), "Sources") + os.sep
modules, low = collections.defaultdict(lambda: [0, 0]), []
for file in files:
    if not file["filename"].startswith(here):
        continue
    name, lines = file["filename"][len(here):], file["summary"]["lines"]
    for key in (name.split(os.sep)[0], "all"):
        modules[key][0] += lines["covered"]
        modules[key][1] += lines["count"]
    if lines["count"] and lines["covered"] < 0.8 * lines["count"]:
        low.append((lines["covered"] / lines["count"], lines["count"], name))
print("| module | lines | run by the tests |\n|---|---:|---:|")
for name, (covered, count) in sorted(modules.items(), key=lambda row: (row[0] == "all", row[0])):
    print(f"| {name} | {count} | {100 * covered / count:.1f} % |")
print("\nFiles of which less than 80 % are run:")
for share, count, name in sorted(low):
    print(f"{100 * share:6.1f} % of {count:4}  {name}")
PYTHON
