#!/usr/bin/env bash
# Trains the salience network anew, which tells the pitch in front among other sounds, and writes it as Swift:
#   train-salience.sh [SIZE]
# SIZE is the share of the dry sounds to make, 1 by default. NETWORK, 1 by default, chooses between three sizes of the
# network: 0 is small, and 2 is large. Fetches 14 Debian packages by apt-get download (680 MB), unpacks them in
# .build-training without installing them (920 MB), and makes labelled sounds from them. All three networks are trained
# on the same mixtures on a GPU (9 minutes, 10 GB of its memory, 16 cores), else the chosen one on the CPU (a day or
# more, 14 GB of memory). The program that labels speech is that of `make build`, or KAMMERTON.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-1}
network=${NETWORK:-1}
widths=(8,24,16,16 8,32,24,24 16,48,32,32)
[[ $network = [0-2] ]] || { echo "train-salience: NETWORK must be 0, 1 or 2" >&2; exit 64; }
program=${KAMMERTON:-$PWD/.build/release/kammerton}
[[ -f $program && -x $program ]] || { echo "train-salience: run make build first" >&2; exit 1; }
for command in fluidsynth espeak-ng; do
  command -v "$command" >/dev/null || {
    echo "train-salience: $command is missing. Run: Scripts/install-dependencies.sh train" >&2
    exit 1
  }
done
python=$(Scripts/python-with Training/salience-requirements.txt)
export PYTHONPATH=Training PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
work=.build-training/salience
packages=$work/packages
mkdir -p "$packages"
for package in $("$python" Training/salience/packages.py); do
  [ ! -d "$packages/$package" ] || continue
  part=$packages/$package.part
  rm -rf "$part"
  mkdir "$part"
  (cd "$part" && apt-get download "$package" >&2 && dpkg-deb --field ./*.deb Version >VERSION &&
    dpkg -x ./*.deb . && rm ./*.deb)
  mv "$part" "$packages/$package"
done
"$python" -W ignore Training/salience/make_dry_sounds.py "$packages" "$program" "$work/sounds" --size "$size"
if "$python" -c 'import sys, torch; sys.exit(not torch.cuda.is_available())'; then
  training=(--seconds 530 --widths "${widths[@]}")
else
  echo "train-salience: there is no GPU. On two busy cores, a step of the smallest network took 16 s: 30 hours for" \
    "6613 steps. The largest network takes about four times as long." >&2
  training=(--steps 6613 --widths "${widths[network]}")
  network=0
  unset OMP_NUM_THREADS
fi
"$python" Training/salience/train.py "$work/sounds" "$work/networks" "${training[@]}"
"$python" Training/salience/write_weights.py "$work/networks/net$network.pt" \
  Sources/Core/PitchEstimation/Salience/SalienceWeights.swift --sounds "$work/sounds" --training "$work/networks"
