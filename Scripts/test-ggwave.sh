#!/usr/bin/env bash
# Packets from `kammerton send --protocol ggwave-…` to ggwave's own decoder (its Python package), and
# back to `kammerton receive --protocol ggwave`. Needs the release build, or another program as its
# argument, and the packages of Scripts/requirements.txt, which it installs into .build-test. As a second
# argument --thorough sends every length and every byte (minutes).
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(Scripts/python-with Scripts/requirements.txt)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" Scripts/test-ggwave.py "${1:-.build/release/kammerton}" "$scratch" "${@:2}"
