#!/usr/bin/env bash
# Builds the core as WebAssembly:
#   build-web-modules.sh DIR                puts the modules of the page there
#   build-web-modules.sh --compile TARGET   only compiles a target of the package, as bitcode, for Scripts/check-core.sh
# Does nothing if they are made from the same sources by the same tools. What each module is linked from is
# kept in .build-web, with a hash: a module that does not change is not optimised again.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build-web
objects=$scratch/wasm32-unknown-none-wasm/release
fail() {
  echo "build-web: $1" >&2
  exit 1
}
# hash_of FILE OR FOLDER ...: of the contents and names of all files, and of standard input.
hash_of() {
  { cat; find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum |
    cut -c 1-32
}

# The modules: everything is linked in, memory never grows, and the stack overflows into a trap.
# OnsetDetection comes before those that need it: of functions that several modules hold a copy of, the first is linked,
# and the copies of its clients place onsets up to a hundredth of a second off (Swift 6.3.1).
core="CWebMemory SignalProcessing OnsetDetection PitchEstimation NoteDetection MusicTheory InstrumentTuning PolyphonicTuning
ToneGeneration Metronome SoundModem WebCore DecimalText PianoTuning BellTuning IntonationPractice PitchToMIDI ChordEstimation"
# A function traps at one place for all of its checks.
flags=(-enable-experimental-feature Embedded -wmo -Osize -Xfrontend -disable-stack-protector -Xfrontend -mergeable-traps
  -Xcc -msimd128 -Xcc -mbulk-memory)
compile() { # TARGET
  local build_flags=(-Xcc -msimd128 -Xcc -mbulk-memory) flag log
  for flag in "${flags[@]}"; do build_flags+=(-Xswiftc "$flag"); done
  log=$(mktemp)
  # Optimised as a whole when it is linked, a module of the page is a tenth smaller.
  swift build --triple wasm32-unknown-none-wasm -c release --scratch-path "$scratch" \
    --experimental-lto-mode full --target "$1" "${build_flags[@]}" >"$log" 2>&1 ||
    { cat "$log" >&2; rm "$log"; exit 1; }
  if grep 'warning:' "$log" >&2; then
    rm "$log"
    fail "the embedded build has warnings"
  fi
  rm "$log"
}
if [ "$1" = --compile ]; then
  compile "$2"
  exit 0
fi

folder=$1
for tool in swift wasm-opt wasm-dis wasm-as python3; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh web"
done
mkdir -p "$scratch"
work=$(mktemp -d "$scratch/modules.XXXXXX")
trap 'rm -rf "$work"' EXIT

build_modules() { # into $work/modules
  local module name object
  compile WebCore
  toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
  objects_of_modules=()
  for module in $core; do
    case $module in
      CWebMemory) objects_of_modules+=("$objects/$module".build/*.o) ;;
      *)
        while IFS= read -r object; do objects_of_modules+=("$object"); done < <(
          Scripts/objects-of "$objects" bc "$module")
        ;;
    esac
  done
  mkdir "$work/modules" "$work/optimized"
  # One for each part of the page, so that the tuner does not wait for the others. As many at a time as there are
  # cores, the largest first.
  local waiting=0 most
  most=$(getconf _NPROCESSORS_ONLN)
  for name in practice:192 piano:128 bell:128 air:64 beat:128 files:32 tuner:64 freeze:64 evidence:64 strum:32 chord:32 metronome:16 views:16 tones:16 names:1 midi:1 playing:1 calibration:1; do
    link "${name%:*}" "${name#*:}" &
    waiting=$((waiting + 1))
    [ "$waiting" -lt "$most" ] || { wait -n; waiting=$((waiting - 1)); }
  done
  while [ "$waiting" -gt 0 ]; do wait -n; waiting=$((waiting - 1)); done
}
# Without strength reduction of loops, inlining only what grows nothing, and with code that only traps run kept apart,
# where copies of it are joined, the code is smaller, and as fast.
smaller=(-mllvm -disable-lsr -mllvm -disable-machine-licm -mllvm -hot-cold-split)
link() { # NAME MEBIBYTES: a module with the functions whose names begin so
  local memory=$(($2 << 20)) names=$1 tables=() inlining=(-mllvm -inline-threshold=0) first=() exports=(--export={memory_allocations,memory_reach,core_part,core_release}) function
  # Files and scores have words in any script, which need the tables of Unicode.
  [ "$1" != files ] && [ "$1" != practice ] || tables=("$(dirname "$toolchain")/lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a")
  # The module of the tuner has a limit: with small functions inlined here, but few large ones below, and without loads
  # that are moved to be shared, it is smaller by 0.6 kB, and packed by 0.9 kB.
  [ "$1" != tuner ] || {
    inlining=(-mllvm -inline-threshold=5 -mllvm -enable-pre=false -mllvm -enable-load-pre=false)
    first=(--one-caller-inline-max-function-size=60)
  }
  # What pianos and bells share.
  [ "$1" != piano ] && [ "$1" != bell ] || names="$1|measured"
  for function in $(grep -rhoE "@_cdecl\(\"($names)_[a-z_]+\"\)" Sources/Bindings/WebCore | cut -d '"' -f 2); do
    exports+=("--export=$function")
  done
  # Without names and line numbers, what is linked changes only when its code does.
  "$toolchain/wasm-ld" --no-entry --gc-sections --strip-all --lto-O2 "${smaller[@]}" "${inlining[@]}" --stack-first \
    -z stack-size=262144 --initial-memory=$memory --max-memory=$memory "${exports[@]}" \
    "${objects_of_modules[@]}" "${tables[@]}" -o "$work/linked-$1.wasm"
  # Optimising takes four times as long as linking: what was linked before is not optimised again.
  local optimized last=("${last_optimizations[@]}")
  # Each constant that a function repeats is loaded once: the module of the tuner, which has a limit, is smaller by 0.9 kB,
  # but packed larger by 0.7 kB.
  [ "$1" != tuner ] || last=(--const-hoisting --reorder-functions "${last[@]}")
  optimized=$({ cat "$work/linked-$1.wasm"; echo "${first[@]}" "${optimizations[@]}" "${last[@]}"; cat Scripts/shorten-constants.py; wasm-opt --version; } | sha256sum | cut -c 1-32).wasm
  if [ -f "$scratch/optimized/$optimized" ]; then
    cp "$scratch/optimized/$optimized" "$work/optimized/$optimized"
  else
    wasm-opt "${first[@]}" "${optimizations[@]}" "$work/linked-$1.wasm" -o "$work/larger-$1.wasm"
    Scripts/shorten-constants.py "$work/larger-$1.wasm" "$work/shorter-$1.wasm"
    wasm-opt "${features[@]}" "${last[@]}" "$work/shorter-$1.wasm" -o "$work/optimized/$optimized"
  fi
  cp "$work/optimized/$optimized" "$work/modules/$1.wasm"
}
features=(--enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals)
last_optimizations=(--coalesce-locals --reorder-locals --generate-stack-ir --optimize-stack-ir)
optimizations=("${features[@]}" --strip-debug --strip-producers --strip-target-features
  --low-memory-unused --merge-similar-functions --dae-optimizing --flatten --local-cse --rereloop -Oz
  --converge --merge-locals --coalesce-locals-learning -Oz -Oz --optimize-instructions
  --precompute-propagate -Oz)
sources=()
for module in $core; do sources+=(Sources/*/"$module"); done
modules_key=$({ swiftc --version 2>/dev/null; wasm-opt --version; } |
  hash_of Package.swift Scripts/build-web-modules.sh Scripts/objects-of Scripts/shorten-constants.py "${sources[@]}")
if [ "$(cat "$folder/key" 2>/dev/null)" != "$modules_key" ]; then
  build_modules
  echo "$modules_key" >"$work/modules/key"
  rm -rf "$folder" "$scratch/optimized"
  mv "$work/modules" "$folder"
  mv "$work/optimized" "$scratch/optimized"
fi
