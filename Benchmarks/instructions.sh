#!/usr/bin/env bash
# The work of the default tracker and of the live tuner on real sound, in instructions, into Benchmarks/figures/instructions.json.
#   instructions.sh DATA [--check]
# DATA is the folder that accuracy.sh takes. Unlike seconds, instructions are the same on a busy machine: with --check
# it fails if a set needs 3 % more of them than are written there. The tracker is that of the C library (`make library`),
# since valgrind 3.19 does not run the program; the live tuner is Tools/_LiveTuner (`Scripts/swift-build
# --product _LiveTuner`). Needs valgrind, cc, Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -f "$root/dist/libkammerton.a" ] || { echo "instructions: run make library first" >&2; exit 1; }
[ -x "$root/.build/release/_LiveTuner" ] || { echo "instructions: build the product _LiveTuner first" >&2; exit 1; }
command -v valgrind >/dev/null || { echo "instructions: valgrind is missing" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/peers-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/instructions.py" "$@"
