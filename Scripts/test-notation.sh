#!/usr/bin/env bash
# Plays scores into `kammerton practice --export` and opens what it writes with MuseScore 3: the notes that
# MuseScore finds in the MusicXML and in the MIDI file are those that were played. Needs the release build, and
# MuseScore, which Scripts/install-dependencies.sh notation or test installs (73 MB to download, 210 MB on disk).
set -euo pipefail
cd "$(dirname "$0")/.."
musescore=$(command -v mscore3 || command -v musescore3 || command -v mscore || true)
[ -n "$musescore" ] || {
  echo "test-notation: MuseScore is not installed. Run: Scripts/install-dependencies.sh notation" >&2
  exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# MuseScore keeps settings and starts a sound server: neither shall be the user's.
export QT_QPA_PLATFORM=offscreen HOME=$scratch XDG_RUNTIME_DIR=$scratch PULSE_SERVER=none
python3 Scripts/test-notation.py .build/release/kammerton "$musescore" "$scratch"
