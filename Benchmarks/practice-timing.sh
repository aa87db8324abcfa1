#!/usr/bin/env bash
# Early and late of `kammerton practice`, on melodies that are rendered with known times: jitter, drift, swing, and wrong,
# missing and repeated notes; on strings of our own and by FluidSynth, dry and in measured rooms.
#   practice-timing.sh [--rooms RESPONSE …] [--takes 4] [--timbres NAME …] [--soundfont FILE] [--verbose]
# Writes Benchmarks/figures/practice-timing.json, which docs/practice.md quotes. Needs `make build`, fluidsynth, Python
# and PyPI. An hour with two rooms.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ -x "$root/.build/release/kammerton" ] || { echo "practice-timing: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/rooms-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/practice-timing.py" "$root/.build/release/kammerton" \
  --output "$root/Benchmarks/figures/practice-timing.json" "$@"
