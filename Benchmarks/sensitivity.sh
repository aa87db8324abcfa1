#!/usr/bin/env bash
# How much each parameter of the default tracker matters: varies it, and scores the labelled clips.
#   sensitivity.sh DATA [--only NAME] … [--factors X,Y] [--quick] [--list] [--limit N]
# NAME is a parameter of TrackerParameters, such as Path.leapCost, or a stage, such as Path; all by default. --list
# shows them. DATA is that of accuracy.sh; --quick takes every fourth clip. Each variant takes a minute or more.
# Finished rows are kept in .build-sensitivity until the sources change: run it again to go on. Writes
# Benchmarks/figures/sensitivity.json after each; then Scripts/figures.py brings it into
# docs/measurements/sensitivity.md. Needs Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
python=$("$root/Scripts/python-with" Benchmarks/requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/sensitivity.py" "$@"
