#!/usr/bin/env bash
# How many lines of each module the Swift tests run, the program that they start included. Builds into
# .build-coverage, which takes as long as a first build, and prints a table and the files below 80 %.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=.build-coverage
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
Scripts/swift-build --build-tests --enable-code-coverage --scratch-path "$scratch"
rm -rf "$scratch/counts" "$scratch/counts.profdata"
mkdir -p "$scratch/counts"
bundle=$scratch/release/kammertonPackageTests.xctest
testing=(--testing-library swift-testing)
# A file for each process, since processes that add to one file at a time damage it. They take up some tens
# of megabytes each, so that those of a suite are added up before the next one runs.
export LLVM_PROFILE_FILE=$PWD/$scratch/counts/%p.profraw
add_up() {
  local files=("$scratch"/counts/*.profraw)
  [ ! -e "$scratch/counts.profdata" ] || files+=("$scratch/counts.profdata")
  # A process that was killed in the middle of its file counts for nothing.
  "$toolchain/llvm-profdata" merge -sparse --failure-mode=all "${files[@]}" -o "$scratch/counts.new" 2>>"$scratch/log"
  mv "$scratch/counts.new" "$scratch/counts.profdata"
  rm -f "$scratch"/counts/*.profraw
}
: >"$scratch/log"
failed=0
suites=$(LLVM_PROFILE_FILE=/dev/null "$bundle" "${testing[@]}" --list-tests | sed -n 's#/.*##p' | sort -u)
for suite in $suites; do
  NO_COLOR=1 "$bundle" "${testing[@]}" --no-parallel --filter "^${suite/./[.]}/" >>"$scratch/log" 2>&1 || failed=1
  add_up
done
[ $failed -eq 0 ] ||
  { sed -n '/^✘/p' "$scratch/log" >&2; echo "coverage: tests failed, see $scratch/log" >&2; exit 1; }
"$toolchain/llvm-cov" export -summary-only -instr-profile "$scratch/counts.profdata" \
  "$bundle" -object "$scratch/release/kammerton" -object "$scratch/release/kammerton-network" >"$scratch/coverage.json"
python3 - "$scratch/coverage.json" <<'PYTHON'
import collections, json, os, sys

files = json.load(open(sys.argv[1]))["data"][0]["files"]
here = os.path.join(os.getcwd(), "Sources") + os.sep
modules, low = collections.defaultdict(lambda: [0, 0]), []
for file in files:
    if not file["filename"].startswith(here):
        continue
    name, lines = file["filename"][len(here):], file["summary"]["lines"]
    for key in (name.split(os.sep)[1], "all"):
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
