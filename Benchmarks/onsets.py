#!/usr/bin/env python3
"""Onsets beside librosa and aubio: see onsets.sh."""

import argparse
import collections
import datetime
import json
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time

import librosa
import mir_eval
import numpy as np
import scipy.signal
import soundfile

import kammerton

RATE = 48_000
RISES = (0.02, 0.05, 0.1, 0.15)
ROOT = pathlib.Path(__file__).resolve().parent.parent
SOUNDFONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
PROGRAMS = {0: "piano", 12: "marimba", 24: "guitar", 40: "violin", 52: "choir", 56: "trumpet", 73: "flute"}
# The families of the instruments of single notes, by words of their names.
FAMILIES = {
    "bowed": ("bowed", "violin", "viola", "cello"), "sung": ("voice",),
    "struck": ("piano", "celesta", "glockenspiel", "marimba", "vibraphone", "xylophone"),
    "plucked": ("guitar", "plucked", "bass", "banjo", "harp"), "blown": ("",),
}


# ---- Sounds ----------------------------------------------------------------------------------------------------------

def times(seconds):
    return np.arange(int(seconds * RATE)) / RATE


def pluck(rng, frequency):
    """Karplus and Strong's string."""
    sound, period = np.zeros(int(1.2 * RATE)), int(RATE / frequency)
    sound[:period] = rng.uniform(-1, 1, period)
    filter = np.zeros(period + 2)
    filter[0], filter[period], filter[period + 1] = 1, -0.498, -0.498
    return scipy.signal.lfilter([1], filter, sound)


def strike(rng, frequency):
    """Partials of a stiff bar, which fall the faster the higher, and a knock."""
    t = times(1.2)
    sound = np.zeros(t.size)
    for order in range(1, 20):
        partial = order * frequency * np.sqrt(1 + 3e-4 * order**2)
        if partial < 0.45 * RATE:
            sound += np.exp(-t * (1.5 + 0.4 * order)) * np.sin(2 * np.pi * partial * t + rng.uniform(0, 7)) / order
    return sound * -np.expm1(-t / 5e-4) + 0.3 * rng.standard_normal(t.size) * np.exp(-t / 0.008)


def clap(rng, _):
    band = scipy.signal.butter(2, (800, 4000), "band", fs=RATE)
    t = times(0.3)
    return scipy.signal.lfilter(*band, rng.standard_normal(t.size) * np.exp(-t / 0.015))


def hat(rng, _):
    high = scipy.signal.butter(4, 7000, "high", fs=RATE)
    t = times(0.3)
    return scipy.signal.lfilter(*high, rng.standard_normal(t.size) * np.exp(-t / 0.03))


def bow(rng, frequency, rise, seconds):
    """Partials with vibrato and some noise, which rise and fall in straight lines."""
    t = times(seconds)
    phase = 2 * np.pi * frequency * t + 0.01 * frequency / 5 * np.sin(2 * np.pi * 5 * t)
    orders = range(1, int(min(25, 0.4 * RATE / frequency)))
    sound = sum(np.sin(order * phase + rng.uniform(0, 7)) / order for order in orders)
    sound += 0.02 * rng.standard_normal(t.size)
    return sound * np.minimum(1, t / rise) * np.minimum(1, (seconds - t) / 0.05)


TIMBRES = {"pluck": (pluck, 82.4, 30), "strike": (strike, 65.4, 48), "clap": (clap, 1, 1), "hat": (hat, 1, 1)}


def sequence(timbre, seed, rise=None, count=20):
    """Sounds 0.3 to 0.7 s apart that differ by up to 8 dB, and when they start; soft ones, when they have a quarter of their amplitude."""
    rng = np.random.default_rng(seed)
    sound, starts, start = np.zeros(int((0.7 * count + 2.5) * RATE)), [], 0.5
    for _ in range(count):
        place, gap = int((start + rng.uniform(-0.02, 0.02)) * RATE), rng.uniform(0.3, 0.7)
        if rise:
            one = bow(rng, 110 * 2 ** (rng.integers(0, 30) / 12), rise, gap - 0.01)
        else:
            make, lowest, range_ = TIMBRES[timbre]
            one = make(rng, lowest * 2 ** (rng.integers(0, range_) / 12))
        one *= 10 ** (rng.uniform(-8, 0) / 20) / np.abs(one).max()
        one *= np.minimum(1, np.arange(one.size, 0, -1) / (0.05 * RATE))
        sound[place:place + one.size] += one
        starts.append(place / RATE + (rise or 0) / 4)
        start += gap
    return sound[:int((start + 0.5) * RATE)], np.array(starts), rng


