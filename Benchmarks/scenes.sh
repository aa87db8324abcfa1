#!/usr/bin/env bash
# Pitch trackers beside other sounds, in rooms and through cheap microphones, as Markdown.
#   scenes.sh DATA [--each 10] [--rooms DIR] [--music DIR] [--set NAME] … [--peer NAME] … [--program 'NAME=COMMAND'] …
#             [--torch-python PYTHON] [--track-options 'OPTIONS'] [--seed N] [--figures]
# DATA is that of accuracy.sh, with measured rooms in DATA/../rooms/dev unless --rooms names others. --each: this many clips of
# each set, in eight conditions (mixes.py). Every program has one threshold for all conditions, chosen on the other sets.
# Music is that of Debian's ardentryst (CC-BY-SA 3.0), fetched by apt-get and unpacked, not installed. PESTO and FCPE need
# --torch-python: a Python with numpy, scipy, soundfile, torch, pesto-pitch 2.0.1 and torchfcpe 0.0.4. COMMAND has {wav} for
# the sound and prints time, frequency and confidence. --figures writes Benchmarks/figures/scenes*.json; Scripts/figures.py
# then brings them into the documents. With --peer none it writes only those of calibration, which need no other program.
# The program is that of `make build`, or KAMMERTON. Needs Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -d "$1" ] || { echo "scenes: there is no folder $1" >&2; exit 64; }
program=${KAMMERTON:-$root/.build/release/kammerton}
[ -x "$program" ] || { echo "scenes: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/scenes-requirements.txt)
cache=$root/.build-test/scenes
music=$cache/ardentryst/usr/share/games/ardentryst/Music
if [[ " $* " != *" --music"* && ! -d $music ]]; then
  mkdir -p "$cache"
  (cd "$cache" && apt-get download ardentryst >&2 && dpkg -x ardentryst_*.deb ardentryst.part && mv ardentryst.part ardentryst)
fi
# Only the model in this wheel is used: the package itself would bring TensorFlow.
if [ ! -d "$cache/basic-pitch" ]; then
  echo "basic-pitch==0.4.0 --hash=sha256:738adb503aae7fdfc7d1e1511aa0ce35052315f260a19531ef4c356708425db0" >"$cache.txt"
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --target "$cache/basic-pitch" \
    --requirement "$cache.txt" >&2 || echo "scenes: basic-pitch is not to be had" >&2
fi
export PYTHONPATH=$cache/basic-pitch OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
exec "$python" -W ignore "$root/Benchmarks/scenes.py" "$program" --music "$music" "$@"
