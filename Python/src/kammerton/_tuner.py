"""Tuning instruments: samples in; notes, cents and when they are in tune out."""

from __future__ import annotations

from ctypes import byref, c_double
from typing import Any, NamedTuple

import numpy.typing as npt

from . import _library
from ._check import choice, encoded, number, whole
from ._library import Handle, KammertonError
from ._samples import as_mono
from ._theory import SPELLINGS, Temperament, _deviations, instrument_words, note, note_name, strings
from ._track import RATES, Gate, set_gate


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
    several_tones: bool = False
    """Whether several tones sound at once, and the frequency is only their common divisor."""


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


class _Tuning:
    """What tuners share: their settings, and their readings."""

    _kind = "tuner"

    def __init__(
        self, *, sr: float, instrument: str | None = None, tuning: str | None = None,
        string: int | None = None, target: str | float | None = None, a4: float = 440,
        temperament: Temperament = None, root: str = "C", tolerance: float = 3,
        gate: Gate = "auto", spelling: str = "sharps",
    ) -> None:
        """Makes a tuner at the start of a stream.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
            instrument: The instrument whose nearest string is tuned; None for every note.
            tuning: Its tuning; the usual one by default.
            string: The only string to tune, by its number.
            target: The only note to tune to, such as "A4" or "Bb3", or a frequency in hertz, without an instrument.
                A note is named as it is spelled here.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: Its name, or twelve deviations in cents; equal by default.
            root: The note that the temperament starts from.
            tolerance: What counts as in tune, in cents to both sides, 0.1...50.
            gate: What level counts as sound, as of :func:`track`.
            spelling: How notes are named: "sharps", "flats" or "mixed".
        """
        settings = _library.TunerSettings()
        _library.defaults("tuner", settings)
        settings.sample_rate = number("sr", sr, *RATES, "Hz")
        settings.concert_pitch = number("a4", a4, 300, 500, "Hz")
        settings.tolerance = number("tolerance", tolerance, 0.1, 50, "cents")
        self._spelling, self._target = choice("spelling", spelling, SPELLINGS), ""
        deviations = _deviations(temperament, root)
        if deviations is not None:
            settings.deviations = (c_double * 12)(*deviations.tolist())
        set_gate(settings, gate)
        if instrument is not None:
            if target is not None:
                raise KammertonError(f"There is an instrument, {instrument!r}, and a target, {target!r}: give one of them.")
            settings.target = 1 if string is None else 2
            settings.instrument = encoded("instrument", instrument)
            settings.tuning = None if tuning is None else encoded("tuning", tuning)
            if string is not None:
                settings.string = whole("string", string, 1, 400)
        elif tuning is not None or string is not None:
            raise KammertonError("A tuning or a string needs an instrument.")
        elif target is not None:
            pitch = note(target, a4=a4, temperament=deviations)
            settings.target, settings.note, settings.note_cents = 3, pitch.number, pitch.cents
            self._target = pitch.name if isinstance(target, str) else ""
        try:
            self._handle = Handle(self._kind, byref(settings))
        except KammertonError as error:
            words = instrument_words(error.status, instrument, tuning)
            if error.status == 15:
                words = f"target must be a note from C-1 to G9, but is {target!r}."
            if error.status == 19:
                numbers = sorted({each.number for each in strings(instrument or "", tuning)})
                words = f"{instrument!r} has the strings {', '.join(map(str, numbers))}, but string is {string}."
            if words is None:
                raise
            raise KammertonError(words) from None

    def _take(self) -> list[TunerReading]:
        shown = self._handle.read_all("read", _library.TUNER_READING)
        return [_reading(each, self._name(each) if each["is_sounding"] else None) for each in shown]

    def _name(self, shown: Any) -> str:
        return self._target or note_name(int(shown["note"]), self._spelling)


class Tuner(_Tuning):
    """A tuner for a stream of one channel.

    >>> import numpy
    >>> tuner = Tuner(sr=44_100, instrument="guitar")
    >>> string = 0.3 * numpy.sin(2 * numpy.pi * 82.6 * numpy.arange(44_100) / 44_100)
    >>> reading = tuner.append(string)[-1]
    >>> reading.note, reading.string, round(reading.cents, 1)
    ('E2', 6, 4.1)
    """

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
                float(heard["start"]), float(heard["duration"]), self._name(heard),
                int(heard["string"]) or None, float(heard["mean_cents"]), float(heard["spread"]),
                float(heard["time_in_tune"]))
            for heard in notes
        ]


class FrozenTuner(_Tuning):
    """A tuner whose display stands still: the first stable pitch of each note, as ``kammerton tune --freeze`` shows it.

    A player who watches the needle corrects the note by eye. The settings are those of :class:`Tuner`.

    >>> import numpy
    >>> tuner = FrozenTuner(sr=44_100)
    >>> times = numpy.arange(44_100) / 44_100
    >>> violin = 0.3 * numpy.sin(2 * numpy.pi * (442 * times - 2 * numpy.maximum(times - 0.5, 0)))
    >>> [(note.note, round(note.cents, 1)) for note in tuner.append(violin) + tuner.finish()]
    [('A4', 7.9)]
    """

    _kind = "freeze"

    def append(self, y: npt.ArrayLike) -> list[TunerReading]:
        """Takes the next samples of shape (n,), and returns the notes whose pitch became stable, one reading each."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._take()

    def interrupt(self) -> None:
        """Marks a gap in the samples: pass silence for those that are missing, if their number is known."""
        with self._handle.lock:
            self._handle.call("interrupt")

    def finish(self) -> list[TunerReading]:
        """Ends the stream, and with it the last note."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()


def _reading(shown: Any, name: str | None) -> TunerReading:
    return TunerReading(
        float(shown["time"]), name, int(shown["string"]) or None, float(shown["cents"]),
        float(shown["frequency"]), float(shown["target_frequency"]), float(shown["level"]),
        bool(shown["is_in_tune"]), bool(shown["is_held"]), int(shown["is_sounding"]) == 2)
