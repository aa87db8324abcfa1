#!/usr/bin/env bash
# Bells, bars, tubes, drums, tongues and reeds: strike notes, partials, beats, and what is told as something else.
#   bells.sh [--bells FOLDER] [--rooms FOLDER] [--room NAME] … [--others FOLDER] … [--each 4] [--figures]
# --bells: recordings and a meta.json with "clips": for each its "strike" and "partials" with "frequency" in hertz.
# --rooms: impulse responses (FLAC at 48 kHz); --room: their names without .flac, by default living-room-1, classroom
# and kitchen-0. --others: recordings that are no bells, of which tune must not say so. With --figures, they go
# to Benchmarks/figures/bells.json and bells-in-rooms.json, and Scripts/figures.py brings them into docs/bells.md. Needs
# `make build`, Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ -x "$root/.build/release/kammerton" ] || { echo "bells: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/rooms-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/bells.py" "$root/.build/release/kammerton" "$@"
