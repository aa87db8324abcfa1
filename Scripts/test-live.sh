#!/usr/bin/env bash
# The program on live sound, without a sound card: clips are played into PulseAudio servers of our own,
# whose monitors are the microphones. The servers are killed, stopped and started again on the way.
#
#   Scripts/test-live.sh         every part, side by side, since all of it is waiting
#   Scripts/test-live.sh soak    the same with 200 noisy packets, and many more stops of the server
#   Scripts/test-live.sh PART …  one or some of them: restart, tones, metronome, latency, piano, practice,
#                                messages, packets, stops
#
# Times only end a wait that is in vain; what was heard decides. PROGRAM takes another kammerton than that
# of .build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
tuner=$(realpath "${PROGRAM:-.build/release/kammerton}")

for program in pulseaudio paplay parec pactl sox python3; do
  command -v "$program" >/dev/null || {
    echo "test-live: skipped, because $program is not installed and could not be" >&2
    exit 0
  }
done

packet_count=8 stop_rounds=1
if [ "${1:-}" = soak ]; then
  packet_count=200 stop_rounds=10
  shift
fi
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(restart tones metronome latency piano practice messages packets stops)

fail() {
  echo "test-live: $*" >&2
  exit 1
}

# ---- What every part has for itself: a directory, a sound server, a list of what it has started.

# begin: a server that knows nothing of the user's own: separate sockets, settings and cookie.
begin() {
  work=$(mktemp -d)
  server=
  started=()
  trap finish EXIT
  export HOME=$work XDG_RUNTIME_DIR=$work/run XDG_CONFIG_HOME=$work/config
  export PULSE_RUNTIME_PATH=$work/run/pulse PULSE_STATE_PATH=$work/state
  export PULSE_SERVER=unix:$work/run/pulse/native
  unset PULSE_COOKIE PULSE_SINK PULSE_SOURCE XDG_DATA_HOME XDG_STATE_HOME
  mkdir -p -m 700 "$XDG_RUNTIME_DIR" "$PULSE_RUNTIME_PATH" "$XDG_CONFIG_HOME"
  cat >"$work/.asoundrc" <<'ALSA'
pcm.pulse { type pulse }
ctl.pulse { type pulse }
pcm.!default { type pulse }
ctl.!default { type pulse }
ALSA
  : >"$work/readings"
  : >"$work/tone"
  start_server
}
finish() {
  local process
  for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null || true; done
  stop_server
  rm -rf "$work"
}
start_server() {
  pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --disallow-exit \
    -L "module-native-protocol-unix socket=$XDG_RUNTIME_DIR/pulse/native auth-anonymous=1" \
    -L 'module-null-sink sink_name=air rate=48000 channels=2' \
    >>"$work/pulseaudio.log" 2>&1 &
  server=$!
  disown "$server"
  wait_for "the sound server" pactl info
}
stop_server() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  rm -f "$XDG_RUNTIME_DIR/pulse/native"
}
# wait_for WHAT COMMAND …: until the command succeeds; two minutes are enough for any machine.
wait_for() {
  local what=$1 deadline=$((SECONDS + 120))
  shift
  while [ $SECONDS -lt $deadline ]; do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  sed 's/^/test-live: tuner: /' "$work/notices" >&2 || true
  tail -n 5 "$work/readings" >&2 || true
  sed 's/^/test-live: tone: /' "$work/tone" >&2 || true
  fail "waited two minutes for $what"
}
has() { grep -q "$1" "$2"; }
is_over() { ! kill -0 "$1" 2>/dev/null; }

