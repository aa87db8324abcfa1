#!/usr/bin/env bash
# Runs the README's example in Swift exactly as it is printed there, compiles the one in docs/libraries.md,
# which needs a microphone, against the modules of the release build, and runs the commands of docs/cookbook.md.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
build=$root/.build/release
program=$build/kammerton
[ -x "$program" ] || { echo "test-readme: $program is missing: run make build" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# swift_block FILE: the first block of Swift in a document.
swift_block() {
  awk '/^```swift$/ { inside = 1; next } /^```$/ && inside { exit } inside' "$1"
}
# What a package that depends on this one would be given: its products and their modules.
for product in Kammerton AudioDevices LiveAudio; do
  grep -q "\.library(name: \"$product\"" Package.swift ||
    { echo "test-readme: Package.swift has no library $product" >&2; exit 1; }
done
mkdir "$scratch/first" "$scratch/second" "$scratch/tones"
swift_block README.md >"$scratch/first/main.swift"
swift_block docs/libraries.md >"$scratch/second/main.swift"
objects=()
while IFS= read -r object; do objects+=("$object"); done < <(Scripts/objects-of "$build" o \
  Kammerton DecimalText SignalProcessing PolyphonicTuning ChordEstimation ChordPractice PianoTuning BellTuning InstrumentSetup OnsetDetection NoteDetection IntonationPractice PitchEstimation PitchEvaluation MusicTheory InstrumentTuning \
  ToneGeneration Metronome SoundModem GgwaveModem ClassicEstimators ClassicModem OpenSoundControl PitchToMIDI)
swiftc -swift-version 6 -warnings-as-errors -I "$build/Modules" "$scratch/first/main.swift" \
  "${objects[@]}" -lm -o "$scratch/first/example"
output=$("$scratch/first/example")
expected=$(awk '/^```text$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md)
if [ "$output" != "$expected" ]; then
  echo "test-readme: the README's example prints" >&2
  diff <(echo "$expected") <(echo "$output") >&2 || true
  exit 1
fi
echo "test-readme: the README's example prints what the README says"
# The picture of the page shows the reading that the text below it names.
python3 - <<'PYTHON' || { echo "test-readme: docs/page.svg shows something else than the README says" >&2; exit 1; }
import re, sys
texts = [re.sub("<[^>]*>", "", text) for text in re.findall(r"<text.*?</text>", open("docs/page.svg").read())]
note, cents = re.search(r"low string, (\w+), is ([\d.]+) cents flat", open("README.md").read()).groups()
letter, octave = re.fullmatch(r"(.)(\d)", note).groups()
place = texts.index(letter)  # the reading, in the order of the page
sys.exit(texts[place:place + 3] != [letter, octave, f"−{cents}"])
PYTHON
echo "test-readme: the picture shows the string that the README names"
maps=()
for library in CPortAudio CSndfile; do
  maps+=(-Xcc "-fmodule-map-file=$root/Sources/System/$library/module.modulemap")
done
swiftc -swift-version 6 -warnings-as-errors -typecheck -I "$build/Modules" "${maps[@]}" \
  "$scratch/second/main.swift"
echo "test-readme: the example of docs/libraries.md compiles"

# Its commands that write a file, as they are printed there.
tones=$scratch/tones
count=0
while IFS= read -r line; do
  (cd "$tones" && kammerton() { "$program" "$@"; } && eval "$line") ||
    { echo "test-readme: this command fails: $line" >&2; exit 1; }
  count=$((count + 1))
done < <(grep -E '^kammerton (tone|metronome|instruments) .*(--output|>)' docs/cookbook.md)
files=$(find "$tones" -type f -size +1k | wc -l)
if [ "$count" -lt 5 ] || [ "$files" -ne "$count" ]; then
  echo "test-readme: $count commands wrote $files files" >&2
  exit 1
fi
echo "test-readme: the cookbook's $count commands that write a file do so"

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
done < <(grep -E '^kammerton (note|scale) ' docs/cookbook.md)
if [ "$count" -lt 5 ]; then
  echo "test-readme: only $count commands for notes and scales were found" >&2
  exit 1
fi
echo "test-readme: the cookbook's $count commands for notes and scales run"

# Its commands that hear something: files are made here, and the tuner gets a simulated tone.
kammerton() { "$program" "$@"; }
count=0
cd "$tones"
kammerton tone --sequence E4:500ms,-:200ms,A4:500ms --output song.flac
mkdir recordings && cp song.flac recordings/
while IFS= read -r line; do
  line=${line%%#*}
  case $line in
  arecord*) line="kammerton tone A4 --duration 1s --raw f32le ${line#*-t raw}" ;;
  *' --play '*) line="${line/--play/} --jsonl --no-config" ;;  # there may be no loudspeaker
  *' --output pitch '*) line+=" && cat pitch/song.f0.csv" ;;
  *' tune '*) line+=" --simulate 440 --jsonl --no-config" ;;
  esac
  eval "$line" >heard || { echo "test-readme: this command fails: $line" >&2; exit 1; }
  for file in song.csv song.mid song.jsonl; do
    if [ -e "$file" ]; then mv "$file" heard; fi
  done
  [ -s heard ] || { echo "test-readme: this command hears nothing: $line" >&2; exit 1; }
  count=$((count + 1))
