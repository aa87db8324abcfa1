"""How many instructions tracker and live tuner need for a second of real sound: instructions.sh DATA [--check]

A second from the middle of each of ten clips of each set, at 44.1 kHz, by the default tracker of libkammerton
(Examples/c/track.c), and by all that the live tuner computes (Tools/_LiveTuner), each less what it needs for a tenth of a
second of silence. Counted by valgrind's callgrind.
"""

import argparse
import datetime
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import scipy.signal
import soundfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIVE_TUNER = ROOT / ".build" / "release" / "_LiveTuner"
FIGURES = ROOT / "Benchmarks" / "figures" / "instructions.json"
SETS = ("real-notes", "rendered", "singing", "speech", "tuner", "degraded")
RATE, SECONDS, TOLERANCE = 44100, 10, 0.03


def sound(folder):
    """The beginning of a set's clips, one second of each from its middle, one after another, mono."""
    clips = []
    for path in sorted(folder.glob("*.wav"))[:SECONDS]:
        samples, rate = soundfile.read(path, always_2d=True)
        common = math.gcd(RATE, rate)
        clip = scipy.signal.resample_poly(samples.mean(axis=1), RATE // common, rate // common)
        start = max(0, (len(clip) - RATE) // 2)
        clips.append(clip[start:start + RATE])
    return np.concatenate(clips)


def count(program, samples):
    """The instructions of one run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, str(RATE)]
    run = subprocess.run(command, input=samples.astype("<f4").tobytes(), capture_output=True, check=True)
    return int(re.search(rb"Collected : (\d+)", run.stderr)[1])


def compiled(folder):
    """The example, linked with the library."""
    program = pathlib.Path(folder) / "track"
    subprocess.run(["cc", "-O2", "-I", ROOT / "dist", ROOT / "Examples" / "c" / "track.c",
                    ROOT / "dist" / "libkammerton.a", "-lm", "-lpthread", "-o", program], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(prog="instructions.sh")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for title, program in [("tracker", compiled(folder)), ("live tuner", LIVE_TUNER)]:
            start = count(program, np.zeros(RATE // 10))
            rows[title] = {}
            for name in SETS:
                samples = sound(options.data / name)
                value = round((count(program, samples) - start) / (len(samples) / RATE) / 1e6, 1)
                rows[title][name] = value
                print(f"{title}, {name}: {value} million instructions a second of sound", flush=True)
    if options.check:
        known = json.loads(FIGURES.read_text())["rows"]
        slow = [f"{title}, {name}: {value}, and was {known[title][name]}"
                for title, values in rows.items() for name, value in values.items()
                if value > (1 + TOLERANCE) * known[title][name]]
        sys.exit("instructions: more than before: " + "; ".join(slow) if slow else 0)
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True)
    FIGURES.write_text(json.dumps({
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
        "command": "Benchmarks/instructions.sh DATA", "unit": "million instructions a second of sound",
        "columns": list(SETS), "rows": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
