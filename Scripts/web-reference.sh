#!/usr/bin/env bash
# Makes the clips for the tests of the web modules, and what the native build says about them, in
# .build-web/golden: once for each build of the program that makes them. Needs make test's build.
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/_WebReference
golden=.build-web/golden
[ -x "$program" ] || {
  echo "web-reference: $program is missing: run make test PARTS=build" >&2
  exit 1
}
key=$(sha256sum <"$program" | cut -c 1-32)
if [ "$(cat "$golden/key" 2>/dev/null)" != "$key" ]; then
  rm -rf "$golden"
  "$program" "$golden"
  echo "$key" >"$golden/key"
fi
