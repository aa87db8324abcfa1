#!/usr/bin/env python3
"""How soon and how surely `kammerton tune --midi` begins notes, on labelled recordings.

  note-timing.py PROGRAM DATA

PROGRAM is _NoteTiming (Scripts/swift-build --product _NoteTiming), DATA a folder with real-notes/ and singing/, which hold
NAME.wav and NAME.f0.csv (time, frequency; 0 is unvoiced).

real-notes: from the onset to the first note-on, for notes from E2 up: median, 90 %, and how many have none, or first
one of another key. The onset is the first voiced row, and also the first moment at which 5 ms of sound are within 20 dB
of the loudest.
singing: a note-on is wrong if no row within 30 ms of its reading is within 50 cents of what it sounds.
"""

import csv
import math
import pathlib
import subprocess
import sys
import wave

import numpy


def rows(path):
    with open(path) as file:
        table = [(float(row["time"]), float(row["frequency"])) for row in csv.DictReader(file)]
    return table


def midi(frequency):
    return 69 + 12 * math.log2(frequency / 440)


def samples(path):
    with wave.open(str(path)) as file:
        width, channels, rate = file.getsampwidth(), file.getnchannels(), file.getframerate()
        data = file.readframes(file.getnframes())
    kind = {2: "<i2", 4: "<i4"}[width]
    return rate, numpy.frombuffer(data, kind).astype(float).reshape(-1, channels).mean(axis=1)


def sound_onset(path):
    rate, x = samples(path)
    size = int(0.005 * rate)
    levels = numpy.sqrt((x[:len(x) // size * size].reshape(-1, size) ** 2).mean(axis=1))
    return float(numpy.argmax(levels > levels.max() / 10)) * size / rate


def note_ons(program, files):
    found = {str(path): [] for path in files}
    text = subprocess.run([program, *found], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in text.splitlines():
        path, *values = line.rsplit(",", 4)
        found[path].append([float(value) for value in values])
    return found


def main():
    program, data = sys.argv[1], pathlib.Path(sys.argv[2])
    delays, delays_of_sound, without, other, extra, count = [], [], [], [], 0, 0
    for path, found in note_ons(program, sorted((data / "real-notes").glob("*.wav"))).items():
        voiced = [row for row in rows(path[:-4] + ".f0.csv") if row[1] > 0]
        nominal = midi(voiced[0][1])
        if nominal < 39.5:
            continue
        count += 1
        if not found:
            without.append(path)
            continue
        delays.append(found[0][0] - voiced[0][0])
        delays_of_sound.append(found[0][0] - sound_onset(path))
        if abs(found[0][2] - nominal) > 0.75:
            other.append(path)
        extra += len(found) - 1
    for name, values in (("first voiced row", delays), ("sound", delays_of_sound)):
        print(f"real-notes: {count} notes from E2 up, from the onset ({name}) to note-on: median "
              f"{1000 * numpy.median(values):.0f} ms, 90 % {1000 * numpy.percentile(values, 90):.0f} ms")
    print(f"real-notes: without a note-on {len(without)}, first of another key {len(other)}, further note-ons {extra}")
    total, wrong = 0, []
    for path, found in note_ons(program, sorted((data / "singing").glob("*.wav"))).items():
        table = rows(path[:-4] + ".f0.csv")
        for _, reading, _, bent in found:
            total += 1
            near = [row[1] for row in table if abs(row[0] - reading) <= 0.03 and row[1] > 0]
            if not any(abs(midi(frequency) - bent) <= 0.5 for frequency in near):
                wrong.append((pathlib.Path(path).name, round(reading, 2), round(bent, 2), near[:1]))
    print(f"singing: {len(wrong)} of {total} note-ons wrong ({100 * len(wrong) / max(1, total):.2f} %)")
    for line in wrong[:20]:
        print("  wrong:", *line)
    for path in (without + other)[:20]:
        print("  see:", pathlib.Path(path).name)


main()
