"""When the live tuner first names a real note, for time-to-truth.sh: by Tools/_LiveTuner, without a screen or a device.

A clip begins where it first reaches a twentieth of its peak, at -10 dBFS: at no fixed phase of the frames, after a second of
faint noise, or at the end of another note. The first change of the text after that is right or wrong.
"""

import json
import math
import re
import subprocess

import numpy as np

import mixes

RATE = mixes.RATE
PEAK = 10 ** (-10 / 20)
BANDS = {"up to E2": 82.5, "to E3": 165, "to E4": 330, "higher": math.inf}  # hertz
STRUNG = re.compile("guitar|bass|fretless|banjo|harp|sitar|viol|piano|string|headroom", re.IGNORECASE)
BEFORE = {"after noise": False, "after another note": True}


def clips(data):
    """The name of each note, whether it is a string's, its MIDI number and its sound."""
    found = []
    notes = json.loads((data / "real-notes" / "meta.json").read_text())["clips"]
    found += [(data / "real-notes" / f"{name}.wav", clip["instrument"], clip["nominal_midi"]) for name, clip in notes.items()]
    rare = data / ".." / "instruments" / "dev"
    if rare.exists():
        notes = json.loads((rare / "meta.json").read_text())["clips"]
        found += [(rare / name, name + clip["instrument"], clip["midi"]) for name, clip in notes.items()]
    keys = data / ".." / "piano" / "headroom"
    found += [(path, "piano", int(path.stem[:3])) for path in keys.glob("*.flac")]
    for path, instrument, midi in sorted(found, key=lambda note: str(note[0])):
        samples = mixes.load(path)
        samples = samples * PEAK / np.abs(samples).max()
        start = int(np.argmax(np.abs(samples) >= 0.05 * PEAK))
        yield path.stem, bool(STRUNG.search(instrument)), midi, samples[start:start + RATE]


def scene(notes, index, after_note):
    """The sound of a note with what is before it, the time of its onset, and the note before."""
    random = np.random.default_rng(index)
    midi, samples = notes[index][2], notes[index][3].copy()
    fade = min(len(samples), RATE // 20)
    samples[-fade:] *= np.linspace(1, 0, fade)
    onset = RATE + int(random.integers(0, RATE // 100))
    sound = random.uniform(-1e-4, 1e-4, onset + len(samples) + RATE // 4)
    if after_note:
        other = (index + 7) % len(notes)
        while round(notes[other][2]) == round(midi):
            other = (other + 1) % len(notes)
        tail = int(0.03 * RATE)  # the other note is stopped within 30 ms
        before = notes[other][3][:RATE].copy()
        before[-tail:] *= np.linspace(1, 0, tail)
        sound[onset + tail - len(before):onset + tail] += before
    sound[onset:onset + len(samples)] += samples
    return sound.astype("<f4"), onset / RATE


def first(program, face, sound, onset, midi):
    """The time of the first right text after the onset in seconds, None without; whether no wrong one came before."""
    lines = subprocess.run([program, str(RATE), face], input=sound.tobytes(), capture_output=True, check=True).stdout
    shown, is_right = 0, True
    for time, note in (map(float, line.split()) for line in lines.splitlines()):
        if time <= onset:
            shown = note
        elif note and note != shown:
            if note == round(midi):
                return time - onset, is_right
            is_right, shown = False, 0
    return None, is_right


def row(found):
    """The figures of some notes: (time, whether the first text is right) each."""
    times = sorted(math.inf if time is None else 1000 * time for time, _ in found)
    at = lambda share: times[min(len(times) - 1, math.ceil(share * len(times)) - 1)]
    cell = lambda value: "never" if math.isinf(value) else f"{value:.0f}"
    return {"notes": len(found), "median, ms": cell(at(0.5)), "90 %, ms": cell(at(0.9)), "95 %, ms": cell(at(0.95)),
            "within 100 ms, %": round(100 * float(np.mean([time <= 100 for time in times]))),
            "within 160 ms, %": round(100 * float(np.mean([time <= 160 for time in times]))),
            "wrong first": sum(not is_right for _, is_right in found)}


def measure(program, data):
    """A table: strings by pitch, all strings, all notes, in both faces, after noise and after another note."""
    notes, table = list(clips(data)), {}
    for face in ("terminal", "page"):
        for before, after_note in BEFORE.items():
            found = [(note, first(program, face, *scene(notes, index, after_note), note[2])) for index, note in enumerate(notes)]
            frequency = lambda note: 440 * 2 ** ((note[2] - 69) / 12)
            least = 0
            for band, most in BANDS.items() if not after_note else ():
                table[f"{face}, strings {band}"] = row(
                    [time for note, time in found if note[1] and least <= frequency(note) < most])
                least = most
            table[f"{face}, strings {before}"] = row([time for note, time in found if note[1]])
            table[f"{face}, all notes {before}"] = row([time for _, time in found])
    return table
