#!/usr/bin/env bash
# The speed of trackers on real sound, beside other programs, into Benchmarks/figures/speed.json.
#   speed.sh DATA [--rounds N]
# DATA is the folder that accuracy.sh takes. On a quiet machine only. Then Scripts/figures.py brings the figures into the
# documents. Ours is built by `make build`; needs Python and PyPI, and Debian's aubio-tools for aubio.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "speed: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/peers-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/speed.py" "$root/.build/release/kammerton" "$@"
