"""Scores `practice --chords` on takes of labelled real notes; called by practice-chords.sh."""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
import scipy.signal
import soundfile

import chords
import tables

RATE = chords.RATE
STEPS = 8  # chords of a take
SECONDS = 1.2  # from chord to chord
RELEASE = 0.08
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
# Semitones above the lowest note.
KINDS = {
    "double stops": lambda rng: [0, rng.choice([3, 4, 5, 7, 8, 9, 10])],
    "three notes": lambda rng: [0, *[(4, 7), (3, 7), (5, 9), (3, 8), (7, 16), (9, 16)][rng.integers(6)]],
    "four notes": lambda rng: [0, *[(4, 7, 10), (3, 7, 10), (7, 16, 22), (9, 16, 19), (5, 8, 15)][rng.integers(5)]],
    "with octaves": lambda rng: [0, *[(12,), (7, 12), (4, 7, 12), (12, 16, 19)][rng.integers(4)]],
}
FAULTS = ("none", "a note left out", "another note", "a chord left out")


def name(number):
    return f"{NAMES[number % 12]}{number // 12 - 1}"


class Take:
    """A take with its score, and what was played: of each chord, of each written note its cents, None, or another note."""

    def __init__(self, notes, kind, fault, rng):
        self.samples = np.zeros(int((STEPS * SECONDS + 1) * RATE))
        self.steps, self.fault = [], fault
        place, victim = int(rng.integers(1, STEPS - 1)), None
        while len(self.steps) < STEPS:
            shape = [int(step) for step in KINDS[kind](rng)]
            base = int(rng.integers(45, 78 - shape[-1]))
            numbers = [base + step for step in shape]
            isHit = len(self.steps) == place
            sounding = list(numbers)
            if isHit and fault in ("a note left out", "another note"):
                victim = int(rng.integers(len(numbers)))
                if fault == "another note":
                    sounding[victim] += int(rng.choice([-2, -1, 1, 2]))
                    if sounding[victim] in numbers:
                        continue
            parts = self.parts(notes, sounding, rng)
            if parts is None:
                continue
            step = []
            for index, (number, sounded, part) in enumerate(zip(numbers, sounding, parts)):
                isLost = isHit and (fault == "a chord left out" or fault == "a note left out" and index == victim)
                cents = None if isLost else self.add(part, sounded, len(self.steps), rng)
                step.append((number, sounded if not isLost else None, cents))
            self.steps.append(step)

    @staticmethod
    def parts(notes, numbers, rng):
        parts, used = [], set()
        for number in numbers:
            frequency = 440 * 2 ** ((number + rng.uniform(-0.2, 0.2) - 69) / 12)
            near = [note for note in notes if abs(12 * np.log2(frequency / note.frequency)) <= chords.FARTHEST
                    and note.name not in used]
            note = near[rng.integers(len(near))] if near else None
            part = note.moved(frequency) if note else None
            if part is None:
                return None
            used.add(note.name)
            parts.append(part)
        return parts

    def add(self, part, number, step, rng):
        """Adds a note, and returns its cents by its label."""
        samples, times, frequencies = part
        start = 0.3 + step * SECONDS + rng.uniform(0, 0.03)
        count = min(len(samples), int((SECONDS - 0.05) * RATE))
        samples = samples[:count].copy()
        fade = int(RELEASE * RATE)
        samples[-fade:] *= np.linspace(1, 0, fade)
        first = int(start * RATE)
        self.samples[first:first + count] += samples * 10 ** (rng.uniform(-6, 0) / 20)
        inside = (times > 0.08) & (times < SECONDS - 0.15)
        median = np.median(frequencies[inside] if inside.any() else frequencies)
        return 1200 * np.log2(median / 440) - 100 * (number - 69)

    @property
    def score(self):
        return " ".join("+".join(name(number) for number, _, _ in step) for step in self.steps)


def judged(program, take, samples):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "take.wav"
        soundfile.write(path, samples / np.abs(samples).max() * 0.5, RATE, subtype="PCM_16")
        result = subprocess.run([program, "practice", take.score, path, "--json"], capture_output=True, text=True)
        return json.loads(result.stdout)


