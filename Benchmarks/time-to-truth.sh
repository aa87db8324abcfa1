#!/usr/bin/env bash
# How soon after an onset a reading is right, and whether tracks are in time, as Markdown.
#   time-to-truth.sh DATA [--pianos DIR] [--tones 60] [--every N] [--only tones|notes|texts|stamps] [--peer NAME] … [--figures]
# 20 to 500 ms after the onset of tones in noise and of real notes from E2 up: what the live tuner shows by then, and what it
# and other programs make of the sound that has been heard; beside the Cramér-Rao bound for tones. Then when a screen first
# names real notes (Tools/_LiveTuner), then chirps, steady tones and vibrato. DATA is that of accuracy.sh; keys of a piano
# come from DATA/../piano/headroom unless --pianos names others. --every 5: each fifth note only. --figures writes
# Benchmarks/figures/time-*.json, first-texts.json and docs/time-to-truth-*.svg; Scripts/figures.py then brings the tables into
# the documents. The programs are those of `make build`, or KAMMERTON. Needs Linux, Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -d "$1" ] || { echo "time-to-truth: there is no folder $1" >&2; exit 64; }
program=${KAMMERTON:-$root/.build/release/kammerton}
[ -x "$program" ] || { echo "time-to-truth: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/scenes-requirements.txt)
export OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
exec "$python" -W ignore "$root/Benchmarks/time-to-truth.py" "$program" "$@"
