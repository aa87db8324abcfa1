#!/usr/bin/env bash
# Messages through a loudspeaker whose phase wanders: how many of COUNT packets of 16 bytes arrive, as Markdown.
#   wandering-phase.sh [COUNT]
# COUNT is 24 by default. Needs `make build` and `Scripts/swift-build --product _WanderingPhase`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
count=${1:-24}
program=$root/.build/release/kammerton
loudspeaker=$root/.build/release/_WanderingPhase
for file in "$program" "$loudspeaker"; do
  [ -x "$file" ] || { echo "wandering-phase: $file is missing" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# arrived MODE BAND DEVIATION BANDWIDTH: how many do.
arrived() {
  local seed arrived=0
  for seed in $(seq "$count"); do
    printf 'message number %02d' "$((seed % 100))" | head -c 16 >"$work/sent"
    "$program" send --file "$work/sent" --mode "$1" --band "$2" --output "$work/out.wav" 2>"$work/log"
    "$loudspeaker" "$work/out.wav" "$work/heard.wav" "$3" "$4" "$seed"
    rm -f "$work/received"
    "$program" receive "$work/heard.wav" --once --band "$2" --output "$work/received" 2>"$work/log" || true
    if cmp -s "$work/sent" "$work/received"; then arrived=$((arrived + 1)); fi
  done
  printf ' %s |' "$arrived"
}

# row NAME BAND DEVIATION: touch, desk, room and far, each at 30 and 100 Hz.
row() {
  local mode bandwidth
  printf '| %s |' "$1"
  for mode in touch desk room far; do
    for bandwidth in 30 100; do arrived "$mode" "$2" "$3" "$bandwidth"; done
  done
  printf '\n'
}

echo "| of $count | touch, 30 Hz | 100 Hz | desk, 30 Hz | 100 Hz | room, 30 Hz | 100 Hz | far, 30 Hz | 100 Hz |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
for deviation in 0.1 0.2 0.3 0.4 0.5 0.6 0.8 1.0 1.3; do row "$deviation rad, U" u "$deviation"; done
for band in u x a; do row "telephone, ${band^^}" "$band" phone; done
