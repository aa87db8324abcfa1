"""Mixtures of up to six notes, made on the device that trains."""

import json
import multiprocessing
import pathlib
import sys

import numpy as np
import soundfile
import torch

sys.path.insert(1, str(pathlib.Path(__file__).parents[1] / "salience"))
from spectra import COUNT, LOWEST, RATE, STEPS_PER_OCTAVE
from interference import Interference

CLIP = int(2.0 * RATE)
ROOM = int(1.3 * RATE)
# The moments that are asked for, in seconds.
MOMENTS = np.arange(0.06, 1.86, 0.04)
MOST = 6
# Something may be heard, at any frequency.
ANY = -1.0
# A note counts from this level on relative to the loudest one, in decibels; it is not asked for down to the second.
LEAST_LEVEL, NO_LEVEL = -32, -45
# Notes are at most so many semitones higher or lower than they were played.
FARTHEST = 3.2
LOWEST_NOTE, HIGHEST_NOTE = 21.0, 96.5
# How often each kind of mixture is made.
KINDS = {"one": 0.13, "two": 0.16, "triad": 0.16, "seventh": 0.1, "quartet": 0.09, "octaves": 0.12, "cluster": 0.1,
         "wide": 0.07, "any": 0.12, "none": 0.02,
         "speech": 0.04, "drum": 0.03}
# How often drums are heard beside notes, and how far below the loudest note they are, in decibels.
DRUMMED, DRUM_LEVELS = 0.08, (0, 25)


def steps(kind, rng):
    """Semitones above the lowest note."""
    integer = lambda low, high: int(rng.integers(low, high))
    if kind == "one":
        return [0]
    if kind == "two":
        return [0, integer(1, 30)]
    if kind == "triad":
        chord = [[4, 7], [3, 7], [5, 9], [3, 8], [4, 8], [3, 6], [5, 7], [2, 7], [5, 10], [4, 9]][integer(0, 10)]
        return sorted([0] + [step + 12 * integer(0, 2) * integer(0, 2) for step in chord])
    if kind == "seventh":
        return [0] + [[4, 7, 10], [3, 7, 10], [4, 7, 11], [3, 6, 9], [3, 6, 10], [4, 7, 9], [2, 4, 7], [3, 5, 8],
                      [2, 6, 9], [1, 4, 8]][integer(0, 10)]
    if kind == "quartet":
        return sorted([0, 7 + 12 * integer(0, 2), 12 + integer(3, 5), 19 + 12 * integer(0, 2)])
    if kind == "octaves":
        found = [0, 12] if rng.random() < 0.7 else [0, int(rng.choice([19, 24, 7]))]
        return sorted(set(found + [step for step in (7, 19, 24, 28) if rng.random() < 0.3]))[:MOST]
    if kind == "cluster":
        first = integer(1, 3)
        found = [0, first] + ([first + integer(1, 3)] if rng.random() < 0.5 else [])
        return found + ([found[-1] + integer(3, 12)] if rng.random() < 0.3 else [])
    if kind == "wide":
        return [0, 7, 12, 16, 19] + ([24] if rng.random() < 0.5 else [])
    if kind == "any":
        return sorted(rng.choice(40, integer(2, MOST + 1), replace=False).tolist())
    return []


