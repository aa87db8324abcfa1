#!/usr/bin/env bash
# How often each stage of the default tracker runs on each set of clips, into Benchmarks/figures/stages.json.
#   stages.sh DATA
# DATA is the folder that accuracy.sh takes. Needs Tools/_TrackerStages (`Scripts/swift-build
# --product _TrackerStages`), Python and PyPI. Then Scripts/figures.py brings the figures into the documents.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/_TrackerStages" ] || { echo "stages: build the product _TrackerStages first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/peers-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/stages.py" "$@"
