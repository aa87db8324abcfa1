#!/usr/bin/env bash
# The tuner on live sound, without a sound card: clips are played into a PulseAudio server of our
# own, whose monitor is the microphone. The server is killed and started again on the way.
set -euo pipefail
cd "$(dirname "$0")/.."
tuner=$PWD/.build/release/kammerton

for program in pulseaudio paplay pactl sox; do
  command -v "$program" >/dev/null || {
    echo "test-live: skipped, because $program is not installed and could not be" >&2
    exit 0
  }
done

work=$(mktemp -d)
tuner_process=
tone_process=
recorder=
finish() {
  [ -z "$tone_process" ] || kill -9 "$tone_process" 2>/dev/null || true
  [ -z "$recorder" ] || kill -9 "$recorder" 2>/dev/null || true
  [ -z "$tuner_process" ] || kill -9 "$tuner_process" 2>/dev/null || true
  stop_server
  rm -rf "$work"
}
trap finish EXIT

# A server that knows nothing of the user's own: separate sockets, settings and cookie.
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
  [ -z "${server:-}" ] || kill -9 "$server" 2>/dev/null || true
  rm -f "$XDG_RUNTIME_DIR/pulse/native"
}
# wait_for WHAT COMMAND …: until the command succeeds, at most 30 s.
wait_for() {
  local what=$1 try
  shift
  for try in $(seq 300); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  echo "test-live: waited 30 s for $what" >&2
  sed 's/^/test-live: tuner: /' "$work/notices" >&2 || true
  tail -n 5 "$work/readings" >&2 || true
  sed 's/^/test-live: tone: /' "$work/tone" >&2 || true
  exit 1
}
has() { grep -q "$1" "$2"; }
# heard NOTE OCTAVE: at least 20 readings of a note since the last `listen`.
heard() {
  local count
  count=$(tail -n +"$mark" "$work/readings" | grep -c "\"note\":\"$1\",\"octave\":$2," || true)
  [ "$count" -ge 20 ]
}
listen() { mark=$(($(wc -l <"$work/readings") + 1)); }
running() { kill -0 "$tuner_process" 2>/dev/null; }

# Plucked strings by another program, so that what they are is not our own word.
sox -q -n -r 48000 -c 1 -b 16 "$work/low.wav" synth 2 pluck E2 gain -6
sox -q -n -r 44100 -c 1 -b 16 "$work/high.wav" synth 2 pluck A4 gain -6

start_server
: >"$work/readings"
: >"$work/tone"
"$tuner" tune --jsonl --device pulse >"$work/readings" 2>"$work/notices" &
tuner_process=$!
wait_for "the first reading" has . "$work/readings"

listen
paplay "$work/low.wav"
wait_for "E2" heard E 2
echo "test-live: heard E2 through the sound server"

kill -9 "$server"
stop_server
wait_for "the notice of the loss" has 'device is lost' "$work/notices"
running || { echo "test-live: the tuner ended with the sound server" >&2; exit 1; }
start_server
lines=$(wc -l <"$work/readings")
wait_for "readings after the restart" \
  sh -c "[ \$(wc -l <'$work/readings') -gt $((lines + 20)) ]"
listen
paplay "$work/high.wav"
wait_for "A4 after the restart" heard A 4
echo "test-live: heard A4 after the sound server was killed and started again"

# Our own tone, to the same server: it must be heard, end by itself, and fade out on Ctrl-C.
listen
"$tuner" tone C5 --duration 2s --device pulse 2>"$work/tone" ||
  { echo "test-live: kammerton tone failed" >&2; cat "$work/tone" >&2; exit 1; }
wait_for "C5 from kammerton tone" heard C 5
listen
"$tuner" tone G3 --wave saw --device pulse 2>>"$work/tone" &
tone_process=$!
wait_for "G3 from an endless tone" heard G 3
kill -INT "$tone_process"
status=0
wait "$tone_process" || status=$?
tone_process=
[ "$status" -eq 0 ] || { echo "test-live: the tone ended with status $status" >&2; exit 1; }
if grep -q underruns "$work/tone"; then sed 's/^/test-live: tone: /' "$work/tone" >&2; fi
echo "test-live: heard C5 and G3 from kammerton tone, which Ctrl-C ended with status 0"

