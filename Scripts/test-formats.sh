#!/usr/bin/env bash
# Writes a melody in every format of `kammerton track` and reads it back with programs that own the
# format: Praat (praat-parselmouth), mido, Python's XML, JSON and CSV parsers. Needs the release
# build. Skipped, with the reason, where Python or its packages cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
skip() {
  echo "test-formats: skipped, because $1" >&2
  exit 0
}
command -v python3 >/dev/null || skip "there is no python3"
python3 -m venv "$scratch/venv" >"$scratch/log" 2>&1 || skip "python3 cannot make a venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check \
  praat-parselmouth==0.4.7 mido==1.3.3 >"$scratch/log" 2>&1 ||
  skip "pip cannot install praat-parselmouth and mido: $(tail -n 1 "$scratch/log")"
"$scratch/venv/bin/python" Scripts/test-formats.py .build/release/kammerton "$scratch"