def prepared(sequence, room=None, decibels=None):
    """In a room, whose strongest arrival counts, and in noise so far below the mean power; peaks at half scale."""
    sound, starts, rng = sequence
    if room is not None:
        sound = scipy.signal.fftconvolve(sound, room)[:sound.size]
        starts = starts + np.argmax(np.abs(room)) / RATE
    if decibels is not None:
        sound = sound + rng.standard_normal(sound.size) * np.sqrt(np.mean(sound**2)) * 10 ** (-decibels / 20)
    return 0.5 * sound / np.abs(sound).max(), starts


def rooms(folder):
    """Each room, and whether its strongest arrival is the first: nothing above -10 dB comes more than 1 ms earlier."""
    for path in sorted(pathlib.Path(folder).glob("*.flac")) + sorted(pathlib.Path(folder).glob("*.wav")):
        response, rate = soundfile.read(path, always_2d=True)
        response = response[:, 0]
        if rate != RATE:
            response = scipy.signal.resample_poly(response, RATE, rate)
        place = np.argmax(np.abs(response))
        early = np.abs(response[:max(0, place - RATE // 1000)]).max(initial=0)
        yield path.stem, response, early < 0.316 * np.abs(response).max()


# ---- Scores ----------------------------------------------------------------------------------------------------------

class Score:
    def __init__(self):
        self.deviations, self.count, self.missed, self.false = [], 0, 0, 0

    def add(self, found, true, window=0.05):
        pairs = mir_eval.util.match_events(true, np.array(found), window) if len(found) else []
        self.deviations += [found[place] - true[index] for index, place in pairs]
        self.count += len(true)
        self.missed += len(true) - len(pairs)
        self.false += len(found) - len(pairs)

    def figures(self):
        deviations = 1000 * np.array(self.deviations or [np.nan])
        return {
            "onsets": self.count, "missed": self.missed, "false": self.false,
            "median": f"{np.median(deviations):+.2f}", "spread": f"{np.std(deviations):.2f}",
            "within 25 ms": f"{100 * np.sum(np.abs(deviations) <= 25) / max(1, self.count):.1f} %",
        }


def found(sound):
    return [onset.time for onset in kammerton.onsets(sound.astype(np.float32), sr=RATE)]


def synthetic(folder, sequences):
    results = {}

    def note(timbre, place, sound, starts):
        results.setdefault((timbre, place), Score()).add(found(sound), starts)

    noises = {"dry": None, "20 dB": 20, "10 dB": 10}
    responses = list(rooms(folder)) if folder else []
    for timbre in (*TIMBRES, *(f"bow, {1000 * rise:.0f} ms" for rise in RISES)):
        rise = float(timbre.split()[1]) / 1000 if timbre.startswith("bow") else None
        for seed in range(sequences):
            made = sequence(timbre, seed, rise)
            for place, decibels in noises.items():
                note(timbre, place, *prepared(made, decibels=decibels))
        for name, response, is_first in responses:
            for seed in range(max(1, sequences // 4)):
                sound, starts = prepared(sequence(timbre, 1000 + seed, rise), response, 20)
                note(timbre, "rooms, 20 dB" if is_first else "other rooms, 20 dB", sound, starts)
                note(timbre, f"room {name}", sound, starts)
    return results


# ---- Melodies --------------------------------------------------------------------------------------------------------

def melody(program, seed):
    """A MIDI file of 40 notes, and when they start."""
    rng = np.random.default_rng(seed)
    events, starts, start, key = [], [], 0.5, 62
    for _ in range(40):
        length = rng.choice([0.125, 0.25, 0.25, 0.5])
        key = int(np.clip(key + rng.integers(-5, 6), 55, 79))
        events += [(start, 0x90, key, int(rng.integers(60, 110))), (start + 0.95 * length, 0x80, key, 0)]
        starts.append(start)
        start += length
    ticks, data = 0, bytes([0, 0xC0, program])
    for when, kind, key, velocity in sorted(events):
        delta = round(960 * when) - ticks  # 480 to a beat of half a second
        ticks += delta
        data += (bytes([0x80 | delta >> 7]) if delta > 127 else b"") + bytes([delta & 127, kind, key, velocity])
    data += b"\x00\xff\x2f\x00"
    header = b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480)
    return header + b"MTrk" + struct.pack(">I", len(data)) + data, np.array(starts)


def peers(path):
    sound, rate = soundfile.read(path, always_2d=True)
    sound = sound.mean(axis=1)
    yield "Kammerton", [onset.time for onset in kammerton.onsets(sound.astype(np.float32), sr=rate)]
    yield "librosa", librosa.onset.onset_detect(y=sound, sr=rate, units="time").tolist()
    if shutil.which("aubioonset"):
        lines = subprocess.run(["aubioonset", "-i", path], capture_output=True, text=True, check=True).stdout
        yield "aubio", [float(line.split()[0]) for line in lines.splitlines() if line.strip()]


def melodies(soundfont, count):
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        file, wave = pathlib.Path(folder) / "a.mid", pathlib.Path(folder) / "a.wav"
        for program, instrument in PROGRAMS.items():
            for seed in range(count):
                data, starts = melody(program, seed)
                file.write_bytes(data)
                subprocess.run(
                    ["fluidsynth", "-ni", "-q", "-g", "0.6", "-r", str(RATE), "-F", wave, soundfont, file],
                    check=True, capture_output=True)
                for name, onsets in peers(wave):
                    score = mir_eval.onset.f_measure(starts, np.array(onsets), window=0.05)[0]
                    results.setdefault(name, {}).setdefault(instrument, []).append(score)
    return {
        name: {instrument: round(float(np.mean(scores)), 4) for instrument, scores in row.items()}
        for name, row in results.items()
    }


# ---- Real notes ------------------------------------------------------------------------------------------------------

def notes(folder):
    """Recordings of single notes after half a second of silence: how many have one onset, by families."""
    clips = json.loads((pathlib.Path(folder) / "meta.json").read_text())["clips"]
    rows = {name: collections.Counter() for name in ("plucked", "struck", "bowed", "blown", "sung")}
    for name, clip in clips.items():
        sound, rate = soundfile.read(pathlib.Path(folder) / f"{name}.wav", always_2d=True)
        sound = np.concatenate([np.zeros(rate // 2), sound.mean(axis=1)])
        sound += 1e-5 * np.random.default_rng(0).standard_normal(sound.size)
        count = len(list(kammerton.onsets(sound.astype(np.float32), sr=rate)))
        family = next(family for family, words in FAMILIES.items() if any(word in clip["instrument"] for word in words))
        rows[family] += {"notes": 1, "one onset": int(count == 1), "none": int(count == 0), "more": int(count > 1)}
    columns = ("notes", "one onset", "none", "more")
    return {family: {column: row[column] for column in columns} for family, row in rows.items()}


# ---- Reports ---------------------------------------------------------------------------------------------------------

def report(name, unit, columns, rows, write):
    """Prints a table, and writes it for Scripts/figures.py."""
    print(f"| {unit} | " + " | ".join(columns) + " |\n" + "|---" * (len(columns) + 1) + "|")
    for row, values in rows.items():
        print(f"| {row} | " + " | ".join(str(values[column]) for column in columns) + " |")
    print()
    if write:
        commit = subprocess.run(
            ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
        figures = {
            "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
            "command": "Benchmarks/onsets.sh ROOMS --notes NOTES", "unit": unit, "columns": list(columns), "rows": rows}
        path = ROOT / "Benchmarks" / "figures" / f"{name}.json"
        path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")


def share_of_a_core():
    """Of the time that the sound takes, blocks of 10 ms: strikes in noise, twice a second."""
    sound, _ = prepared(sequence("strike", 5, count=60), decibels=20)
    sound = sound.astype(np.float32)
    detector = kammerton.OnsetDetector(sr=RATE)
    start = time.process_time()
    for place in range(0, sound.size, RATE // 100):
        detector.append(sound[place:place + RATE // 100])
    return (time.process_time() - start) / (sound.size / RATE)


def main():
    parser = argparse.ArgumentParser(prog="onsets.sh")
    parser.add_argument("rooms", nargs="?")
    parser.add_argument("--notes")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--soundfont", default=SOUNDFONT)
    arguments = parser.parse_args()
    write = not arguments.quick
    results = synthetic(arguments.rooms, 2 if arguments.quick else 8)
    rows = {f"{timbre}, {place}": score.figures() for (timbre, place), score in results.items()}
    columns = ("onsets", "missed", "false", "median", "spread", "within 25 ms")
    report("onsets", "ms", columns, {name: row for name, row in rows.items() if ", room " not in name}, write)
    report("onsets-in-rooms", "ms", columns, {name: row for name, row in rows.items() if ", room " in name}, write)
    if arguments.notes:
        report("onsets-notes", "family", ("notes", "one onset", "none", "more"), notes(arguments.notes), write)
    if shutil.which("fluidsynth") and pathlib.Path(arguments.soundfont).exists():
        scores = melodies(arguments.soundfont, 1 if arguments.quick else 5)
        for row in scores.values():
            row["mean"] = np.mean(list(row.values()))
        texts = {name: {key: f"{value:.3f}" for key, value in row.items()} for name, row in scores.items()}
        report("onsets-melodies", "F, 50 ms", (*PROGRAMS.values(), "mean"), texts, write)
    print(f"{100 * share_of_a_core():.2f} % of a core at 48 kHz.")


if __name__ == "__main__":
    main()
