#!/usr/bin/env bash
# Tests libkammerton as C programs use it: what it exports and needs, the examples, the same results from every
# build, and hostile callers under the address sanitizer. Needs make test's build, for what the ordinary
# libraries say.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
fail() { echo "test-library: $1" >&2; exit 1; }
if [ "$(uname -s)" != Linux ]; then
  echo "test-library: skipped, because libkammerton is built for Linux only so far"
  exit 0
fi
for tool in cc c++ pkg-config; do
  command -v $tool >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh library"
done
Scripts/build-library.sh | sed 's/^build-library: /measured: /'
Scripts/web-reference.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
header=Sources/Bindings/CKammerton/include/kammerton.h
own=$(uname -m)-linux

# inspect FOLDER: exactly the header's functions, no library but libc and libm, and old enough symbols of them.
inspect() {
  local library=$1/libkammerton.so newest
  diff <(grep -oE '\bktn_[a-z0-9_]+\(' $header | tr -d '(' | LC_ALL=C sort -u) \
    <(objdump -T "$library" | awk '/KAMMERTON_1/ && !/ABS/ { print $NF }' | LC_ALL=C sort) ||
    fail "$library does not export what the header declares"
  [ "$(objdump -p "$library" | awk '/NEEDED/ { print $2 }' | LC_ALL=C sort | paste -sd ' ')" = \
    "libc.so.6 libm.so.6" ] || fail "$library needs other libraries than libc and libm"
  [ "$(objdump -p "$library" | awk '/SONAME/ { print $2 }')" = libkammerton.so.1 ] || fail "wrong soname"
  newest=$(objdump -T "$library" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
  [ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] ||
    fail "$library needs $newest, newer than 2.17"
  [ "$(wc -c <"$library")" -le 1445000 ] || fail "$library has more than 1445000 bytes"
  echo "test-library: $library exports the header's functions, and needs libc and libm of $newest or later"
}
inspect dist

# The examples, as their first lines say. The header is plain C and C++, and warns of nothing.
export PKG_CONFIG_PATH=$root/dist LD_LIBRARY_PATH=$root/dist
read -ra packaged < <(pkg-config --cflags --libs kammerton)
warnings=(-O1 -pedantic -Wall -Wextra -Werror)
cc -std=c99 "${warnings[@]}" Examples/c/track.c "${packaged[@]}" -o "$scratch/track"
c++ -std=c++11 "${warnings[@]}" Examples/c/tuner.cpp "${packaged[@]}" -o "$scratch/tuner"
golden=.build-web/golden
rate() { sed -n 's/^{"sampleRate":\([0-9.]*\).*/\1/p' "$golden/$1.json"; }
"$scratch/track" "$(rate a4-sine)" <$golden/a4-sine.f32 >"$scratch/track.txt"
[ "$(wc -l <"$scratch/track.txt")" -ge 195 ] &&
  ! grep -vqE '^[0-9.]+ 440\.50 A4 \+2\.0$' <(sed '1,3d' "$scratch/track.txt" | head -n 190) ||
  fail "Examples/c/track.c tracks 440.5 Hz wrongly: $(sed -n 5p "$scratch/track.txt")"
[ "$("$scratch/tuner" | paste -sd ';')" = "string 6, E2: +4.0 cents;string 5, A2: +4.0 cents;string \
4, D3: +4.0 cents;string 3, G3: +4.0 cents;string 2, B3: +4.0 cents;string 1, E4: +4.0 cents" ] ||
  fail "Examples/c/tuner.cpp tunes wrongly: $("$scratch/tuner")"
status=0
"$scratch/track" 1 </dev/null 2>"$scratch/refused.txt" || status=$?
[ $status -eq 1 ] && grep -q '8000 and 192000 Hz' "$scratch/refused.txt" ||
  fail "Examples/c/track.c does not refuse a sample rate of 1 Hz"
echo "test-library: the examples in C and C++ compile, track 440.5 Hz and tune six strings"

# The programs of docs/c.md print what the document says.
for number in 1 2; do
  Scripts/block-of docs/c.md c $number >"$scratch/document.c"
  Scripts/block-of docs/c.md text $number >"$scratch/document.txt"
  cc -std=c99 "${warnings[@]}" "$scratch/document.c" "${packaged[@]}" -o "$scratch/document"
  "$scratch/document" | diff "$scratch/document.txt" - || fail "program $number of docs/c.md prints other text"
done
echo "test-library: the programs of docs/c.md print what stands there"

# One version, whoever asks. CMake finds the library, and refuses versions that it is not.
version=$(Scripts/version)
[ "$(pkg-config --modversion kammerton)" = "$version" ] || fail "pkg-config has another version than $version"
[ "$(.build/release/kammerton --version)" = "kammerton $version" ] || fail "kammerton has another version than $version"
cat >"$scratch/version.c" <<'END'
#include <kammerton.h>
#include <stdio.h>
int main(void) {
  uint32_t version = ktn_version();
  return printf("%u.%u.%u\n", version >> 16, version >> 8 & 255, version & 255) < 0;
}
END
cc "${warnings[@]}" "$scratch/version.c" "${packaged[@]}" -o "$scratch/version"
[ "$("$scratch/version")" = "$version" ] || fail "the library has another version than $version"
if command -v cmake >/dev/null; then
  mkdir "$scratch/cmake"
  mv "$scratch/version.c" "$scratch/cmake/"
  cat >"$scratch/cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(version C)
find_package(Kammerton ${WANTED} REQUIRED)
add_executable(shared version.c)
target_link_libraries(shared PRIVATE Kammerton::kammerton)
add_executable(static version.c)
target_link_libraries(static PRIVATE Kammerton::kammerton_static)
END
  configure() { cmake -S "$scratch/cmake" -B "$scratch/cmake/$1" -DCMAKE_PREFIX_PATH="$root/dist" -DWANTED="$2" >"$scratch/cmake.txt" 2>&1; }
  configure build "$version" && cmake --build "$scratch/cmake/build" >"$scratch/cmake.txt" 2>&1 ||
    { cat "$scratch/cmake.txt" >&2; fail "CMake does not find the library, or does not build with it"; }
  for kind in shared static; do
    [ "$(env -u LD_LIBRARY_PATH "$scratch/cmake/build/$kind")" = "$version" ] || fail "CMake's $kind program has another version"
  done
  if configure later 99.0 || configure other 0.99; then fail "CMake takes version $version for a later one"; fi
  echo "test-library: version $version for the command, the library, pkg-config and CMake, which finds it"
else
  echo "test-library: version $version for the command, the library and pkg-config; CMake is skipped, because it is missing"
fi

# The same bits from every build: the shared library, the static one, the ordinary Swift libraries, and another
# machine's, which is slow here, so that it hears fewer sounds.
clips_of() { for name in "$@"; do echo "$(rate "$name") $golden/$name.f32"; done; }
mapfile -t all < <(clips_of a4-sine b0 d3-telephone e2 e4-high-rate g3-sawtooth glide melody noise silence |
  tr ' ' '\n')
mapfile -t few < <(clips_of d3-telephone e2 melody | tr ' ' '\n')
[ -z "${KAMMERTON_SOAK:-}" ] || few=("${all[@]}")
program=Tests/LibraryTests/hash.c
cc "${warnings[@]}" $program "${packaged[@]}" -lm -o "$scratch/hash"
"$scratch/hash" "${all[@]}" >"$scratch/all.txt"
"$scratch/hash" "${few[@]}" >"$scratch/few.txt"
cc "${warnings[@]}" -I dist $program dist/libkammerton.a -lm -o "$scratch/static"
"$scratch/static" "${all[@]}" | diff "$scratch/all.txt" - || fail "the static library gives other results"
cc "${warnings[@]}" -I dist -c $program -o "$scratch/hash.o"
mapfile -t objects < <(Scripts/objects-of .build/release o DecimalText SignalProcessing PitchEstimation ClassicEstimators \
  MusicTheory PolyphonicTuning ChordEstimation PianoTuning BellTuning OnsetDetection NoteDetection InstrumentTuning ToneGeneration Metronome SoundModem PitchToMIDI \
  IntonationPractice CInterface)
swiftc "$scratch/hash.o" "${objects[@]}" -lm -o "$scratch/swift"
"$scratch/swift" "${all[@]}" | diff "$scratch/all.txt" - || fail "the ordinary build gives other results"
sum=$(sha256sum <"$scratch/all.txt" | cut -c 1-16)
echo "test-library: shared, static and ordinary Swift library give the same bits: $sum"
other=aarch64-linux
if [ "$own" != x86_64-linux ]; then
  echo "test-library: another machine is skipped, because only x86-64 builds for one"
elif ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
  echo "test-library: $other is skipped, because aarch64-linux-gnu-gcc or qemu-aarch64 is missing"
else
  Scripts/build-library.sh $other | sed 's/^build-library: /measured: /'
  inspect dist/$other
  aarch64-linux-gnu-gcc "${warnings[@]}" -I dist $program -L dist/$other -lkammerton -lm -o "$scratch/aarch64"
  # To emulate it takes 25 times as long as to run it. The same bytes in the same emulator give the same bits: what was
  # found of them is repeated, but not in make soak.
  proved=.build-library/$other/proved
  key=$({
    qemu-aarch64 --version
    sha256sum "$scratch/aarch64" dist/$other/libkammerton.so /usr/aarch64-linux-gnu/lib/lib[cm].so.6
    cat "$scratch/few.txt"
    for word in "${few[@]}"; do [ ! -f "$word" ] || sha256sum "$word"; done
  } | sed "s|$scratch||" | sha256sum)
  if [ -z "${KAMMERTON_SOAK:-}" ] && [ "$(cat $proved 2>/dev/null)" = "$key" ]; then
    echo "test-library: $other under qemu gave the same bits of the same library, program and sounds"
  else
    rm -f $proved
    qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=dist/$other "$scratch/aarch64" "${few[@]}" |
      diff "$scratch/few.txt" - || fail "$other gives other results"
    echo "$key" >$proved
    echo "test-library: $other under qemu gives the same bits"
  fi
fi

# Chords are those of the command, to the last figure that it prints.
cc -std=c99 "${warnings[@]}" Tests/LibraryTests/chords.c "${packaged[@]}" -o "$scratch/chords"
python3 - .build/release/kammerton "$scratch" <<'END' || fail "chords are not those of the command"
import array, json, math, subprocess, sys

command, scratch = sys.argv[1:]


def said(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.replace("-0.00", "0.00")


rate = 44_100
sound = array.array("f", bytes(4 * (rate // 5)))
for chord in [(261.63, 331.92, 392.0), (220.0, 261.0, 330.0, 392.0), (174.6, 220.5)]:
    for index in range(rate * 4 // 5):
        time = index / rate
        sound.append(math.exp(-time) * sum(
            0.05 / k * math.sin(2 * math.pi * k * f * time) for f in chord for k in range(1, 9)))
sound.extend(array.array("f", bytes(4 * rate)))
floats = sound.tobytes()


def word(number):
    return number.to_bytes(4, "little")


with open(f"{scratch}/chords.f32", "wb") as file:
    file.write(floats)
with open(f"{scratch}/chords.wav", "wb") as file:
    file.write(b"RIFF" + word(len(floats) + 36) + b"WAVEfmt " + word(16) + b"\3\0\1\0" + word(rate) + word(4 * rate))
    file.write(b"\4\0\x20\0data" + word(len(floats)) + floats)
rows = said(command, "track", "--chords", f"{scratch}/chords.wav").splitlines()[1:]
own = said(f"{scratch}/chords", "rows", str(rate), f"{scratch}/chords.f32").splitlines()
assert own == [",".join(row.split(",")[:5]) for row in rows] and len(own) > 400, "rows of track --chords"
told = json.loads(said(command, "tune", "chord", "--json", "--no-history", f"{scratch}/chords.wav"))["chords"]
lines = []
for chord in told:
    line = f"{chord['start']:.3f} {chord['time']:.3f} {chord['chord'] or '-'}"
    for note in chord["notes"]:
        line += f" {note['note']}{note['octave']} {note['midi']} {note['frequency']:.3f} {note['cents']:.2f}"
        line += f" {note['level']:.2f} {note['ratio']} {note['ratioCents']:.2f}"
    for beat in chord["beats"]:
        line += " {}-{} {}:{}".format(*beat["notes"], *beat["partials"]) + f" {beat['rate']:.3f} {int(beat['locked'])}"
    lines.append(line)
own = said(f"{scratch}/chords", "told", str(rate), f"{scratch}/chords.f32").splitlines()
assert own == lines and [chord["chord"] for chord in told] == ["C", "Am7", "M3"], f"{own}, {lines}"
print(f"test-library: {len(rows)} rows of notes and {len(told)} chords are those of track --chords and tune chord")
END

# What the thread of a sound device may call.
cc "${warnings[@]}" -I dist Tests/LibraryTests/allocations.c dist/libkammerton.a -lm \
  -Wl,--wrap=posix_memalign -o "$scratch/allocations"
"$scratch/allocations" >"$scratch/allocations.txt" ||
  fail "something allocates: $(grep -v ' 0 allocations' "$scratch/allocations.txt")"
echo "test-library: trackers, tuner, tone and metronome allocate nothing while they run"

# Hostile callers.
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
if ! echo 'int main(void) { return 0; }' |
  "$toolchain/clang" -fuse-ld=lld "${sanitizers[@]}" -x c - -o "$scratch/probe" 2>/dev/null; then
  echo "test-library: the sanitizers are skipped, because the toolchain's clang has none"
  sanitizers=()
fi
"$toolchain/clang" -fuse-ld=lld "${sanitizers[@]}" -g -O1 -Wall -Wextra -Werror -I dist \
  Tests/LibraryTests/hostile.c dist/libkammerton.a -lm -lpthread -o "$scratch/hostile"
rounds=300
[ -z "${KAMMERTON_SOAK:-}" ] || rounds=30000
"$scratch/hostile" $rounds >"$scratch/hostile.txt" || fail "hostile callers get their way (see above)"
echo "test-library: $(sed 's/,.*//' "$scratch/hostile.txt") of what hostile callers get"
