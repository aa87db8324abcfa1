#!/usr/bin/env bash
# Onsets of synthetic sounds whose attacks are known to the sample, dry, in noise and in measured rooms; of recordings of
# single notes; and of melodies that FluidSynth renders, beside librosa and aubio: as Markdown, and as
# Benchmarks/figures/onsets*.json.
#   onsets.sh [ROOMS] [--notes FOLDER] [--quick] [--soundfont FILE.sf2]
# ROOMS has impulse responses (WAV or FLAC, one channel), FOLDER single notes as WAV, with a meta.json that names the
# instrument of each. --quick: a tenth of the sounds, and no figures. Without a soundfont, or without FluidSynth, there
# are no melodies; without aubioonset (Debian: aubio-tools) no figures of aubio.
# Needs `make library`, Python and PyPI.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ "${1:-}" != --help ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit; }
export KAMMERTON_LIBRARY=$root/dist/libkammerton.so PYTHONPATH=$root/Python/src
[ -e "$KAMMERTON_LIBRARY" ] || { echo "onsets: run make library first" >&2; exit 1; }
python=$("$root/Scripts/python-with" Benchmarks/onsets-requirements.txt)
exec "$python" -W ignore "$root/Benchmarks/onsets.py" "$@"
