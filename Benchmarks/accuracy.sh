#!/usr/bin/env bash
# All accuracy tables of docs/benchmarks.md in one run, as Markdown.
#   accuracy.sh DATA [--program 'NAME=COMMAND'] … [--set NAME] … [--inside LOW..HIGH] [--figures]
# DATA has a folder for each set: NAME.wav, NAME.f0.csv (time, frequency; 0: unvoiced), where better labels exist
# NAME.refined.csv, and meta.json. COMMAND is given to a shell, with {wav}, {csv}, {low} and {high}
# replaced; it writes time, frequency and confidence, 0 or a negative frequency meaning unvoiced.
# With --inside, only clips count whose median pitch, in hertz, lies there: in the range of another program.
# With --figures, all our methods, into Benchmarks/figures; then Scripts/figures.py brings them into the documents.
# Ours are the default of `kammerton track` and YIN, built by `make build`. Needs Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "accuracy: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/accuracy.py" "$root/.build/release/kammerton" "$@"
