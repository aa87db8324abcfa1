"""Measures the first and the last stable pitch of notes; called by first-pitch.sh."""

import argparse
import collections
import csv
import datetime
import itertools
import json
import math
import pathlib
import struct
import subprocess
import tempfile

import numpy as np
import soundfile

ROOT = pathlib.Path(__file__).resolve().parent
RATE = 44100
NEAR = 5  # cents: what trained listeners notice


def cents(frequency, reference):
    return 1200 * math.log2(frequency / reference)


# MARK: - Synthetic notes


def synthetic_note(random, kind, frequency, start, time, glide):
    """A note that starts some cents off and is corrected after a time; a pluck also starts 12 cents sharper."""
    count = int((time + glide + 0.8) * RATE)
    seconds = np.arange(count) / RATE
    share = np.clip((seconds - time) / glide, 0, 1)
    off = start * (1 - share * share * (3 - 2 * share))
    if kind == "pluck":
        off = off + 12 * np.exp(-seconds / 0.05)
    phase = 2 * np.pi * np.cumsum(frequency * 2 ** (off / 1200)) / RATE
    sound = np.zeros(count)
    for partial in range(1, min(30, int(0.4 * RATE / frequency)) + 1):
        hertz = partial * frequency
        level = 1 / partial
        if kind == "voice":
            level = math.exp(-((hertz - 500) / 600) ** 2) + 0.3 * math.exp(-((hertz - 1500) / 500) ** 2) + 0.02 / partial
        decay = np.exp(-seconds * (1.2 + 0.5 * partial)) if kind == "pluck" else 1
        sound += level * decay * np.sin(partial * phase + random.uniform(0, 2 * np.pi))
    rise = {"pluck": 0.004, "bow": 0.06, "voice": 0.05}[kind]
    sound *= np.clip(seconds / rise, 0, 1) * np.clip((seconds[-1] - seconds) / 0.03, 0, 1)
    sound = np.concatenate([np.zeros(int(0.3 * RATE)), 0.3 * sound / np.abs(sound).max(), np.zeros(int(0.3 * RATE))])
    return sound + 1e-4 * random.standard_normal(len(sound))


def one_note_score(path, key):
    """A MIDI file of one note."""
    data = bytes([0, 0x90, key, 80, 0x83, 0x60, 0x80, key, 64, 0, 0xFF, 0x2F, 0])
    path.write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(data)) + data)


def synthetic(program, work):
    """For each kind and time of correction the errors of the first and of the last pitch, in cents."""
    random = np.random.default_rng(32)
    errors = collections.defaultdict(list)
    frequencies = {"pluck": [41.2, 55, 82.4, 130.8, 220, 440], "bow": [41.2, 55, 82.4, 130.8, 220, 440],
                   "voice": [110, 165, 220, 330, 440, 660]}
    for kind, values in frequencies.items():
        for value, time, glide in itertools.product(values, (0.15, 0.2, 0.3, 0.5, 1.0), (0.06, 0.15)):
            start = float(random.choice([-30, 30]))
            frequency = value * 2 ** (random.uniform(-50, 50) / 1200)
            soundfile.write(work / "note.wav", synthetic_note(random, kind, frequency, start, time, glide), RATE)
            key = round(69 + cents(frequency, 440) / 100)
            one_note_score(work / "note.mid", key)
            result = json.loads(subprocess.run(
                [program, "practice", work / "note.mid", work / "note.wav", "--no-history", "--json"],
                capture_output=True, check=True).stdout)
            note = result["notes"][0]
            target = cents(frequency, 440 * 2 ** ((key - 69) / 12))
            first, last = (None if note[name] is None else result["offset"] + note[name] - target
                           for name in ("first", "last"))
            errors[kind, time].append((None if first is None else first - start, last, round(frequency, 1)))
    return errors


# MARK: - Real notes


def labels():
    with open(ROOT / "labels" / "first-pitch.csv", newline="") as file:
        return list(csv.DictReader(file))


def readings(program, clip):
    """Times, and cents on any scale; nan where the reading is unvoiced."""
    text = subprocess.run([program, "track", clip], capture_output=True, check=True, text=True).stdout
    rows = np.genfromtxt(text.splitlines(), delimiter=",", skip_header=1)
    frequency = np.nan_to_num(rows[:, 1])
    return rows[:, 0], np.where(frequency > 0, 1200 * np.log2(np.maximum(frequency, 1)), np.nan)


def frozen(program, clip):
    """What `tune --freeze` shows: times and frequencies."""
    text = subprocess.run([program, "tune", "--freeze", "--jsonl", "--no-config", clip], capture_output=True,
                          text=True).stdout
    rows = [json.loads(line) for line in text.splitlines()]
    return [(row["time"], row["frequency"]) for row in rows if row["frequency"]]


def in_stretch(row, reading, track):
    """The mean of a track in the stretch of a label, in cents on its scale; None without a label."""
    if not row[f"start_{reading}"]:
        return None
    times, values = track
    onset = float(row["onset"])
    start, end = (onset + float(row[f"{edge}_{reading}"]) for edge in ("start", "end"))
    values = values[(times >= start) & (times <= end) & ~np.isnan(values)]
    return float(np.mean(np.clip(values, np.median(values) - 60, np.median(values) + 60)))


