#!/usr/bin/env bash
# Proves the core's contract: no Foundation, and Embedded Swift for WebAssembly that compiles,
# links and runs. Prints the sizes. What was proved of the same sources by the same compiler is
# repeated from .build-wasm/proved.
set -euo pipefail
cd "$(dirname "$0")/.."

# All of Sources/Core and Sources/Classics but the module that only exports the others.
core=$(for folder in Sources/Core/*/ Sources/Classics/*/; do basename "$folder"; done | grep -vx Kammerton)
scratch=.build-wasm
objects=$scratch/wasm32-unknown-none-wasm/release

for module in $core; do
  if grep -rnE '^ *(@[a-zA-Z_]+ +)*((public|internal|package|private|fileprivate) +)?import +((struct|class|enum|protocol|func|var|let|typealias) +)?(Foundation|FoundationEssentials|Dispatch|Glibc|Musl|Darwin|WASILibc)' \
    Sources/*/"$module"; then
    echo "check-core: $module must not import a platform's library (see the lines above)" >&2
    exit 1
  fi
done
echo "check-core: no core module imports Foundation or a platform's library"

# hash_of_inputs: of the compiler, the sources, and what says how they are built.
hash_of_inputs() {
  local sources=() module
  for module in $core Kammerton; do sources+=(Sources/*/"$module"); done
  {
    swiftc --version 2>/dev/null
    find Package.swift Scripts/check-core.sh Scripts/objects-of Tests/EmbeddedProbe "${sources[@]}" -type f -print0 |
      LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum | cut -c 1-32
}
key=$(hash_of_inputs)
proved=$scratch/proved
if [ "$(head -n 1 "$proved" 2>/dev/null)" = "$key" ]; then
  echo "check-core: nothing of the core has changed since this was found:"
  tail -n +2 "$proved"
  exit 0
fi
mkdir -p "$scratch"
rm -f "$proved"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
say() { echo "$1" | tee -a "$report"; }

# Without -Xcc -msimd128, which browsers take, because the toolchain's interpreter lacks it.
embedded=(-enable-experimental-feature Embedded -wmo -Osize -Xfrontend -disable-stack-protector)
build_flags=()
for flag in "${embedded[@]}"; do build_flags+=(-Xswiftc "$flag"); done
log=$(mktemp)
trap 'rm -f "$report" "$log"' EXIT
swift build --triple wasm32-unknown-none-wasm -c release --scratch-path "$scratch" \
  --target Kammerton "${build_flags[@]}" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
if grep -q 'warning:' "$log"; then
  grep 'warning:' "$log" >&2
  echo "check-core: the embedded build has warnings" >&2
  exit 1
fi
for module in $core; do
  bytes=$(Scripts/objects-of "$objects" o "$module" | xargs cat | wc -c)
  say "$(printf 'check-core: %-18s %8d bytes of wasm objects' "$module" "$bytes")"
done

sysroot=/usr/lib/wasm32-wasi
if [ ! -f "$sysroot/libc.a" ]; then
  echo "check-core: wasi-libc is not installed, so the objects are not linked and run" >&2
  exit 1
fi
probe=$scratch/probe
mkdir -p "$probe"
swiftc -target wasm32-unknown-none-wasm -parse-as-library "${embedded[@]}" -swift-version 6 \
  -I "$objects/Modules" -c Tests/EmbeddedProbe/Probe.swift -o "$probe/probe.o"
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
unicode=$(find "$toolchain/../lib/swift/embedded/wasm32-unknown-none-wasm" \
  -name 'libswiftUnicodeDataTables.a' 2>/dev/null | head -n 1)
modules=()
while IFS= read -r object; do modules+=("$object"); done < <(
  # shellcheck disable=SC2086 # a list of names
  Scripts/objects-of "$objects" o $core)
"$toolchain/wasm-ld" --no-entry --gc-sections --strip-all --export=probe \
  "$probe/probe.o" "${modules[@]}" ${unicode:+"$unicode"} "$sysroot/libc.a" \
  -o "$probe/probe.wasm"
say "check-core: linked probe (tracker, tuner, string) $(wc -c <"$probe/probe.wasm") bytes"
for note in 40 69; do
  error=$("$toolchain/wasmkit" run "$probe/probe.wasm" probe "i32:$note" 2>&1 | sed -n 's/.*i32(\([0-9]*\)).*/\1/p')
  if [ -z "$error" ] || [ "$error" -lt 0 ] || [ "$error" -gt 1000 ]; then
    echo "check-core: MIDI note $note in WebAssembly is off by '$error' thousandths of a cent" >&2
    exit 1
  fi
  say "check-core: MIDI note $note tracked in WebAssembly to $error thousandths of a cent"
done
{ echo "$key"; cat "$report"; } >"$proved"
