"""Spoken sounds: recordings, the same as if sung on a melody, and a synthesiser's sentences."""

import functools
import tempfile

import numpy as np
import pyworld
import scipy.signal
import soundfile

import labels
import sources
from labels import RATE

# The spacing of WORLD's frames, in seconds.
FRAME = 0.005


def recording(paths):
    """Up to 8 s of one talker's files in a row, each as loud as the others."""
    parts = []
    for path in paths:
        samples, rate = soundfile.read(path, always_2d=True)
        samples = labels.resampled(samples.mean(1), rate)
        if len(samples) < 0.2 * RATE:
            continue
        parts += [samples / max(1e-6, np.abs(samples).max()) * 0.5, np.zeros(int(0.08 * RATE))]
        if sum(map(len, parts)) > 7 * RATE:
            break
    return np.concatenate(parts)[:8 * RATE]


def or_nothing(make):
    """Some files do not open, and some hold no voice: there is no sound of these."""
    @functools.wraps(make)
    def guarded(job):
        try:
            return make(job)
        except (ValueError, soundfile.SoundFileError):
            return None
    return guarded


@or_nothing
def spoken(job):
    """One recording: (talker, samples, labels)."""
    program, name, paths = job
    samples = recording(paths)
    return name, samples.astype("f4"), labels.of_speech(samples, program)


def melody(rng, voiced, median):
    """A melody in steps of a semitone with vibrato, in hertz, for each frame."""
    count = len(voiced)
    keys, start, key = np.zeros(count), 0, 0.0
    while start < count:
        length = int(rng.uniform(0.15, 0.9) / FRAME)
        keys[start:start + length] = key
        start += length
        key = float(np.clip(key + rng.integers(-5, 6), -9, 9))
    keys = scipy.signal.filtfilt(np.ones(9) / 9, [1], keys)
    depth = rng.choice([0, rng.uniform(0.2, 1)])
    vibrato = depth * np.sin(2 * np.pi * rng.uniform(4.5, 7) * np.arange(count) * FRAME)
    return np.clip(median * 2 ** ((keys + vibrato) / 12), 60, 1100) * voiced


@or_nothing
def sung(job):
    """A recording as if sung, more slowly: WORLD gives it a melody, so that its labels are exact."""
    name, paths, index = job
    rng = np.random.default_rng([79, index])
    samples = recording(paths)[:5 * RATE]
    f0, times = pyworld.harvest(samples, RATE, 60, 600)
    envelope, aperiodicity = (measure(samples, f0, times, RATE) for measure in (pyworld.cheaptrick, pyworld.d4c))
    slowness = rng.uniform(1.2, 3)
    frames = np.clip(np.arange(0, len(f0), 1 / slowness), 0, len(f0) - 1).astype(int)[:int(8 / FRAME)]
    voiced = f0[frames] > 0
    contour = melody(rng, voiced, np.median(f0[f0 > 0]) * 2 ** rng.uniform(-0.2, 1.1))
    result = pyworld.synthesize(*(values.copy(order="C") for values in
                                  (contour, envelope[frames], aperiodicity[frames])), RATE)
    label = contour[::2].copy()
    # Where the voice sets in and ends.
    neighbours = np.convolve(voiced.astype(float), np.ones(5), "same")[::2]
    label[(neighbours > 0) & (neighbours < 5)] = np.nan
    label = label[:int(len(result) / (RATE * labels.STEP))]
    level = labels.power(result, RATE, 440, len(label))
    quiet = level < 1e-5 * level.max()
    label[quiet] = np.where(label[quiet] > 0, np.nan, 0)
    return f"world-{name}", (result / np.abs(result).max() * 0.5).astype("f4"), label.astype("f4")


def synthesised(job):
    """A sentence by espeak-ng."""
    program, index = job
    rng = np.random.default_rng([80, index])
    with tempfile.TemporaryDirectory() as work:
        samples = sources.speech(rng, work)
    samples = labels.resampled(samples, sources.RATE)[:8 * RATE]
    return "espeak", samples.astype("f4"), labels.of_speech(samples, program)
