#!/usr/bin/env bash
# Compiles the programs of Examples/ and the blocks of Swift in docs/migrating.md and in the first pages of
# the modules' reference against the modules and objects of the release build, runs them on sounds made
# here, and checks what they find. Blocks that need a sound card are only compiled. It builds no package,
# which takes half a minute for each; that their manifests name products of this package is checked instead.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
build=$root/.build/release
program=$build/kammerton
[ -x "$program" ] || { echo "test-examples: $program is missing: run make build" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "test-examples: $1" >&2; exit 1; }

# The products that the examples name, and the modules that come with them.
names=$(sed -n 's/.*\.product(name: "\(.*\)", package: "kammerton").*/\1/p' Examples/*/Package.swift | sort -u)
[ "$names" = "$(printf '%s\n' AppleAudio AudioDevices AudioFiles Kammerton LiveAudio)" ] ||
  fail "the examples name other products than are linked here: $names"
for name in $names; do
  grep -q "\.library(name: \"$name\"" Package.swift ||
    fail "Package.swift has no library $name"
done
modules=(Kammerton DecimalText SignalProcessing PolyphonicTuning ChordEstimation ChordPractice PianoTuning BellTuning InstrumentSetup OnsetDetection NoteDetection IntonationPractice PitchEstimation PitchEvaluation MusicTheory InstrumentTuning
  ToneGeneration Metronome SoundModem GgwaveModem ClassicEstimators ClassicModem OpenSoundControl PitchToMIDI FileWriting AudioFiles AudioDevices
  LiveAudio LiveModem)
library=$scratch/libexamples.a
Scripts/objects-of "$build" o "${modules[@]}" | xargs ar rcs "$library"
flags=(-swift-version 6 -I "$build/Modules")
for name in CPortAudio CSndfile; do
  flags+=(-Xcc "-fmodule-map-file=$root/Sources/System/$name/module.modulemap")
done
# compile FILE PROGRAM: as a package that depends on this one would, warnings being errors.
compile() {
  swiftc "${flags[@]}" -warnings-as-errors -module-name Example "$1" "$library" \
    -lportaudio -lsndfile -lm -o "$2" || fail "$1 does not compile"
}

# The examples.
for folder in Examples/*/; do
  [ -e "$folder/main.swift" ] || continue  # of another language, or an app
  name=$(basename "$folder")
  grep -q "name: \"$name\"" "$folder/Package.swift" || fail "$folder has no target $name"
  imports=$(sed -n 's/^import //p' "$folder/main.swift" | grep -xE 'AudioDevices|AudioFiles|Kammerton|LiveAudio')
  for import in $imports; do
    grep -q "name: \"$import\"" "$folder/Package.swift" || fail "$folder/Package.swift lacks $import"
  done
  compile "$folder/main.swift" "$scratch/$name"
done
[ "$(wc -l <Examples/ConsoleTuner/main.swift)" -le 60 ] || fail "the console tuner has more than 60 lines"
[ "$(wc -l <Examples/GuitarTuner/main.swift)" -eq 22 ] || fail "the guitar tuner has not 22 lines"
cd "$scratch"
"$program" tone 443.21 --duration 2s --output tone.wav
# near FREQUENCY CENTS COLUMN: lines of standard input have a number that near, with its time, in seconds,
# in the column before. Only those from 0.2 s to 1.8 s count, away from the fades.
near() {
  awk -v wanted="$1" -v limit="$2" -v column="$3" -F '[ ,]' '
    $(column - 1) + 0 < 0.2 || $(column - 1) + 0 > 1.8 { next }
    { cents = 1200 * log($column / wanted) / log(2); count += 1 }
    cents > limit || cents < -limit { print "off by " cents " cents: " $0; bad = 1 }
    END { if (count < 15) { print count " lines"; bad = 1 } exit bad }'
}
./BatchTracker tone.wav | near 443.21 1 3 || fail "BatchTracker tracks a tone wrongly"
if ./BatchTracker missing.wav >/dev/null 2>missing.txt || ! grep -q missing.wav missing.txt; then
  fail "BatchTracker does not report a missing file"
fi
./OwnEstimator tone.wav | near 443.21 1 2 || fail "OwnEstimator tracks a tone wrongly"
# 443.21 Hz are 12.58 cents above A4.
lines=$(./ConsoleTuner tone.wav)
[ "$(grep -cE '^A4   \+12\.[56] +cents  \.{10}\|\.\.\^\.{7}$' <<<"$lines")" -ge 15 ] ||
  fail "ConsoleTuner shows a tone wrongly: $lines"
lines=$(./GuitarTuner tone.wav)  # 3.21 Hz of the 26.16 Hz from A4 to A#4
[ "$(grep -cE '^A4 \+12\.2[0-9]?%$' <<<"$lines")" -ge 15 ] || fail "GuitarTuner shows a tone wrongly: $lines"
echo "test-examples: the tuners, the batch tracker and the own estimator find 443.21 Hz"

./ToneAndMetronome a4.wav clicks.wav
"$program" track a4.wav --hop 100ms | near 442 0.1 2 ||
  fail "ToneAndMetronome writes another tone than 442 Hz"
python3 - <<'END' || fail "ToneAndMetronome writes other clicks than eight, half a second apart"
import array, wave
with wave.open("clicks.wav") as file:
    samples = array.array("h", file.readframes(file.getnframes()))
    rate = file.getframerate()
onsets = []
for index, sample in enumerate(samples):
    if abs(sample) > 100 and (not onsets or index - onsets[-1] > rate / 4):
        onsets.append(index)
steps = [after - before for before, after in zip(onsets, onsets[1:])]
assert len(onsets) == 8 and all(abs(step - rate / 2) < 10 for step in steps), onsets
END
echo "test-examples: the metronome clicks eight times, and the tone has 442 Hz"

[ "$(./ClassicHandshake 192.168.1.7 handshake.wav)" = 192.168.1.7 ] || fail "ClassicHandshake loses a text"
[ "$("$program" receive handshake.wav --protocol classic --once)" = 192.168.1.7 ] ||
  fail "kammerton receive does not understand ClassicHandshake"
echo "test-examples: a text arrives by the classic handshake, here and in kammerton receive"

# The app: its model is tested here, its views are only compared with declarations of what they use of SwiftUI.
app=$root/Examples/TunerApp
swiftc "${flags[@]}" -warnings-as-errors -parse-as-library -emit-module -emit-library -static \
  -module-name TunerAppModel "$app"/Model/*.swift -emit-module-path TunerAppModel.swiftmodule \
  -o libTunerAppModel.a || fail "the model of TunerApp does not compile"
cat >runner.swift <<'END'
import Testing
@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
END
swiftc "${flags[@]}" -I . -parse-as-library -module-name TunerAppModelTests "$app"/Tests/*.swift runner.swift \
  libTunerAppModel.a "$library" -lportaudio -lsndfile -lm -lTesting -o model-tests ||
  fail "the tests of TunerApp do not compile"
./model-tests --testing-library swift-testing >model-tests.txt 2>&1 || fail "$(cat model-tests.txt)"
grep -qE 'Test run with [5-9] tests' model-tests.txt || fail "TunerApp has too few tests: $(cat model-tests.txt)"
[ "$(cat "$app"/App/*.swift | wc -l)" -lt 300 ] || fail "the views of TunerApp have 300 lines or more"
swiftc -swift-version 6 -warnings-as-errors -parse-as-library -emit-module -module-name SwiftUI \
  "$app"/Stubs/SwiftUI.swift -emit-module-path SwiftUI.swiftmodule || fail "the stubs of SwiftUI do not compile"
swiftc -swift-version 6 -parse-as-library -emit-module -emit-library -static -module-name AVFAudio \
  "$root/Tests/AppleStubs/AVFAudio.swift" -emit-module-path AVFAudio.swiftmodule -o libAVFAudio.a ||
  fail "the stubs of AVFAudio do not compile"
# SwiftPM calls the package after its folder.
identity=$(basename "$root" | tr "[:upper:]" "[:lower:]" | tr -c "[:alnum:]\n" _)
# Before the build's AppleAudio, which is empty here.
swiftc -I . "${flags[@]}" -package-name "$identity" -parse-as-library -emit-module -emit-library -static \
  -module-name AppleAudio $(find "$root/Sources/Audio/AppleAudio" -name '*.swift') \
  -emit-module-path AppleAudio.swiftmodule -o libAppleAudio.a ||
  fail "AppleAudio does not compile against the stubs of AVFAudio"
swiftc -I . "${flags[@]}" -parse-as-library -module-name AppleAudioTests "$root"/Tests/AppleStubs/Tests/*.swift runner.swift \
  libAppleAudio.a libAVFAudio.a "$library" -lportaudio -lsndfile -lm -lTesting -o apple-tests ||
  fail "the tests of AppleAudio do not compile"
./apple-tests --testing-library swift-testing >apple-tests.txt 2>&1 || fail "$(cat apple-tests.txt)"
grep -qE 'Test run with ([89]|[1-9][0-9]) tests' apple-tests.txt || fail "AppleAudio has too few tests: $(cat apple-tests.txt)"
echo "test-examples: AppleAudio does what Apple documents, as its stubs act it out"
swiftc -swift-version 6 -warnings-as-errors -parse-as-library -emit-module -module-name UIKit \
  "$app"/Stubs/UIKit.swift -emit-module-path UIKit.swiftmodule || fail "the stubs of UIKit do not compile"
views() { # FILE ...: compiles the app
  swiftc -I . "${flags[@]}" -warnings-as-errors -parse-as-library -typecheck -module-name TunerApp "$@"
}
views "$app"/App/*.swift || fail "the views of TunerApp do not compile against the stubs of SwiftUI"
# As Examples/README.md has it built in Xcode: one module, whose declarations belong to the main actor by default.
mkdir one
mv TunerAppModel.swiftmodule one/
views -default-isolation MainActor "$app"/App/*.swift "$app"/Model/*.swift ||
  fail "TunerApp does not compile as one module"
mv one/TunerAppModel.swiftmodule .
echo "test-examples: the model of TunerApp passes its tests; its views compile against stubs of SwiftUI, as one module too"

# refuses STATUS WORD PROGRAM ARGUMENT ...: says why in one line on standard error, and does not crash.
refuses() {
  local wanted=$1 word=$2 status=0
  shift 2
  "./$@" >refused.out 2>refused.txt || status=$?
  [ "$status" -eq "$wanted" ] && [ "$(wc -l <refused.txt)" -eq 1 ] && [ ! -s refused.out ] &&
    grep -q "$word" refused.txt || fail "$* ends with $status: $(cat refused.txt)"
}
head -c 20 tone.wav >cut.wav
for name in ClassicHandshake OwnEstimator ToneAndMetronome; do refuses 64 Usage "$name"; done
for name in OwnEstimator ConsoleTuner; do
  refuses 1 missing.wav "$name" missing.wav
  refuses 1 cut.wav "$name" cut.wav
done
refuses 1 / ClassicHandshake 192.168.1.7 /nowhere/a.wav
refuses 1 tone ClassicHandshake '~~~' a.wav
refuses 1 / ToneAndMetronome /nowhere/a.wav b.wav
echo "test-examples: bad input is refused with a sentence and a status"

# The blocks of docs/migrating.md, docs/libraries.md and of the modules' first pages: Swift, each with the text that it prints
# behind it, and commands. Scripts/test-migrating.sh builds the package.
python3 - "$root"/docs/migrating.md "$root"/docs/libraries.md "$root"/Sources/*/*/Documentation.docc/*.md <<'END'
import pathlib, re, sys
text = "".join(pathlib.Path(path).read_text() for path in sys.argv[1:])
count = 0
for match in re.finditer(r"^```swift\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.M | re.S):
    if match[1].startswith("// swift-tools-version"):
        continue
    count += 1
    folder = pathlib.Path(f"block{count:02}")
    folder.mkdir()
    (folder / "main.swift").write_text(match[1])
    if match[2] is not None:
        (folder / "expected.txt").write_text(match[2])
pathlib.Path("commands").write_text(
    "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)))
END
count=0 run=0
for folder in block*/; do
  source=$folder/main.swift
  if grep -qE 'MicrophoneSource\(|beep\(|SpeakerSink\(|AudioDevice\.all\(' <(grep -v '^ *//' "$source"); then
    swiftc "${flags[@]}" -warnings-as-errors -typecheck "$source" || fail "a block does not compile: $(cat "$source")"
  else
    [ -f "$folder/expected.txt" ] || fail "a document does not say what this prints: $(cat "$source")"
    compile "$source" "$folder/program"
    "$folder/program" >"$folder/output.txt" || fail "this block fails: $(cat "$source")"
    diff "$folder/expected.txt" "$folder/output.txt" >&2 || fail "this block prints other text: $(cat "$source")"
    run=$((run + 1))
  fi
  count=$((count + 1))
done
[ "$run" -ge 25 ] || fail "only $run blocks of Swift run"
echo "test-examples: the $count blocks of Swift in docs/migrating.md, docs/libraries.md and the first pages compile, $run print what they say"
kammerton() { "$program" "$@"; }
kammerton tone --sequence E4:500ms,-:200ms,A4:500ms --output song.wav
count=0
while IFS= read -r line; do
  rm -f song.mid
  output=$(eval "$line") || fail "this command fails: $line"
  [ -n "$output" ] || [ -s song.mid ] || [ -s message.wav ] || fail "this command writes nothing: $line"
  count=$((count + 1))
done <commands
[ "$count" -ge 6 ] && [ "$output" = "see you at eight" ] || fail "$count commands ran; the last wrote $output"
echo "test-examples: the $count commands of docs/migrating.md run"
