#!/usr/bin/env python3
"""Plays scores into `kammerton practice --export` and opens what it writes with MuseScore 3.

The notes that MuseScore finds in the MusicXML and in the MIDI file are those that were played. Needs the release build,
and MuseScore, which Scripts/install-dependencies.sh notation or test installs (73 MB to download, 210 MB on disk).
"""

import array
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import wave

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build/release/kammerton"
MUSESCORE = next(filter(None, map(shutil.which, ("mscore3", "musescore3", "mscore"))), None)
FOLDER = tempfile.TemporaryDirectory()
WORK = pathlib.Path(FOLDER.name)
RATE = 22050
DIVISION = 480


def variable(value):
    """Seven bits a byte, the highest first."""
    parts = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        parts.append(value & 0x7F | 0x80)
    return bytes(reversed(parts))


def write_midi(path, notes, meter, sharps):
    """Writes notes of (key, onset, duration) in quarter notes."""
    events = [(0, 0, bytes([0xFF, 0x58, 4, meter[0], int(math.log2(meter[1])), 24, 8])),
              (0, 0, bytes([0xFF, 0x59, 2, sharps & 0xFF, 0]))]
    for key, onset, duration in notes:
        events.append((round(onset * DIVISION), 2, bytes([0x90, key, 80])))
        events.append((round((onset + duration) * DIVISION), 1, bytes([0x80, key, 64])))
    data, now = b"", 0
    for tick, _, message in sorted(events, key=lambda event: event[:2]):
        data += variable(tick - now) + message
        now = tick
    data += b"\0\xFF\x2F\0"
    path.write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, DIVISION) + b"MTrk" + struct.pack(">I", len(data)) + data)


def read_midi(path):
    """The notes of all tracks as (key, onset, duration) in quarter notes."""
    data = path.read_bytes()
    division = struct.unpack(">H", data[12:14])[0]
    position, notes = 14, []
    while position < len(data):
        end = position + 8 + struct.unpack(">I", data[position + 4:position + 8])[0]
        position, now, status, sounding = position + 8, 0, 0, {}
        while position < end:
            delta = 0
            while True:
                byte = data[position]
                position += 1
                delta = delta << 7 | byte & 0x7F
                if byte < 0x80:
                    break
            now += delta
            if data[position] & 0x80:
                status = data[position]
                position += 1
            if status == 0xFF or status >= 0xF0:
                position += 1 if status == 0xFF else 0
                length = 0
                while True:
                    byte = data[position]
                    position += 1
                    length = length << 7 | byte & 0x7F
                    if byte < 0x80:
                        break
                position += length
                continue
            kind = status & 0xF0
            first = data[position]
            second = data[position + 1] if kind not in (0xC0, 0xD0) else 0
            position += 1 if kind in (0xC0, 0xD0) else 2
            if kind == 0x90 and second > 0:
                sounding[first] = now
            elif kind in (0x80, 0x90) and first in sounding:
                start = sounding.pop(first)
                notes.append((first, start / division, (now - start) / division))
        position = end
    return sorted(notes, key=lambda note: note[1])


def write_wave(path, notes, quarter):
    """Plays notes one after another, each with a soft attack and six partials, so many seconds a quarter note."""
    length = max(onset + duration for _, onset, duration in notes) * quarter + 1
    samples = [0.0] * int(length * RATE)
    for key, onset, duration in notes:
        frequency = 440 * 2 ** ((key - 69) / 12)
        start, count = int((0.3 + onset * quarter) * RATE), int(0.96 * duration * quarter * RATE)
        for index in range(count):
            time = index / RATE
            level = min(1, time / 0.008, (count - index) / RATE / 0.02) * math.exp(-1.5 * time)
            samples[start + index] += 0.2 * level * sum(
                math.sin(2 * math.pi * frequency * partial * time) / partial for partial in range(1, 7))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(array.array("h", (int(32767 * max(-1, min(1, sample))) for sample in samples)).tobytes())


