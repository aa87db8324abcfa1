#!/usr/bin/env bash
# Runs the README's first example in Swift exactly as it is printed there, in a package of its own,
# and compiles the second one, which needs a microphone.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
scratch=$root/.build-readme
mkdir -p "$scratch/Sources/Example" "$scratch/Sources/Live"
cat >"$scratch/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Example", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "kammerton", path: "$root")],
  targets: [
    .executableTarget(
      name: "Example", dependencies: [.product(name: "Kammerton", package: "kammerton")]),
    .executableTarget(
      name: "Live",
      dependencies: [
        .product(name: "AudioDevices", package: "kammerton"),
        .product(name: "LiveAudio", package: "kammerton"),
      ]),
  ])
SWIFT
# swift_block N: the Nth block of Swift in the README.
swift_block() {
  awk -v wanted="$1" '
    /^```swift$/ { count += 1; inside = count == wanted; next }
    /^```$/ { inside = 0 }
    inside' README.md
}
swift_block 1 >"$scratch/Sources/Example/main.swift"
swift_block 2 >"$scratch/Sources/Live/main.swift"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --package-path "$scratch" --scratch-path "$scratch/.build" >"$log" 2>&1 ||
  { cat "$log" >&2; exit 1; }
output=$("$scratch/.build/debug/Example")
expected=$(awk '/^```text$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md)
if [ "$output" != "$expected" ]; then
  echo "test-readme: the README's example prints" >&2
  diff <(echo "$expected") <(echo "$output") >&2 || true
  exit 1
fi
echo "test-readme: the README's first example prints what the README says, the second compiles"

# Its commands that write a file, as they are printed there.
program=$root/.build/release/kammerton
if [ ! -x "$program" ]; then
  echo "test-readme: the commands are skipped, because there is no release build" >&2
  exit 0
fi
tones=$(mktemp -d)
trap 'rm -rf "$log" "$tones"' EXIT
count=0
while IFS= read -r line; do
  (cd "$tones" && kammerton() { "$program" "$@"; } && eval "$line") ||
    { echo "test-readme: this command fails: $line" >&2; exit 1; }
  count=$((count + 1))
done < <(grep -E '^kammerton (tone|metronome|instruments) .*(--output|>)' README.md)
files=$(find "$tones" -type f -size +1k | wc -l)
if [ "$count" -lt 5 ] || [ "$files" -ne "$count" ]; then
  echo "test-readme: $count commands wrote $files files" >&2
  exit 1
fi
echo "test-readme: the README's $count commands that write a file do so"

# The example of the tempo maps, which has a line without end.
awk '/^```text$/ { inside = 1; next } /^```$/ { exit } inside' docs/tempo-maps.md >"$tones/song.tempo"
"$program" metronome "$tones/song.tempo" --duration 3min --output "$tones/song.wav" ||
  { echo "test-readme: the example of docs/tempo-maps.md cannot be played" >&2; exit 1; }
echo "test-readme: the tempo map of docs/tempo-maps.md plays"

# Its commands that only print, in the order in which they stand there.
count=0
while IFS= read -r line; do
  (cd "$tones" && kammerton() { "$program" "$@"; } && eval "$line" >/dev/null) ||
    { echo "test-readme: this command fails: $line" >&2; exit 1; }
  count=$((count + 1))
done < <(grep -E '^kammerton (note|scale) ' README.md)
if [ "$count" -lt 5 ]; then
  echo "test-readme: only $count commands for notes and scales were found" >&2
  exit 1
fi
echo "test-readme: the README's $count commands for notes and scales run"
