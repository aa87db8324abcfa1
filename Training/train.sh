#!/usr/bin/env bash
# Trains the scorer of the default tracker anew, and writes it as Swift:
#   train.sh [SIZE]
# SIZE is the share of the training sounds to make, 1 by default. Makes labelled sounds from free
# sources, lets the tracker describe its candidates in them, trains, builds with the new weights, and
# fits the confidence to other sounds. Needs 8 GB of memory, and 10 GB of disk for
# Python's packages and the sounds, which go to .build-training.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-1}
for program in fluidsynth espeak-ng; do
  command -v "$program" >/dev/null || {
    echo "train: $program is missing. Run: Scripts/install-dependencies.sh train" >&2
    exit 1
  }
done
python=$(Scripts/python-with Training/requirements.txt)
export OPENBLAS_NUM_THREADS=1
build() { Scripts/swift-build --product _TrainingFeatures; }
tool=.build/release/_TrainingFeatures
work=.build-training
scoring=Sources/Core/PitchEstimation/Scoring
build
"$python" Training/make_sounds.py "$tool" "$work/learn" --seed 11 --size "$size"
"$python" Training/train.py "$work/learn" "$scoring/ScorerWeights.swift"
build
"$python" Training/make_sounds.py "$tool" "$work/judge" --seed 1 --size "$size"
"$python" Training/calibrate.py "$tool" "$work/judge" "$scoring/ConfidenceWeights.swift"
