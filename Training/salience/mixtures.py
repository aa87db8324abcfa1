"""Mixtures that are made while the network is trained: a labelled sound in front of noise, talkers, music or hum."""

import json
import typing

import numpy as np
import soundfile
import torch

from interference import CLIP, ROOM, Interference, convolved
from spectra import RATE

# How often each set is the sound in front.
FRONT = {"font": 0.36, "talk": 0.24, "own": 0.2, "world": 0.13, "espeak": 0.07}
BEHIND = {"noise": 0.24, "talk": 0.26, "music": 0.34, "steady": 0.16}
TALKERS = ["talk", "talk", "talk", "world", "espeak"]
# Ratios of the sound in front to what is behind, in decibels.
RATIOS = [(-6, 2), (2, 8), (8, 20)]
# Labels are not asked for where the sound in front lies below this ratio, in decibels.
LEAST_RATIO = -14
LABELS = 2 * CLIP // 441


class Sounds(typing.NamedTuple):
    """A set of dry sounds, one after the other."""
    samples: torch.Tensor
    index: list  # (kind, first sample, length)
    labels: torch.Tensor | None


class Source(typing.NamedTuple):
    """Which dry sound it is."""
    group: str
    kind: str
    number: int


class Scene(typing.NamedTuple):
    """What a mixture is: the kind of what is behind or "none", their ratio in decibels, and whether it is in a room."""
    behind: str
    ratio: float
    room: bool


def read(folder):
    """The sets that make_dry_sounds.py wrote."""
    sets = {}
    for name in ("font", "talk", "own", "world", "espeak", "music"):
        samples, _ = soundfile.read(folder / f"{name}.ogg", dtype="float32")
        index = [entry for entry in json.loads((folder / f"{name}.json").read_text()) if entry[2] > 0.4 * RATE]
        labels = None if name == "music" else torch.tensor(np.load(folder / f"{name}.npy"))
        sets[name] = Sounds(torch.tensor(samples), index, labels)
        print(name, len(index), f"{len(samples) / RATE:.0f} s", flush=True)
    return sets


