#!/usr/bin/env bash
# How well `practice` judges double stops, chords and two hands: takes of eight chords of labelled real notes, one after another,
# dry and in measured rooms, without a fault, with a note left out, another note or a chord left out.
#   practice-chords.sh DATA [--takes 5] [--seed 11] [--figures]
# DATA has pitch/real-notes (labelled single notes) and rooms/dev (impulse responses). --takes is the number of takes of each kind
# and fault. --figures writes Benchmarks/figures/practice-chords.json, which docs/measurements/chords.md quotes. The program is
# built by `make build`. Needs Python and PyPI. Three minutes.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "practice-chords: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/partials-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/practice-chords.py" "$root/.build/release/kammerton" "$@"
