#!/usr/bin/env bash
# Makes the golden clips with the native build, and runs the web modules' tests on them in Node. Prints
# how much of real time the modules take. Needs the site (Scripts/build-web.sh) and a release build.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v node >/dev/null || {
  echo "test-web: node is missing: run Scripts/install-dependencies.sh test" >&2
  exit 1
}
reference=.build/release/_WebReference
[ -x "$reference" ] || { echo "test-web: $reference is missing: run make test" >&2; exit 1; }
[ -f .build-web/site/index.html ] || Scripts/build-web.sh
rm -rf .build-web/golden
"$reference" .build-web/golden
node --test Tests/Web/engine.test.mjs Tests/Web/modem.test.mjs Tests/Web/pairing.test.mjs
node Tests/Web/compute.mjs | sed 's/^test-web: /measured: /'