def run(*command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        sys.exit(f"test-notation: {' '.join(map(str, command))} failed with {result.returncode}:\n{result.stderr}")
    return result.stdout


def check(name, notes, meter, sharps, quarter, played=None):
    """Plays a score, or something else, and compares what MuseScore reads with what was played."""
    played = played or notes
    write_midi(WORK / f"{name}.mid", notes, meter, sharps)
    write_wave(WORK / f"{name}.wav", played, quarter)
    for suffix in ("musicxml", "mid"):
        take = WORK / f"{name}-take.{suffix}"
        run(PROGRAM, "practice", WORK / f"{name}.mid", WORK / f"{name}.wav", "--no-history", "--export", take)
        opened = WORK / f"{name}-{suffix}-opened.mid"
        run(MUSESCORE, "-o", opened, take)
        found = read_midi(opened)
        keys = [key for key, _, _ in found]
        if keys != [key for key, _, _ in played]:
            sys.exit(f"test-notation: {name}.{suffix}: MuseScore has the keys {keys}, "
                     f"but {[key for key, _, _ in played]} were played")
        if suffix == "mid":
            continue  # MuseScore quantises MIDI itself; the Swift tests read the times back
        for (key, onset, _), (_, expected, _) in zip(found, played):
            if abs(onset - expected) > 0.02:
                sys.exit(f"test-notation: {name}: note {key} is at quarter {onset:.3f} instead of {expected:.3f}")
    # MuseScore writes what it has read: bars that are too full or too empty would be marked or refused.
    rewritten = WORK / f"{name}-rewritten.musicxml"
    run(MUSESCORE, "-o", rewritten, WORK / f"{name}-take.musicxml")
    again = run(PROGRAM, "practice", rewritten, WORK / f"{name}.wav", "--no-history", "--json")
    if '"extra": 0' not in again or '"wrong": true' in again:
        sys.exit(f"test-notation: {name}: MuseScore's copy is not what was played:\n{again}")
    print(f"test-notation: {name}: {len(played)} notes, as MusicXML and MIDI, opened by MuseScore")


def main():
    if not MUSESCORE:
        sys.exit("test-notation: MuseScore is not installed. Run: Scripts/install-dependencies.sh notation")
    # MuseScore keeps settings and starts a sound server: neither of them may be the user's.
    os.environ.update(QT_QPA_PLATFORM="offscreen", HOME=str(WORK), XDG_RUNTIME_DIR=str(WORK), PULSE_SERVER="none")
    melody = [(67, 0, 1), (69, 1, 0.5), (71, 1.5, 0.5), (72, 2, 1.5), (71, 3.5, 0.5), (69, 4, 3), (66, 7, 1),
              (67, 8, 4)]
    check("melody", melody, (4, 4), 1, 0.7)
    # A note over a bar line, rests, and dots.
    tied = [(60, 0, 1), (64, 1, 1.5), (67, 2.5, 2), (72, 5, 0.75), (71, 5.75, 0.25), (67, 6, 1.5), (60, 8, 1)]
    check("tied", tied, (3, 4), 0, 0.8)
    triplets = [(62, 0, 1), (65, 1, 1 / 3), (69, 4 / 3, 1 / 3), (74, 5 / 3, 1 / 3), (69, 2, 2 / 3),
                (65, 8 / 3, 1 / 3), (62, 3, 1)]
    check("triplets", triplets, (2, 4), -1, 0.9)
    eighths = [(57, 0, 1.5), (60, 1.5, 0.5), (64, 2, 0.5), (69, 2.5, 0.5), (68, 3, 3)]
    check("eighths", eighths, (6, 8), 0, 0.8)
    # A wrong note, and one that is not in the score.
    wrong = [(67, 0, 1), (69, 1, 0.5), (71, 1.5, 0.5), (73, 2, 1.5), (71, 3.5, 0.5), (69, 4, 2), (64, 6, 1),
             (66, 7, 1), (67, 8, 4)]
    check("mistakes", melody, (4, 4), 1, 0.7, played=wrong)


main()