# start_tuner ARGUMENTS …: the tuner, as $tuner_process, whose readings come to $work/readings.
start_tuner() {
  "$tuner" tune --jsonl --microphone pulse "$@" >"$work/readings" 2>"$work/notices" &
  tuner_process=$!
  started+=("$tuner_process")
  wait_for "the first reading" has . "$work/readings"
}
# heard NOTE OCTAVE: at least 20 readings of a note since the last `listen`.
heard() {
  local count
  count=$(tail -n +"$mark" "$work/readings" | grep -c "\"note\":\"$1\",\"octave\":$2," || true)
  [ "$count" -ge 20 ]
}
listen() { mark=$(($(wc -l <"$work/readings") + 1)); }
# has_more COUNT: more readings than before by so many, of whatever it is.
has_more() { [ "$(wc -l <"$work/readings")" -ge $((mark - 1 + $1)) ]; }
# end_of WHAT PROCESS STATUS: waits for it.
end_of() {
  local status=0
  wait "$2" || status=$?
  [ "$status" -eq "$3" ] && return 0
  cat "$work/tone" >&2
  fail "$1 ended with status $status"
}
end_tuner() {
  kill -INT "$tuner_process"
  end_of "the tuner" "$tuner_process" 0
  tail -c 1 "$work/readings" | od -An -c | grep -q '\\n' || fail "the last reading is cut off"
}

# ---- Parts

# The tuner, and a server that is killed and started again.
part_restart() {
  begin
  # Plucked strings by another program, so that what they are is not our own word.
  sox -q -n -r 48000 -c 1 -b 16 "$work/low.wav" synth 2 pluck E2 gain -6
  sox -q -n -r 44100 -c 1 -b 16 "$work/high.wav" synth 2 pluck A4 gain -6
  start_tuner
  listen
  paplay "$work/low.wav"
  wait_for "E2" heard E 2
  echo "test-live: heard E2 through the sound server"

  stop_server
  wait_for "the notice of the loss" has 'microphone stopped' "$work/notices"
  is_over "$tuner_process" && fail "the tuner ended with the sound server"
  start_server
  listen
  wait_for "readings after the restart" has_more 20
  paplay "$work/high.wav"
  wait_for "A4 after the restart" heard A 4
  end_tuner
  echo "test-live: heard A4 after the sound server was killed and started again; Ctrl-C ended the tuner with" \
    "status 0, its last reading whole"
}

# Our own tone, to the same server: it must be heard, end by itself, and fade out on Ctrl-C.
part_tones() {
  begin
  start_tuner
  listen
  "$tuner" tone C5 --duration 2s --loudspeaker pulse 2>"$work/tone" ||
    { cat "$work/tone" >&2; fail "kammerton tone failed"; }
  wait_for "C5 from kammerton tone" heard C 5
  listen
  "$tuner" tone G3 --wave saw --loudspeaker pulse 2>>"$work/tone" &
  local tone=$!
  started+=("$tone")
  wait_for "G3 from an endless tone" heard G 3
  kill -INT "$tone"
  end_of "the tone" "$tone" 0
  if grep -q underruns "$work/tone"; then sed 's/^/test-live: tone: /' "$work/tone" >&2; fi
  echo "test-live: heard C5 and G3 from kammerton tone, which Ctrl-C ended with status 0"

  # What a microphone has heard is in the history.
  end_tuner
  "$tuner" history last >"$work/history"
  has '^C5 ' "$work/history" || { cat "$work/history" >&2; fail "the history has no C5"; }
  echo "test-live: the session is in the history, $(grep -c ' %' "$work/history") notes of it"
}

part_metronome() {
  begin
  up_to_three_times record_metronome
  show_metronome
}

# up_to_three_times COMMAND: as often as it fails for want of processor time: a gap in the sound, say.
up_to_three_times() {
  "$1" || "$1" || "$1" || fail "$1 failed three times"
}

# A metronome, recorded back. Only the number of clicks decides: a busy machine may make it stumble.
record_metronome() {
  parec --latency-msec=20 -d air.monitor --rate=48000 --channels=1 --format=s16le --raw \
    >"$work/clicks.raw" &
  local recorder=$! heard_clicks
  started+=("$recorder")
  wait_for "the recorder" sh -c "[ \$(wc -c <'$work/clicks.raw') -gt 20000 ]"
  "$tuner" metronome 137.5 --duration 6s --loudspeaker pulse --sample-rate 48000 2>"$work/tone" ||
    { cat "$work/tone" >&2; fail "kammerton metronome failed"; }
  sleep 0.5
  kill "$recorder"
  heard_clicks=$(Scripts/metronome-jitter.py 48000 137.5 <"$work/clicks.raw") || return 1
  if grep -q underruns "$work/tone"; then sed 's/^/test-live: metronome: /' "$work/tone" >&2; fi
  echo "test-live: a metronome of 14 clicks through the sound server: $heard_clicks"
  [ "${heard_clicks%% *}" -ge 10 ]
}

