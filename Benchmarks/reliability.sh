#!/usr/bin/env bash
# How often readings of each confidence are right, as Markdown tables and a diagram.
#   reliability.sh DATA [--diagram FILE.svg] [--set NAME] … [--figures]
# DATA is that of accuracy.sh. With --figures, all sets, into Benchmarks/figures/reliability*.json and docs/confidence.svg;
# then Scripts/figures.py brings the figures into the documents. The program is built by `make build`. Needs Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
cd "$root"
[ -x .build/release/kammerton ] || { echo "reliability: run make build first" >&2; exit 1; }
data=$(realpath "$1")
shift
Scripts/swift-build --product _ReliabilityDiagram >&2
python=$(Scripts/python-with Benchmarks/requirements.txt)
exec "$python" -W ignore Benchmarks/reliability.py .build/release "$data" "$@"
