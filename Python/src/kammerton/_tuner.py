"""Tuning instruments: samples in; notes, cents and when they are in tune out."""

from __future__ import annotations

from ctypes import byref, c_double
from typing import Any, NamedTuple

import numpy.typing as npt

from . import _library
from ._library import Handle
from ._samples import as_mono
from ._theory import Temperament, _deviations, note, note_name
from ._track import Gate, set_gate


class TunerReading(NamedTuple):
    """What a tuner shows at a moment."""

    time: float
    """Seconds since the first sample."""
    note: str | None
    """What is tuned to, such as "E2"; None while nothing sounds."""
    string: int | None
    """The number of its string, from 1; None without one."""
    cents: float
    """How far the sound lies above it; 0 while nothing sounds."""
    frequency: float
    """The steadied frequency, in hertz; 0 while nothing sounds."""
    target: float
    """The frequency to tune to, in hertz; 0 while nothing sounds."""
    level: float
    """The root-mean-square level, in dBFS."""
    in_tune: bool
    """Whether it has been in tune for long enough to say so."""
    held: bool
    """Whether the sound has stopped, and its last value stays for a moment."""


class HeardNote(NamedTuple):
    """A note that was played, from its start to its end."""

    start: float
    """Seconds since the first sample."""
    duration: float
    """Seconds."""
    note: str
    """What it was tuned to, such as "E2"."""
    string: int | None
    """The number of its string, from 1; None without one."""
    cents: float
    """The mean distance from it."""
    spread: float
    """The standard deviation of that distance, in cents."""
    in_tune: float
    """How long it was within the tolerance, in seconds."""


class Tuner:
    """A tuner for a stream of one channel.

    >>> import numpy
    >>> tuner = Tuner(sr=44_100, instrument="guitar")
    >>> string = 0.3 * numpy.sin(2 * numpy.pi * 82.6 * numpy.arange(44_100) / 44_100)
    >>> reading = tuner.append(string)[-1]
    >>> reading.note, reading.string, round(reading.cents, 1)
    ('E2', 6, 4.1)
    """

    def __init__(
        self, *, sr: float, instrument: str | None = None, tuning: str | None = None,
        string: int | None = None, target: str | float | None = None, a4: float = 440,
        temperament: Temperament = None, root: str = "C", tolerance: float = 3,
        gate: Gate = "auto",
    ) -> None:
        """Makes a tuner at the start of a stream.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
            instrument: The instrument whose nearest string is tuned; None for every note.
            tuning: Its tuning; the usual one by default.
            string: The only string to tune, by its number.
            target: The only note to tune to, such as "A4", without an instrument.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: Its name, or twelve deviations in cents; equal by default.
            root: The note that the temperament starts from.
            tolerance: What counts as in tune, in cents to both sides, 0.1...50.
            gate: What level counts as sound, as of :func:`track`.
        """
        settings = _library.TunerSettings()
        _library.defaults("tuner", settings)
        settings.sample_rate, settings.concert_pitch, settings.tolerance = sr, a4, tolerance
        deviations = _deviations(temperament, root)
        if deviations is not None:
            settings.deviations = (c_double * 12)(*deviations.tolist())
        set_gate(settings, gate)
        if instrument is not None:
            settings.target = 1 if string is None else 2
            settings.instrument = instrument.encode()
            settings.tuning = None if tuning is None else tuning.encode()
            settings.string = string or 0
        elif target is not None:
            pitch = note(target, a4=a4, temperament=deviations)
            settings.target, settings.note, settings.note_cents = 3, pitch.number, pitch.cents
        self._handle = Handle("tuner", byref(settings))

    def append(self, y: npt.ArrayLike) -> list[TunerReading]:
        """Takes the next samples of shape (n,), and returns what to show, 100 times a second."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._take()

    def finish(self) -> list[TunerReading]:
        """Ends the stream, and the note that sounds."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()

    def reset(self) -> None:
        """Forgets the note that sounds, as after a reference tone."""
        with self._handle.lock:
            self._handle.call("reset")

    def notes(self) -> list[HeardNote]:
        """The notes that have ended since the last call."""
        with self._handle.lock:
            notes = self._handle.read_all("read_notes", _library.HEARD_NOTE)
        return [
            HeardNote(
                float(heard["start"]), float(heard["duration"]), note_name(int(heard["note"])),
                int(heard["string"]) or None, float(heard["mean_cents"]), float(heard["spread"]),
                float(heard["time_in_tune"]))
            for heard in notes
        ]

    def _take(self) -> list[TunerReading]:
        return [_reading(shown) for shown in self._handle.read_all("read", _library.TUNER_READING)]


def _reading(shown: Any) -> TunerReading:
    name = note_name(int(shown["note"])) if shown["is_sounding"] else None
    return TunerReading(
        float(shown["time"]), name, int(shown["string"]) or None, float(shown["cents"]),
        float(shown["frequency"]), float(shown["target_frequency"]), float(shown["level"]),
        bool(shown["is_in_tune"]), bool(shown["is_held"]))
