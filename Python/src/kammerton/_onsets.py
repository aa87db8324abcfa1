"""When sounds start."""

from __future__ import annotations

from ctypes import POINTER, c_double, c_size_t, c_void_p
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import number
from ._library import Handle
from ._samples import as_mono
from ._track import RATES

_ONSET = np.dtype([("time", "f8"), ("rise", "f8"), ("level", "f8"), ("strength", "f8")])

_library.declare({
    "ktn_onset_create": [c_double, POINTER(c_void_p)],
    "ktn_onset_free": [c_void_p],
    "ktn_onset_append": [c_void_p, c_void_p, c_size_t],
    "ktn_onset_interrupt": [c_void_p],
    "ktn_onset_finish": [c_void_p],
    "ktn_onset_read": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
})


class Onset(NamedTuple):
    """The start of a note, a stroke, a clap or another sound."""

    time: float
    """When its attack first reaches a quarter of its amplitude, in seconds since the first sample."""
    rise: float
    """How long it takes from a quarter to 90 percent of its amplitude, in seconds."""
    level: float
    """The level of the attack, in dBFS."""
    strength: float
    """How far it stands out from what sounded before: the mean rise of its bands, in powers of ten."""


class OnsetDetector:
    """A detector of onsets, for a stream of one channel.

    >>> import numpy
    >>> times = numpy.arange(24_000) / 48_000
    >>> strike = 0.3 * numpy.exp(-8 * times) * numpy.sin(2 * numpy.pi * 440 * times)
    >>> detector = OnsetDetector(sr=48_000)
    >>> onsets = detector.append(numpy.concatenate([numpy.zeros(9600), strike, strike])) + detector.finish()
    >>> [round(onset.time, 2) for onset in onsets]
    [0.2, 0.7]
    """

    def __init__(self, *, sr: float) -> None:
        """Makes a detector.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
        """
        self._handle = Handle("onset", number("sr", sr, *RATES, "Hz"))

    def append(self, y: npt.ArrayLike) -> list[Onset]:
        """Takes the next samples of shape (n,), and returns the onsets that they complete: up to 0.35 s after they
        sound."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._read()

    def interrupt(self) -> None:
        """Says that samples are missing here. Append silence for them, if their number is known."""
        with self._handle.lock:
            self._handle.call("interrupt")

    def finish(self) -> list[Onset]:
        """Ends the stream, and returns its last onsets."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._read()

    def _read(self) -> list[Onset]:
        rows: Any = self._handle.read_all("read", _ONSET)
        return [Onset(*row) for row in rows.tolist()]


def onsets(y: npt.ArrayLike, *, sr: float) -> list[Onset]:
    """Finds when sounds start in a recording of one channel.

    Args:
        y: Samples of shape (n,).
        sr: Samples per second, in hertz, 8000...192,000.

    Returns:
        The onsets, in order of time.
    """
    detector = OnsetDetector(sr=sr)
    return detector.append(y) + detector.finish()