# A metronome, recorded back. Only the number of clicks decides: a busy machine may make it stumble.
if command -v parec >/dev/null && command -v python3 >/dev/null; then
  parec --latency-msec=20 -d air.monitor --rate=48000 --channels=1 --format=s16le --raw \
    >"$work/clicks.raw" &
  recorder=$!
  wait_for "the recorder" sh -c "[ \$(wc -c <'$work/clicks.raw') -gt 20000 ]"
  "$tuner" metronome 137.5 --duration 6s --device pulse --sample-rate 48000 2>"$work/tone" ||
    { echo "test-live: kammerton metronome failed" >&2; cat "$work/tone" >&2; exit 1; }
  sleep 0.5
  kill "$recorder"
  recorder=
  heard_clicks=$(Scripts/metronome-jitter.py 48000 137.5 <"$work/clicks.raw")
  [ "${heard_clicks%% *}" -ge 10 ] ||
    { echo "test-live: of 14 clicks, only $heard_clicks" >&2; exit 1; }
  if grep -q underruns "$work/tone"; then sed 's/^/test-live: metronome: /' "$work/tone" >&2; fi
  echo "test-live: a metronome through the sound server: $heard_clicks"
fi

# The full screen, on a terminal of util-linux: taps set the tempo, q ends.
if command -v script >/dev/null; then
  status=0
  (sleep 2; printf ' '; sleep 0.5; printf ' '; sleep 1; printf q) |
    TERM=xterm script -qec "'$tuner' metronome 200 --device pulse" "$work/screen" >/dev/null ||
    status=$?
  [ "$status" -eq 0 ] && grep -q 'beat' "$work/screen" && grep -q 'tapped' "$work/screen" ||
    { echo "test-live: the metronome's screen ended with status $status" >&2; exit 1; }
  echo "test-live: the metronome's screen showed beats, took taps and gave the terminal back"
fi

# Two processes pair over the same air, which both hear, themselves included, and the tuner as well.
"$tuner" pair --join --yes --mode desk --timeout 90s --microphone pulse --loudspeaker pulse \
  --secret-to "$work/secret-joined" >"$work/joined" 2>"$work/tone" &
tone_process=$!
sleep 1
"$tuner" pair --offer --yes --mode desk --timeout 90s --microphone pulse --loudspeaker pulse \
  --secret-to "$work/secret-offered" --payload "see you at eight" 2>"$work/notices-offer" ||
  { echo "test-live: the offer failed" >&2; cat "$work/notices-offer" "$work/tone" >&2; exit 1; }
status=0
wait "$tone_process" || status=$?
tone_process=
[ "$status" -eq 0 ] && [ "$(cat "$work/joined")" = "see you at eight" ] &&
  cmp -s "$work/secret-joined" "$work/secret-offered" ||
  { echo "test-live: the join ended with status $status" >&2; cat "$work/tone" >&2; exit 1; }
echo "test-live: two processes paired by sound, with one secret, and a text was handed over"

# A message in parts, heard live while strings are plucked.
"$tuner" receive --once --timeout 90s --device pulse --output "$work/received" 2>"$work/tone" &
tone_process=$!
sleep 1
paplay "$work/low.wav" &
seq 1 120 >"$work/numbers"
"$tuner" send --file "$work/numbers" --mode desk --device pulse 2>"$work/notices-offer" ||
  { echo "test-live: kammerton send failed" >&2; cat "$work/notices-offer" >&2; exit 1; }
status=0
wait "$tone_process" || status=$?
tone_process=
[ "$status" -eq 0 ] && cmp -s "$work/numbers" "$work/received" ||
  { echo "test-live: receive ended with status $status" >&2; cat "$work/tone" >&2; exit 1; }
echo "test-live: $(wc -c <"$work/received") bytes were sent and received by sound, while strings sounded"

