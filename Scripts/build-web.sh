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
fail() {
  echo "build-web: $1" >&2
  exit 1
}
for tool in python3 esbuild rsvg-convert pngquant brotli; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh web"
done
programs=${KAMMERTON_PROGRAMS:-.build/release} # where those that write tables and names were built
command=$programs/kammerton
[ -x "$command" ] || fail "the command line, which writes the tables, is missing: run make build"
mkdir -p "$scratch" "$(dirname "$site")"
work=$(mktemp -d "$scratch/site.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The names and numbers that the page shares with the core, and the classes that call it: beside the page's
# sources, so that tsc and an editor find them, and in no commit.
vocabulary=$programs/_WebVocabulary
[ -x "$vocabulary" ] || fail "the program that writes the vocabulary is missing: run make web"
renew() { # MADE FOLDER: the folder is as it was made now
  diff -rq "$1" "$2" >/dev/null 2>&1 || {
    rm -rf "$2"
    cp -R "$1" "$2"
  }
}
"$vocabulary" "$work/vocabulary"
renew "$work/vocabulary" Web/vocabulary
Scripts/web-functions.py "$work/objects" Web/vocabulary
renew "$work/objects" Web/engine/objects

# hash_of FILE OR FOLDER ...: of the contents and names of all files, and of standard input.
hash_of() {
  { cat; find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum |
    cut -c 1-32
}
# is_current KEY FILE: what was made with this key is there.
is_current() { [ -e "$2" ] && [ "$(cat "$2")" = "$1" ]; }

modules=$scratch/modules
Scripts/build-web-modules.sh "$modules"

# The page, the tables and the icons.
build_site() { # into $work/site and $work/doors
  mkdir "$work/site" "$work/doors"
  cp -R Web/. "$work/site/"
  find "$work/site" -type f \( -name '*.js' -o -name '*.css' -o -name jsconfig.json \) -exec rm {} +
  find "$work/site" -type d -empty -delete
  Scripts/bundle-web.py Web "$work/site" "$work/doors"
  mkdir -p "$work/site/engine"
  cp "$modules"/*.wasm "$work/site/engine/"
  mkdir "$work/site/data"
  cp "$work/data"/*.json "$work/site/data/"
  icon=$work/site/icons/icon.svg
  draw() { # SVG WIDTH PNG
    rsvg-convert -w "$2" "$1" | pngquant --speed 1 16 - >"$3"
  }
  draw "$icon" 192 "$work/site/icons/icon-192.png"
  draw "$icon" 512 "$work/site/icons/icon-512.png"
  # A mask may cut the corners, so they must not be transparent.
  sed 's/ rx="112"//' "$icon" >"$work/square.svg"
  draw "$work/square.svg" 512 "$work/site/icons/icon-maskable-512.png"
  # What a browser has no use for: comments and indentation.
  python3 - "$icon" "$work/site/manifest.webmanifest" <<'END'
import json, pathlib, re, sys
icon, manifest = map(pathlib.Path, sys.argv[1:])
icon.write_text(re.sub(r">\s+<", "><", re.sub(r"<!--.*?-->", "", icon.read_text(), flags=re.DOTALL)))
manifest.write_text(json.dumps(json.loads(manifest.read_text()), ensure_ascii=False, separators=(",", ":")))
END

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
    # For servers that send what is there: none would pack it as small while somebody waits.
    find . -type f ! -name '*.png' | while IFS= read -r file; do
      brotli -q 11 -w 24 -k "$file"
      gzip -9 -n -k "$file"
      for packed in "$file".br "$file".gz; do
        [ "$(wc -c <"$packed")" -lt "$(wc -c <"$file")" ] || rm "$packed"
      done
    done
  )
}
mkdir "$work/data"
# The page computes the frequencies of strings in the tuning that is set, and most are 0 cents from their notes.
"$command" instruments --json | sed 's/,"frequency":[0-9.]*//g; s/,"cents":0\.0}/}/g' >"$work/data/instruments.json"
"$command" temperaments --json >"$work/data/temperaments.json"
site_key=$({
  cat "$modules/key"
  cat "$work/data"/*.json
  esbuild --version
  rsvg-convert --version
  pngquant --version
  brotli --version
} | hash_of Web Scripts/bundle-web.py Scripts/build-web.sh)
# What is there counts as well: somebody may have changed it.
content() { (cd "$1" && hash_of . </dev/null); }
key_file=$scratch/site-$(echo "$site" | sha256sum | cut -c 1-12).key
if [ ! -d "$site" ] || [ ! -d "$scratch/doors" ] || ! is_current "$site_key $(content "$site")" "$key_file"; then
  build_site
  rm -rf "$site" "$scratch/doors"
  mv "$work/site" "$site"
  mv "$work/doors" "$scratch/doors"
  echo "$site_key $(content "$site")" >"$key_file"
fi

size() { # of all files named on standard input: raw, and as a server sends them that has the packed ones
  local raw=0 zipped=0 packed=0 file
  sent() { if [ -f "$1$2" ]; then wc -c <"$1$2"; else wc -c <"$1"; fi; }
  while IFS= read -r file; do
    raw=$((raw + $(wc -c <"$file")))
    zipped=$((zipped + $(sent "$file" .gz)))
    packed=$((packed + $(sent "$file" .br)))
  done
  printf 'build-web: %-22s %7d bytes, %6d with gzip, %6d with brotli\n' "$1" "$raw" "$zipped" "$packed"
}
for name in tuner evidence freeze views names tones metronome air files strum chord piano bell practice midi playing calibration beat; do
  echo "$site/engine/$name.wasm" | size "module $name"
done
first=(index.html main.js app/language.js styles/page.css engine/worklet.js)
printf "$site/%s\n" "${first[@]}" | size "scripts and styles"
# What is loaded when messages are first shown.
messages=(engine/air/processor.js engine/air/worker.js panels/messages.js styles/messages.css)
printf "$site/%s\n" "${messages[@]}" | size "… of messages"
find "$site/data" -name '*.json' | size "tables"
find "$site" -type f ! -name '*.gz' ! -name '*.br' | size "everything"
echo "build-web: the page is in $site"
