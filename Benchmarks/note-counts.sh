#!/usr/bin/env bash
# How many notes `track --notes` hears in real sounds: one in single notes, sustained and struck; as many as were played in
# strokes of the same pitch that start while the last one rings, in notes that the tongue or the bow stops for a moment, and in
# scales of sustained notes; dry and in measured rooms.
#   note-counts.sh DATA [--verbose]
# DATA has pitch/real-notes, instruments/dev, piano/headroom (single notes) and rooms/dev (impulse responses).
# Writes Benchmarks/figures/note-counts.json, which docs/onsets.md quotes. The program is built by `make build`. Needs Python
# and PyPI. Three minutes.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "note-counts: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/partials-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/note-counts.py" "$root/.build/release/kammerton" "$@"
