#!/usr/bin/env bash
# 200 packets of random size while a song and babble sound: each arrives or fails cleanly, none wrong, none
# twice. Needs the release build, or another program as its argument, and sox.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/release/kammerton}
command -v sox >/dev/null || {
  echo "test-modem: skipped, because sox is not installed" >&2
  exit 0
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

Scripts/noisy-packets.sh "$program" 200 "$scratch"
# A process a band, for as many processor cores.
processes=()
for band in u x a; do
  "$program" receive "$scratch/air.wav" --band "$band" --jsonl --repeats >"$scratch/heard-$band" &
  processes+=($!)
done
for process in "${processes[@]}"; do wait "$process"; done
cat "$scratch"/heard-? >"$scratch/heard"
Scripts/compare-packets.sh "$scratch/texts" "$scratch/heard" 100
echo "test-modem: of 200 packets under a song and babble, $(wc -l <"$scratch/heard") arrived, none wrong"
