#!/usr/bin/env bash
# Writes a melody in every format of `kammerton track` and reads it back with programs that own the
# format: Praat (praat-parselmouth), mido, Python's XML, JSON and CSV parsers. Needs the release
# build, and the packages of Scripts/requirements.txt, which it installs into .build-test.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(Scripts/python-with Scripts/requirements.txt)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" Scripts/test-formats.py .build/release/kammerton "$scratch"
