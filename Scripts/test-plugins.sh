#!/usr/bin/env bash
# Tests the plug-ins as hosts use them: what they export and need, the same numbers as `kammerton track` and
# libkammerton, the Turtle files, real-time safety, and careless hosts under the address sanitizer. Needs make test's
# build.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "test-plugins: $1" >&2; exit 1; }
if [ "$(uname -s)" != Linux ]; then
  echo "test-plugins: skipped, because the plug-ins are built for Linux only so far"
  exit 0
fi
for tool in cc pkg-config vamp-simple-host lv2_validate lv2apply python3; do
  command -v $tool >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh test"
done
Scripts/build-plugins.sh | sed 's/^build-plugins: /measured: /'
Scripts/web-reference.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
vamp=dist/vamp/kammerton.so
bundle=dist/lv2/kammerton.lv2
kammerton=.build/release/kammerton

# inspect FILE SYMBOL: exactly the symbol is exported, no library but libc and libm is needed, and of these only
# memory and arithmetic; a plug-in has no lock, no file and no thread.
allowed='posix_memalign|free|mem(cpy|move|set)|sched_yield|(sqrt|round|floor|ceil|rint|fma|trunc)f?'
inspect() {
  local file=$1 newest strange
  [ "$(objdump -T "$file" | awk '$2 == "g" { print $NF }')" = "$2" ] || fail "$file does not export $2 alone"
  [ "$(objdump -p "$file" | awk '/NEEDED/ { print $2 }' | LC_ALL=C sort | paste -sd ' ')" = \
    "libc.so.6 libm.so.6" ] || fail "$file needs other libraries than libc and libm"
  strange=$(objdump -T "$file" | awk -v known="^($allowed)\$" '/UND/ && $NF !~ known { print $NF }')
  [ -z "$strange" ] || fail "$file calls $strange"
  newest=$(objdump -T "$file" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
  [ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] ||
    fail "$file needs $newest, newer than 2.17"
  echo "test-plugins: $file exports $2, and needs memory and arithmetic of $newest or later"
}
inspect $vamp vampGetPluginDescriptor
inspect $bundle/kammerton.so lv2_descriptor

# Sounds: raw floats and their rates.
golden=.build-web/golden
rate() { sed -n 's/^{"sampleRate":\([0-9.]*\).*/\1/p' "$golden/$1.json"; }
clips=(d3-telephone a4-sine b0 e2 e4-high-rate g3-sawtooth glide melody noise silence)
arguments=()
for clip in "${clips[@]}"; do arguments+=("$(rate "$clip")" "$golden/$clip.f32"); done

# Vamp, by Debian's host.
export VAMP_PATH=$PWD/dist/vamp
[ "$(vamp-simple-host --list-outputs | paste -sd ' ')" = "vamp:kammerton:pitch:f0 vamp:kammerton:pitch:notes \
vamp:kammerton:pitch:midinotes vamp:kammerton:pitch:voicing vamp:kammerton:pitch:confidence" ] ||
  fail "vamp-simple-host lists $(vamp-simple-host --list-outputs)"
vamp-simple-host --list >"$scratch/list.txt" 2>&1
grep -q '> Pitch' "$scratch/list.txt" || fail "vamp-simple-host does not find its category"
for clip in "${clips[@]}"; do
  python3 Tests/PluginTests/compare.py "$(rate "$clip")" "$golden/$clip.f32" $kammerton >>"$scratch/compared.txt" ||
    fail "vamp-simple-host and kammerton track differ in $clip"
done
echo "test-plugins: vamp-simple-host prints what kammerton track prints for ${#clips[@]} sounds"
# A sample rate that is refused is an error of the host, not its end.
$kammerton tone A4 --duration 100ms --output "$scratch/fine.wav" >/dev/null
python3 - "$scratch/fine.wav" "$scratch/slow.wav" <<'SLOW'
import struct
import sys
data = bytearray(open(sys.argv[1], "rb").read())
struct.pack_into("<I", data, 24, 4000)
open(sys.argv[2], "wb").write(data)
SLOW
status=0
vamp-simple-host kammerton:pitch:f0 "$scratch/slow.wav" >"$scratch/slow.txt" 2>&1 || status=$?
[ $status -lt 126 ] && [ $status -ne 0 ] && ! grep -q '^ *[0-9.]*: ' "$scratch/slow.txt" ||
  fail "4000 Hz ends vamp-simple-host with $status"

# The Turtle files.
lv2_validate $bundle/*.ttl >"$scratch/validated.txt" 2>&1 || { cat "$scratch/validated.txt" >&2; fail "lv2_validate"; }
grep -q '^Found 0 errors' "$scratch/validated.txt" && ! grep -qiE '^(error|warning)' "$scratch/validated.txt" ||
  { cat "$scratch/validated.txt" >&2; fail "lv2_validate finds something"; }
echo "test-plugins: lv2_validate finds nothing in the Turtle files"
export LV2_PATH=/usr/lib/lv2:$PWD/dist/lv2
if command -v lv2lint >/dev/null; then
  lv2lint -M pack -S warn -I $bundle urn:kammerton:lv2:tuner urn:kammerton:lv2:tone >"$scratch/lint.txt" 2>&1 ||
    { cat "$scratch/lint.txt" >&2; fail "lv2lint"; }
  echo "test-plugins: lv2lint finds nothing"
else
  echo "test-plugins: lv2lint is skipped, because it is missing, and Debian has none"
fi
$kammerton tone A4 --duration 1s --output "$scratch/a4.wav" >/dev/null
lv2apply -i "$scratch/a4.wav" -o "$scratch/passed.wav" urn:kammerton:lv2:tuner
cmp -s "$scratch/a4.wav" "$scratch/passed.wav" || fail "the tuner changes the sound that it passes on"
lv2apply -i "$scratch/a4.wav" -o "$scratch/muted.wav" -c mute 1 urn:kammerton:lv2:tuner
$kammerton track "$scratch/muted.wav" >"$scratch/muted.csv"
# The first of its 10 ms may still have a pitch.
[ "$(grep -cE '^[0-9.]+,[0-9]' "$scratch/muted.csv")" -le 2 ] || fail "the tuner does not mute"
echo "test-plugins: lv2apply runs the tuner, which passes the sound on, or mutes it"

# Hosts of our own.
warnings=(-O1 -Wall -Wextra -Werror -I dist)
read -ra lilv < <(pkg-config --cflags --libs lilv-0)
host() { # NAME COMPILER ...: builds a host
  local name=$1
  shift
  "$@" "${warnings[@]}" "Tests/PluginTests/$name.c" dist/libkammerton.a "${lilv[@]}" -ldl -lm -o "$scratch/$name"
}
host realtime cc -rdynamic -fno-builtin
"$scratch/realtime" "$PWD/$bundle/" >"$scratch/realtime.txt" ||
  { cat "$scratch/realtime.txt" >&2; fail "something allocates"; }
sed -n 's/^\(urn.*take\)/measured: \1/p' "$scratch/realtime.txt"
echo "test-plugins: tuner and tone allocate nothing while they run, whatever is changed"
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
sanitized=("$toolchain/clang" -g -fuse-ld=lld -fsanitize=address,undefined -fno-sanitize-recover=all)
if ! echo 'int main(void) { return 0; }' | "${sanitized[@]}" -x c - -o "$scratch/probe" 2>/dev/null; then
  echo "test-plugins: the sanitizers are skipped, because the toolchain's clang has none"
  sanitized=(cc)
fi
host vamp "${sanitized[@]}"
"$scratch/vamp" $vamp "${arguments[@]}" >"$scratch/vamp.txt" || fail "the Vamp plug-in (see above)"
echo "test-plugins: Vamp: $(sed -n 's/,.*//p' "$scratch/vamp.txt") of what careful and careless hosts get"
host lv2 "${sanitized[@]}"
"$scratch/lv2" "$PWD/$bundle/" "${arguments[@]}" >"$scratch/lv2.txt" || fail "the LV2 plug-ins (see above)"
echo "test-plugins: LV2: $(sed -n 's/^\([0-9]* checks\),.*/\1/p' "$scratch/lv2.txt") of what such hosts get"

# Another machine's.
other=aarch64-linux
few=("$(rate d3-telephone)" $golden/d3-telephone.f32 "$(rate e2)" $golden/e2.f32)
host bits cc
"$scratch/bits" $bundle/kammerton.so "${few[@]}" >"$scratch/bits.txt"
if [ "$(uname -m)" != x86_64 ]; then
  echo "test-plugins: another machine is skipped, because only x86-64 builds for one"
elif ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
  echo "test-plugins: $other is skipped, because aarch64-linux-gnu-gcc or qemu-aarch64 is missing"
else
  Scripts/build-plugins.sh $other | sed 's/^build-plugins: /measured: /'
  inspect dist/$other/vamp/kammerton.so vampGetPluginDescriptor
  inspect dist/$other/lv2/kammerton.lv2/kammerton.so lv2_descriptor
  for name in vamp bits; do
    aarch64-linux-gnu-gcc -O1 -I dist -idirafter /usr/include "Tests/PluginTests/$name.c" \
      dist/$other/libkammerton.a -ldl -lm -o "$scratch/$name-$other"
  done
  emulated=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
  EMULATED=1 "${emulated[@]}" "$scratch/vamp-$other" dist/$other/vamp/kammerton.so "${few[@]:0:2}" >"$scratch/vamp.txt" ||
    fail "the Vamp plug-in on $other (see above)"
  "${emulated[@]}" "$scratch/bits-$other" dist/$other/lv2/kammerton.lv2/kammerton.so "${few[@]}" |
    diff "$scratch/bits.txt" - || fail "the LV2 plug-ins give other results on $other"
  echo "test-plugins: $other under qemu: $(sed -n 's/,.*//p' "$scratch/vamp.txt") of Vamp, and the same bits of LV2"
fi
