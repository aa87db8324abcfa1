#!/usr/bin/env bash
# Trains the chord network anew, which tells the notes that sound together, and writes it as Swift:
#   train-chords.sh [SIZE]
# SIZE is the share of the single notes to make, 1 by default. Fetches three Debian packages of soundfonts by apt-get
# download (240 MB), unpacks them in .build-training without installing them, and makes labelled notes from them (10
# minutes on two cores). Trains on a GPU (5 minutes, 10 GB of its memory), else on the CPU (a day or more).
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-1}
widths=16,32,24,24,24
for command in fluidsynth espeak-ng; do
  command -v "$command" >/dev/null || {
    echo "train-chords: $command is missing. Run: Scripts/install-dependencies.sh train" >&2
    exit 1
  }
done
python=$(Scripts/python-with Training/salience-requirements.txt)
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
packages=.build-training/salience/packages
work=.build-training/chords
mkdir -p "$packages"
for package in fluid-soundfont-gm opl3-soundfont timgm6mb-soundfont; do
  [ ! -d "$packages/$package" ] || continue
  part=$packages/$package.part
  rm -rf "$part"
  mkdir "$part"
  (cd "$part" && apt-get download "$package" >&2 && dpkg-deb --field ./*.deb Version >VERSION &&
    dpkg -x ./*.deb . && rm ./*.deb)
  mv "$part" "$packages/$package"
done
"$python" -W ignore Training/chords/make_notes.py "$packages" "$work" --size "$size"
if "$python" -c 'import sys, torch; sys.exit(not torch.cuda.is_available())'; then
  training=(--seconds 272)
else
  echo "train-chords: there is no GPU, so this takes a day or more." >&2
  training=()
  unset OMP_NUM_THREADS
fi
"$python" Training/chords/train.py "$work" "$work/networks" --steps 6141 --widths "$widths" "${training[@]}"
"$python" Training/chords/write_weights.py "$work/networks/net0.pt" \
  Sources/Core/ChordEstimation/Weights/ChordWeights.swift --notes "$work" --training "$work/networks"
