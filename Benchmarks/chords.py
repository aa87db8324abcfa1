"""Scores `track --chords` and the names of `tune --chord` on mixtures of labelled real notes; called by chords.sh."""

import argparse
import csv
import io
import json
import pathlib
import re
import subprocess
import tempfile

import numpy as np
import scipy.signal
import soundfile

import chord_sounds
import tables

RATE = 44100
SECONDS = 1.6
FARTHEST = 3  # semitones that a note is moved, at most
KINDS = {
    "two notes": lambda rng: [0, rng.integers(1, 20)],
    "triads": lambda rng: [0, *[(4, 7), (3, 7), (5, 9), (3, 8), (4, 8), (3, 6)][rng.integers(6)]],
    "sevenths": lambda rng: [0, *[(4, 7, 10), (3, 7, 10), (4, 7, 11), (3, 6, 9)][rng.integers(4)]],
    "four voices": lambda rng: [0, 7 + 12 * rng.integers(2), 15 + rng.integers(2), 19 + 12 * rng.integers(2)],
    "octaves": lambda rng: [0, 12, *[step for step, share in ((19, 0.5), (24, 0.3)) if rng.random() < share]],
    "clusters": lambda rng: [0, rng.integers(1, 3), *([rng.integers(3, 5)] if rng.random() < 0.5 else [])],
    "five and six": lambda rng: [0, 7, 12, 16, 19, *([24] if rng.random() < 0.5 else [])],
}


# How the triads and sevenths are called: steps of the root above the lowest note, and quality.
NAMES = {
    (4, 7): (0, ""), (3, 7): (0, "m"), (5, 9): (5, ""), (3, 8): (8, ""), (4, 8): (0, "aug"), (3, 6): (0, "dim"),
    (4, 7, 10): (0, "7"), (3, 7, 10): (0, "m7"), (4, 7, 11): (0, "maj7"), (3, 6, 9): (0, "dim7"),
}
SEEDS = (1, 2, 3)


class Note:
    """A labelled recording of one note: its samples from the start on, and when it has which frequency."""

    def __init__(self, path):
        samples, rate = soundfile.read(path, always_2d=True)
        labels = path.with_name(path.stem + ".refined.csv")
        labels = labels if labels.exists() else path.with_name(path.stem + ".f0.csv")
        rows = [row for row in csv.reader(labels.open()) if row and row[0][:1].isdigit()]
        times, frequencies = np.array([[float(row[0]), abs(float(row[1] or 0))] for row in rows]).T
        self.times, self.frequencies = times[frequencies > 0], frequencies[frequencies > 0]
        self.name, self.samples, self.rate = path.stem, samples.mean(1), rate
        self.frequency = np.median(self.frequencies[10:]) if len(self.frequencies) > 60 else 0

    def moved(self, frequency):
        """The note at another frequency: samples at RATE, times and frequencies; None if it is too short then."""
        ratio = frequency / self.frequency
        samples = scipy.signal.resample(self.samples, round(len(self.samples) / ratio * RATE / self.rate))
        first = max(0, self.times[0] / ratio - 0.02)
        samples = samples[int(first * RATE):]
        if len(samples) < 0.9 * RATE:
            return None
        return samples / np.sqrt(np.mean(samples[:RATE]**2)), self.times / ratio - first, self.frequencies * ratio


def mixture(notes, kind, rng):
    """Samples, (times, frequencies) of each note, the place of the lowest in semitones, and the steps of all."""
    while True:
        steps = [int(step) for step in KINDS[kind](rng)]
        base = rng.uniform(40, 76 - steps[-1] / 2)
        chosen, used = [], set()
        for step in steps:
            frequency = 440 * 2 ** ((base + step + rng.uniform(-0.2, 0.2) - 69) / 12)
            near = [note for note in notes if abs(12 * np.log2(frequency / note.frequency)) <= FARTHEST
                    and note.name not in used]
            note = near[rng.integers(len(near))] if near else None
            part = note.moved(frequency) if note else None
            if part is None:
                break
            used.add(note.name)
            chosen.append(part)
        if len(chosen) == len(steps):
            break
    samples, truth = np.zeros(int(SECONDS * RATE)), []
    for part, times, frequencies in chosen:
        start = 0.1 + rng.uniform(0, 0.03)
        first = int(start * RATE)
        count = min(len(samples) - first, len(part))
        samples[first:first + count] += part[:count] * 10 ** (rng.uniform(-6, 0) / 20)
        truth.append((times + first / RATE, frequencies))
    return samples, truth, base, steps


