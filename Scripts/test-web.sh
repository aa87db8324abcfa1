#!/usr/bin/env bash
# Builds the page, makes the golden clips with the native build, and runs the web modules' tests in
# Node. Prints the sizes, and how much of real time the tuner takes. Checks the vectors of docs/pairing.md.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v node >/dev/null || {
  echo "test-web: node is missing: run Scripts/install-dependencies.sh test" >&2
  exit 1
}
Scripts/build-web.sh
swift build -c release --product _WebReference
rm -rf .build-web/golden
.build/release/_WebReference .build-web/golden
node --test Tests/Web/engine.test.mjs Tests/Web/modem.test.mjs Tests/Web/pairing.test.mjs
node Tests/Web/compute.mjs
node Scripts/check-pairing.mjs
Scripts/check-pairing.py
