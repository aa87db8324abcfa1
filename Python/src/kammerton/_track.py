"""Tracking pitch: samples in, arrays of readings out."""

from __future__ import annotations

import math
import os
from ctypes import byref, c_double, c_uint64
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import above_zero, choice, encoded, number
from ._library import Handle, KammertonError
from ._samples import as_floats, as_mono, as_samples

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from matplotlib.axes import Axes

Doubles = npt.NDArray[np.float64]
Gate = float | Literal["auto"] | None
RATES = (8000, 192_000)  # hertz


Method = Literal[
    "best", "yin", "pyin", "mpm", "autocorrelation", "amdf", "zero-crossing", "dynamic-wavelet", "partial-histogram",
    "swipe", "hps", "shs", "maximum-bin", "quadratic", "log-quadratic", "barycentric", "jain", "quinn1", "quinn2"]
"""A method of :func:`track`, for annotations."""


def _names(kind: str) -> tuple[Any, ...]:
    count = _library.function(f"{kind}_count")()
    return tuple(_library.function(f"{kind}_name")(index).decode() for index in range(count))


METHODS: tuple[Method, ...] = _names("method")
"""The methods that :func:`track` takes, the default first."""


def set_gate(settings: Any, gate: Gate) -> None:
    """Writes a gate to settings of a tracker or a tuner."""
    if gate is None:
        settings.gate = 1
    elif isinstance(gate, str):
        if gate != "auto":
            raise KammertonError(f"gate must be 'auto', None or a level in dBFS, not {gate!r}.")
        settings.gate = 0
    else:
        settings.gate, settings.gate_level = 2, number("gate", gate, -120, 0, "dBFS")


class Note(NamedTuple):
    """A note of a track."""

    onset: float
    """When it starts, in seconds."""
    offset: float
    """When it ends, in seconds."""
    frequency: float
    """The median of its fundamental frequencies, in hertz."""
    spread: float
    """The root mean square of the distances from it, in cents."""
    vibrato_rate: float
    """Swings a second, in hertz; 0 without a vibrato."""
    vibrato_extent: float
    """How far it swings to each side, in cents; 0 without a vibrato."""
    level: float
    """The highest level during the note, in dBFS."""


