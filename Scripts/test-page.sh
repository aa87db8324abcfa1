#!/usr/bin/env bash
# Checks the page's types, and drives it in Debian's Chromium with a fake microphone.
#   test-page.sh [TEST ...]    all tests, or those named as in test_page.Settings
# Needs the site (Scripts/build-web.sh), and Playwright and axe, which it installs from PyPI into
# .build-web/venv. Safe to repeat.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

fail() {
  echo "test-page: $1" >&2
  exit 1
}
for tool in python3 sox; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh test"
done
command -v chromium >/dev/null || command -v google-chrome >/dev/null || [ -n "${CHROMIUM:-}" ] ||
  fail "chromium is missing: run Scripts/install-dependencies.sh test"
if command -v tsc >/dev/null; then
  tsc -p Web/jsconfig.json
else
  echo "test-page: tsc is missing, so types are not checked" >&2
fi
[ -n "${KAMMERTON_SITE:-}" ] || [ -f .build-web/site/index.html ] || Scripts/build-web.sh

wanted=Tests/WebTests/requirements.txt
venv=.build-web/venv
if ! cmp -s "$wanted" "$venv/requirements.txt"; then
  echo "test-page: installing $(paste -sd ' ' "$wanted") into $venv" >&2
  rm -rf "$venv"
  python3 -m venv "$venv" || fail "python3-venv is missing: run Scripts/install-dependencies.sh test"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
  cp "$wanted" "$venv/requirements.txt"
fi
python=$root/$venv/bin/python
cd Tests/WebTests
export PYTHONDONTWRITEBYTECODE=1
exec "$python" run.py "$@"