done < <(grep -E '^(arecord .*)?kammerton (track|tune) |^arecord ' "$root/docs/cookbook.md")
if [ "$count" -lt 9 ] || [ ! -s song.png ]; then
  echo "test-readme: only $count commands for recordings and the tuner were found" >&2
  exit 1
fi
echo "test-readme: the cookbook's $count commands for recordings and the tuner hear something"

# The program that make tune builds in a fresh clone is kammerton tune, and has no other command.
alike() { # ARGUMENT ...: both programs print and end alike
  local name status
  for name in kammerton kammerton-tune; do
    status=0
    "$root/.build/release/$name" "$@" >"$scratch/$name.txt" 2>&1 || status=$?
    echo "status $status" >>"$scratch/$name.txt"
  done
  diff "$scratch/kammerton.txt" "$scratch/kammerton-tune.txt" >&2 ||
    { echo "test-readme: kammerton-tune differs from kammerton in: $*" >&2; exit 1; }
}
"$program" tone A4 --duration 1s --output a4.wav
alike tune a4.wav --plain --no-config
grep -q '^ .* A4 ' "$scratch/kammerton-tune.txt" || { echo "test-readme: kammerton-tune hears no A4" >&2; exit 1; }
alike tune a4.wav --json --no-config
for arguments in "tune --help" "tune piano --help" "tune --help-all" "tune --insturment guitar" "tune --a4 442,5 a4.wav" \
  "tune missing.wav" "tune beats A4 a4.wav" "tune --string 99 a4.wav"; do
  # shellcheck disable=SC2086
  alike $arguments
done
status=0
"$root/.build/release/kammerton-tune" track a4.wav 2>"$scratch/refused.txt" || status=$?
[ $status -eq 64 ] && grep -q "Run make build" "$scratch/refused.txt" || { echo "test-readme: kammerton-tune does not say where track is" >&2; exit 1; }
echo "test-readme: kammerton-tune tunes, helps and refuses as kammerton tune does"

# The first program has nothing of the network, which the other one has, and is small.
network_symbols='7NIOCore|CNIOBoringSSL|CCryptoBoringSSL|HummingbirdCore|4X509'
if LC_ALL=C grep -aqE "$network_symbols" "$program"; then
  echo "test-readme: $program contains modules of kammerton-network" >&2
  exit 1
fi
LC_ALL=C grep -aqE "$network_symbols" "$program-network" ||
  { echo "test-readme: $program-network contains no server" >&2; exit 1; }
# Of a build here, two thirds are for debuggers, which no package has.
strip -o "$scratch/stripped" "$program"
size=$(stat -c %s "$scratch/stripped")
[ "$size" -le 13800000 ] || { echo "test-readme: $program has $size bytes when stripped, more than 13.8 MB" >&2; exit 1; }
echo "test-readme: kammerton contains nothing of kammerton-network, and has $size bytes when stripped"

# What make install puts into a folder runs from anywhere and finds its page; removing leaves nothing.
"$root/Scripts/install.sh" "$scratch/prefix" >/dev/null
status=0
(cd / && "$scratch/prefix/bin/kammerton" doctor --json >"$scratch/doctor.json") || status=$?
# 1 says that something is missing here, such as a microphone; the page and the second program must not be.
[ "$status" -le 1 ] || { echo "test-readme: doctor ends with $status" >&2; exit 1; }
python3 - "$scratch/doctor.json" <<'PYTHON'
import json, sys
state = {row["subject"]: row["state"] for row in json.load(open(sys.argv[1]))}
sys.exit(state["page"] != "works" or state["network"] != "works")
PYTHON
# A port that is not one is refused by the first program, one that cannot be had by the second.
"$scratch/prefix/bin/kammerton" serve --port 99999 2>/dev/null && status=0 || status=$?
[ "$status" -eq 64 ] || { echo "test-readme: an installed kammerton serve ends with $status, not 64" >&2; exit 1; }
"$scratch/prefix/bin/kammerton" serve --host 192.0.2.1 --port 0 2>/dev/null && status=0 || status=$?
[ "$status" -eq 2 ] || { echo "test-readme: an installed kammerton serve ends with $status, not 2" >&2; exit 1; }
for completion in bash-completion/completions/kammerton zsh/site-functions/_kammerton; do
  [ -s "$scratch/prefix/share/$completion" ] || { echo "test-readme: $completion is empty" >&2; exit 1; }
done
"$root/Scripts/install.sh" --remove "$scratch/prefix" >/dev/null
[ -z "$(find "$scratch/prefix" -type f)" ] || { echo "test-readme: make uninstall leaves files" >&2; exit 1; }
echo "test-readme: an installed program finds its page and kammerton-network, and can be removed"
