#!/usr/bin/env bash
# How well `track --chords` hears several notes at once: mixtures of two to six labelled real notes of different recordings,
# dry, in noise, in measured rooms, beside drums and speech; and whether it hears a chord where there is none.
#   chords.sh DATA [--each 30] [--seed 1] [--basic-pitch]
# DATA has pitch (labelled notes, singing, speech) and rooms/dev (impulse responses). --each is the number of mixtures of each
# kind. Writes Benchmarks/figures/chords.json, chords-kinds.json, chords-names.json (triads and sevenths of three seeds, by
# `tune --chord`) and chords-none.json, which docs/measurements/chords.md quotes. With --basic-pitch, Spotify's basic-pitch hears
# the same mixtures, each file as a whole, for chords-peer.json. Drums are those of Debian's hydrogen-drumkits, and mixes those of
# ardentryst (CC-BY-SA 3.0), fetched by apt-get and unpacked, not installed. The program is built by `make build`. Needs Python
# and PyPI. Eight minutes, or 15 with basic-pitch.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -x "$root/.build/release/kammerton" ] || { echo "chords: run make build first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/chords-requirements.txt)
cache=$root/.build-test/chords
mkdir -p "$cache"
for package in hydrogen-drumkits ardentryst; do
  [ -d "$cache/$package" ] ||
    (cd "$cache" && apt-get download "$package" >&2 && dpkg -x "$package"_*.deb "$package.part" && mv "$package.part" "$package")
done
if [[ " $* " == *" --basic-pitch "* && ! -d $cache/basic-pitch ]]; then
  # Its model in ONNX is used: what it names as needed would bring TensorFlow.
  echo "basic-pitch==0.4.0 --hash=sha256:738adb503aae7fdfc7d1e1511aa0ce35052315f260a19531ef4c356708425db0" >"$cache.txt"
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --target "$cache/basic-pitch" \
    --requirement "$cache.txt" >&2
fi
export PYTHONPATH=$cache/basic-pitch OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
exec "$python" -W ignore "$root/Benchmarks/chords.py" "$root/.build/release/kammerton" "$@" \
  --drums "$cache/hydrogen-drumkits/usr/share/hydrogen/data/drumkits" --music "$cache/ardentryst/usr/share/games/ardentryst/Music"
