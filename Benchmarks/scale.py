"""Measures pitch trackers in CPU-hours for a thousand hours of sound; called by scale.sh.

Each figure is the best of three differences between a whole sound and its first third, so that imports, models and
start-up do not count. All threads count. SwiftF0 has a reading each 16 ms, the others each 10 ms.
"""

import sys
import time

import librosa
import numpy as np
import parselmouth
import pyworld
import swift_f0

import kammerton


def voice(seconds, rate):
    """A voice with vibrato that glides over an octave, half a second of pause after each two, in noise."""
    times = np.arange(int(seconds * rate)) / rate
    frequency = 160 * 2 ** np.sin(2 * np.pi * times / 7) * (1 + 0.02 * np.sin(2 * np.pi * 5.5 * times))
    phase = 2 * np.pi * np.cumsum(frequency) / rate
    sound = sum(np.sin(partial * phase) / partial for partial in range(1, 11))
    sound *= 0.15 * (times % 2.5 < 2)
    return sound + np.random.default_rng(17).normal(0, 0.003, times.size)


def joined(paths, rate):
    """Sound files one after the other, as one channel."""
    return np.concatenate([librosa.load(path, sr=rate)[0].astype(np.float64) for path in paths])


def trackers(rate, low, high):
    """Name, what tracks a sound, and the share of the sound that is enough to measure it."""
    detector = swift_f0.SwiftF0(threads=1, spin=False)
    hop = rate // 100

    def ours(method):
        return lambda y: kammerton.track(y, sr=rate, method=method, fmin=low, fmax=high)

    def praat(y):
        parselmouth.Sound(y, rate).to_pitch_ac(time_step=0.01, pitch_floor=low, pitch_ceiling=high)

    def dio(y):
        pitch, times = pyworld.dio(y, rate, f0_floor=low, f0_ceil=high, frame_period=10)
        pyworld.stonemask(y, pitch, times, rate)

    yield "kammerton, default", ours("best"), 1
    yield "kammerton, pyin", ours("pyin"), 1
    yield "kammerton, yin", ours("yin"), 1
    yield "SwiftF0, its own range", lambda y: detector.detect(y.astype(np.float32), rate), 1
    yield "Praat, to_pitch_ac", praat, 1
    if rate == 16_000:  # Made for speech.
        yield "WORLD, dio and stonemask", dio, 1
        yield "WORLD, harvest", lambda y: pyworld.harvest(
            y, rate, f0_floor=low, f0_ceil=high, frame_period=10), 0.4
    yield "librosa.yin", lambda y: librosa.yin(y, sr=rate, fmin=low, fmax=high, hop_length=hop), 0.4
    yield "librosa.pyin", lambda y: librosa.pyin(y, sr=rate, fmin=low, fmax=high, hop_length=hop), 0.2


def cost(track, sound):
    """CPU seconds for the last two thirds of a sound."""
    used = []
    for part in (sound[: sound.size // 3], sound):
        begin = time.process_time()
        track(part)
        used.append(time.process_time() - begin)
    return used[1] - used[0]


def main():
    for rate, low, high in ((44_100, 30, 4200), (16_000, 60, 600)):
        print(f"{rate / 1000:g} kHz, {low} to {high} Hz: CPU-hours for 1000 hours of sound")
        whole = joined(sys.argv[1:], rate) if sys.argv[1:] else voice(30, rate)
        for name, track, share in trackers(rate, low, high):
            sound = np.ascontiguousarray(whole[: int(share * whole.size)])
            track(sound[: rate])
            used = min(cost(track, sound) for _ in range(3))
            print(f"{1000 * used / (2 / 3 * sound.size / rate):9.2f}  {name}", flush=True)


if __name__ == "__main__":
    main()