class Mixer:
    """Makes mixtures of the sets, in an order of its own for each seed."""

    def __init__(self, sets, seed):
        self.sets, self.rng = sets, np.random.default_rng(seed)
        self.generator = torch.Generator()
        self.generator.manual_seed(seed)
        self.interference = Interference(self.rng, self.generator)
        shares = np.array(list(FRONT.values()))
        self.groups, self.shares = list(FRONT), shares / shares.sum()

    def piece(self, name, before=0.0, speed=1.0):
        """A random piece of a random sound, up to `before` seconds ahead of it; its labels; which sound."""
        samples, index, labels = self.sets[name]
        number = self.rng.integers(len(index))
        kind, offset, count = index[number]
        need = int(CLIP * speed)
        first = int(self.rng.integers(-int(before * RATE) - 1, max(1, count - need // 2))) // 441 * 441
        low, high = max(0, first), min(count, first + need)
        piece = torch.zeros(need)
        piece[low - first:high - first] = samples[offset + low:offset + high]
        label = None
        if labels is not None:
            label = torch.zeros(need * 2 // 441 + 1)
            start, end, place = low * 2 // 441, high * 2 // 441, (low - first) * 2 // 441
            offset = offset * 2 // 441
            label[place:place + end - start] = labels[offset + start:offset + end]
        return piece, label, Source(name, kind, number)

    def front(self):
        """The sound in front, played faster or slower: samples, labels, which sound."""
        rng = self.rng
        name = self.groups[rng.choice(len(self.groups), p=self.shares)]
        speed = 2 ** rng.uniform(-0.33, 0.33) if rng.random() < 0.7 else 1.0
        samples, labels, source = self.piece(name, rng.choice([0, 1.2]), speed)
        if speed != 1.0:
            time = torch.arange(CLIP, dtype=torch.float32) * speed
            whole = time.long().clamp(max=len(samples) - 2)
            samples = samples[whole] + (time - whole) * (samples[whole + 1] - samples[whole])
        nearest = (torch.arange(LABELS) * speed).round().long().clamp(max=len(labels) - 1)
        return samples[:CLIP], labels[nearest] * speed, source

    def talker(self, front):
        """Another talker than the one in front, mostly without long pauses."""
        name = self.rng.choice(TALKERS)
        for _ in range(4):
            samples, _, source = self.piece(name)
            if (source.kind, source.number) != (front.kind, front.number):
                break
        if self.rng.random() < 0.7:
            speaking = samples[samples != 0]
            if len(speaking) > 4000:
                samples = speaking.repeat(-(-CLIP // len(speaking)))[:CLIP]
        return samples

    def behind(self, kind, front):
        if kind == "noise":
            return self.interference.noise()
        if kind == "talk":
            samples = self.talker(front)
            if self.rng.random() < 0.12:
                for _ in range(self.rng.integers(1, 5)):
                    samples = samples + self.talker(front)
            return samples
        if kind == "music":
            return self.piece("music")[0]
        return self.interference.steady() if kind == "steady" else torch.zeros(CLIP)

    def batch(self, count):
        """Mixtures (count, CLIP), labels every 10 ms (count, LABELS), and their scenes."""
        rng = self.rng
        fronts, behinds, labels, rooms, shared, scenes = [], [], [], [], [], []
        for _ in range(count):
            front, label, source = self.front()
            if rng.random() < 0.04:
                front, label = torch.zeros_like(front), torch.zeros_like(label)
            kind = rng.choice(list(BEHIND), p=list(BEHIND.values())) if rng.random() < 0.78 else "none"
            behind = self.behind(kind, source)
            ratio = rng.uniform(*RATIOS[rng.integers(3)]) if kind != "steady" else rng.uniform(0, 42)
            room = rng.random() < 0.5
            fronts.append(front)
            labels.append(label)
            behinds.append(behind[:CLIP])
            rooms.append(self.interference.room() if room else None)
            shared.append(rng.random() < 0.6 or not room)
            scenes.append(Scene(kind, ratio, room))
        fronts, behinds, labels = map(torch.stack, (fronts, behinds, labels))
        fronts, behinds = self.in_rooms(fronts, behinds, rooms, shared)
        behinds = self.levelled(fronts, behinds, labels, scenes)
        return self.recorded(fronts + behinds), asked(labels, fronts, behinds), scenes

    def in_rooms(self, fronts, behinds, rooms, shared):
        """Both sounds in a room; they have different places in it, unless it is shared."""
        dry = torch.zeros(ROOM)
        dry[0] = 1
        own = torch.stack([dry if room is None else room for room in rooms])
        other = torch.stack([dry if room is None else room if same else self.interference.room()
                             for room, same in zip(rooms, shared)])
        return convolved(fronts, own), convolved(behinds, other)

    def levelled(self, fronts, behinds, labels, scenes):
        """What is behind at the ratio of each scene to the voiced parts of what is in front."""
        voiced = torch.nn.functional.interpolate((labels != 0).float()[:, None], size=CLIP, mode="nearest")[:, 0]
        front = (fronts**2 * voiced).sum(1) / voiced.sum(1).clamp(min=1)
        front = torch.where(front > 1e-12, front, torch.full_like(front, 1e-2))
        behind = (behinds**2).mean(1).clamp(min=1e-20)
        ratios = torch.tensor([scene.ratio for scene in scenes], dtype=torch.float32)
        present = torch.tensor([scene.behind != "none" for scene in scenes]).float()
        return behinds * (front / behind * 10 ** (-ratios / 10)).sqrt()[:, None] * present[:, None]

    def recorded(self, sounds):
        """Some as by a cheap microphone, all with a little hiss."""
        rng, count = self.rng, len(sounds)
        cheap = torch.tensor(rng.random(count) < 0.35)[:, None]
        corner = lambda low, high: torch.tensor(rng.uniform(low, high, count), dtype=torch.float32)[:, None]
        low, high = corner(20, 120), corner(3400, 7500)
        frequencies = torch.fft.rfftfreq(2 * CLIP, 1 / RATE)[None]
        ratio = frequencies / low
        gain = (ratio**2 / (1 + ratio**4).sqrt()) / (1 + (frequencies / high) ** 8).sqrt()
        gain = torch.where(cheap, gain, torch.ones_like(gain))
        sounds = torch.fft.irfft(torch.fft.rfft(sounds, 2 * CLIP) * gain, 2 * CLIP)[:, :CLIP]
        hiss = torch.tensor(10 ** (-rng.uniform(45, 95, count) / 20), dtype=torch.float32)[:, None]
        noise = torch.randn(sounds.shape, generator=self.generator)
        return sounds / sounds.abs().max(1, keepdim=True).values.clamp(min=1e-9) * 0.5 + hiss * 0.1 * noise


def asked(labels, fronts, behinds):
    """The labels; not known where the sound in front lies far below the other."""
    def level(sounds):
        power = torch.nn.functional.avg_pool1d((sounds**2)[:, None], 441, 220, 220)
        return torch.nn.functional.interpolate(power, size=LABELS)[:, 0] + 1e-12
    ratio = 10 * torch.log10(level(fronts) / level(behinds))
    return torch.where((labels > 0) & (ratio < LEAST_RATIO), torch.full_like(labels, float("nan")), labels)
