#!/usr/bin/env bash
# Strings and piano keys by their first partials, beside the tables by periods: as Markdown.
#   partials.sh DATA [--program 'NAME=COMMAND'] … [--strings FOLDER] … [--keys FOLDER] … [--not-ours] [--list]
# DATA has the folders, by default real-notes, and headroom, synthetic-a and synthetic-b, each also inside pitch/ or
# piano/. A folder of strings is one of accuracy.sh; its meta.json names the instruments. One of keys has sounds and a
# meta.json with key, midi, onset_s, frequency (of the first partial), inharmonicity and trusted. COMMAND is that of
# accuracy.sh; Benchmarks/peers.py runs the usual programs. --list also prints the strings and keys that are wrong.
# Ours are the default of `kammerton track` and YIN, built by `make build`. Needs Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
case " $* " in
  *" --not-ours "*) ;;
  *) [ -x "$root/.build/release/kammerton" ] || { echo "partials: run make build first" >&2; exit 1; } ;;
esac
python=$("$root/Scripts/python-with" Benchmarks/partials-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/partials.py" "$root/.build/release/kammerton" "$@"
