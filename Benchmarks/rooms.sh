#!/usr/bin/env bash
# Messages through measured rooms, beside ggwave: as Markdown.
#   rooms.sh DATA [--payloads 16,140] [--trials 3] [--noise DECIBELS] [--walk] [--send 'NAME=OPTIONS'] …
# DATA has the rooms' impulse responses (WAV or FLAC at 48 kHz, one channel), and a meta.json with an "ultrasound" of
# false for those that were not measured up to 19.5 kHz: these are for --send 'NAME=--band a …' only. --walk: what comes
# up to 1 ms after the first arrival at 0.5 and 1.5 m/s, the rest at -0.3 times that. Noise is pink, by default 20 dB
# below what is sent. Needs `make build`, Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "rooms: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/rooms-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/rooms.py" "$root/.build/release/kammerton" "$@"
