"""Compares librosa.pyin and CREPE with kammerton.track, for moving to it.

    python from_librosa.py SOUND

tracks a sound file three ways, if librosa and crepe are installed, and prints their results at the same
moments. Without a file it tracks a glide.
"""

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

import kammerton

HOP = 256  # samples


def sound() -> tuple[npt.NDArray[Any], float]:
    """The samples of the file, or two seconds of a glide from 220 to 440 Hz."""
    if len(sys.argv) > 1:
        import soundfile

        y, sr = soundfile.read(sys.argv[1])
        return (y.mean(axis=1) if y.ndim > 1 else y), sr
    sr = 22_050.0
    frequency = 220 * 2 ** (np.arange(int(2 * sr)) / (2 * sr))
    return 0.3 * np.sin(2 * np.pi * np.cumsum(frequency) / sr), sr


def main() -> None:
    y, sr = sound()
    found = {}

    # librosa:  f0, voiced, probability = librosa.pyin(
    #               y, sr=sr, fmin=65, fmax=2093, hop_length=256)
    #
    # The same names, shapes and NaN; reading k of both belongs to the sample k * hop_length. There is no
    # frame_length to choose. The third value is track.confidence: the probability that f0 is right within
    # 50 cents, whereas librosa's is the probability that the frame is voiced.
    track = kammerton.track(y, sr=sr, fmin=65, fmax=2093, hop_length=HOP)
    found["kammerton"] = track.f0

    # The same method, if results must stay comparable with pYIN's:
    found["kammerton, pyin"] = kammerton.track(
        y, sr=sr, method="pyin", fmin=65, fmax=2093, hop_length=HOP).f0

    # crepe:  time, frequency, confidence, activation = crepe.predict(y, sr, step_size=10)
    #
    # crepe has a frequency for every reading; here f0 is NaN where there is no pitch.
    time, frequency, confidence = track.times, track.f0, track.confidence
    assert time.shape == frequency.shape == confidence.shape

    try:
        import librosa
    except ImportError:
        print("librosa is not installed, so its column is missing.")
    else:
        found["librosa.pyin"], *_ = librosa.pyin(
            y.astype(np.float32), sr=sr, fmin=65, fmax=2093, hop_length=HOP)

    print("   time " + "".join(f"{name:>17}" for name in found))
    for index in range(0, len(track), max(1, len(track) // 10)):
        values = "".join(f"{values[index]:14.2f} Hz" for values in found.values())
        print(f"{track.times[index]:6.2f} s{values}")


if __name__ == "__main__":
    main()