def rule(track, onset, until, skip, shortest, band, swing_time, swing, drift, longest=0.25):
    """FirstPitch.swift again, so that other constants can be tried; cents, or None."""
    times, values = track
    keep = (times >= onset + skip - 1e-9) & (times <= until) & ~np.isnan(values)
    times, values = times[keep], values[keep]
    start = 0
    for end in range(len(values)):
        if end > 0 and times[end] - times[end - 1] > 0.03:
            start = end
        newest = values[max(start, end - round(shortest * 100) + 1):end + 1]
        if len(newest) == round(shortest * 100) and np.abs(newest - np.median(newest)).max() <= band:
            stretch = list(newest)
            for later in range(end + 1, len(values)):
                if times[later] - times[later - 1] > 0.03 or abs(values[later] - np.mean(stretch)) > band:
                    break
                stretch.append(values[later])
                if len(stretch) >= longest * 100 - 1e-6:
                    break
            return float(np.mean(stretch))
        swinging = values[max(start, end - round(swing_time * 100) + 1):end + 1]
        if len(swinging) == round(swing_time * 100):
            half = len(swinging) // 2
            if np.abs(swinging - np.median(swinging)).max() <= swing and \
                    abs(np.mean(swinging[half:]) - np.mean(swinging[:half])) <= drift:
                return float(np.mean(swinging))
    return None


def agrees(found, label):
    return found is None if label is None else found is not None and abs(found - label) <= NEAR


CHOICES = [dict(skip=skip, shortest=shortest, band=band, swing_time=time, swing=swing, drift=5)
           for skip, shortest, band, time, swing in itertools.product(
               (0.02, 0.04, 0.06, 0.09, 0.12), (0.1, 0.12, 0.15, 0.2), (3, 4, 6, 9), (0.3, 0.36), (40, 60))]
CHOSEN = dict(skip=0.02, shortest=0.12, band=4, swing_time=0.36, swing=60, drift=5)


def leave_one_out(rows, tracks, targets):
    """For each source the best constants of all others; the agreement on what was left out, and the constants."""
    sources = [source(row) for row in rows]
    right = np.array([[agrees(rule(track, float(row["onset"]), float(row["until"]), **choice), target)
                       for row, track, target in zip(rows, tracks, targets)] for choice in CHOICES])
    count, chosen = 0, collections.Counter()
    for left in sorted(set(sources)):
        out = np.array([name == left for name in sources])
        scores = right[:, ~out].sum(axis=1)
        best = int(np.flatnonzero(scores == scores.max())[0])
        count += int(right[best, out].sum())
        chosen[json.dumps({key: CHOICES[best][key] for key in ("skip", "shortest", "band")})] += 1
    return count, chosen, right


def source(row):
    """The instrument, or the singers: those of one set share microphones and labels."""
    folder, name = row["file"].split("/")
    return "singing" if folder == "singing" else name.split("-")[0].rstrip("0123456789")


def main():
    parser = argparse.ArgumentParser(prog="first-pitch.sh")
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        errors = synthetic(options.program, pathlib.Path(work))
    figures = {"measured": datetime.date.today().isoformat(), "command": "Benchmarks/first-pitch.sh DATA", "synthetic": []}
    print("notes that start 30 cents off: share within 3 cents at first and 1 cent at last, largest errors")
    for (kind, time), values in errors.items():
        first, last = ([value[end] for value in values] for end in (0, 1))
        row = {"kind": kind, "corrected after": time, "notes": len(values),
               "first within 3": sum(value is not None and abs(value) <= 3 for value in first),
               "last within 1": sum(value is not None and abs(value) <= 1 for value in last),
               "missed at": [value[2] for value in values if value[0] is None or abs(value[0]) > 3],
               "largest first": max((abs(value) for value in first if value is not None), default=None),
               "largest last": max((abs(value) for value in last if value is not None), default=None)}
        figures["synthetic"].append(row)
        print(f"  {kind:6}{time:5.2f} s  {row['first within 3']:3}/{row['notes']}  {row['last within 1']:3}/{row['notes']}"
              f"  {row['largest first'] or 0:6.2f} {row['largest last'] or 0:6.2f}")
    rows = labels()
    tracks = [readings(options.program, options.data / row["file"]) for row in rows]
    targets = [in_stretch(row, 1, track) for row, track in zip(rows, tracks)]
    shown = []
    for row in rows:
        onset, until = float(row["onset"]), float(row["until"])
        found = [frequency for time, frequency in frozen(options.program, options.data / row["file"])
                 if onset - 0.03 <= time <= until]
        shown.append(1200 * math.log2(found[0]) if found else None)
    count, chosen, right = leave_one_out(rows, tracks, targets)
    second = [(in_stretch(row, 2, track), target) for row, track, target in zip(rows, tracks, targets)]
    labelled = [index for index, target in enumerate(targets) if target is not None]
    figures["real"] = {
        "notes": len(rows), "labelled": len(labelled),
        "second reading agrees": sum(agrees(other, target) for other, target in second),
        "rule agrees": int(right[CHOICES.index(CHOSEN)].sum()),
        "rule agrees, labelled": int(right[CHOICES.index(CHOSEN)][labelled].sum()),
        "left-out source agrees": count,
        "tune --freeze agrees": sum(agrees(found, target) for found, target in zip(shown, targets)),
        "tune --freeze agrees, labelled": sum(agrees(shown[index], targets[index]) for index in labelled),
        "tune --freeze agrees with Praat's pitch, labelled": sum(
            agrees(shown[index], 1200 * math.log2(float(rows[index]["hz_1"]))) for index in labelled),
        "chosen": dict(chosen)}
    print(json.dumps(figures["real"], indent=2))
    for index, (row, found, target) in enumerate(zip(rows, shown, targets)):
        if not agrees(found, target):
            print(f"  {row['file']} at {row['onset']}: shown {found and round(found, 1)}, label {target and round(target, 1)}")
    (ROOT / "figures" / "first-pitch.json").write_text(json.dumps(figures, indent=2) + "\n")


main()
