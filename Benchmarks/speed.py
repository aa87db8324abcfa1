"""How fast the trackers are on real sound, one core, all programs in turn: speed.sh DATA [--rounds N]

The first 60 s of the clips of each set, at 44.1 kHz. Ours run as whole processes, and so does aubio; the Python libraries
are called on samples in memory, after a warm-up, so that their start and imports do not count. Each round runs every program
once; the figures are medians of the rounds, as multiples of real time. Writes Benchmarks/figures/speed.json, speed-short.json with
fewer rows for the README, and methods.json with all of our methods; the tables of the documents quote them: Scripts/figures.py.
"""

import argparse
import datetime
import functools
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import librosa
import numpy as np
import parselmouth
import scipy.signal
import soundfile
import swift_f0

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETS = ("real-notes", "rendered", "singing", "speech", "tuner", "degraded")
RATE, SECONDS = 44100, 60
NARROW = "Kammerton, 60 to 2000 Hz"
METHODS = (
    "best", "autocorrelation", "swipe", "pyin", "amdf", "yin", "mpm", "partial-histogram", "shs", "dynamic-wavelet", "hps",
    "zero-crossing", "log-quadratic")


def sound(folder):
    """The beginning of a set's clips, one after another, mono."""
    clips, count = [], 0
    for path in sorted(folder.glob("*.wav")):
        samples, rate = soundfile.read(path, always_2d=True)
        common = math.gcd(RATE, rate)
        clips.append(scipy.signal.resample_poly(samples.mean(axis=1), RATE // common, rate // common))
        count += len(clips[-1])
        if count >= SECONDS * RATE:
            break
    return np.concatenate(clips)[:SECONDS * RATE]


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def programs(kammerton, samples, wav):
    """Name and call of each program."""
    def command(*words):
        return functools.partial(subprocess.run, words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    single = samples.astype(np.float32)
    detector = swift_f0.SwiftF0(threads=1)
    snd = parselmouth.Sound(samples, RATE)
    calls = {
        "Kammerton": command(kammerton, "track", "--range", "30..4200", wav),
        NARROW: command(kammerton, "track", "--range", "60..2000", wav),
        "Kammerton, `--estimator yin`": command(kammerton, "track", "--range", "30..4200", "--estimator", "yin", wav),
        "SwiftF0": lambda: detector.detect(single, RATE),
        "Praat's autocorrelation, 60 to 2000 Hz": lambda: snd.to_pitch_ac(time_step=0.01, pitch_floor=60, pitch_ceiling=2000),
        "librosa.yin, 60 to 2000 Hz": lambda: librosa.yin(single, fmin=60, fmax=2000, sr=RATE),
    }
    if shutil.which("aubiopitch"):
        calls["aubio's yinfft"] = command("aubiopitch", "-p", "yinfft", "-B", "2048", "-H", "441", "-i", wav)
    else:
        print("speed: aubiopitch is missing, and its row will be: install aubio-tools", file=sys.stderr)
    return calls


def methods(kammerton, samples, wav):
    """Name and call of each of our methods."""
    return {f"`{name}`": functools.partial(
        subprocess.run, [kammerton, "track", "--range", "30..4200", "--estimator", name, wav],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True) for name in METHODS}


def measure(calls_of, kammerton, data, rounds):
    """Times real time: the median of each program, for each set."""
    rows = {}
    for name in SETS:
        samples = sound(data / name)
        with tempfile.NamedTemporaryFile(suffix=".wav") as wav:
            soundfile.write(wav.name, samples, RATE, subtype="PCM_16")
            calls = calls_of(kammerton, samples, wav.name)
            for call in calls.values():
                call()
            times = {program: [] for program in calls}
            for _ in range(rounds):
                for program, call in calls.items():
                    times[program].append(seconds(call))
        for program, values in times.items():
            rows.setdefault(program, {})[name] = round(len(samples) / RATE / statistics.median(values))
    return rows


def write(name, rows):
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True)
    figures = {
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
        "command": "Benchmarks/speed.sh DATA", "unit": "times real time", "columns": list(SETS), "rows": rows}
    path = ROOT / "Benchmarks" / "figures" / f"{name}.json"
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    print(path.read_text())


def main():
    parser = argparse.ArgumentParser(prog="speed.sh")
    parser.add_argument("kammerton")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = measure(programs, options.kammerton, options.data, options.rounds)
    rivals = [program for program in rows if program.startswith(("SwiftF0", "Praat", "librosa"))]
    for ours in ("Kammerton", NARROW):
        rows[f"{ours} / the fastest of SwiftF0, Praat and librosa"] = {
            name: round(rows[ours][name] / max(rows[program][name] for program in rivals), 2) for name in SETS}
    write("speed", rows)
    write("speed-short", {program: row for program, row in rows.items() if "yin`" not in program and "aubio" not in program})
    write("methods", measure(methods, options.kammerton, options.data, options.rounds))


if __name__ == "__main__":
    main()
