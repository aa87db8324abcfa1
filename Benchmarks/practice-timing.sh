#!/usr/bin/env bash
# Early and late of `kammerton practice`, on melodies that are rendered with known times: jitter, drift, swing, and wrong,
# missing and repeated notes; on strings of our own and by FluidSynth, dry and in measured rooms.
# The onset of a note of FluidSynth is where its sound, alone, first reaches a quarter of the amplitude of its attack; its key
# is struck up to 70 ms before. Errors against the strike are counted beside those, as within2OfCommand.
#   practice-timing.sh [--rooms RESPONSE …] [--takes 2] [--room-takes 1] [--timbres NAME …] [--soundfont FILE] [--verbose]
# Writes Benchmarks/figures/practice-timing.json, which docs/practice.md quotes. Needs `make build`, fluidsynth, Python
# and PyPI. Half an hour with three rooms.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ -x "$root/.build/release/kammerton" ] || { echo "practice-timing: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/rooms-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/practice-timing.py" "$root/.build/release/kammerton" \
  --output "$root/Benchmarks/figures/practice-timing.json" "$@"
