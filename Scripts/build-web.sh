#!/usr/bin/env bash
# Builds the page: the core as WebAssembly, the tables and the icons, beside what is in Web/.
#   build-web.sh [DIR]    into DIR; .build-web/site by default
# Prints the sizes. Installs nothing (Scripts/install-dependencies.sh web does), and may be repeated:
# modules and site are kept in .build-web with a hash of what they are made from, and made again when
# that changes.
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
programs=${KAMMERTON_PROGRAMS:-.build/release} # where those that write tables and names were built
command=$programs/kammerton
[ -x "$command" ] || fail "the command line, which writes the tables, is missing: run make build"
mkdir -p "$scratch" "$(dirname "$site")"
work=$(mktemp -d "$scratch/site.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The names and numbers that the page shares with the core: beside its sources, so that tsc and an editor
# find them, and in no commit.
vocabulary=$programs/_WebVocabulary
[ -x "$vocabulary" ] || fail "the program that writes the vocabulary is missing: run make web"
"$vocabulary" "$work/vocabulary"
diff -rq "$work/vocabulary" Web/vocabulary >/dev/null 2>&1 || {
  rm -rf Web/vocabulary
  cp -R "$work/vocabulary" Web/vocabulary
}

# hash_of FILE OR FOLDER ...: of the contents and names of all files, and of standard input.
hash_of() {
  { cat; find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum |
    cut -c 1-32
}
# is_current KEY FILE: what was made with this key is there.
is_current() { [ -e "$2" ] && [ "$(cat "$2")" = "$1" ]; }

# The modules: everything is linked in, memory never grows, and the stack overflows into a trap.
core="CWebMemory SignalProcessing PitchEstimation MusicTheory InstrumentTuning PolyphonicTuning ToneGeneration
Metronome SoundModem WebCore DecimalText PianoTuning IntonationPractice PitchToMIDI"
flags=(-enable-experimental-feature Embedded -wmo -Osize -Xfrontend -disable-stack-protector
  -Xcc -msimd128 -Xcc -mbulk-memory)
build_modules() { # into $work/modules
  local build_flags=(-Xcc -msimd128 -Xcc -mbulk-memory) flag module name object
  for flag in "${flags[@]}"; do build_flags+=(-Xswiftc "$flag"); done
  # Optimised as a whole when it is linked, the module is a tenth smaller.
  swift build --triple wasm32-unknown-none-wasm -c release --scratch-path "$scratch" \
    --experimental-lto-mode full --target WebCore "${build_flags[@]}" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
  if grep -q 'warning:' "$work/log"; then
    grep 'warning:' "$work/log" >&2
    fail "the build of the module has warnings"
  fi
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
  mkdir "$work/modules"
  # One for each part of the page, so that the tuner does not wait for the others. Two at a time.
  local links=() link
  for name in "air:64 files:32 strum:32 piano:128" \
    "practice:192 tuner:64 views:16 tones:16 metronome:16 names:1 midi:1 playing:1"; do
    (for name in $name; do link "${name%:*}" "${name#*:}"; done) &
    links+=($!)
  done
  for link in "${links[@]}"; do wait "$link"; done
}
# Without strength reduction of loops, inlining only what is called once, and with code that only traps run kept apart,
# where copies of it are joined, the code is smaller, and as fast.
smaller=(-mllvm -disable-lsr -mllvm -inline-threshold=-50 -mllvm -disable-machine-licm -mllvm -hot-cold-split)
link() { # NAME MEBIBYTES: a module with the functions whose names begin so
  local memory=$(($2 << 20)) tables=() exports=(--export=memory_allocations --export=memory_reach) function
  # Files and scores have words in any script, which need the tables of Unicode.
  [ "$1" != files ] && [ "$1" != practice ] || tables=("$(dirname "$toolchain")/lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a")
  for function in $(grep -rhoE "@_cdecl\(\"$1_[a-z_]+\"\)" Sources/WebCore | cut -d '"' -f 2); do
    exports+=("--export=$function")
  done
  "$toolchain/wasm-ld" --no-entry --gc-sections --lto-O2 "${smaller[@]}" --stack-first \
    -z stack-size=262144 --initial-memory=$memory --max-memory=$memory "${exports[@]}" \
    "${objects_of_modules[@]}" "${tables[@]}" -o "$work/linked-$1.wasm"
  wasm-opt --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int \
    --enable-sign-ext --enable-mutable-globals --strip-debug --strip-producers --strip-target-features \
    --low-memory-unused --merge-similar-functions --dae-optimizing --flatten --local-cse --rereloop -Oz \
    --converge --merge-locals --coalesce-locals-learning -Oz -Oz --optimize-instructions \
    --precompute-propagate -Oz "$work/linked-$1.wasm" -o "$work/modules/$1.wasm"
}
sources=()
for module in $core; do sources+=("Sources/$module"); done
modules_key=$({ swiftc --version 2>/dev/null; wasm-opt --version; } |
  hash_of Package.swift Scripts/build-web.sh Scripts/objects-of "${sources[@]}")
if ! is_current "$modules_key" "$scratch/modules/key"; then
  build_modules
  echo "$modules_key" >"$work/modules/key"
  rm -rf "$scratch/modules"
  mv "$work/modules" "$scratch/modules"
fi

# The page, the tables and the icons.
build_site() { # into $work/site
  mkdir "$work/site"
  cp -R Web/. "$work/site/"
  # One file in, one file out: comments and long names go, modules stay modules. Types do not run.
  rm "$work/site/jsconfig.json" "$work/site/engine/types.js"
  (
    cd "$work/site"
    find . -name '*.js' -o -name '*.css' | xargs -d '\n' esbuild --minify --charset=utf8 --outdir=. \
      --outbase=. --allow-overwrite --log-level=warning
  )
  cp "$scratch/modules"/*.wasm "$work/site/engine/"
  mkdir "$work/site/data"
  cp "$work/data"/*.json "$work/site/data/"
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
}
mkdir "$work/data"
"$command" instruments --json >"$work/data/instruments.json"
"$command" temperaments --json >"$work/data/temperaments.json"
site_key=$({
  echo "$modules_key"
  cat "$work/data"/*.json
  esbuild --version
  rsvg-convert --version
  pngquant --version
} | hash_of Web)
# What is there counts as well: somebody may have changed it.
content() { (cd "$1" && hash_of . </dev/null); }
key_file=$scratch/site-$(echo "$site" | sha256sum | cut -c 1-12).key
if [ ! -d "$site" ] || ! is_current "$site_key $(content "$site")" "$key_file"; then
  build_site
  rm -rf "$site"
  mv "$work/site" "$site"
  echo "$site_key $(content "$site")" >"$key_file"
fi

size() { # of all files named on standard input, raw and as gzip would send them
  local raw=0 packed=0 file
  while IFS= read -r file; do
    raw=$((raw + $(wc -c <"$file")))
    packed=$((packed + $(gzip -9 -c "$file" | wc -c)))
  done
  printf 'build-web: %-22s %7d bytes, %6d with gzip\n' "$1" "$raw" "$packed"
}
for name in tuner views names tones metronome air files strum piano practice midi playing; do
  echo "$site/engine/$name.wasm" | size "module $name"
done
# What is loaded when messages are first shown.
messages=(-path "$site/engine/air/*" -o -path "$site/pairing/*" -o -path "$site/panels/messages*"
  -o -path "$site/styles/messages.css" -o -path "$site/vocabulary/air.js")
find "$site" -type f \( -name '*.js' -o -name '*.html' -o -name '*.css' \) ! \( "${messages[@]}" \) |
  size "scripts and styles"
find "$site" -type f \( "${messages[@]}" \) | size "… of messages"
find "$site/data" -type f | size "tables"
find "$site" -type f | size "everything"
echo "build-web: the page is in $site"
