#!/usr/bin/env bash
# Writes the packages of Python that scripts use, with all that these need, their versions and the hashes of their files:
# each *requirements*.in names what we use, and the .txt beside it is what Scripts/python-with installs.
#   pin-requirements.sh [FILE.in ...]    all of them by default; a version stays unless FILE.in asks for another one
#   pin-requirements.sh --upgrade        the newest ones that the .in files allow
# Needs uv (pip install uv).
set -euo pipefail
cd "$(dirname "$0")/.."
command -v uv >/dev/null || { echo "pin-requirements: uv is missing: pip install uv" >&2; exit 1; }
options=()
if [ "${1:-}" = --upgrade ]; then options=(--upgrade) && shift; fi
[ $# -gt 0 ] || set -- $(git ls-files '*requirements*.in')
for file; do
  # For every system and for every Python from 3.11 on, that of Debian 12, or from the oldest one that the package knows.
  oldest=3.11
  [ "$file" != Python/requirements-versions.in ] || oldest=3.10
  uv pip compile --quiet --universal --python-version "$oldest" --generate-hashes --no-annotate "${options[@]}" \
    --custom-compile-command Scripts/pin-requirements.sh "$file" --output-file "${file%.in}.txt"
  # An address in it would be that of this machine's index.
  ! grep -q '^--' "${file%.in}.txt" || { echo "pin-requirements: $file: the .txt names an index" >&2; exit 1; }
done