class Index:
    """The pitches of the single notes that make_notes.py wrote."""

    def __init__(self, folder):
        index = json.loads((folder / "notes.json").read_text())
        self.frequencies = np.load(folder / "notes.npy")
        self.kinds = np.array([kind for kind, _, _ in index])
        self.starts = np.array([start for _, start, _ in index])
        self.counts = np.array([count for _, _, count in index])
        pitches = []
        for _, start, count in index:
            part = self.frequencies[start * 2 // 441:(start + count) * 2 // 441]
            pitches.append(69 + 12 * np.log2(np.median(part[part > 0]) / 440) if np.any(part > 0) else 0.0)
        self.pitches = np.array(pitches)
        self.is_note = ~np.isin(self.kinds, ["speech", "drum"])
        self.order = np.argsort(self.pitches)
        self.order = self.order[self.is_note[self.order]]
        self.sorted = self.pitches[self.order]
        self.of_kind = {kind: np.flatnonzero(self.kinds == kind) for kind in set(self.kinds.tolist())}
        # Instruments, of which a chord may be played.
        self.names = sorted(kind for kind in self.of_kind if "-" in kind)

    def near(self, pitch, rng, kind):
        """A note within FARTHEST of a pitch, of a kind if it has one."""
        if kind is not None:
            found = self.of_kind[kind]
            found = found[np.abs(self.pitches[found] - pitch) <= FARTHEST]
            if len(found):
                return int(rng.choice(found))
        low, high = np.searchsorted(self.sorted, [pitch - FARTHEST, pitch + FARTHEST])
        return int(self.order[rng.integers(low, high)]) if high > low else None

    def chord(self, rng):
        """Of each note: number, speed, start in seconds, gain."""
        kinds, shares = list(KINDS), np.array(list(KINDS.values()))
        while True:
            kind = kinds[rng.choice(len(kinds), p=shares / shares.sum())]
            if kind in ("speech", "drum"):
                return [(int(rng.choice(self.of_kind[kind])), 2 ** rng.uniform(-0.25, 0.25), rng.uniform(0, 0.3), 1.0)]
            found = steps(kind, rng)
            if not found:
                return []
            top = HIGHEST_NOTE - found[-1]
            if top <= LOWEST_NOTE:
                continue
            # Several notes are seldom lower than a double bass plays them.
            lowest = LOWEST_NOTE if len(found) == 1 or rng.random() < 0.2 else 31.0
            if top <= lowest:
                continue
            base = min(rng.uniform(lowest, top), rng.uniform(lowest, max(top, 80)))
            if base > top:
                continue
            alike = rng.choice(self.names) if rng.random() < 0.4 else None
            # Keys of a keyboard are in tune with each other.
            exact = rng.random() < 0.2
            staggered = rng.random() < 0.3
            spread = rng.uniform(0, 9)
            chord = []
            for step in found:
                pitch = base + step + (0 if exact else rng.uniform(-0.2, 0.2))
                number = self.near(pitch, rng, alike)
                if number is None or any(number == note[0] for note in chord):
                    break
                speed = 2 ** ((pitch - self.pitches[number]) / 12)
                start = rng.uniform(0, 1.3) if staggered else 0.1 + rng.uniform(0, 0.03)
                chord.append((number, speed, start, 10 ** (-rng.uniform(0, spread) / 20)))
            if len(chord) == len(found):
                if len(chord) < MOST and rng.random() < DRUMMED:
                    level = 10 ** (-rng.uniform(*DRUM_LEVELS) / 20)
                    chord.append((int(rng.choice(self.of_kind["drum"])), 1.0, rng.uniform(0, 0.5), level))
                return chord

    def chords(self, count, rng):
        """Of `count` mixtures the numbers of the notes, their speeds, starts and gains; a gain of 0 is no note."""
        number = np.zeros((count, MOST), int)
        others = np.zeros((3, count, MOST), "f4")
        for row in range(count):
            for column, (note, *numbers) in enumerate(self.chord(rng)):
                number[row, column] = note
                others[:, row, column] = numbers
        return number, others


def draw(index, count, seed, queue):
    """Puts chords into a queue, for ever."""
    rng = np.random.default_rng(seed)
    while True:
        queue.put(index.chords(count, rng))


class Mixer:
    """Makes mixtures of `count` chords, which processes of their own draw."""

    def __init__(self, folder, count, seed, device, workers):
        self.index, self.device = Index(folder), device
        processes = multiprocessing.get_context("fork")
        self.queue = processes.Queue(workers * 4)
        for worker in range(workers):
            processes.Process(target=draw, args=(self.index, count, 1000 * seed + worker, self.queue),
                              daemon=True).start()
        samples, _ = soundfile.read(folder / "notes.ogg", dtype="float32")
        self.samples = torch.tensor(samples).to(device)
        self.frequencies = torch.tensor(self.index.frequencies).to(device)
        self.generator = torch.Generator(device)
        self.generator.manual_seed(seed)
        generator = torch.Generator()
        generator.manual_seed(seed)
        maker = Interference(np.random.default_rng([seed, 1]), generator)
        self.rooms = torch.stack([maker.room() for _ in range(256)]).to(device)

    def batch(self):
        """Mixtures (count, CLIP); for each moment the frequency of each note (count, moments, MOST), 0 without one,
        and negative where it is not asked for."""
        device = self.device
        number, others = self.queue.get()
        count = len(number)
        send = lambda values: torch.tensor(values, device=device)
        first, length = send(self.index.starts[number]), send(self.index.counts[number])
        speed, start, gain = send(others)
        mixture = torch.zeros(count, CLIP, device=device)
        time = torch.arange(CLIP, device=device, dtype=torch.float32)
        moments = torch.tensor(MOMENTS, device=device, dtype=torch.float32)
        found, powers = [], []
        for column in range(MOST):
            place = (time[None] - start[:, column, None] * RATE) * speed[:, column, None]
            here = length[:, column, None]
            inside = (place >= 0) & (place < here - 3) & (gain[:, column, None] > 0)
            whole = place.long().clamp(min=0)
            whole = torch.minimum(whole, here - 3)
            share = place - whole
            at = first[:, column, None] + whole
            a, b, c, d = (self.samples[(at + step).clamp(0, len(self.samples) - 1)] for step in (-1, 0, 1, 2))
            # A cubic through four samples.
            value = b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
            # A note that is cut off would click.
            fade = ((here - 3 - place) / 200).clamp(0, 1)
            value = value * inside * fade
            strength = value[:, :RATE].pow(2).mean(1).clamp(min=1e-9).sqrt()
            value = value * (gain[:, column] / strength)[:, None]
            mixture += value
            power = torch.nn.functional.avg_pool1d(value[:, None] ** 2, 1103, 1, 551)[:, 0]
            powers.append(power[:, (moments * RATE).long().clamp(max=CLIP - 1)])
            label = ((moments[None] - start[:, column, None]) * speed[:, column, None] * 100).clamp(min=-1)
            known = (label >= 0) & (label < (here * 2 // 441) - 1) & (gain[:, column, None] > 0)
            index = first[:, column, None] * 2 // 441 + torch.minimum(label.long().clamp(min=0), here * 2 // 441 - 2)
            frequency = self.frequencies[index.clamp(max=len(self.frequencies) - 1)] * speed[:, column, None]
            found.append(torch.where(known, frequency, torch.zeros_like(frequency)))
        frequencies, powers = torch.stack(found, 2), torch.stack(powers, 2)
        unsure = frequencies < 0
        level = 10 * torch.log10(powers / powers.amax(2, keepdim=True).clamp(min=1e-12) + 1e-9)
        frequencies = torch.where(level < NO_LEVEL, torch.zeros_like(frequencies), frequencies)
        frequencies = torch.where(level < LEAST_LEVEL, -frequencies.abs(), frequencies)
        # The first moments of a note, and the last, are not asked for.
        age = moments[None, :, None] - start[:, None]
        frequencies = torch.where((age < 0.04) & (age > -0.02), -frequencies.abs(), frequencies)
        frequencies = torch.where(unsure, torch.full_like(frequencies, ANY), frequencies)
        return self.recorded(self.in_rooms(mixture)), frequencies

    def random(self, count, low, high):
        return torch.rand(count, device=self.device, generator=self.generator) * (high - low) + low

    def in_rooms(self, mixture):
        count = len(mixture)
        chosen = torch.randint(len(self.rooms), (count,), device=self.device, generator=self.generator)
        length = 1 << (CLIP + ROOM - 1).bit_length()
        wet = torch.fft.irfft(torch.fft.rfft(mixture, length) * torch.fft.rfft(self.rooms[chosen], length), length)
        return torch.where((self.random(count, 0, 1) < 0.35)[:, None], wet[:, :CLIP], mixture)

    def recorded(self, mixture):
        """Some as by a cheap microphone, all with noise 8 to 70 dB below."""
        count = len(mixture)
        frequencies = torch.fft.rfftfreq(CLIP, 1 / RATE, device=self.device)[None]
        low, high = self.random(count, 20, 120)[:, None], self.random(count, 3400, 7500)[:, None]
        ratio = frequencies / low
        cheap = ratio**2 / (1 + ratio**4).sqrt() / (1 + (frequencies / high) ** 8).sqrt()
        # And tilted by up to 6 dB an octave, as instruments and microphones differ.
        tilt = (frequencies.clamp(min=50) / 500) ** self.random(count, -0.4, 0.4)[:, None]
        gain = torch.where((self.random(count, 0, 1) < 0.25)[:, None], cheap, torch.ones_like(cheap)) * tilt
        mixture = torch.fft.irfft(torch.fft.rfft(mixture) * gain, CLIP)
        noise = torch.randn(mixture.shape, device=self.device, generator=self.generator)
        slope = self.random(count, 0, 1)[:, None]
        noise = torch.fft.irfft(torch.fft.rfft(noise) * frequencies.clamp(min=20) ** (-slope / 2), CLIP)
        level = mixture.pow(2).mean(1, keepdim=True).sqrt().clamp(min=1e-4)
        ratio = torch.where(self.random(count, 0, 1) < 0.5, self.random(count, 8, 30), self.random(count, 30, 70))
        noise = noise / noise.pow(2).mean(1, keepdim=True).sqrt().clamp(min=1e-9) * 10 ** (-ratio[:, None] / 20)
        mixture = mixture + level * noise
        return mixture / mixture.abs().amax(1, keepdim=True).clamp(min=1e-9) * 0.5


def targets(frequencies):
    """What each frequency shall be, 0...1, and whether it is asked for: (moments, COUNT) twice."""
    flat = frequencies.flatten(0, 1)
    lines = torch.arange(COUNT, device=flat.device)[None, None]
    place = STEPS_PER_OCTAVE * torch.log2(flat.abs().clamp(min=20) / LOWEST)[:, :, None]
    distance = (lines - place).abs()
    bump = torch.exp(-0.5 * (distance / 0.8) ** 2)
    wanted = (bump * (flat > 0)[:, :, None]).amax(1)
    unknown = ((distance < 3) & (flat < 0)[:, :, None]).any(1) | (flat == ANY).any(1, keepdim=True)
    return wanted, ~unknown