# The same with answers: bursts of noise destroy parts of the first turn, the receiver asks for others, and
# the sender ends when it knows that all has arrived. Both hear both, and themselves.
sox -q -R -n -r 48000 -c 1 -b 16 "$work/bursts.wav" synth 0.6 whitenoise gain -1 pad 0 0.9 repeat 4
seq 1001 1200 >"$work/numbers"
"$tuner" receive --answer --once --timeout 200s --device pulse --loudspeaker pulse \
  --output "$work/answered" 2>"$work/tone" &
tone_process=$!
sleep 1
paplay "$work/bursts.wav" &
"$tuner" send --file "$work/numbers" --confirm --mode desk --microphone pulse --device pulse \
  2>"$work/notices-offer" ||
  { echo "test-live: send --confirm failed" >&2; cat "$work/notices-offer" "$work/tone" >&2; exit 1; }
status=0
wait "$tone_process" || status=$?
tone_process=
[ "$status" -eq 0 ] && cmp -s "$work/numbers" "$work/answered" ||
  { echo "test-live: receive --answer ended with status $status" >&2; cat "$work/tone" >&2; exit 1; }
sent=$(sed -n 's/.*receiver; \([0-9]*\) packets.*/\1/p' "$work/notices-offer")
needed=$(sed -n 's/.*which \([0-9]*\) had.*/\1/p' "$work/notices-offer")
[ "$sent" -gt $((needed + 1)) ] ||
  { echo "test-live: the bursts destroyed nothing" >&2; cat "$work/notices-offer" >&2; exit 1; }
echo "test-live: $(wc -c <"$work/answered") bytes were confirmed by sound, though bursts of noise made" \
  "$sent packets of $needed necessary"

# Without a receiver that answers, status 2 says that nobody has confirmed.
status=0
"$tuner" send "is anybody there" --confirm --mode touch --timeout 5s --microphone pulse --device pulse \
  2>"$work/notices-offer" || status=$?
[ "$status" -eq 2 ] && has 'Not confirmed' "$work/notices-offer" ||
  { echo "test-live: an unheard send ended with status $status" >&2; exit 1; }
echo "test-live: a message that nobody confirmed ended with status 2"

# Packets under a song and babble, through the sound server: each arrives or fails cleanly.
Scripts/noisy-packets.sh "$tuner" 24 "$work"
"$tuner" receive --jsonl --repeats --device pulse >"$work/packets" 2>"$work/tone" &
tone_process=$!
sleep 1
paplay "$work/air.wav"
# However long a busy machine takes to hear it all.
wait_for "half of 24 packets" sh -c "[ \$(wc -l <'$work/packets') -ge 12 ]"
kill -INT "$tone_process"
status=0
wait "$tone_process" || status=$?
tone_process=
[ "$status" -eq 0 ] || { echo "test-live: receive ended with status $status" >&2; exit 1; }
Scripts/compare-packets.sh "$work/texts" "$work/packets" 12
echo "test-live: of 24 packets under a song and babble, $(wc -l <"$work/packets") arrived, none wrong"

# Through a sound server without noise, every band must be good.
"$tuner" band-test --microphone pulse --loudspeaker pulse --level -20 >"$work/bands" ||
  { echo "test-live: band-test found no band" >&2; cat "$work/bands" >&2; exit 1; }
[ "$(grep -c 'good$' "$work/bands")" -eq 3 ] ||
  { echo "test-live: band-test found:" >&2; cat "$work/bands" >&2; exit 1; }
echo "test-live: band-test found three good bands"

kill -INT "$tuner_process"
status=0
wait "$tuner_process" || status=$?
tuner_process=
[ "$status" -eq 0 ] || { echo "test-live: the tuner ended with status $status" >&2; exit 1; }
tail -c 1 "$work/readings" | od -An -c | grep -q '\\n' ||
  { echo "test-live: the last reading is cut off" >&2; exit 1; }
echo "test-live: the interrupted tuner flushed its last reading and ended with status 0"

# What a microphone has heard is in the history.
"$tuner" history last >"$work/history"
has '^E2 ' "$work/history" ||
  { echo "test-live: the history has no E2:" >&2; cat "$work/history" >&2; exit 1; }
echo "test-live: the session is in the history, $(grep -c ' %' "$work/history") notes of it"
