"""Labelled clips in eight conditions, scene x room x microphone, as the public ranking of pitch trackers has them.

  scene  coloured noise (white to brown), another speaker, or music; the clip is -6 to 2, 2 to 8 or 8 to 20 dB above it,
         over the part that the labels call voiced
  room   a measured response, shifted so that its strongest arrival is at time 0 and labels stay where they are
  mic    a high-pass at 20 to 120 Hz and a low-pass at 3.4 to 7.5 kHz, as telephones and cheap microphones have

What is drawn depends on the seed, the name of the clip and the lists of files only, so that a clip has the same scene,
room and microphone in every condition that has them, and in every run.
"""

import dataclasses
import hashlib
import json
import math
import pathlib

import numpy as np
import soundfile
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt

RATE = 44_100
CONDITIONS = ("clean", "scene", "room", "mic", "scene+room", "scene+mic", "room+mic", "scene+room+mic")
LEVELS = ((-6, 2), (2, 8), (8, 20))  # Of the clip over the scene, in dB.
PEAK = 0.5
LONGEST_SCENE = 90  # seconds
SMALLEST_MUSIC = 150_000  # bytes: shorter files are effects


def load(path, seconds=None):
    """The mean of all channels at 44.1 kHz, at most so long."""
    count = -1 if seconds is None else int(seconds * soundfile.info(path).samplerate)
    samples, rate = soundfile.read(path, frames=count, always_2d=True)
    common = math.gcd(RATE, rate)
    return samples.mean(axis=1) if rate == RATE else resample_poly(samples.mean(axis=1), RATE // common, rate // common)


def sounds(folder, *endings):
    return sorted(path for ending in endings for path in pathlib.Path(folder).rglob(f"*.{ending}"))


def read(path):
    """Times and frequencies of a file of labels, 0 where there is no pitch."""
    rows = np.genfromtxt(path, delimiter=",", usecols=(0, 1))
    rows = np.nan_to_num(rows[~np.isnan(rows[:, 0])])
    return rows[:, 0], np.maximum(rows[:, 1], 0)


@dataclasses.dataclass
class Clip:
    name: str
    path: pathlib.Path

    def labels(self):
        """Times, and frequencies with 0 where there is no pitch."""
        return read(self.path.with_suffix(".f0.csv"))


def clips(folder, count):
    """Labelled clips of a set, evenly spread over its names."""
    meta = json.loads((folder / "meta.json").read_text())
    found = []
    for name in sorted(meta.get("clips", meta)):
        path = next((path for end in ("wav", "flac") if (path := folder / f"{name}.{end}").exists()), None)
        if path and path.with_suffix(".f0.csv").exists():
            found.append(Clip(name, path))
    chosen = np.unique(np.linspace(0, len(found) - 1, min(count, len(found))).astype(int))
    return [found[index] for index in chosen]


def voiced_power(samples, times, frequencies):
    """The mean power within 5 ms of the labels that have a pitch, of everything if none has."""
    voiced = np.zeros(len(samples), bool)
    for time in times[frequencies > 0]:
        voiced[max(0, int((time - 0.005) * RATE)):int((time + 0.005) * RATE)] = True
    return np.mean(samples[voiced] ** 2 if voiced.any() else samples ** 2)


class Mixer:
    def __init__(self, rooms, music, talkers, seed):
        self.rooms = sounds(rooms, "flac", "wav")
        self.music = [path for path in sounds(music, "ogg", "flac", "wav") if path.stat().st_size > SMALLEST_MUSIC]
        self.talkers = sounds(talkers, "wav", "flac")
        self.seed = seed
        for what, files in (("room", self.rooms), ("piece of music", self.music), ("talker", self.talkers)):
            if not files:
                raise SystemExit(f"scenes: there is no {what}")

    def random(self, *key):
        digest = hashlib.sha256(repr((self.seed, *key)).encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))

    def scene(self, clip, count):
        """What sounds beside a clip: its kind, so many samples, and how many dB the clip is above it."""
        random = self.random("scene", clip.name)
        kind = str(random.choice(["noise", "speech", "music", "music"]))
        if kind == "noise":
            frequencies = np.fft.rfftfreq(count, 1 / RATE)
            frequencies[0] = frequencies[1]
            white = np.fft.rfft(random.standard_normal(count))
            samples = np.fft.irfft(white * frequencies ** (-random.uniform(0, 2) / 2), count)
        else:
            pool = self.music if kind == "music" else self.others(clip)
            samples = load(pool[random.integers(len(pool))], LONGEST_SCENE)
            if kind == "speech":
                samples = samples[samples != 0]  # No digital silence.
            start = random.integers(max(1, len(samples) - count)) if len(samples) > count else 0
            samples = np.tile(samples, -(-(count + start) // len(samples)))[start:start + count]
        lowest, highest = LEVELS[random.integers(len(LEVELS))]
        return kind, samples, random.uniform(lowest, highest)

    def others(self, clip):
        """Talkers of another source than the clip."""
        return [path for path in self.talkers
                if path.name.split(".")[0] not in clip.name and path.name[:6] != clip.name[:6]]

    def mix(self, clip, condition):
        """The samples of a clip in a condition, and the kind of what sounds beside it."""
        dry = samples = load(clip.path)
        labels, parts, kind = clip.labels(), condition.split("+"), "none"
        random = self.random("room", clip.name)
        response = load(self.rooms[random.integers(len(self.rooms))])
        first = int(np.argmax(np.abs(response)))

        def placed(sound):
            return fftconvolve(sound, response)[first:first + len(sound)] / abs(response[first])

        if "room" in parts:
            samples = placed(samples)
        power = voiced_power(samples, *labels)
        if "scene" in parts:
            kind, scene, decibels = self.scene(clip, len(dry))
            if "room" in parts:
                scene = placed(scene)
            samples = samples + scene * math.sqrt(power / max(np.mean(scene ** 2), 1e-20)) * 10 ** (-decibels / 20)
        if "mic" in parts:
            random = self.random("mic", clip.name)
            high_pass = butter(2, random.uniform(20, 120), "high", fs=RATE, output="sos")
            low_pass = butter(4, random.uniform(3400, 7500), fs=RATE, output="sos")
            samples = sosfilt(low_pass, sosfilt(high_pass, samples))
        return samples / max(1e-9, np.abs(samples).max()) * PEAK, kind
