#!/usr/bin/env bash
# How well the first and the last stable pitch of notes are found: figures/first-pitch.json, and a summary.
#   first-pitch.sh DATA
# DATA is that of accuracy.sh. labels/first-pitch.csv says of 55 notes of it where the first stable pitch is, read twice
# from contours of Praat. The program is built by `make build`. Needs Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "first-pitch: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/partials-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/first-pitch.py" "$root/.build/release/kammerton" "$1"