def noisy(samples, ratio, rng):
    noise = rng.standard_normal(len(samples)) * np.sqrt(np.mean(samples**2)) * 10 ** (-ratio / 20)
    return samples + noise


def in_room(samples, response):
    """What is heard in a room, from when the direct sound arrives on."""
    first = int(np.argmax(np.abs(response)))
    return scipy.signal.fftconvolve(samples, response)[first:first + len(samples)] / np.abs(response[first])


def with_file(samples, use):
    """What use returns for a file of the samples."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mixture.wav"
        soundfile.write(path, samples / max(1e-9, np.abs(samples).max()) * 0.5, RATE, subtype="PCM_16")
        return use(path)


def output(program, samples, command, *options):
    """What the program prints; nothing if it hears no note at all."""
    def run(path):
        result = subprocess.run([program, command, path, *options], capture_output=True, text=True)
        if result.returncode and "No tone was detected" not in result.stderr:
            raise RuntimeError(result.stderr)
        return result.stdout
    return with_file(samples, run)


def heard(program, samples):
    """(time, frequency) of each note of each time."""
    text = output(program, samples, "track", "--chords")
    rows = [(float(row["time"]), float(row["frequency"])) for row in csv.DictReader(io.StringIO(text))]
    return np.array(rows).reshape(-1, 2)


class Score:
    """What was right, of what was heard and of what sounds, from 0.3 to 1.2 s after the start."""

    def __init__(self):
        self.right = self.heard = self.true = self.exact = self.count = 0
        self.cents = []

    def add(self, found, truth):
        frames = exact = 0
        for time in np.arange(0.4, 1.3, 0.01):
            true = [np.interp(time, times, values) for times, values in truth if times[0] <= time <= times[-1]]
            left = list(found[np.abs(found[:, 0] - time) < 0.005001][:, 1]) if len(found) else []
            count, right = len(left), 0
            for frequency in true:
                away = [1200 * np.log2(other / frequency) for other in left]
                nearest = min(range(len(left)), key=lambda index: abs(away[index]), default=None)
                if nearest is not None and abs(away[nearest]) <= 50:
                    self.cents.append(abs(away[nearest]))
                    left.pop(nearest)
                    right += 1
            self.right, self.heard, self.true = self.right + right, self.heard + count, self.true + len(true)
            exact += right == count == len(true) > 0
            frames += 1
        self.exact += exact >= frames / 2
        self.count += 1

    def row(self):
        return {
            "mixtures": self.count, "F1 × 100": f"{200 * self.right / (self.heard + self.true):.1f}",
            "precision": f"{100 * self.right / self.heard:.1f}", "recall": f"{100 * self.right / self.true:.1f}",
            "cents, median": f"{np.median(self.cents):.2f}", "95 %": f"{np.percentile(self.cents, 95):.1f}",
            "all and no other": f"{100 * self.exact / self.count:.0f} %"}


def pitch_class(name):
    return ("C D EF G A B".index(name[0]) + name.count("#") - name.count("b")) % 12


def named(program, samples, concert_pitch):
    """Pitch class of the root, quality, and pitch class of the bass of the chord that stands longest; None without a name."""
    text = output(program, samples, "tune", "--chord", "--json", "--a4", f"{concert_pitch:.3f}")
    chords = json.loads(text)["chords"] if text else []
    longest = max(chords, key=lambda chord: chord["time"] - chord["start"], default={"chord": None})
    parts = re.fullmatch(r"([A-G][#b]*)([^/]*)(?:/([A-G][#b]*))?", longest["chord"] or "")
    return parts and (pitch_class(parts[1]), parts[2], pitch_class(parts[3] or parts[1]))


def names(program, notes, each):
    """How often triads and sevenths have their name, for all seeds together."""
    table = {}
    for kind in ("triads", "sevenths"):
        right = np.zeros(3)
        for seed in SEEDS:
            rng = np.random.default_rng(seed)
            for _ in range(each):
                samples, _, base, steps = mixture(notes, kind, rng)
                # The lowest note is on no key of 440 Hz; A4 moves with it.
                key, concert_pitch = round(base), 440 * 2 ** ((base - round(base)) / 12)
                above, quality = NAMES[tuple(steps[1:])]
                found = named(program, noisy(samples, 30, rng), concert_pitch)
                if found:
                    root, same = found[0] == (key + above) % 12, found[1] == quality
                    right += [root, root and same, root and same and found[2] == key % 12]
        count = each * len(SEEDS)
        columns = ("root", "root and quality", "root, quality and bass")
        table[kind] = {"mixtures": count, **{name: f"{100 * value / count:.0f} %" for name, value in zip(columns, right)}}
    return table


def told(program, sounds):
    """How long a chord is told for each kind of sounds, and for how many it is more than half of the time."""
    table = {}
    for title, parts in sounds.items():
        shares = [(len(samples) / RATE, *chord_sounds.told(
            output(program, samples, "tune", "--chord", "--json"), len(samples) / RATE)) for samples in parts]
        seconds, chord, name = np.array(shares).T
        table[title] = {
            "sounds": len(parts), "seconds": f"{seconds.sum():.0f}",
            "a chord for most of the time": str(int((chord > 0.5).sum())),
            "of the time, a chord": f"{100 * (chord * seconds).sum() / seconds.sum():.1f} %",
            "with a name": f"{100 * (name * seconds).sum() / seconds.sum():.1f} %"}
    return table


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drums", type=pathlib.Path, required=True)
    parser.add_argument("--music", type=pathlib.Path, required=True)
    parser.add_argument("--basic-pitch", action="store_true")
    options = parser.parse_args()
    notes = [note for note in map(Note, sorted(options.data.glob("pitch/real-notes/*.wav"))) if note.frequency > 0]
    rooms = [soundfile.read(path, always_2d=True) for path in sorted(options.data.glob("rooms/dev/*.flac"))]
    rooms = [scipy.signal.resample_poly(samples.mean(1), RATE, rate) for samples, rate in rooms]
    kits, speech = chord_sounds.drum_kits(options.drums), sorted(options.data.glob("pitch/speech/*.wav"))
    rng, others = np.random.default_rng(options.seed), np.random.default_rng(1000 + options.seed)
    scores = {name: Score() for name in ("dry", "noise, 15 dB", "rooms", "beside drums, 6 dB below", "beside speech, 6 dB below")}
    peer = chord_sounds.basic_pitch() if options.basic_pitch else None
    peers = {name: Score() for name in scores}
    kinds = {kind: Score() for kind in KINDS}
    for index in range(options.each):
        for kind in KINDS:
            samples, truth, _, _ = mixture(notes, kind, rng)
            sounds = {"dry": noisy(samples, 30, rng), "noise, 15 dB": noisy(samples, 15, rng)}
            sounds["rooms"] = noisy(in_room(samples, rooms[rng.integers(len(rooms))]), 30, rng)
            sounds["beside drums, 6 dB below"] = chord_sounds.beside(
                samples, chord_sounds.drumming(kits, SECONDS, others), 6)
            sounds["beside speech, 6 dB below"] = chord_sounds.beside(
                samples, chord_sounds.passage(speech[others.integers(len(speech))], SECONDS, others), 6)
            for name, sound in sounds.items():
                found = heard(options.program, sound)
                scores[name].add(found, truth)
                if name == "dry":
                    kinds[kind].add(found, truth)
                if peer:
                    peers[name].add(with_file(sound, peer), truth)
    command = "Benchmarks/chords.sh DATA"
    tables_of_scores = [
        (name, {row: score.row() for row, score in table.items()})
        for name, table in (("chords", scores), ("chords-kinds", kinds))]
    if peer:
        tables.show("chords", {name: score.row() for name, score in peers.items()})
        tables.write("chords-peer", f"{command} --basic-pitch", "chords", {
            f"{title}, {name}": score.row() for name in scores
            for title, score in (("**Kammerton**", scores[name]), ("basic-pitch", peers[name]))})
    sounds = chord_sounds.without_chords(options.data, kits, sorted(options.music.glob("*.ogg")), others)
    tables_of_scores.append(("chords-none", told(options.program, sounds)))
    for name, table in [*tables_of_scores, ("chords-names", names(options.program, notes, options.each))]:
        tables.show(name, table)
        tables.write(name, command, "chords", table)


if __name__ == "__main__":
    main()
