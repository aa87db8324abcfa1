#!/usr/bin/env bash
# How well latencies are measured, and loudspeakers aligned, in measured rooms: writes
# Benchmarks/figures/latency-in-rooms.json and alignment-in-rooms.json.
#   beat-in-rooms.sh DATA [--loops 100] [--groups 200]
# DATA has the rooms' impulse responses (WAV or FLAC at 48 kHz, one channel). Takes some minutes. Needs Python.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
data=$(realpath "$1")
shift
cd "$root"
Scripts/swift-build --product _BeatInRooms >&2
shopt -s nullglob
.build/release/_BeatInRooms "$@" "$data"/*.wav "$data"/*.flac | python3 Benchmarks/beat-in-rooms.py
