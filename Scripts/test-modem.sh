#!/usr/bin/env bash
# 200 packets of random size while a song and babble sound: each arrives or fails cleanly, none wrong, none
# twice. In `make soak` 2000. Needs the release build, or another program as its argument, and sox.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/release/kammerton}
command -v sox >/dev/null || {
  echo "test-modem: sox is missing: run Scripts/install-dependencies.sh test" >&2
  exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count=200
[ -z "${KAMMERTON_SOAK:-}" ] || count=2000
Scripts/noisy-packets.sh write "$program" "$count" "$scratch"
# A process a band, for as many processor cores.
processes=()
for band in u x a; do
  "$program" receive "$scratch/air.wav" --band "$band" --jsonl --repeats >"$scratch/heard-$band" &
  processes+=($!)
done
for process in "${processes[@]}"; do wait "$process"; done
cat "$scratch"/heard-? >"$scratch/heard"
Scripts/noisy-packets.sh compare "$scratch/texts" "$scratch/heard" $((count / 2))
echo "test-modem: of $count packets under a song and babble, $(wc -l <"$scratch/heard") arrived, none wrong"
