# What the scripts share that build Embedded Swift for C programs; they source it. They say who they are in
# `script`, and give their arguments: [TARGET], x86_64-linux or aarch64-linux; this machine's by default. Another
# machine's goes to dist/TARGET, and needs its cross compiler, such as gcc-aarch64-linux-gnu, for the linker and the
# C library.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "$script: $1" >&2
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

# Sections let the linker leave out what nothing calls: without them it would need Unicode tables. A function traps at one
# place for all of its checks, which makes libraries a fiftieth smaller: they are stripped, and no debugger asks which failed.
flags=(-target "$triple" -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
  -enable-experimental-feature Embedded -wmo -parse-as-library -package-name kammerton
  -Xfrontend -function-sections -Xfrontend -disable-stack-protector -Xfrontend -mergeable-traps -lto=llvm-full -Xcc -fPIC
  -I "$scratch" -I Sources/Bindings/CKammerton/include)

# hash_of FILE_OR_FOLDER ...: of the compiler and of all files there.
hash_of() {
  {
    swiftc --version 2>/dev/null
    find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum | cut -c 1-32
}

# emit MODULE OPTION ...: what those need that import Sources/MODULE. As Swift is embedded, it holds the functions too,
# and who imports it compiles those that it calls.
emit() {
  local module=$1 log=$scratch/log
  shift
  find Sources/*/"$module" -name '*.swift' | LC_ALL=C sort >"$scratch/sources"
  swiftc "${flags[@]}" "$@" -module-name "$module" -emit-module \
    -emit-module-path "$scratch/$module.swiftmodule" @"$scratch/sources" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
  if grep -q 'warning:' "$log"; then
    grep 'warning:' "$log" >&2
    fail "$module has warnings"
  fi
}

# compile MODULE OPTION ...: the same, and Sources/MODULE as bitcode.
compile() {
  emit "$@" -c -o "$scratch/$1.bc"
}

# link_whole FILE VERSION_SCRIPT OPTION ...: bitcode and objects as one shared library. Optimised as a whole when it
# is linked, with less inlining and fewer copies of loops: a sixth smaller, and as fast. Registers are saved where it
# takes the fewest instructions: 4 kB smaller. Neither loops nor blocks
# are laid out or unrolled for speed, which costs nothing here, and similar functions lie together, where compression
# finds what they share: wheels and packages are a thirtieth smaller.
link_whole() {
  local file=$1 symbols=$2
  shift 2
  "$toolchain/ld.lld" -shared -o "$file" --lto-O2 -mllvm -inline-threshold=-15 -mllvm -split-spill-mode=size -mllvm -disable-lsr \
    -mllvm -disable-machine-licm -mllvm -align-loops=1 -mllvm -tail-dup-placement=false \
    -mllvm -unroll-threshold=0 -mllvm -unroll-runtime=false \
    -mllvm -disable-early-taildup -mllvm -disable-tail-duplicate \
    -mllvm -disable-block-placement --lto-CGO1 --bp-compression-sort=function \
    --icf=all --gc-sections --strip-all --hash-style=gnu \
    --version-script="$symbols" -z defs -z now -z relro --as-needed --build-id=sha1 "$@" \
    "$("${cross}gcc" -print-file-name=libm.so.6)" "$("${cross}gcc" -print-file-name=libc.so.6)"
  "${cross}objcopy" --remove-section=.comment "$file"
}

# measure FILE ...: prints their sizes.
measure() {
  local file
  for file in "$@"; do
    printf '%s: %-36s %7d bytes, %6d with gzip\n' "$script" "$file" "$(wc -c <"$file")" \
      "$(gzip -9 -c "$file" | wc -c)"
  done
}