# The full screen, on a terminal of util-linux: taps set the tempo, q ends.
show_metronome() {
  command -v script >/dev/null || return 0
  local status=0
  : >"$work/screen"
  (
    wait_for "a beat" has beat "$work/screen"
    printf ' '
    sleep 0.5
    printf ' '
    wait_for "a tap" has tapped "$work/screen"
    printf q
  ) | TERM=xterm script -qefc "'$tuner' metronome 200 --loudspeaker pulse" "$work/screen" >/dev/null ||
    status=$?
  [ "$status" -eq 0 ] || fail "the metronome's screen ended with status $status"
  echo "test-live: the metronome's screen showed beats, took taps and gave the terminal back"
}

# The latency of a loop through the sound server, and of one that is 200 ms longer; then two metronomes on one
# loudspeaker, one of them late by its buffers, which align.
part_latency() {
  begin
  up_to_three_times measure_latency
  up_to_three_times align_metronomes
}
measure_latency() {
  local short long status=0
  pactl list short sinks | grep -q ear ||
    pactl load-module module-null-sink sink_name=ear rate=48000 channels=2 >/dev/null
  short=$(loop_latency 100) && long=$(loop_latency 300) || return 1
  # The sound server is free to take some milliseconds more or less than it is told.
  python3 -c 'import sys; sys.exit(abs(float(sys.argv[2]) - float(sys.argv[1]) - 200) > 30)' "$short" "$long" ||
    { echo "test-live: latencies of $short and $long ms differ by other than 200 ms" >&2; return 1; }
  echo "test-live: latencies of $short and $long ms were measured in loops of 100 and 300 ms"
  # Silence is no click.
  PULSE_SINK=air PULSE_SOURCE=ear.monitor "$tuner" calibrate --latency --microphone pulse --loudspeaker pulse \
    >"$work/readings" 2>"$work/notices" || status=$?
  [ "$status" -eq 2 ] || fail "a latency without clicks ended with status $status"
}
# loop_latency MILLISECONDS: what is measured through a loop that takes so long.
loop_latency() {
  local module status=0
  module=$(pactl load-module module-loopback source=air.monitor sink=ear latency_msec="$1" adjust_time=0)
  PULSE_SINK=air PULSE_SOURCE=ear.monitor "$tuner" calibrate --latency --microphone pulse --loudspeaker pulse \
    >"$work/readings" 2>"$work/notices" || status=$?
  pactl unload-module "$module"
  if [ "$status" -ne 0 ]; then cat "$work/notices" >&2; return 1; fi
  sed -n 's/^latency: \([0-9.]*\) .*/\1/p' "$XDG_CONFIG_HOME/kammerton/settings.txt"
}
align_metronomes() {
  local leader
  PULSE_SINK=air PULSE_SOURCE=air.monitor "$tuner" metronome 120 --lead --align --share-port 18442 --plain \
    --duration 20s --loudspeaker pulse --microphone pulse 2>"$work/notices" &
  leader=$!
  started+=("$leader")
  wait_for "the leader" has 'leads at UDP port' "$work/notices"
  PULSE_LATENCY_MSEC=300 PULSE_SINK=air PULSE_SOURCE=air.monitor "$tuner" metronome --join 127.0.0.1 --align \
    --share-port 18442 --plain --duration 18s --loudspeaker pulse --microphone pulse 2>"$work/tone" || return 1
  wait "$leader" || return 1
  grep -q 'Aligned with 1 other device: this loudspeaker sounds [1-9][0-9]*[.][0-9] ms later' "$work/tone" ||
    { cat "$work/tone" "$work/notices" >&2; return 1; }
  echo "test-live: two metronomes aligned: $(sed -n 's/.*\(this loudspeaker.*later\).*/\1/p' "$work/tone")"
}

