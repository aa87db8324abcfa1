#!/usr/bin/env python3
"""Writes a melody in every format of `kammerton track` and reads it back with programs that own the format.

    Scripts/test-formats.py [PROGRAM]

Praat (praat-parselmouth), mido, and Python's parsers of XML, JSON and CSV. Needs the release build, and the packages of
Scripts/requirements.txt, which Scripts/python-with installs into .build-test.
"""
import csv
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import wave
import xml.etree.ElementTree

from testing import requirements

requirements.use("Scripts/requirements.txt")
import mido
import parselmouth
from parselmouth.praat import call

program = sys.argv[1] if len(sys.argv) > 1 else str(requirements.ROOT / ".build/release/kammerton")
folder = tempfile.TemporaryDirectory()
scratch = pathlib.Path(folder.name)
RATE = 44_100
# Onset and offset in seconds, frequency in hertz, MIDI key; the last with a vibrato of 6 Hz, ±40 cents.
MELODY = [(0.2, 0.7, 220.0, 57), (0.7, 1.2, 329.63, 64), (1.5, 2.7, 440 * 2 ** (20 / 1200), 69)]
END = 3.0
checks = 0


def check(condition, claim):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"test-formats: not true that {claim}")


def near(value, expected, tolerance):
    return abs(value - expected) <= tolerance


def cents(value, reference):
    return 1200 * math.log2(value / reference)


def make_melody(path):
    samples, phase = [], 0.0
    for index in range(int(END * RATE)):
        time = index / RATE
        note = next((n for n in MELODY if n[0] <= time < n[1]), None)
        if note is None:
            samples.append(0)
            continue
        swing = 40 * math.sin(2 * math.pi * 6 * time) if note[3] == 69 else 0
        phase += note[2] * 2 ** (swing / 1200) / RATE
        tone = sum(math.sin(2 * math.pi * order * phase) / order for order in (1, 2, 3))
        samples.append(int(8000 * tone))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def track(name, *options):
    """Runs `track --output`, and returns the path of the one file that it writes."""
    output = scratch / f"out-{len(list(scratch.glob('out-*')))}"
    command = [program, "track", str(scratch / f"{name}.wav"), "--range", "80..2000", *options]
    subprocess.run([*command, "--output", str(output)], check=True)
    (path,) = output.iterdir()
    return path


def check_notes(notes, source, tolerance=0.03):
    """notes: (onset, offset, hertz or None, key or None)."""
    check(len(notes) == len(MELODY), f"{source} has 3 notes, but {len(notes)}: {notes}")
    for (onset, offset, hertz, key), expected in zip(notes, MELODY):
        check(near(onset, expected[0], tolerance), f"{source}: onset {onset} is near {expected[0]}")
        check(near(offset, expected[1], tolerance), f"{source}: offset {offset}, not {expected[1]}")
        check(hertz is None or near(cents(hertz, expected[2]), 0, 6), f"{source}: {hertz} Hz")
        check(key is None or key == expected[3], f"{source}: key {key} is {expected[3]}")


KEYS = {"A3": 57, "E4": 64, "A4": 69}
make_melody(scratch / "melody.wav")

# CSV: the reference for the others.
with open(track("melody")) as file:
    rows = list(csv.DictReader(file))
times = [float(row["time"]) for row in rows]
voiced = {float(row["time"]): float(row["frequency"]) for row in rows if row["frequency"]}
check(len(rows) == 300 and near(len(voiced), 220, 12), "the CSV has 300 readings, 220 voiced")

path = track("melody", "--format", "tsv")
check(path.name == "melody.f0.tsv", f"the TSV is called {path.name}")
pairs = [tuple(map(float, line.split("\t"))) for line in path.read_text().splitlines()]
check([pair[0] for pair in pairs] == times, "the TSV has the times of the CSV")
check(all(pair[1] == voiced.get(pair[0], 0) for pair in pairs), "the TSV equals the CSV, or is 0")

path = track("melody", "--format", "json")
document = json.loads(path.read_text())
objects = document["readings"]
check(document["estimator"] == "best" and document["concertPitch"] == 440 and document["sampleRate"] == RATE
      and document["recording"] == "melody.wav" and document["range"] == [80, 2000], "JSON tells how it came about")
check(path.name == "melody.json" and [o["time"] for o in objects] == times, "JSON equals CSV")
hertz = {o["time"]: o["frequency"] for o in objects if o["frequency"]}
check(hertz.keys() == voiced.keys(), "JSON has every voiced reading")
check(all(near(hertz[time], voiced[time], 0.0006) for time in voiced), "JSON's hertz")
lines = track("melody", "--format", "jsonl").read_text().splitlines()
check([json.loads(line) for line in lines] == objects, "JSON Lines equal JSON")

# Praat.
path = track("melody", "--format", "pitchtier")
tier = parselmouth.read(str(path))
check(path.name == "melody.PitchTier" and tier.class_name == "PitchTier", "Praat reads a PitchTier")
check(call(tier, "Get number of points") == len(voiced), "the PitchTier has every voiced reading")
check(near(call(tier, "Get end time"), END, 1e-6), "the PitchTier ends with the recording")
for index, (time, hertz) in enumerate(voiced.items(), 1):
    check(near(call(tier, "Get time from index", index), time, 1e-6), "PitchTier's times")
    check(near(call(tier, "Get value at index", index), hertz, 1e-9), "PitchTier's hertz")