class Count:
    """What was judged right."""

    def __init__(self):
        self.steps = self.right = self.notes = self.missing = self.wrong = self.hidden = self.extra = 0
        self.takes = self.good = self.faults = self.told = self.unsure = self.attacks = 0
        self.cents = []

    def add(self, take, result):
        self.extra += len(result["extra"])
        told = None
        for played, heard in zip(take.steps, result["steps"]):
            isFaulty = any(sounded != number for number, sounded, _ in played)
            states = [note["state"] for note in heard["notes"]]
            for (number, sounded, cents), note in zip(played, heard["notes"]):
                if note["state"] == "right" and sounded == number:
                    self.cents.append(abs(note["cents"] + result["offset"] - cents))
            if isFaulty:
                told = self.telling(take, played, states)
                continue
            self.steps += 1
            self.attacks += heard["attack"]
            self.notes += len(states)
            self.right += all(state in ("right", "hidden") for state in states) and not heard["extra"]
            self.missing += states.count("missing")
            self.wrong += states.count("wrong") + len(heard["extra"])
            self.hidden += states.count("hidden")
        if told is not None:
            self.faults += 1
            self.told += told == "told"
            self.unsure += told == "unsure"

    @staticmethod
    def telling(take, played, states):
        """Whether a fault is told, or left open."""
        if take.fault == "a chord left out":
            return "told" if all(state == "missing" for state in states) else "no"
        victim = next(index for index, (number, sounded, _) in enumerate(played) if sounded != number)
        wanted = ("missing",) if take.fault == "a note left out" else ("wrong", "missing")
        return "told" if states[victim] in wanted else "unsure" if states[victim] == "hidden" else "no"

    def row(self):
        return {
            "chords": self.steps, "all notes right": f"{100 * self.right / self.steps:.0f} %",
            "notes falsely missing": f"{100 * self.missing / self.notes:.1f} %",
            "falsely wrong": f"{100 * self.wrong / self.notes:.1f} %",
            "not told apart": f"{100 * self.hidden / self.notes:.1f} %",
            "chords too many": f"{100 * self.extra / self.steps:.1f} %",
            "faults told": f"{self.told} of {self.faults}",
            "cents, median": f"{np.median(self.cents):.1f}", "95 %": f"{np.percentile(self.cents, 95):.1f}",
            "with a time": f"{100 * self.attacks / self.steps:.0f} %",
        }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--takes", type=int, default=5, help="of each kind and fault")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    paths = sorted(options.data.glob("pitch/real-notes/*.flac")) + sorted(options.data.glob("pitch/real-notes/*.wav"))
    notes = [note for note in map(chords.Note, paths) if note.frequency > 0]
    rooms = [soundfile.read(path, always_2d=True) for path in sorted(options.data.glob("rooms/dev/*.flac"))]
    rooms = [scipy.signal.resample_poly(samples.mean(1), RATE, rate) for samples, rate in rooms]
    counts = {}
    for kind in KINDS:
        for fault in FAULTS:
            for index in range(options.takes):
                take = Take(notes, kind, fault, rng)
                dry = chords.noisy(take.samples, 40, rng)
                wet = chords.noisy(chords.in_room(take.samples, rooms[rng.integers(len(rooms))]), 40, rng)
                for place, samples in (("dry", dry), ("rooms", wet)):
                    result = judged(options.program, take, samples)
                    if options.keep:
                        stem = f"{kind}-{fault}-{index}-{place}".replace(" ", "_")
                        soundfile.write(options.keep / f"{stem}.wav", samples / np.abs(samples).max() * 0.5, RATE)
                        (options.keep / f"{stem}.json").write_text(json.dumps([take.score, take.steps, result], default=str))
                    counts.setdefault(f"{kind}, {place}", Count()).add(take, result)
    table = {key: count.row() for key, count in counts.items()}
    tables.show("takes", table)
    if options.figures:
        tables.write("practice-chords", "Benchmarks/practice-chords.sh DATA --figures", "takes", table)


if __name__ == "__main__":
    main()
