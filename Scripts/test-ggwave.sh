#!/usr/bin/env bash
# Packets from `kammerton send --protocol ggwave-…` to ggwave's own decoder (its Python package), and
# back to `kammerton receive --protocol ggwave`. Needs the release build, or another program as its
# argument. Skipped, with the reason, where Python or the package cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
skip() {
  echo "test-ggwave: skipped, because $1" >&2
  exit 0
}
command -v python3 >/dev/null || skip "there is no python3"
python3 -m venv "$scratch/venv" >"$scratch/log" 2>&1 || skip "python3 cannot make a venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check ggwave==0.4.3 \
  >"$scratch/log" 2>&1 || skip "pip cannot install ggwave: $(tail -n 1 "$scratch/log")"
"$scratch/venv/bin/python" Scripts/test-ggwave.py "${1:-.build/release/kammerton}" "$scratch"