path = track("melody", "--format", "textgrid")
grid = parselmouth.read(str(path))
check(path.name == "melody.TextGrid" and grid.class_name == "TextGrid", "Praat reads a TextGrid")
check(call(grid, "Get number of tiers") == 2, "the TextGrid has two tiers")
check(near(call(grid, "Get end time"), END, 1e-6), "the TextGrid ends with the recording")
intervals = []
for index in range(1, call(grid, "Get number of intervals", 1) + 1):
    name, hertz = (call(grid, "Get label of interval", tier, index) for tier in (1, 2))
    if name:
        start = call(grid, "Get start time of interval", 1, index)
        end = call(grid, "Get end time of interval", 1, index)
        intervals.append((start, end, float(hertz), KEYS.get(name)))
check_notes(intervals, "the TextGrid")

# Audacity: documented as tab-separated start, end, text.
path = track("melody", "--format", "audacity")
labels = [line.split("\t") for line in path.read_text().splitlines()]
check(path.name == "melody.labels.txt", f"the labels are called {path.name}")
check_notes([(float(a), float(b), None, KEYS.get(t.split()[0])) for a, b, t in labels], "labels")

# Sonic Visualiser.
path = track("melody", "--format", "svl")
root = xml.etree.ElementTree.parse(path).getroot()
model = root.find("data/model")
check(path.name == "melody.svl" and root.tag == "sv", "the layer is XML")
for name in ("id", "sampleRate", "dimensions", "resolution", "dataset"):
    check(float(model.get(name)) > 0, f"the model has {name}, which Sonic Visualiser demands")
check(root.find("data/dataset").get("id") == model.get("dataset"), "the model names its points")
check(root.find("display/layer").get("model") == model.get("id"), "the layer names its model")
points = {round(int(p.get("frame")) / RATE, 6): float(p.get("value")) for p in root.iter("point")}
check(points.keys() == voiced.keys(), "the layer has every voiced reading")
check(points == voiced, "the layer's hertz are those of the CSV")
root = xml.etree.ElementTree.parse(track("melody", "--format", "svl", "--notes")).getroot()
frames = [(int(p.get("frame")), int(p.get("duration")), p) for p in root.iter("point")]
check_notes(
    [(f / RATE, (f + d) / RATE, float(p.get("value")), KEYS.get(p.get("label")))
     for f, d, p in frames], "the layer of notes")

# MIDI.
for options in ([], ["--pitch-bend"]):
    path = track("melody", "--format", "midi", *options)
    file = mido.MidiFile(path)
    check(path.name == "melody.mid" and file.type == 0 and len(file.tracks) == 1, "MIDI type 0")
    check(near(file.length, END, 0.0011), f"the MIDI file lasts {file.length} s")
    now, started, notes, bends = 0.0, {}, [], []
    for message in file:
        now += message.time
        if message.type == "note_on":
            started[message.note] = now
        elif message.type == "note_off":
            notes.append((started.pop(message.note), now, None, message.note))
        elif message.type == "pitchwheel":
            bends.append((now, 69 + message.pitch / 8192 * 2))
    check(not started, "every note ends")
    check_notes(notes, "the MIDI file")
    last = [100 * (key - 69) for time, key in bends if time > 1.6 and time < 2.6]
    check(bool(bends) == bool(options), "the pitch is bent if asked for")
    if last:
        check(near(max(last), 60, 6) and near(min(last), -20, 6), f"the bend swings {min(last)}..{max(last)}")

# Notes as tables.
with open(track("melody", "--notes")) as file:
    rows = list(csv.DictReader(file))
check_notes([(float(r["onset"]), float(r["offset"]), float(r["frequency"]), KEYS[r["note"]])
             for r in rows], "the CSV of notes")
check(rows[0]["vibrato_rate"] == "", "a steady note has no vibrato")
check(near(float(rows[2]["vibrato_rate"]), 6, 0.1), f"vibrato {rows[2]['vibrato_rate']} Hz")
check(near(float(rows[2]["vibrato_extent"]), 40, 4), f"vibrato ±{rows[2]['vibrato_extent']} cents")
notes = json.loads(track("melody", "--notes", "--format", "json").read_text())["notes"]
check([f"{n['note']}{n['octave']}" for n in notes] == ["A3", "E4", "A4"], "JSON's notes")

# Silence and a single sample: valid files without a note.
for name, count in [("silence", RATE), ("one", 1)]:
    with wave.open(str(scratch / f"{name}.wav"), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(b"\0\0" * count)
    tier = parselmouth.read(str(track(name, "--format", "pitchtier")))
    check(call(tier, "Get number of points") == 0, f"{name}: a PitchTier without points")
    grid = parselmouth.read(str(track(name, "--format", "textgrid")))
    check(call(grid, "Get number of intervals", 1) == 1, f"{name}: a TextGrid without notes")
    file = mido.MidiFile(track(name, "--format", "midi"))
    check(not any(m.type == "note_on" for m in file), f"{name}: a MIDI file without notes")
    root = xml.etree.ElementTree.parse(track(name, "--format", "svl")).getroot()
    check(not list(root.iter("point")), f"{name}: a layer without points")
    check(track(name, "--format", "audacity").read_text() == "", f"{name}: no labels")
    check(isinstance(json.loads(track(name, "--format", "json").read_text())["readings"], list), f"{name}: JSON")

print(f"test-formats: Praat, mido and the XML, JSON and CSV parsers agree in {checks} checks")
