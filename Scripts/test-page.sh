#!/usr/bin/env bash
# Checks the page's types, and drives it in Debian's Chromium with a fake microphone.
#   test-page.sh [--jobs N] [--except MODULE,…] [TEST …]
# All tests, or those named as in test_page.Settings, which leaves the types out. Builds the site if
# it is not there. Installs Playwright and axe from PyPI into .build-test. Safe to repeat.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "test-page: $1" >&2
  exit 1
}
for tool in python3 sox; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh test"
done
[ -n "${CHROMIUM:-}" ] || command -v chromium-headless-shell chromium google-chrome >/dev/null ||
  fail "chromium is missing: run Scripts/install-dependencies.sh test"
[ -n "${KAMMERTON_SITE:-}" ] || [ -f .build-web/site/index.html ] && [ -d Web/engine/objects ] || Scripts/build-web.sh
are_named=
for argument; do [[ $argument != test_* ]] || [[ $argument == *,* ]] || are_named=1; done
if [ -z "$are_named" ]; then
  command -v tsc >/dev/null || fail "tsc is missing: run Scripts/install-dependencies.sh test"
  tsc -p Web/jsconfig.json
  tsc -p Tests/Web/types/worklets.json
  tsc -p Tests/Web/types/jsconfig.json
  echo "test-page: the types of the page's modules agree"
fi
Scripts/web-reference.sh
python=$(Scripts/python-with Tests/WebTests/requirements.txt)
PYTHONDONTWRITEBYTECODE=1 exec "$python" Tests/WebTests/run.py "$@"
