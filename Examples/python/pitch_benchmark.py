"""Kammerton in the form that lars76/pitch-benchmark takes a tracker: algorithms/kammerton.py of its checkout.

The benchmark calls the one method, chooses the threshold of the confidence itself and does the rest in its base class:
it cuts long sounds into pieces, brings readings to its own grid, and thresholds. docs/measurements/scenes.md has the steps.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

import kammerton

try:
    from algorithms.base import ContinuousPitchAlgorithm  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # Outside the benchmark, as in our tests: what of its base class the method needs.

    class ContinuousPitchAlgorithm:  # type: ignore[no-redef, unused-ignore]
        """The settings of a tracker: hertz, samples, hertz, hertz."""

        def __init__(self, sample_rate: int, hop_size: int, fmin: float, fmax: float) -> None:
            self.sample_rate, self.hop_size, self.fmin, self.fmax = sample_rate, hop_size, fmin, fmax


class KammertonPitchAlgorithm(ContinuousPitchAlgorithm):  # type: ignore[misc, unused-ignore]
    """kammerton.track, with a reading each hop, at the range of the corpus."""

    def _extract_raw_pitch_and_periodicity(
        self, audio: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
        """Times in seconds, frequencies in hertz and confidences in 0...1, one of each per hop.

        Reading k is of the sound around sample k * hop_size. Where the sound has no pitch, frequency and confidence are 0.
        """
        highest = min(self.fmax, 0.45 * self.sample_rate)
        track = kammerton.track(
            audio, sr=self.sample_rate, hop_length=self.hop_size, fmin=self.fmin, fmax=highest)
        return track.times, np.nan_to_num(track.f0), track.confidence
