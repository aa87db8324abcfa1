"""Notes, by pitch and attacks together."""

from __future__ import annotations

from ctypes import byref

import numpy as np
import numpy.typing as npt

from ._check import number
from ._library import Handle
from ._samples import as_mono
from ._track import RATES, Note, NoteStream, Track, Tracker, note_rules


class NoteDetector(NoteStream):
    """Finds the notes of a stream by pitch and attacks together, as ``kammerton track --notes`` does.

    :class:`NoteSegmenter` knows the pitch alone: for it, a string that is plucked twice is one note.

    >>> import numpy
    >>> from kammerton import Tracker
    >>> times = numpy.arange(24_000) / 48_000
    >>> pluck = 0.3 * numpy.exp(-4 * times) * numpy.sin(2 * numpy.pi * 220 * times)
    >>> tracker, detector, notes = Tracker(sr=48_000), NoteDetector(sr=48_000), []
    >>> for block in numpy.array_split(numpy.concatenate([pluck, pluck, 0 * pluck]), 30):
    ...     notes += detector.append(block, tracker.append(block))
    >>> notes += detector.append([], tracker.finish()) + detector.finish()
    >>> [round(note.frequency) for note in notes]
    [220, 220]
    """

    def __init__(
        self, *, sr: float, minimum_duration: float = 0.08, leap: float = 70, longest_gap: float = 0.05
    ) -> None:
        """Makes a detector.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
            minimum_duration, leap, longest_gap: As for :meth:`Track.notes`.
        """
        rules = note_rules(minimum_duration, leap, longest_gap)
        self._handle = Handle("note_detector", number("sr", sr, *RATES, "Hz"), byref(rules))

    def append(self, y: npt.ArrayLike, track: Track) -> list[Note]:
        """Takes the next samples of shape (n,), and what a tracker of one channel says that has had these and those before.

        Returns:
            The notes that are known now: up to 0.8 s after they end.
        """
        samples = as_mono(y)
        readings = np.ascontiguousarray(track._mono("A detector of notes"))
        with self._handle.lock:
            self._handle.call(
                "append", samples.ctypes.data, samples.size, readings.ctypes.data, readings.size)
            return self._take()


def notes(
    y: npt.ArrayLike, *, sr: float, track: Track | None = None, minimum_duration: float = 0.08,
    leap: float = 70, longest_gap: float = 0.05,
) -> list[Note]:
    """Finds the notes of a recording of one channel, as ``kammerton track --notes`` does.

    Args:
        y: Samples of shape (n,).
        sr: Samples per second, in hertz, 8000...192,000.
        track: The track of the same samples, if it is known already, or has other settings than the defaults of
            :func:`track`.
        minimum_duration: The shortest note, in seconds, 0...10.
        leap: A change of pitch beyond this starts a new note, in cents, 1...12,000.
        longest_gap: The longest silence within a note, in seconds, 0...10.

    Returns:
        The notes in order of time.

    >>> import numpy
    >>> times = numpy.arange(24_000) / 48_000
    >>> pluck = 0.3 * numpy.exp(-4 * times) * numpy.sin(2 * numpy.pi * 220 * times)
    >>> [(round(note.onset, 1), round(note.frequency)) for note in notes(numpy.tile(pluck, 3), sr=48_000)]
    [(0.0, 220), (0.5, 220), (1.0, 220)]
    """
    detector = NoteDetector(
        sr=sr, minimum_duration=minimum_duration, leap=leap, longest_gap=longest_gap)
    samples = as_mono(y)
    if track is not None:
        return detector.append(samples, track) + detector.finish()
    tracker, found = Tracker(sr=sr), []
    for start in range(0, samples.size, 65_536):
        block = samples[start : start + 65_536]
        found += detector.append(block, tracker.append(block))
    return found + detector.append(samples[:0], tracker.finish()) + detector.finish()