# A piano: keys are measured and kept until Ctrl-C, then tuned to, as lines and on a terminal.
part_piano() {
  begin
  Scripts/piano-key.py 261.9 0.00034 >"$work/c4.wav"
  Scripts/piano-key.py 440.3 0.00075 >"$work/a4.wav"
  local process status=0
  "$tuner" piano measure --piano "$work/salon.piano" --microphone pulse \
    >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  wait_for "the microphone" microphone_is_open
  play_until "$work/c4.wav" '^C4 '
  play_until "$work/a4.wav" '^A4 '
  kill -INT "$process"
  end_of "piano measure" "$process" 0
  has '^key: C4 ' "$work/salon.piano" && has '^key: A4 ' "$work/salon.piano" &&
    has '^end: ' "$work/salon.piano" || fail "the piano file has not both keys"

  "$tuner" tune --piano "$work/salon.piano" --jsonl --microphone pulse \
    >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  wait_for "the microphone" microphone_is_open
  play_until "$work/a4.wav" '"key": "A4", "partial": 2'
  play_until "$work/c4.wav" '"key": "C4", "unison"'
  kill -INT "$process"
  end_of "tune --piano" "$process" 0
  echo "test-live: two piano keys were measured, kept and tuned to; Ctrl-C ended both with status 0"

  command -v script >/dev/null || return 0
  : >"$work/screen"
  (
    wait_for "the microphone" microphone_is_open
    play_until "$work/a4.wav" 'partial 2' "$work/screen"
    printf q
  ) | TERM=xterm script -qefc "'$tuner' tune --piano '$work/salon.piano' --microphone pulse" \
    "$work/screen" >/dev/null || status=$?
  [ "$status" -eq 0 ] || fail "the piano's screen ended with status $status"
  echo "test-live: the piano's screen found the key and gave the terminal back"
}
microphone_is_open() { pactl list short source-outputs | grep -q .; }
# play_until SOUND TEXT [FILE]: as often as a busy machine needs to hear it without a gap.
play_until() {
  local attempt
  for attempt in 1 2 3 4 5 6; do
    paplay "$1"
    sleep 2
    ! grep -q "$2" "${3:-$work/readings}" || return 0
  done
  cat "$work/notices" >&2
  fail "$(basename "$1") was played six times, but '$2' was not heard"
}

# A scale is practised to a drone: the drone sounds in headphones, a second sink whose monitor is recorded,
# and the microphone hears the scale alone. What is scored, and what the headphones played, decides.
part_practice() {
  begin
  local note notes=()
  for note in C4 D4 E4 F4 G4 A4 B4 C5 B4 A4 G4 F4 E4 D4 C4; do
    sox -q -n -r 48000 -c 1 -b 16 "$work/$note.wav" synth 0.7 pluck "$note" gain -6
    notes+=("$work/$note.wav")
  done
  sox -q "${notes[@]}" "$work/scale.wav"
  pactl load-module module-null-sink sink_name=phones rate=48000 channels=2 >/dev/null
  up_to_three_times practise
  up_to_three_times play_along
  up_to_three_times hear_cues
  "$tuner" history --instrument "practice: c major" >"$work/history"
  has 'Practice: C major' "$work/history" || fail "the practice is not in the history"
  echo "test-live: the practice is in the history"
}
practise() {
  parec -d phones.monitor --rate=48000 --channels=1 --format=s16le --raw >"$work/drone.raw" &
  local recorder=$! process
  started+=("$recorder")
  PULSE_SINK=phones PULSE_SOURCE=air.monitor "$tuner" practice C-major --drone --json \
    --microphone pulse --loudspeaker pulse >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  wait_for "the drone" sh -c "pactl list short sink-inputs | grep -q ."
  sleep 1
  paplay --device=air "$work/scale.wav"
  end_of "practice" "$process" 0  # by itself, after four seconds of silence
  kill "$recorder"
  sox -q -r 48000 -c 1 -b 16 -e signed "$work/drone.raw" "$work/drone.wav"
  "$tuner" track "$work/drone.wav" >"$work/drone.csv"
  python3 - "$work/readings" "$work/drone.csv" <<'SCORE'
import csv, json, math, statistics, sys
with open(sys.argv[1]) as file:
    result = json.load(file)
right = [note["cents"] for note in result["notes"] if note["cents"] is not None]
with open(sys.argv[2]) as file:
    voiced = [float(row["frequency"]) for row in csv.DictReader(file) if float(row["frequency"] or 0) > 0]
if not voiced:
    sys.exit("test-live: no drone was heard in the headphones")
drone = statistics.median(voiced)
cents = 1200 * math.log2(drone / (440 * 2 ** (-21 / 12)))
print(f"test-live: {len(right)} of 15 notes were scored, spread {result['spread']:.1f} cents, {result['extra']} too many;"
      f" the drone was {drone:.2f} Hz, {cents:+.1f} cents from C3, for {len(voiced) / 100:.1f} s")
sys.exit(len(right) < 13 or result["extra"] > 2 or abs(cents) > 2 or len(voiced) < 500)
SCORE
}