class Track:
    """The pitch of a sound over time.

    Every array has one value a hop along its last axis; those of several channels have the axes of the
    channels before it.

    Attributes:
        times: Seconds since the first sample, of shape (readings,).
        f0: Fundamental frequencies in hertz, NaN where the sound has no pitch.
        voiced: Whether the sound has a pitch.
        confidence: The probability that f0 is right within 50 cents, in 0...1; 0 where the sound has no pitch.
            Methods other than "best" cannot tell: there it is the periodicity.
        periodicity: How exactly the sound repeats, in 0...1, with or without a pitch.
        level: Root-mean-square levels in dBFS; minus infinity for digital silence.
        rejected: How many samples were not finite, or beyond ±1,000,000, and counted as silence.
    """

    __slots__ = (
        "times", "f0", "voiced", "confidence", "periodicity", "level", "rejected", "_readings")

    def __init__(self, readings: npt.NDArray[Any], rejected: int = 0) -> None:
        self._readings = readings
        self.voiced: npt.NDArray[np.bool_] = readings["is_voiced"] != 0
        self.f0: Doubles = np.where(self.voiced, readings["frequency"], np.nan)
        self.confidence: Doubles = readings["confidence"].copy()
        self.periodicity: Doubles = readings["periodicity"].copy()
        self.level: Doubles = readings["level"].copy()
        first = readings[(0,) * (readings.ndim - 1)] if readings.size else readings.reshape(-1)
        self.times: Doubles = first["time"].copy()
        self.rejected = rejected

    def __len__(self) -> int:
        """The number of readings."""
        return len(self.times)

    def __repr__(self) -> str:
        voiced = int(np.count_nonzero(self.voiced))
        return f"<Track of {self.f0.shape} readings, {voiced} voiced>"

    def _mono(self, what: str) -> npt.NDArray[Any]:
        if self.f0.ndim != 1:
            raise ValueError(
                f"{what} needs one channel, and this track has {self.f0.shape[:-1]}. Take one with "
                "channel().")
        return self._readings

    def channel(self, *index: int) -> Track:
        """The track of one channel.

        >>> import numpy
        >>> stereo = track(numpy.zeros((2, 4410)), sr=44_100)
        >>> stereo.f0.shape, stereo.channel(1).f0.shape
        ((2, 10), (10,))
        """
        return Track(self._readings[index], self.rejected)

    def to_numpy(self) -> npt.NDArray[Any]:
        """A structured array of shape (readings,), with the fields of the attributes.

        >>> import numpy
        >>> track(numpy.zeros(4410), sr=44_100).to_numpy().dtype.names
        ('time', 'f0', 'voiced', 'confidence', 'periodicity', 'level')
        """
        self._mono("to_numpy()")
        columns = {"time": self.times, "f0": self.f0, "voiced": self.voiced,
                   "confidence": self.confidence, "periodicity": self.periodicity,
                   "level": self.level}
        table = np.empty(len(self), [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            table[name] = column
        return table

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with the columns of :meth:`to_numpy`. Needs ``kammerton[pandas]``."""
        import pandas

        return pandas.DataFrame(self.to_numpy())

    def to_arrow(self) -> pyarrow.Table:
        """A table of Apache Arrow with the same columns. Needs ``kammerton[arrow]``."""
        import pyarrow

        table = self.to_numpy()
        return pyarrow.table({name: table[name] for name in table.dtype.names or ()})

    def notes(
        self, *, minimum_duration: float = 0.08, leap: float = 70, longest_gap: float = 0.05
    ) -> list[Note]:
        """Cuts the track into notes, by its pitch alone: :func:`kammerton.notes` hears the attacks in the sound as well.

        Args:
            minimum_duration: The shortest note, in seconds, 0...10.
            leap: A change of pitch beyond this starts a new note, in cents, 1...12,000.
            longest_gap: The longest silence within a note, in seconds, 0...10.

        Returns:
            The notes in order of time.
        """
        segmenter = NoteSegmenter(minimum_duration=minimum_duration, leap=leap, longest_gap=longest_gap)
        return segmenter.append(self) + segmenter.finish()

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """Draws f0 over time, on a logarithmic scale. Needs ``kammerton[plot]``.

        Args:
            ax: Where to draw; a new figure by default.
            options: For ``ax.plot``.

        Returns:
            The axes.
        """
        if ax is None:
            import matplotlib.pyplot

            ax = matplotlib.pyplot.figure().add_subplot()
        ax.plot(self.times, self.f0.T, **options)
        ax.set_yscale("log", base=2)
        ax.set_xlabel("Time (s)")
        ax.set_ylabel("Fundamental frequency (Hz)")
        return ax

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Writes the track to a file.

        Args:
            path: Where to.
            format: ``csv``, as ``kammerton track`` writes it; ``npz``, for ``numpy.load``; ``parquet``,
                which needs ``kammerton[arrow]``. What the path ends with, by default.
        """
        kind = format or os.path.splitext(os.fspath(path))[1].lstrip(".").lower()
        if kind == "csv":
            content = self.to_csv()
            with open(path, "w", encoding="ascii", newline="") as file:
                file.write(content)
        elif kind == "npz":
            np.savez_compressed(
                path, times=self.times, f0=self.f0, voiced=self.voiced,
                confidence=self.confidence, periodicity=self.periodicity, level=self.level)
        elif kind == "parquet":
            import pyarrow.parquet

            pyarrow.parquet.write_table(self.to_arrow(), path)
        else:
            raise ValueError(f"There is no format {kind!r}: choose csv, npz or parquet.")

    def to_csv(self) -> str:
        """The lines that ``kammerton track`` writes: time, frequency, confidence."""
        self._mono("CSV")
        lines = ["time,frequency,confidence"]
        for time, f0, confidence in zip(
            self.times.tolist(), self.f0.tolist(), self.confidence.tolist()
        ):
            frequency = f"{f0:.6f}" if f0 == f0 else ""
            lines.append(f"{time:.6f},{frequency},{confidence:.4f}")
        return "\n".join(lines) + "\n"


class NoteStream:
    """What finds notes in a stream has in common."""

    _handle: Handle

    def finish(self) -> list[Note]:
        """Ends the stream, and returns its last notes."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()

    def _take(self) -> list[Note]:
        return [Note(*map(float, note)) for note in self._handle.read_all("read", _library.NOTE)]


class NoteSegmenter(NoteStream):
    """Cuts the track of a stream into notes, part by part; :meth:`Track.notes` does it with a whole track.

    >>> import numpy
    >>> tracker, segmenter = Tracker(sr=8000), NoteSegmenter()
    >>> tone = 0.5 * numpy.sin(2 * numpy.pi * 220 * numpy.arange(8000) / 8000)
    >>> notes = [note for block in numpy.array_split(tone, 9) for note in segmenter.append(tracker.append(block))]
    >>> notes += segmenter.append(tracker.finish()) + segmenter.finish()
    >>> [round(note.frequency) for note in notes]
    [220]
    """

    def __init__(
        self, *, minimum_duration: float = 0.08, leap: float = 70, longest_gap: float = 0.05
    ) -> None:
        """Makes a segmenter at the start of a track; :meth:`Track.notes` describes the settings."""
        self._handle = Handle("segmenter", byref(note_rules(minimum_duration, leap, longest_gap)))

    def append(self, track: Track) -> list[Note]:
        """Takes the next part of a track of one channel, and returns the notes that it ends."""
        readings = np.ascontiguousarray(track._mono("A segmenter"))
        with self._handle.lock:
            self._handle.call("append", readings.ctypes.data, readings.size)
            return self._take()


def note_rules(minimum_duration: float, leap: float, longest_gap: float) -> _library.SegmenterSettings:
    """The rules for the pitch of a note, as the library takes them."""
    settings = _library.SegmenterSettings()
    _library.defaults("segmenter", settings)
    settings.minimum_duration = number("minimum_duration", minimum_duration, 0, 10, "s")
    settings.leap = number("leap", leap, 1, 12_000, "cents")
    settings.longest_gap = number("longest_gap", longest_gap, 0, 10, "s")
    return settings


class Tracker:
    """Tracks a stream of one channel, block by block.

    Blocks of any size give the same readings, to the bit. Any thread may call it; calls wait for each
    other.

    >>> import numpy
    >>> tracker = Tracker(sr=8000, fmin=100, fmax=1000)
    >>> tone = numpy.sin(2 * numpy.pi * 220 * numpy.arange(8000) / 8000)
    >>> parts = [tracker.append(block) for block in numpy.array_split(0.5 * tone, 7)]
    >>> parts.append(tracker.finish())
    >>> round(float(numpy.nanmedian(numpy.concatenate([part.f0 for part in parts]))), 3)
    220.0
    """

    def __init__(
        self, *, sr: float, method: Method = "best", fmin: float | None = None,
        fmax: float | None = None, hop_length: float | None = None, lookahead: float = 0.3,
        gate: Gate = "auto",
    ) -> None:
        """Makes a tracker at the start of a stream; :func:`track` describes the settings."""
        settings = _library.TrackerSettings()
        _library.defaults("tracker", settings)
        settings.method = encoded("method", choice("method", method, METHODS))
        settings.sample_rate = number("sr", sr, *RATES, "Hz")
        settings.lowest = 0 if fmin is None else above_zero("fmin", fmin, "Hz")
        settings.highest = 0 if fmax is None else above_zero("fmax", fmax, "Hz")
        settings.hop = 0 if hop_length is None else number("hop_length", hop_length, 1, 10 * sr, "samples")
        settings.lookahead = number("lookahead", lookahead, 0, 10, "s")
        set_gate(settings, gate)
        try:
            self._handle = Handle("tracker", byref(settings))
        except KammertonError as error:
            if error.status == 9:
                low, high = (f"the default {name}" if value is None else f"{name}={value}"
                             for name, value in (("fmin", fmin), ("fmax", fmax)))
                raise KammertonError(
                    f"{low} and {high} do not suit method={method!r} and sr={sr}: fmin must be below fmax, fmax "
                    "below half of sr, and fmin not too low for the method.") from None
            if error.status == 11:
                raise KammertonError(
                    f"lookahead must be at most 10,000 hops, but is {lookahead} s with hop_length={hop_length}.") from None
            raise

    def append(self, y: npt.ArrayLike) -> Track:
        """Takes the next samples of shape (n,), and returns the readings that they complete."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._take()

    def finish(self) -> Track:
        """Ends the stream, and returns its last readings."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()

    def reset(self) -> None:
        """Begins a new stream with the same settings."""
        with self._handle.lock:
            self._handle.call("reset")

    @property
    def rejected(self) -> int:
        """How many samples were not finite, or beyond ±1,000,000, and counted as silence."""
        count = c_uint64()
        with self._handle.lock:
            self._handle.call("rejected", byref(count))
        return count.value

    @property
    def latency(self) -> float:
        """From a sample's arrival to its reading, in seconds, without the time to compute."""
        latency = c_double()
        with self._handle.lock:
            self._handle.call("latency", byref(latency))
        return latency.value

    def _take(self) -> Track:
        count = self._handle.value("available")
        return Track(self._handle.read("read", _library.READING, count))


def track(
    y: npt.ArrayLike, *, sr: float, method: Method = "best", fmin: float | None = None,
    fmax: float | None = None, hop_length: float | None = None, lookahead: float = 0.3,
    gate: Gate = "auto",
) -> Track:
    """Tracks the pitch of a sound.

    Args:
        y: Samples of nominal range -1...1, of shape (n,), or (channels, n) and so on, as librosa has them.
            Floating-point numbers of any size. What is not finite counts as silence.
        sr: Samples per second, in hertz, 8000...192,000.
        method: One of :data:`METHODS`.
        fmin: The lowest frequency to look for, in hertz; 26 by default. Narrow ranges are faster.
        fmax: The highest frequency, in hertz; 4980 by default, or 0.45 of `sr` if that is less.
        hop_length: Samples from one reading to the next, up to 10 s of them; fractions are fine. 10 ms by
            default.
        lookahead: How much later sound may decide about a reading, in seconds, 0...10.
        gate: What level counts as sound: "auto", None for everything, or a level in dBFS.

    Returns:
        The track; reading k belongs to the sample k · hop_length, as long as that is within the sound. Where librosa
        has one more, at the end of the last sample, ``numpy.pad(y, (0, 1))`` has it too.

    Raises:
        TypeError: if the samples are integers, masked, or no numbers, or a setting has another type.
        KammertonError: if a setting is out of its range. It is a ValueError.

    >>> import numpy
    >>> tone = 0.5 * numpy.sin(2 * numpy.pi * 441.3 * numpy.arange(22_050) / 22_050)
    >>> result = track(tone, sr=22_050)
    >>> result.f0.shape, round(float(result.f0[50]), 2), bool(result.voiced[50])
    ((100,), 441.3, True)
    """
    samples = as_samples(y)
    tracker = Tracker(
        sr=sr, method=method, fmin=fmin, fmax=fmax, hop_length=hop_length, lookahead=lookahead,
        gate=gate)
    if samples.ndim == 1:
        readings = _readings(tracker, samples)
        return Track(readings, tracker.rejected)
    rows, rejected = [], 0
    channels = math.prod(samples.shape[:-1])
    for row in samples.reshape(channels, samples.shape[-1]):
        rows.append(_readings(tracker, row))
        rejected += tracker.rejected
        tracker.reset()
    if not rows:
        return Track(np.empty((*samples.shape[:-1], 0), _library.READING))
    return Track(np.stack(rows).reshape(*samples.shape[:-1], rows[0].size), rejected)


def _readings(tracker: Tracker, samples: npt.NDArray[Any]) -> npt.NDArray[Any]:
    handle = tracker._handle
    with handle.lock:
        # A piece at a time, so that a long recording in double precision is not copied as a whole.
        for start in range(0, samples.size, 1 << 22):
            handle.append(as_floats(samples[start : start + (1 << 22)]))
        handle.call("finish")
        return handle.read("read", _library.READING, handle.value("available"))
