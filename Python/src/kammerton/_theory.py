"""Notes, cents, temperaments and instruments."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32, c_size_t
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._library import call, text
from ._track import _names

Temperament = str | npt.ArrayLike | None
"""A name of :data:`TEMPERAMENTS`, twelve deviations in cents from C up, or None for equal temperament."""

TEMPERAMENTS: tuple[str, ...] = _names("temperament")
"""The names of the temperaments with twelve notes."""

_SPELLINGS = {"sharps": 0, "flats": 1, "mixed": 2}


class Pitch(NamedTuple):
    """A frequency seen as music."""

    name: str
    """The nearest note, such as "A4"."""
    number: int
    """Its MIDI number; 69 is A4."""
    cents: float
    """How far the frequency lies above it."""
    frequency: float
    """The frequency, in hertz."""


def note(
    pitch: str | float | int, *, a4: float = 440, temperament: Temperament = None,
    root: str = "C", spelling: str = "sharps",
) -> Pitch:
    """Names a frequency, or gives the frequency of a note.

    Args:
        pitch: A note such as "A4", "Bb3" or "C#5", or a frequency in hertz.
        a4: The frequency of A4, in hertz, 300...500.
        temperament: Its name, or twelve deviations in cents; equal by default.
        root: The note that the temperament starts from.
        spelling: "sharps", "flats" or "mixed".

    Returns:
        Name, number, cents and frequency.

    Raises:
        KammertonError: if the text is no note, or a number out of its range.

    >>> note("A4", a4=442).frequency
    442.0
    >>> name, number, cents, frequency = note(441.3)
    >>> name, number, round(cents, 2)
    ('A4', 69, 5.11)
    >>> round(note("E4", temperament="quarter-comma-meantone").frequency, 2)
    328.98
    """
    deviations = _deviations(temperament, root)
    place = None if deviations is None else deviations.ctypes.data
    number, cents, frequency = c_int32(), c_double(), c_double()
    if isinstance(pitch, str):
        call("note_number", pitch.encode(), byref(number))
        call("note_frequency", number, 0.0, a4, place, byref(frequency))
    else:
        frequency = c_double(pitch)
        call("nearest_note", frequency, a4, place, byref(number), byref(cents))
    if spelling not in _SPELLINGS:
        raise ValueError(f"The spelling must be one of {', '.join(_SPELLINGS)}, not {spelling!r}.")
    name = text("note_name", number, _SPELLINGS[spelling])
    return Pitch(name, number.value, cents.value, frequency.value)


def cents(first: float, second: float) -> float:
    """The interval from one frequency to another, in cents; both in hertz, above 0.

    >>> cents(440, 880)
    1200.0
    """
    result = c_double()
    call("interval_cents", first, second, byref(result))
    return result.value


def temperament(name: str, root: str = "C") -> npt.NDArray[np.float64]:
    """How far the notes of a temperament lie above equal temperament.

    Args:
        name: One of :data:`TEMPERAMENTS`, or of the other names that ``kammerton scale`` knows.
        root: The note that it starts from.

    Returns:
        Cents, of shape (12,), from C up to B; A is at 0.

    >>> temperament("vallotti").round(2).tolist()[:5]
    [5.87, -0.0, 1.96, 3.91, -1.96]
    """
    number = c_int32()
    call("note_number", root.encode(), byref(number))
    deviations = np.empty(12)
    call("temperament", name.encode(), number.value % 12, deviations.ctypes.data)
    return deviations


def _deviations(temperament_: Temperament, root: str) -> npt.NDArray[np.float64] | None:
    if temperament_ is None:
        return None
    if isinstance(temperament_, str):
        return temperament(temperament_, root)
    deviations = np.ascontiguousarray(temperament_, np.float64)
    if deviations.shape != (12,):
        raise ValueError(f"A temperament has 12 deviations, not the shape {deviations.shape}.")
    return deviations


class String(NamedTuple):
    """A string of an instrument."""

    number: int
    """Its number, from 1; a guitar's 6 is E2."""
    note: str
    """What it is tuned to."""
    cents: float
    """How far above the note."""


def instruments() -> dict[str, tuple[str, ...]]:
    """The instruments that :class:`Tuner` knows, with the names of their tunings, the usual one first.

    >>> instruments()["Guitar"][:3]
    ('Standard', 'Half step down', 'Whole step down')
    """
    found = {}
    count = c_size_t()
    for index in range(_library.function("instrument_count")()):
        call("tuning_count", index, byref(count))
        names = (text("tuning_name", index, place) for place in range(count.value))
        found[text("instrument_name", index)] = tuple(names)
    return found


def strings(instrument: str, tuning: str | None = None) -> list[String]:
    """The strings of an instrument, as a player lists them.

    >>> [string.note for string in strings("guitar")]
    ['E2', 'A2', 'D3', 'G3', 'B3', 'E4']
    """
    table: npt.NDArray[Any] = np.empty(400, _library.STRING)
    count = c_size_t()
    call("tuning_strings", instrument.encode(), None if tuning is None else tuning.encode(),
         table.ctypes.data, table.size, byref(count))
    return [
        String(int(number), text("note_name", int(note_number), 0), float(offset))
        for number, note_number, offset in table[: count.value]
    ]


def note_name(number: int) -> str:
    """The name of a MIDI number, with sharps."""
    return text("note_name", number, 0)
