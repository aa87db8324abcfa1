#!/usr/bin/env bash
# Proves the core's contract: no Foundation, and Embedded Swift for WebAssembly that compiles, links and runs. It is
# compiled as for the page, which then need not be done again. Prints the sizes. What was proved of the same sources by
# the same compiler is repeated from .build-wasm/proved.
set -euo pipefail
cd "$(dirname "$0")/.."

# All of Sources/Core and Sources/Classics but the module that only exports the others.
core=$(for folder in Sources/Core/*/ Sources/Classics/*/; do basename "$folder"; done | grep -vx Kammerton)
scratch=.build-wasm
bitcode=.build-web/wasm32-unknown-none-wasm/release

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
    find Package.swift Scripts/check-core.sh Scripts/build-web-modules.sh Scripts/objects-of Tests/EmbeddedProbe "${sources[@]}" -type f -print0 |
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

toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
Scripts/build-web-modules.sh --compile Kammerton
# Machine code of all that is there, whether the page has it or not.
mkdir -p "$scratch/objects"
rm -f "$scratch"/objects/*.o
for module in $core; do
  Scripts/objects-of "$bitcode" bc "$module" |
    xargs "$toolchain/wasm-ld" -r --lto-O1 -o "$scratch/objects/$module.o"
  say "$(printf 'check-core: %-18s %8d bytes of wasm objects' "$module" "$(wc -c <"$scratch/objects/$module.o")")"
done

sysroot=/usr/lib/wasm32-wasi
if [ ! -f "$sysroot/libc.a" ]; then
  echo "check-core: wasi-libc is not installed, so the objects are not linked and run" >&2
  exit 1
fi
probe=$scratch/probe
mkdir -p "$probe"
swiftc -target wasm32-unknown-none-wasm -parse-as-library -swift-version 6 -enable-experimental-feature Embedded \
  -wmo -Osize -Xfrontend -disable-stack-protector -Xcc -msimd128 -I "$bitcode/Modules" \
  -c Tests/EmbeddedProbe/Probe.swift -o "$probe/probe.o"
unicode=$(find "$toolchain/../lib/swift/embedded/wasm32-unknown-none-wasm" \
  -name 'libswiftUnicodeDataTables.a' 2>/dev/null | head -n 1)
"$toolchain/wasm-ld" --no-entry --gc-sections --strip-all --export=probe \
  "$probe/probe.o" "$scratch"/objects/*.o ${unicode:+"$unicode"} "$sysroot/libc.a" \
  -o "$probe/probe.wasm"
say "check-core: linked probe (tracker, tuner, string) $(wc -c <"$probe/probe.wasm") bytes"
for note in 40 69; do
  # With nothing imported.
  error=$(node -e 'const { readFileSync } = require("node:fs");
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[1])), {});
    console.log(exports.probe(Number(process.argv[2])));' "$probe/probe.wasm" $note) || error=
  if [ -z "$error" ] || [ "$error" -lt 0 ] || [ "$error" -gt 1000 ]; then
    echo "check-core: MIDI note $note in WebAssembly is off by '$error' thousandths of a cent" >&2
    exit 1
  fi
  say "check-core: MIDI note $note tracked in WebAssembly to $error thousandths of a cent"
done
{ echo "$key"; cat "$report"; } >"$proved"
