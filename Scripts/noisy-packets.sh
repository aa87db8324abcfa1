#!/usr/bin/env bash
# Packets in noise, for test-modem.sh and test-live.sh.
#
#   noisy-packets.sh write PROGRAM COUNT DIRECTORY
#     packets of random size, in all near bands and modes, under a song with drums and under babble, as
#     DIRECTORY/air.wav; their texts, one per line, as DIRECTORY/texts. The same at each run. Needs sox.
#   noisy-packets.sh compare TEXTS OBJECTS LEAST
#     fails if `kammerton receive --jsonl` has received anything that was not sent, or anything twice, or fewer than LEAST.
set -euo pipefail

write() {
  local program=$1 count=$2 directory=$3
  RANDOM=7  # seeds the numbers below
  part() { echo "$directory/parts/$1.wav"; }
  mkdir -p "$directory/parts"
  : >"$directory/texts"
  : >"$directory/jobs"

  bands=(u u x a)
  modes=(touch desk room room)
  alphabet=abcdefghijklmnopqrstuvwxyz0123456789
  for number in $(seq "$count"); do
    text="$number-"
    length=$((RANDOM % 59))  # a subshell would draw numbers of its own
    for ((place = 0; place < length; place++)); do text+=${alphabet:RANDOM % 36:1}; done
    echo "$text" >>"$directory/texts"
    echo "$text ${bands[RANDOM % 4]} ${modes[RANDOM % 4]} $(part "packet-$number")" >>"$directory/jobs"
  done
  # shellcheck disable=SC2016
  xargs -P 2 -L 1 sh -c '"$0" send "$1" --band "$2" --mode "$3" --output "$4"' "$program" \
    <"$directory/jobs"

  # A tenth to a third of a second between them.
  packets=()
  for number in $(seq "$count"); do
    silence=0.$((10 + RANDOM % 24))
    sox -q -D "$(part "packet-$number")" "$(part "padded-$number")" pad "$silence" 0
    packets+=("$(part "padded-$number")")
  done
  sox -q -D "${packets[@]}" "$(part packets)" pad 0.5 1
  seconds=$(soxi -D "$(part packets)")

  notes=()
  for note in C4 E4 G4 C5 B4 G4 A4 F4; do
    sox -q -D -R -n -r 48000 -c 1 -b 16 "$(part "note-$note")" synth 0.35 pluck "$note" gain -10
    notes+=("$(part "note-$note")")
  done
  sox -q -D "${notes[@]}" "$(part melody)"
  sox -q -D -R -n -r 48000 -c 1 -b 16 "$(part chord)" synth 2.8 pluck C3 pluck G3 pluck E4 remix - gain -12
  sox -q -D -R -n -r 48000 -c 1 -b 16 "$(part drum)" synth 0.1 whitenoise fade h 0 0.1 0.08 gain -3 \
    pad 0 0.25
  sox -q -D "$(part drum)" "$(part drums)" repeat 7
  sox -q -D -m "$(part melody)" "$(part chord)" "$(part drums)" "$(part song)" repeat - trim 0 "$seconds"
  # Five voices that glide, syllables of some 4 Hz, as many people who talk at once.
  sox -q -D -R -n -r 48000 -c 1 -b 16 "$(part babble)" synth 7 sawtooth 95:160 sawtooth 180:120 \
    sawtooth 210:260 sawtooth 130:90 pinknoise remix - tremolo 4.3 80 lowpass 3800 gain -n -16 \
    repeat - trim 0 "$seconds"
  sox -q -D -m -v 0.15 "$(part packets)" -v 0.9 "$(part song)" -v 0.9 "$(part babble)" \
    -b 16 "$directory/air.wav"
  rm -r "$directory/parts" "$directory/jobs"
}

compare() {
  local texts=$1 objects=$2 least=$3 heard wrong count
  heard=$(sed 's/.*"text":"\{0,1\}\([^",]*\).*/\1/' "$objects" | LC_ALL=C sort)
  wrong=$(comm -13 <(LC_ALL=C sort "$texts") <(echo "$heard"))
  [ -z "$wrong" ] || { echo "received, but not sent, or twice: $wrong" >&2; exit 1; }
  count=$(wc -l <"$objects")
  [ "$count" -ge "$least" ] ||
    { echo "of $(wc -l <"$texts") packets only $count arrived" >&2; exit 1; }
}

case ${1:-} in
  write | compare) "$@" ;;
  *) echo "noisy-packets: write or compare?" >&2; exit 64 ;;
esac
