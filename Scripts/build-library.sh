#!/usr/bin/env bash
# Builds libkammerton, the core as a C library in Embedded Swift: dist/libkammerton.so and .a, kammerton.h
# and kammerton.pc.
#   build-library.sh [TARGET]    x86_64-linux or aarch64-linux; this machine's by default
# Another machine's goes to dist/TARGET. It needs its cross compiler, such as gcc-aarch64-linux-gnu, for the
# linker and the C library. Installs nothing, and builds again only what has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "build-library: $1" >&2
  exit 1
}
[ "$(uname -s)" = Linux ] || fail "only Linux is supported so far"
own=$(uname -m)-linux
target=${1:-$own}
cross=
[ "$target" = "$own" ] || cross=${target%-linux}-linux-gnu-
case $target in
  x86_64-linux) triple=x86_64-unknown-linux-gnu clang_target=$triple ;;
  # The toolchain has no embedded standard library for aarch64 Linux, and that of bare metal has the same ABI.
  aarch64-linux) triple=aarch64-none-none-elf clang_target=aarch64-unknown-linux-gnu ;;
  *) fail "there is no target $target: write x86_64-linux or aarch64-linux" ;;
esac
for tool in swiftc "${cross}gcc" "${cross}ld" "${cross}ar" "${cross}objcopy"; do
  command -v "$tool" >/dev/null ||
    fail "$tool is missing: run Scripts/install-dependencies.sh library"
done
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
scratch=.build-library/$target
dist=dist
[ "$target" = "$own" ] || dist=dist/$target
mkdir -p "$scratch" "$dist"

header=Sources/CKammerton/include/kammerton.h
number() { sed -n "s/^#define KTN_VERSION_$1 //p" "$header"; }
major=$(number MAJOR)
version=$major.$(number MINOR).$(number PATCH)

# In the order in which they need each other.
modules="SignalProcessing PitchEstimation MusicTheory InstrumentTuning ToneGeneration Metronome SoundModem
CInterface"
sources=(Scripts/build-library.sh Sources/CKammerton)
for module in $modules; do sources+=("Sources/$module"); done
# The header counts without its comments.
key=$({
  swiftc --version 2>/dev/null
  "$toolchain/clang" -E -P "$header"
  find "${sources[@]}" -type f ! -name kammerton.h -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
} | sha256sum | cut -c 1-32)

# Sections let the linker leave out what nothing calls: without them it would need Unicode tables.
flags=(-target "$triple" -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
  -enable-experimental-feature Embedded -wmo -parse-as-library -package-name kammerton
  -Xfrontend -function-sections -Xfrontend -disable-stack-protector -lto=llvm-full -Xcc -fPIC
  -I "$scratch" -I Sources/CKammerton/include)
compile() {
  local module options log=$scratch/log
  for module in $modules; do
    # What is called for each sample of every tracker is optimised for speed, the rest for size.
    case $module in
      SignalProcessing | PitchEstimation) options=(-O) ;;
      # Swift 6.3.1 crashes where it would make constants of the tables of temperaments.
      CInterface) options=(-Osize -Xllvm -sil-disable-pass=object-outliner) ;;
      *) options=(-Osize) ;;
    esac
    find "Sources/$module" -name '*.swift' | LC_ALL=C sort >"$scratch/sources"
    swiftc "${flags[@]}" "${options[@]}" -module-name "$module" -emit-module \
      -emit-module-path "$scratch/$module.swiftmodule" -c -o "$scratch/$module.bc" \
      @"$scratch/sources" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    if grep -q 'warning:' "$log"; then
      grep 'warning:' "$log" >&2
      fail "$module has warnings"
    fi
  done
  local machine=()
  [ "$target" != aarch64-linux ] || machine=(-mno-outline-atomics)
  "$toolchain/clang" --target="$clang_target" "${machine[@]}" -O2 -fPIC -ffreestanding -Wall -Wextra \
    -Werror -DKAMMERTON_EMBEDDED -I Sources/CKammerton/include -c Sources/CKammerton/support.c \
    -o "$scratch/support.o"
}

link() {
  local objects=("$scratch/support.o") module
  for module in $modules; do objects+=("$scratch/$module.bc"); done
  # Exactly what the header declares.
  grep -oE '\bktn_[a-z0-9_]+\(' "$header" | tr -d '(' | LC_ALL=C sort -u >"$scratch/functions"
  {
    echo "KAMMERTON_$major {"
    echo "  global:"
    sed 's/.*/    &;/' "$scratch/functions"
    echo "  local: *;"
    echo "};"
  } >"$scratch/functions.map"
  # Optimised as a whole when it is linked, with less inlining and fewer copies of loops: a sixth
  # smaller, and as fast. Neither loops nor blocks are laid out for speed, which costs nothing here, and
  # similar functions lie next to each other, where compression finds what they share: wheels and
  # packages are a thirtieth smaller.
  "$toolchain/ld.lld" -shared -o "$scratch/libkammerton.so" "${objects[@]}" \
    --lto-O2 -mllvm -inline-threshold=-50 -mllvm -disable-lsr -mllvm -disable-machine-licm \
    -mllvm -align-loops=1 -mllvm -tail-dup-placement=false -mllvm -disable-early-taildup \
    -mllvm -disable-tail-duplicate -mllvm -disable-block-placement --lto-CGO1 \
    --bp-compression-sort=function \
    --icf=all --gc-sections --strip-all --hash-style=gnu \
    --lto-obj-path="$scratch/whole.o" --version-script="$scratch/functions.map" \
    -soname "libkammerton.so.$major" -z defs -z now -z relro --as-needed --build-id=sha1 \
    "$("${cross}gcc" -print-file-name=libm.so.6)" "$("${cross}gcc" -print-file-name=libc.so.6)"
  "${cross}objcopy" --remove-section=.comment "$scratch/libkammerton.so"
  # The static library is the same object; all but the header's functions are local to it, so that their
  # names do not meet those of other code.
  "${cross}ld" -r "$scratch/whole.o" "$scratch/support.o" -o "$scratch/kammerton.o"
  "${cross}objcopy" --keep-global-symbols="$scratch/functions" --strip-unneeded "$scratch/kammerton.o"
  rm -f "$scratch/libkammerton.a"
  "${cross}ar" rcs "$scratch/libkammerton.a" "$scratch/kammerton.o"
}

if [ "$(cat "$scratch/key" 2>/dev/null)" != "$key" ]; then
  rm -f "$scratch/key"
  compile
  link
  echo "$key" >"$scratch/key"
fi
cp "$scratch/libkammerton.so" "$scratch/libkammerton.a" "$header" "$dist/"
ln -sf libkammerton.so "$dist/libkammerton.so.$major"
# It finds itself, wherever the folder lies.
cat >"$dist/kammerton.pc" <<END
prefix=\${pcfiledir}
libdir=\${prefix}
includedir=\${prefix}

Name: kammerton
Description: Hears, names, plays and sends musical tones
Version: $version
Libs: -L\${libdir} -lkammerton
Libs.private: -lm
Cflags: -I\${includedir}
END
for file in libkammerton.so libkammerton.a; do
  printf 'build-library: %-28s %7d bytes, %6d with gzip\n' "$dist/$file" "$(wc -c <"$dist/$file")" \
    "$(gzip -9 -c "$dist/$file" | wc -c)"
done
