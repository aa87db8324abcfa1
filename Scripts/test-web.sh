#!/usr/bin/env bash
# Runs the web modules' tests in Node, on clips and against what the native build says about them. With
# KAMMERTON_SOAK the sweep has all rates and manners of sounding, and the last lines say how much of real
# time the modules take, as node Tests/Web/compute.mjs does alone. Needs make test's build.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v node >/dev/null || {
  echo "test-web: node is missing: run Scripts/install-dependencies.sh test" >&2
  exit 1
}
[ -f .build-web/site/index.html ] && [ -d Web/engine/objects ] || Scripts/build-web.sh
Scripts/web-reference.sh
Scripts/page-sizes.py --check
node --test Tests/Web/{vocabulary,functions,capture,store,engine,address,remote,evidence,freeze,stage,sweep,strum,chord,piano,bell,practice,modem,pairing}.test.mjs
[ -z "${KAMMERTON_SOAK:-}" ] || node Tests/Web/compute.mjs | sed 's/^test-web: /measured: /'