# A wrong note and one that is 40 cents sharp have their tones in the headphones, and the others have none.
hear_cues() {
  local note notes=() process recorder
  sox -q -n -r 48000 -c 1 -b 16 "$work/wrong.wav" synth 0.7 pluck G#4 gain -6
  sox -q -n -r 48000 -c 1 -b 16 "$work/sharp.wav" synth 0.7 pluck 450.28 gain -6
  for note in C4 D4 wrong F4 G4 sharp B4 C5 B4 A4 G4 F4 E4 D4 C4; do notes+=("$work/$note.wav"); done
  sox -q "${notes[@]}" "$work/faults.wav"
  parec -d phones.monitor --rate=48000 --channels=1 --format=s16le --raw >"$work/cues.raw" &
  recorder=$!
  started+=("$recorder")
  PULSE_SINK=phones PULSE_SOURCE=air.monitor "$tuner" practice C-major --cues --no-history --json \
    --microphone pulse --loudspeaker pulse >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  wait_for "the headphones" sh -c "pactl list short sink-inputs | grep -q ."
  wait_for "the microphone" microphone_is_open
  sleep 1
  paplay --device=air "$work/faults.wav"
  end_of "practice --cues" "$process" 0
  kill "$recorder"
  python3 - "$work/cues.raw" <<'CUES'
import array, sys
with open(sys.argv[1], "rb") as file:
    data = file.read()
samples = array.array("h", data[:len(data) // 2 * 2])
tones, start, quiet = [], None, 0
for index, sample in enumerate(samples):
    if abs(sample) > 300:
        start, quiet = index if start is None else start, 0
    elif start is not None:
        quiet += 1
        if quiet > 960:
            tone = samples[start:index - quiet]
            crossings = sum((one < 0) != (other < 0) for one, other in zip(tone, tone[1:]))
            tones.append((len(tone) / 48000, crossings / 2 * 48000 / max(1, len(tone))))
            start = None
print("test-live: practice --cues:", ", ".join(f"{frequency:.0f} Hz for {1000 * time:.0f} ms" for time, frequency in tones))
buzzes = [frequency for _, frequency in tones if abs(frequency - 185) < 25]
rising = [frequency for _, frequency in tones if abs(frequency - 925) < 60]
sys.exit(not (buzzes and rising) or len(tones) > 5)
CUES
}

# The program plays a scale and hears itself, so that every note is right.
play_along() {
  local process
  PULSE_SINK=air PULSE_SOURCE=air.monitor "$tuner" practice D-minor --play --tempo 240 --json \
    --microphone pulse --loudspeaker pulse >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  end_of "practice --play" "$process" 0
  python3 - "$work/readings" <<'SCORE'
import json, sys
with open(sys.argv[1]) as file:
    result = json.load(file)
right = [note["cents"] for note in result["notes"] if note["cents"] is not None]
print(f"test-live: {len(right)} of 15 notes that practice played itself were right, spread {result['spread']:.2f} cents")
sys.exit(len(right) < 15 or result["extra"] > 0 or result["spread"] > 2 or abs(result["offset"]) > 1)
SCORE
}

# Pairing, messages and confirmed messages between two processes, which hear themselves as well, while a
# tuner listens too.
part_messages() {
  begin
  sox -q -n -r 48000 -c 1 -b 16 "$work/low.wav" synth 2 pluck E2 gain -6
  start_tuner
  pair
  send_signed
  send_parts
  send_confirmed
  send_unheard
  send_interrupted
  up_to_three_times test_bands
  end_tuner
}

pair() {
  "$tuner" pair --join --yes --mode desk --timeout 90s --microphone pulse --loudspeaker pulse \
    --save-secret "$work/secret-joined" >"$work/joined" 2>"$work/tone" &
  local joiner=$!
  started+=("$joiner")
  sleep 1
  "$tuner" pair --offer --yes --mode desk --timeout 90s --microphone pulse --loudspeaker pulse \
    --save-secret "$work/secret-offered" --payload "see you at eight" 2>"$work/sent" ||
    { cat "$work/sent" "$work/tone" >&2; fail "the offer failed"; }
  end_of "the join" "$joiner" 0
  [ "$(cat "$work/joined")" = "see you at eight" ] &&
    cmp -s "$work/secret-joined" "$work/secret-offered" || fail "the joiner got something else"
  echo "test-live: two processes paired by sound, with one secret, and a text was handed over"
}

# A message, and its receipt, that only the paired devices could have sent.
send_signed() {
  "$tuner" receive --once --answer --timeout 90s --microphone pulse --loudspeaker pulse \
    --secret "$work/secret-joined" --output "$work/received" 2>"$work/tone" &
  local receiver=$!
  started+=("$receiver")
  sleep 1
  "$tuner" send "see you at nine" --confirm --timeout 90s --microphone pulse --loudspeaker pulse \
    --secret "$work/secret-offered" 2>"$work/sent" ||
    { cat "$work/sent" "$work/tone" >&2; fail "the signed message was not confirmed"; }
  end_of "the receiver of a signed message" "$receiver" 0
  [ "$(cat "$work/received")" = "see you at nine" ] && grep -q "the paired device" "$work/sent" ||
    fail "the signed message did not come from the paired device"
  echo "test-live: a signed message was received and confirmed by the paired device"
}

# A message in parts, heard live while strings are plucked.
send_parts() {
  "$tuner" receive --once --timeout 90s --microphone pulse --output "$work/received" 2>"$work/tone" &
  local receiver=$!
  started+=("$receiver")
  sleep 1
  paplay "$work/low.wav" &
  seq 1 120 >"$work/numbers"
  "$tuner" send --file "$work/numbers" --mode desk --loudspeaker pulse 2>"$work/sent" ||
    { cat "$work/sent" >&2; fail "kammerton send failed"; }
  end_of "receive" "$receiver" 0
  cmp -s "$work/numbers" "$work/received" || fail "what was received is not what was sent"
  echo "test-live: $(wc -c <"$work/received") bytes were sent and received by sound, while strings sounded"
}

# The same with answers: bursts of noise destroy parts of the first turn, the receiver asks for others, and
# the sender ends when it knows that all has arrived. Both hear both, and themselves.
send_confirmed() {
  sox -q -R -n -r 48000 -c 1 -b 16 "$work/bursts.wav" synth 0.6 whitenoise gain -1 pad 0 0.9 repeat 4
  seq 1001 1200 >"$work/numbers"
  "$tuner" receive --answer --once --timeout 200s --microphone pulse --loudspeaker pulse \
    --output "$work/answered" 2>"$work/tone" &
  local receiver=$! sent needed
  started+=("$receiver")
  sleep 1
  paplay "$work/bursts.wav" &
  "$tuner" send --file "$work/numbers" --confirm --mode desk --microphone pulse --loudspeaker pulse \
    2>"$work/sent" || { cat "$work/sent" "$work/tone" >&2; fail "send --confirm failed"; }
  end_of "receive --answer" "$receiver" 0
  cmp -s "$work/numbers" "$work/answered" || fail "what was confirmed is not what was sent"
  sent=$(sed -n 's/.*Packets sent: \([0-9]*\).*/\1/p' "$work/sent")
  needed=$(sed -n 's/.*needed: \([0-9]*\).*/\1/p' "$work/sent")
  [ "$sent" -gt $((needed + 1)) ] || { cat "$work/sent" >&2; fail "the bursts destroyed nothing"; }
  echo "test-live: $(wc -c <"$work/answered") bytes were confirmed by sound, though bursts of noise made" \
    "$sent packets of $needed necessary"
}

# A message that is stopped has not been sent, though nothing of it may have sounded.
send_interrupted() {
  local status=0
  "$tuner" send --file "$work/numbers" --mode desk --loudspeaker pulse 2>"$work/sent" &
  # The shell lets it ignore the signal until it says that it does not.
  while kill -INT $! 2>"$work/killed"; do sleep 0.05; done
  wait $! || status=$?
  [ "$status" -eq 130 ] || fail "a send that was interrupted ended with status $status"
  echo "test-live: a message that was interrupted ended with status 130"
}

# Without a receiver that answers, a surer mode is tried, and status 2 says that nobody has confirmed.
send_unheard() {
  local status=0
  "$tuner" send "is anybody there" --confirm --mode touch --timeout 25s --microphone pulse --loudspeaker pulse \
    2>"$work/sent" || status=$?
  [ "$status" -eq 2 ] && has 'Not confirmed' "$work/sent" &&
    has 'No answer in the mode touch, so the message goes on in room' "$work/sent" ||
    { cat "$work/sent" >&2; fail "an unheard send ended with status $status"; }
  echo "test-live: a message that nobody confirmed went on in a surer mode, and ended with status 2"
}

# Through a sound server without noise, every band must be good.
test_bands() {
  "$tuner" band-test --microphone pulse --loudspeaker pulse --level -20 >"$work/bands" &&
    [ "$(grep -c 'good$' "$work/bands")" -eq 3 ] || { cat "$work/bands" >&2; return 1; }
  echo "test-live: band-test found three good bands"
}

# Packets under a song and babble, through the sound server: each arrives or fails cleanly.
part_packets() {
  begin
  Scripts/noisy-packets.sh write "$tuner" "$packet_count" "$work"
  : >"$work/packets"
  "$tuner" receive --jsonl --repeats --microphone pulse >"$work/packets" 2>"$work/tone" &
  local receiver=$!
  started+=("$receiver")
  sleep 1
  paplay "$work/air.wav"
  # However long a busy machine takes to hear it all.
  wait_for "half of $packet_count packets" \
    sh -c "[ \$(wc -l <'$work/packets') -ge $((packet_count / 2)) ]"
  kill -INT "$receiver"
  end_of "receive" "$receiver" 0
  Scripts/noisy-packets.sh compare "$work/texts" "$work/packets" $((packet_count / 2))
  echo "test-live: of $packet_count packets under a song and babble," \
    "$(wc -l <"$work/packets") arrived, none wrong"
}

# A server that is stopped for a while must be survived, and Ctrl-C while it hangs must end the program.
part_stops() {
  local seconds round process
  processes=()
  trap 'kill "${processes[@]}" 2>/dev/null || true' EXIT
  for round in $(seq "$stop_rounds"); do
    for seconds in 8 12; do
      survive_stop "$seconds" &
      processes+=($!)
    done
    for seconds in 0.5 3 6; do
      interrupt_stopped "$seconds" 0 tune --jsonl --microphone pulse &
      processes+=($!)
      interrupt_stopped "$seconds" 0 tone A4 --loudspeaker pulse &
      processes+=($!)
    done
    interrupt_opening 0 tune --plain --microphone pulse &
    processes+=($!)
    interrupt_opening 2 practice C-major --microphone pulse &
    processes+=($!)
    interrupt_opening 2 practice C-major --drone --microphone pulse --loudspeaker pulse &
    processes+=($!)
    interrupt_opening 0 setup guitar --length 648mm --microphone pulse &
    processes+=($!)
    interrupt_opening 0 receive --microphone pulse &
    processes+=($!)
    interrupt_opening 0 receive --answer --microphone pulse --loudspeaker pulse &
    processes+=($!)
    interrupt_opening 130 send hello --confirm --microphone pulse --loudspeaker pulse &
    processes+=($!)
    interrupt_opening 130 band-test --microphone pulse --loudspeaker pulse &
    processes+=($!)
    interrupt_opening 0 piano measure --microphone pulse &
    processes+=($!)
    interrupt_opening 0 metronome 120 --loudspeaker pulse &
    processes+=($!)
    unanswered tone A4 --loudspeaker pulse &
    processes+=($!)
    unanswered metronome 120 --loudspeaker pulse &
    processes+=($!)
    unanswered tune --plain --microphone pulse &
    processes+=($!)
    for process in "${processes[@]}"; do
      wait "$process" || fail "the program did not get over a sound server that stopped"
    done
    processes=()
  done
  echo "test-live: readings came again after all of $((2 * stop_rounds)) stops of the sound server of 8 and" \
    "12 s; Ctrl-C during one ended the tuner and a tone with status 0, all of $((6 * stop_rounds)) times," \
    "and all of $((10 * stop_rounds)) commands that were opening a device; $((3 * stop_rounds)) that never got one" \
    "said so after 3 s and gave up after 15 s"
}

# survive_stop SECONDS: the server is stopped for so long; readings must come again, and notices be seen.
survive_stop() {
  begin
  sox -q -n -r 44100 -c 1 -b 16 "$work/high.wav" synth 2 pluck A4 gain -6
  start_tuner
  kill -STOP "$server"
  sleep "$1"
  wait_for "the notice of the loss" has 'microphone stopped' "$work/notices"
  kill -CONT "$server"
  wait_for "the notice of the return" has 'microphone works again' "$work/notices"
  listen
  wait_for "readings after a stop of $1 s" has_more 100
  paplay "$work/high.wav"
  wait_for "A4 after a stop of $1 s" heard A 4
  end_tuner
}

# interrupt_stopped SECONDS STATUS COMMAND …: Ctrl-C so long after the server was stopped.
interrupt_stopped() {
  local seconds=$1 status=$2 process
  shift 2
  begin
  "$tuner" "$@" >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  if [ "$1" = tune ]; then
    wait_for "the first reading" has . "$work/readings"
  else
    wait_for "the tone" sh -c "pactl list short sink-inputs | grep -q ."
  fi
  kill -STOP "$server"
  sleep "$seconds"
  kill -INT "$process"
  wait_for "the end of $1 after Ctrl-C" is_over "$process"
  end_of "$1, interrupted $seconds s after the sound server stopped," "$process" "$status"
}

# interrupt_opening STATUS COMMAND …: Ctrl-C while a device cannot be opened, because the server hangs.
interrupt_opening() {
  local status=$1 process
  shift
  begin
  kill -STOP "$server"
  "$tuner" "$@" </dev/null >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  sleep 3  # It waits in the library by then; nothing tells from outside.
  is_over "$process" && fail "$1 did not wait for the sound server: $(cat "$work/notices")"
  kill -INT "$process"
  wait_for "the end of $1 after Ctrl-C while its device was opened" is_over "$process"
  end_of "$1, interrupted while its device was opened," "$process" "$status"
}

# unanswered COMMAND …: the server hangs for ever; the command says so after 3 s, and gives up after 15 s.
unanswered() {
  local process
  begin
  kill -STOP "$server"
  "$tuner" "$@" </dev/null >"$work/readings" 2>"$work/notices" &
  process=$!
  started+=("$process")
  wait_for "the notice of $1" has 'sound server does not answer' "$work/notices"
  is_over "$process" && fail "$1 did not wait for the sound server: $(cat "$work/notices")"
  wait_for "the end of $1" is_over "$process"
  end_of "$1, whose sound server never answered," "$process" 2
  has 'has not answered for 15 s' "$work/notices" || fail "$1 did not say why: $(cat "$work/notices")"
}

# ---- All parts, side by side

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
processes=()
for part in "${parts[@]}"; do
  declare -F "part_$part" >/dev/null || fail "no part is called $part"
done
for part in "${parts[@]}"; do
  (trap - EXIT; "part_$part") >"$logs/$part" 2>&1 &
  processes+=($!)
done
# Ctrl-C ends the parts as well, which end their servers.
trap 'kill "${processes[@]}" 2>/dev/null; wait; exit 130' INT TERM
failed=()
for index in "${!parts[@]}"; do
  status=0
  wait "${processes[index]}" || status=$?
  cat "$logs/${parts[index]}"
  [ "$status" -eq 0 ] || failed+=("${parts[index]}")
done
[ ${#failed[@]} -eq 0 ] || fail "failed: ${failed[*]}"
