#!/usr/bin/env bash
# Compiles the core for the versions of macOS and iOS that Package.swift names, without Apple's SDKs: by the
# standard library's interface of this toolchain, told that it is Apple's. So it finds what those versions
# lack; of linking and running it proves nothing. AppleAudio is compiled for this system, against stubs of the
# interfaces that it uses (Tests/AppleStubs). What was proved of the same sources is not proved again.
set -euo pipefail
cd "$(dirname "$0")/.."
modules="DecimalText SignalProcessing PitchEstimation PitchEvaluation MusicTheory PolyphonicTuning ChordEstimation PianoTuning BellTuning
OnsetDetection NoteDetection InstrumentTuning ToneGeneration InstrumentSetup PitchToMIDI Metronome IntonationPractice ChordPractice SoundModem GgwaveModem
OpenSoundControl ClassicEstimators ClassicModem Kammerton"
version=$(sed -n 's/.*platforms: \[\.macOS(\.v\([0-9]*\)), \.iOS(\.v\1)\].*/\1/p' Package.swift)
[ -n "$version" ] || { echo "check-apple: Package.swift names no common version of macOS and iOS" >&2; exit 1; }
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
architecture=$(uname -m)
interface=$toolchain/lib/swift_static/linux/Swift.swiftmodule/$architecture-unknown-linux-gnu.swiftinterface
if [ "$(uname -s)" = Darwin ] || [ ! -f "$interface" ]; then
  echo "check-apple: skipped, because this toolchain has no interface to retarget"
  exit 0
fi

sources=()
for module in $modules PitchEstimation LiveAudio AppleAudio; do sources+=(Sources/*/"$module"); done
sources+=(Tests/AppleStubs)
scratch=.build-apple
proved=$scratch/proved
key=$({ swiftc --version 2>/dev/null
  find Package.swift Scripts/check-apple.sh "${sources[@]}" -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum)
if [ "$(cat "$proved" 2>/dev/null)" = "$key" ]; then
  echo "check-apple: nothing of the core has changed since it compiled for macOS and iOS $version"
  exit 0
fi
rm -rf "$scratch"
mkdir -p "$scratch"
# A newer Linux library deploys nothing back, which Apple's does.
deploys_back='/^@backDeployed(before: macOS/d'

# compile PLATFORM TARGET FOLDER NAME: where the compiler looks for Apple's standard library.
compile() {
  local platform=$1 target=$2 folder=$3 name=$4 module resources=$scratch/$1 failed=0
  mkdir -p "$resources/$folder/Swift.swiftmodule" "$resources/modules"
  cp -r "$toolchain/lib/swift/shims" "$resources/shims"
  cp -rL "$toolchain/lib/swift/clang" "$resources/clang"
  sed -e "s/-target [^ ]*-linux-gnu/-target $target/" -e "$deploys_back" "$interface" \
    >"$resources/$folder/Swift.swiftmodule/$name.swiftinterface"
  for module in $modules; do
    # What a version lacks is found before anything is optimised; without -O a module is wanted that is not here.
    swiftc -frontend -emit-module -O -disable-sil-perf-optzns -target "$target" -resource-dir "$resources" \
      -I "$resources/modules" -module-cache-path "$resources/cache" -module-name "$module" \
      -package-name kammerton -parse-as-library -swift-version 6 -disable-objc-interop \
      -disable-implicit-concurrency-module-import -disable-implicit-string-processing-module-import \
      -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
      -enable-upcoming-feature MemberImportVisibility \
      -o "$resources/modules/$module.swiftmodule" \
      $(find Sources/*/"$module" -name '*.swift') 2>"$resources/log" || {
      grep -A 3 '^[^|]*: error: ' "$resources/log" | head -n 12 >&2
      echo "check-apple: $module does not compile for $platform $version" >&2
      return 1
    }
  done
  echo "check-apple: the core compiles for $platform $version"
}

compile iOS "$architecture-apple-ios$version.0-simulator" iphonesimulator "$architecture-apple-ios-simulator" &
other=$!
compile macOS "$architecture-apple-macosx$version.0" macosx "$architecture-apple-macos" && status=0 || status=1
wait $other || status=1
[ $status -eq 0 ] || exit 1

# AppleAudio, as on iOS and as on macOS, whose files have a condition around all of their text.
strict=(-swift-version 6 -package-name kammerton -parse-as-library -warnings-as-errors -I "$scratch/here"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)
emit() { # MODULE FILE ...: compiles it for this system
  local module=$1
  shift
  swiftc "${strict[@]}" -emit-module -emit-module-path "$scratch/here/$module.swiftmodule" \
    -module-name "$module" "$@" 2>"$scratch/log" || {
    grep -A 3 '^[^|]*: error: ' "$scratch/log" | head -n 12 >&2
    echo "check-apple: $module does not compile${platform:+ for $platform}" >&2
    exit 1
  }
}
mkdir -p "$scratch/here" "$scratch/mac"
swiftc -swift-version 6 -parse-as-library -warnings-as-errors -emit-module -module-name AVFAudio \
  -emit-module-path "$scratch/here/AVFAudio.swiftmodule" Tests/AppleStubs/AVFAudio.swift
platform=
for module in SignalProcessing PitchEstimation ToneGeneration LiveAudio; do
  emit "$module" $(find Sources/*/"$module" -name '*.swift')
done
platform=iOS
emit AppleAudio $(find Sources/Audio/AppleAudio -name '*.swift')
platform=macOS
for file in $(find Sources/Audio/AppleAudio -name '*.swift' ! -name '*+iOS.swift'); do
  if [[ $file == *+macOS.swift ]]; then sed '1d;$d' "$file"; else cat "$file"; fi >"$scratch/mac/$(basename "$file")"
done
emit AppleAudio "$scratch"/mac/*.swift
echo "check-apple: AppleAudio compiles against stubs, as on iOS and on macOS; it has never run there"
rm -rf "${scratch:?}"/*
echo "$key" >"$proved"
