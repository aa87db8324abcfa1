#!/usr/bin/env bash
# Builds the page: the core as WebAssembly, the tables and the icons, beside what is in Web/.
#   build-web.sh [DIR]    into DIR; .build-web/site by default
# Prints the sizes. Installs nothing (Scripts/install-dependencies.sh web does), and may be repeated.
set -euo pipefail
cd "$(dirname "$0")/.."

site=${1:-.build-web/site}
scratch=.build-web
objects=$scratch/wasm32-unknown-none-wasm/release
fail() {
  echo "build-web: $1" >&2
  exit 1
}
for tool in swift wasm-opt esbuild rsvg-convert pngquant; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh web"
done
command=.build/release/kammerton
[ -x "$command" ] || fail "the command line, which writes the tables, is missing: run make build"
mkdir -p "$scratch" "$(dirname "$site")"
work=$(mktemp -d "$scratch/site.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The module: everything is linked in, memory never grows, and the stack overflows into a trap.
flags=(-enable-experimental-feature Embedded -wmo -Osize -Xfrontend -disable-stack-protector
  -Xcc -msimd128 -Xcc -mbulk-memory)
build_flags=(-Xcc -msimd128 -Xcc -mbulk-memory)
for flag in "${flags[@]}"; do build_flags+=(-Xswiftc "$flag"); done
# Optimised as a whole when it is linked, the module is a tenth smaller.
swift build --triple wasm32-unknown-none-wasm -c release --scratch-path "$scratch" \
  --experimental-lto-mode full --target WebCore "${build_flags[@]}" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
if grep -q 'warning:' "$work/log"; then
  grep 'warning:' "$work/log" >&2
  fail "the build of the module has warnings"
fi
rm "$work/log"
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
modules=()
for module in CWebMemory SignalProcessing PitchEstimation MusicTheory InstrumentTuning \
  ToneGeneration Metronome SoundModem WebCore; do
  case $module in
    CWebMemory) modules+=("$objects/$module".build/*.o) ;;
    *) modules+=("$objects/$module".build/*.bc) ;;
  esac
done
mkdir "$work/modules"
# Without strength reduction of loops, and inlining only what is called once, the code is smaller.
smaller=(-mllvm -disable-lsr -mllvm -inline-threshold=-50 -mllvm -disable-machine-licm)
link() { # NAME MEBIBYTES: a module with the functions whose names begin so
  local memory=$(($2 << 20)) exports=(--export=memory_allocations --export=memory_reach) function
  for function in $(grep -rhoE "@_cdecl\(\"$1_[a-z_]+\"\)" Sources/WebCore | cut -d '"' -f 2); do
    exports+=("--export=$function")
  done
  "$toolchain/wasm-ld" --no-entry --gc-sections --lto-O2 "${smaller[@]}" --stack-first \
    -z stack-size=262144 --initial-memory=$memory --max-memory=$memory "${exports[@]}" \
    "${modules[@]}" -o "$work/linked.wasm"
  wasm-opt --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int \
    --enable-sign-ext --enable-mutable-globals --low-memory-unused --flatten --local-cse --rereloop \
    -Oz --converge --strip-debug --strip-producers --strip-target-features "$work/linked.wasm" \
    -o "$work/modules/$1.wasm"
  rm "$work/linked.wasm"
}
# One for each part of the page, so that the tuner does not wait for the others.
link tuner 64
link names 1
link tones 16
link metronome 16
link air 64

# The page, the tables and the icons.
mkdir "$work/site"
cp -R Web/. "$work/site/"
# One file in, one file out: comments and long names go, modules stay modules. Types do not run.
rm "$work/site/jsconfig.json" "$work/site/engine/types.js"
(
  cd "$work/site"
  find . -name '*.js' -o -name '*.css' | xargs -d '\n' esbuild --minify --charset=utf8 --outdir=. \
    --outbase=. --allow-overwrite --log-level=warning
)
mv "$work/modules"/*.wasm "$work/site/engine/"
mkdir -p "$work/site/data"
"$command" instruments --json >"$work/site/data/instruments.json"
"$command" temperaments --json >"$work/site/data/temperaments.json"
icon=$work/site/icons/icon.svg
draw() { # SVG WIDTH PNG
  rsvg-convert -w "$2" "$1" | pngquant --speed 1 32 - >"$3"
}
draw "$icon" 192 "$work/site/icons/icon-192.png"
draw "$icon" 512 "$work/site/icons/icon-512.png"
# A mask may cut the corners, so they must not be transparent.
sed 's/ rx="112"//' "$icon" >"$work/square.svg"
draw "$work/square.svg" 512 "$work/site/icons/icon-maskable-512.png"

# What the page keeps for use without a network: its version is that of the files. What server.json says
# is the server's to say.
(
  cd "$work/site"
  files=$(find . -type f ! -name service-worker.js ! -name server.json | sed 's|^\./||' | sort)
  version=$(echo "$files" | xargs -d '\n' cat | sha256sum | cut -c 1-16)
  {
    echo "self.precache = { version: '$version', files: ["
    echo "  './',"
    echo "$files" | sed "s|.*|  '&',|"
    echo "] };"
  } >precache.js
)
rm -rf "$site"
mv "$work/site" "$site"

size() { # of all files named on standard input, raw and as gzip would send them
  local raw=0 packed=0 file
  while IFS= read -r file; do
    raw=$((raw + $(wc -c <"$file")))
    packed=$((packed + $(gzip -9 -c "$file" | wc -c)))
  done
  printf 'build-web: %-22s %7d bytes, %6d with gzip\n' "$1" "$raw" "$packed"
}
for name in tuner names tones metronome air; do
  echo "$site/engine/$name.wasm" | size "module $name"
done
# What is loaded when messages are first shown.
messages=(-path "$site/engine/air/*" -o -path "$site/pairing/*" -o -path "$site/panels/messages*"
  -o -path "$site/styles/messages.css")
find "$site" -type f \( -name '*.js' -o -name '*.html' -o -name '*.css' \) ! \( "${messages[@]}" \) |
  size "scripts and styles"
find "$site" -type f \( "${messages[@]}" \) | size "… of messages"
find "$site/data" -type f | size "tables"
find "$site" -type f | size "everything"
echo "build-web: the page is in $site"
