#!/usr/bin/env python3
"""What is long by nature, for `make soak`: a day of audio through the tracker, and ten hours of other
sounds, two of each kind, through the modem, which must deliver nothing.

    Scripts/test-hours.py [PROGRAM [HOURS]]     .build/release/kammerton and 24 by default

HOURS is how long the tracked tone lasts; the modem hears two twelfths of it of each kind. Needs sox,
whose sounds are not our own word.
"""

import csv
import math
import resource
import subprocess
import sys
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ".build/release/kammerton"
HOURS = float(sys.argv[2]) if len(sys.argv) > 2 else 24
TONE = 443.21
# Each in the bands that messages use, too: chirps through all of them, whistles that glide in them.
NOISES = {
    "white noise": "synth {0} whitenoise gain -6",
    "pink noise": "synth {0} pinknoise gain -6",
    "brown noise": "synth {0} brownnoise gain -6",
    "chirps": "synth 7 sine 300-20000 gain -6 repeat {1}",
    "whistles": "synth 11 sine 17000/19500 synth 11 sine amod 5 gain -6 repeat {1}",
}


def sound(effects, seconds, kind="wav"):
    """The sound through a pipe: as WAV, or for more than WAV can say as 16-bit samples alone."""
    times = max(0, math.ceil(seconds / 7) - 1)
    words = effects.format(f"{seconds:.0f}", times).split() + ["trim", "0", f"{seconds:.0f}"]
    return subprocess.Popen(
        ["sox", "-q", "-V1", "-n", "-R", "-r", "48000", "-c", "1", "-b", "16", "-t", kind, "-", *words],
        stdout=subprocess.PIPE)


def check(condition, claim):
    if not condition:
        sys.exit(f"test-hours: not true that {claim}")
    print(f"test-hours: {claim}", flush=True)


def track_a_day():
    seconds = HOURS * 3600
    source = sound(f"synth {{0}} sine {TONE} gain -6", seconds, "raw")
    begin = time.monotonic()
    tracker = subprocess.Popen(
        [PROGRAM, "track", "-", "--raw", "s16le", "--rate", "48000"], stdin=source.stdout, stdout=subprocess.PIPE, text=True)
    source.stdout.close()
    worst = rows = unvoiced = 0
    late = 0.0
    for row in csv.DictReader(tracker.stdout):
        rows += 1
        late = float(row["time"])
        # Within 50 ms of the ends the tracker sees the edge.
        if not 0.05 < late < seconds - 0.05:
            continue
        if row["frequency"]:
            worst = max(worst, abs(1200 * math.log2(float(row["frequency"]) / TONE)))
        else:
            unvoiced += 1
    check(tracker.wait() == 0, f"a tone of {HOURS:g} hours is tracked to its end")
    check(rows == round(seconds * 100) and abs(late - seconds) < 0.011,
          f"its {rows} readings are 10 ms apart, to the last one at {late:.2f} s")
    check(unvoiced == 0 and worst < 0.1, f"each of them is within {worst:.4f} cents of {TONE} Hz")
    check_memory("tracking", 100, begin)


def hear_nothing():
    seconds = HOURS / 12 * 3600
    for name, effects in NOISES.items():
        begin = time.monotonic()
        source = sound(effects, seconds)
        receiver = subprocess.run(
            [PROGRAM, "receive", "-", "--jsonl"], stdin=source.stdout, capture_output=True, text=True)
        source.stdout.close()
        source.wait()
        lines = receiver.stdout.splitlines()
        # Status 2: a recording without a message.
        check(receiver.returncode == 2 and not lines,
              f"{HOURS / 12:g} hours of {name} deliver nothing: {receiver.stderr.strip() or 'in silence'}"
              + "".join(lines[:3]))
        check_memory(name, 200, begin)


def check_memory(name, limit, begin):
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    check(used < limit, f"{name} took at most {used:.0f} MB, and {time.monotonic() - begin:.0f} s")


track_a_day()
hear_nothing()
