"""All strings of an instrument at once."""

from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_size_t, c_uint32, c_void_p
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import choice, encoded, number
from ._library import Handle, KammertonError
from ._samples import as_mono
from ._theory import SPELLINGS, Temperament, _deviations, _numbers, instrument_words, note_name
from ._track import RATES


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("frequency_count", c_uint32), ("sample_rate", c_double),
        ("concert_pitch", c_double), ("deviations", c_double * 12), ("instrument", c_char_p),
        ("tuning", c_char_p), ("frequencies", c_void_p),
    ]


_STRING = np.dtype([
    ("time", "f8"), ("target_frequency", "f8"), ("frequency", "f8"), ("cents", "f8"), ("error", "f8"),
    ("glide", "f8"), ("beat", "f8"), ("beat_limit", "f8"), ("strum", "u4"), ("number", "i4"), ("note", "i4"),
    ("is_sounding", "i4"), ("is_merged", "i4"), ("is_other", "i4"), ("is_clipped", "i4"), ("reserved", "i4"),
])

_library.declare({
    "ktn_strum_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_strum_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_strum_free": [c_void_p],
    "ktn_strum_string_count": [c_void_p],
    "ktn_strum_append": [c_void_p, c_void_p, c_size_t],
    "ktn_strum_interrupt": [c_void_p],
    "ktn_strum_read": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
})


class StrumString(NamedTuple):
    """A string of a strum. While it does not sound, all but its number, note and target are NaN or False."""

    number: int
    """Its number, or that of its course, from 1; a guitar's 6 is E2."""
    note: str
    """What it is tuned to, or the note next to that."""
    target: float
    """What it is tuned to, in hertz."""
    sounding: bool
    """Whether it sounds."""
    cents: float
    """How far it lies above its target."""
    error: float
    """One standard error of `cents`."""
    frequency: float
    """Its frequency, in hertz."""
    glide: float
    """How fast its pitch rises, in cents per second."""
    beat: float
    """Beats per second with the others of its course; NaN if none is known."""
    merged: bool
    """Whether it and another one that is tuned alike are read as one."""


class StrumReading(NamedTuple):
    """All strings at a moment of a strum."""

    time: float
    """The end of the samples that were used, in seconds since the first sample."""
    strum: int
    """The number of the strum, from 1."""
    strings: list[StrumString]
    """The strings, as a player lists them."""
    other: bool
    """Whether the sound is mostly something else than the strings, such as a chord: then none counts as sounding."""
    clipped: bool
    """Whether the strum reaches full scale."""


class Strum:
    """A tuner of all strings at once, for a stream of one channel.

    >>> import numpy
    >>> times = numpy.arange(48_000) / 48_000
    >>> strings = [82.5, 110.2, 146.8, 196.0, 246.9, 329.0]
    >>> strum = sum(numpy.sin(2 * numpy.pi * k * f * times) / k for f in strings for k in range(1, 9))
    >>> sound = numpy.concatenate([numpy.zeros(9600), 0.05 * strum * numpy.exp(-2 * times)])
    >>> reading = Strum(sr=48_000, instrument="guitar").append(sound)[-1]
    >>> [(string.note, round(string.cents)) for string in reading.strings]
    [('E2', 2), ('A2', 3), ('D3', 0), ('G3', 0), ('B3', 0), ('E4', -3)]
    """

    def __init__(
        self, *, sr: float, instrument: str = "guitar", tuning: str | None = None,
        frequencies: npt.ArrayLike | None = None, a4: float = 440, temperament: Temperament = None,
        root: str = "C", spelling: str = "sharps",
    ) -> None:
        """Makes a tuner of strums.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
            instrument: The instrument, with at most 26 strings in 16 courses.
            tuning: Its tuning; the usual one by default.
            frequencies: What strings of no instrument are tuned to, in hertz, 20 up to a sixth of `sr`.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: Its name, or twelve deviations in cents; equal by default.
            root: The note that the temperament starts from.
            spelling: How notes are named: "sharps", "flats" or "mixed".
        """
        settings = _Settings()
        _library.defaults("strum", settings)
        settings.sample_rate = number("sr", sr, *RATES, "Hz")
        settings.concert_pitch = number("a4", a4, 300, 500, "Hz")
        self._spelling = choice("spelling", spelling, SPELLINGS)
        deviations = _deviations(temperament, root)
        if deviations is not None:
            settings.deviations = (c_double * 12)(*deviations.tolist())
        settings.instrument = encoded("instrument", instrument)
        settings.tuning = None if tuning is None else encoded("tuning", tuning)
        given = None if frequencies is None else _numbers("frequencies", frequencies).reshape(-1)
        if given is not None:
            if not 1 <= given.size <= 26:
                raise KammertonError(f"frequencies must be 1 to 26 numbers, but there are {given.size}.")
            for index, frequency in enumerate(given.tolist()):
                number(f"frequencies[{index}]", frequency, 20, sr / 6, "Hz")
            settings.frequencies, settings.frequency_count = given.ctypes.data, given.size
        try:
            self._handle = Handle("strum", byref(settings))
        except KammertonError as error:
            if words := instrument_words(error.status, instrument, tuning):
                raise KammertonError(words) from None
            raise
        self._count = self._handle.value("string_count")

    def append(self, y: npt.ArrayLike) -> list[StrumReading]:
        """Takes the next samples of shape (n,), and returns the readings that they complete: the first 0.56 s after
        a strum began, and then ten a second while it sounds."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            rows = self._handle.read_all("read", _STRING)
        return [self._reading(reading) for reading in rows.reshape(-1, self._count)]

    def interrupt(self) -> None:
        """Says that samples are missing here: the strum that sounds is not read any more."""
        with self._handle.lock:
            self._handle.call("interrupt")

    def _reading(self, rows: npt.NDArray[Any]) -> StrumReading:
        first = rows[0]
        return StrumReading(
            float(first["time"]), int(first["strum"]), [self._string(row) for row in rows],
            bool(first["is_other"]), bool(first["is_clipped"]))

    def _string(self, row: Any) -> StrumString:
        sounds = bool(row["is_sounding"])
        cents, error, frequency, glide = (
            float(row[name]) if sounds else float("nan") for name in ("cents", "error", "frequency", "glide"))
        return StrumString(
            int(row["number"]), note_name(int(row["note"]), self._spelling), float(row["target_frequency"]), sounds,
            cents, error, frequency, glide, float(row["beat"]) or float("nan"), bool(row["is_merged"]))
