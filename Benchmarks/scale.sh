#!/usr/bin/env bash
# CPU-hours for a thousand hours of sound, of the Python package and of others, in one run.
#   scale.sh [--figures] [FILE …]    of these sounds, one after the other; by default of 30 s that sound like a voice
# With --figures, into Benchmarks/figures/scale.json, which the documents quote: of the singing of accuracy.sh's DATA.
# Needs `make wheel` and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
wheel=$(echo "$root"/dist/kammerton-*"$(uname -m)".whl)
[ -e "$wheel" ] || { echo "scale: run make wheel first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/scale-requirements.txt)
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$site" "$wheel"
PYTHONPATH=$site "$python" -W ignore "$root/Benchmarks/scale.py" "$@"
