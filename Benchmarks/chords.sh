#!/usr/bin/env bash
# How well `track --chords` hears several notes at once: mixtures of two to six labelled real notes of different recordings,
# dry, in noise and in measured rooms, and single notes.
#   chords.sh DATA [--each 30] [--seed 1]
# DATA has pitch/real-notes (labelled single notes) and rooms/dev (impulse responses). --each is the number of mixtures of each
# kind. Writes Benchmarks/figures/chords.json, chords-kinds.json and chords-names.json (triads and sevenths of three seeds, by
# `tune --chord`), which docs/measurements/chords.md quotes. The program is built by `make build`. Needs Python and PyPI. Four
# minutes.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "chords: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/partials-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/chords.py" "$root/.build/release/kammerton" "$@"
