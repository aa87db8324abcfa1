"""Measures pitch trackers in CPU-hours for a thousand hours of sound: scale.sh [--figures] [FILE ...]

That is also CPU milliseconds for each second of sound. With --figures it writes Benchmarks/figures/scale.json, which documents
quote (Scripts/figures.py). Each figure is the best of three differences between a whole sound and its first third, so that imports, models and
start-up do not count. All threads count. SwiftF0 has a reading each 16 ms, the others each 10 ms.
"""

import argparse
import datetime
import json
import pathlib
import subprocess
import time

import librosa
import numpy as np
import parselmouth
import pyworld
import swift_f0

import kammerton

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETTINGS = ((44_100, 30, 4200), (16_000, 60, 600))


def voice(seconds, rate):
    """A voice with vibrato that glides over an octave, half a second of pause after each two, in noise."""
    times = np.arange(int(seconds * rate)) / rate
    frequency = 160 * 2 ** np.sin(2 * np.pi * times / 7) * (1 + 0.02 * np.sin(2 * np.pi * 5.5 * times))
    phase = 2 * np.pi * np.cumsum(frequency) / rate
    sound = sum(np.sin(partial * phase) / partial for partial in range(1, 11))
    sound *= 0.15 * (times % 2.5 < 2)
    return sound + np.random.default_rng(17).normal(0, 0.003, times.size)


def joined(paths, rate):
    """Sound files one after the other, as one channel."""
    return np.concatenate([librosa.load(path, sr=rate)[0].astype(np.float64) for path in paths])


def trackers(rate, low, high):
    """Name, what tracks a sound, and the share of the sound that is enough to measure it."""
    detector = swift_f0.SwiftF0(threads=1, spin=False)
    hop = rate // 100

    def ours(method):
        return lambda y: kammerton.track(y, sr=rate, method=method, fmin=low, fmax=high)

    def praat(y):
        parselmouth.Sound(y, rate).to_pitch_ac(time_step=0.01, pitch_floor=low, pitch_ceiling=high)

    def dio(y):
        pitch, times = pyworld.dio(y, rate, f0_floor=low, f0_ceil=high, frame_period=10)
        pyworld.stonemask(y, pitch, times, rate)

    yield "Kammerton, `kammerton.track`", ours("best"), 1
    yield "Kammerton, `method=\"pyin\"`", ours("pyin"), 1
    yield "Kammerton, `method=\"yin\"`", ours("yin"), 1
    yield "SwiftF0, its own range", lambda y: detector.detect(y.astype(np.float32), rate), 1
    yield "Praat's `to_pitch_ac`", praat, 1
    if rate == 16_000:  # Made for speech.
        yield "WORLD's dio and stonemask", dio, 1
        yield "WORLD's harvest", lambda y: pyworld.harvest(
            y, rate, f0_floor=low, f0_ceil=high, frame_period=10), 0.4
    yield "`librosa.yin`", lambda y: librosa.yin(y, sr=rate, fmin=low, fmax=high, hop_length=hop), 0.4
    yield "`librosa.pyin`", lambda y: librosa.pyin(y, sr=rate, fmin=low, fmax=high, hop_length=hop), 0.2


def cost(track, sound):
    """CPU seconds for the last two thirds of a sound."""
    used = []
    for part in (sound[: sound.size // 3], sound):
        begin = time.process_time()
        track(part)
        used.append(time.process_time() - begin)
    return used[1] - used[0]


def write(rows):
    """The figures for the documents; `scale.sh` names the folder of the sounds DATA."""
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True)
    figures = {
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
        "command": "Benchmarks/scale.sh --figures DATA/singing/*.wav", "unit": "CPU-hours for 1000 hours of singing",
        "columns": [column(*setting) for setting in SETTINGS], "rows": rows}
    path = ROOT / "Benchmarks" / "figures" / "scale.json"
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")


def column(rate, low, high):
    return f"{rate / 1000:g} kHz, {low} to {high} Hz"


def main():
    parser = argparse.ArgumentParser(prog="scale.sh")
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    rows = {}
    for rate, low, high in SETTINGS:
        print(f"{column(rate, low, high)}: CPU-hours for 1000 hours of sound")
        whole = joined(options.files, rate) if options.files else voice(30, rate)
        for name, track, share in trackers(rate, low, high):
            sound = np.ascontiguousarray(whole[: int(share * whole.size)])
            track(sound[: rate])
            used = min(cost(track, sound) for _ in range(3))
            hours = 1000 * used / (2 / 3 * sound.size / rate)
            figure = f"{hours:.1f}" if hours < 100 else f"{hours:.0f}"
            rows.setdefault(name, {column(*setting): "–" for setting in SETTINGS})[column(rate, low, high)] = figure
            print(f"{figure:>9}  {name}", flush=True)
    if options.figures:
        write(rows)


if __name__ == "__main__":
    main()
