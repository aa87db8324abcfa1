"""Notes, cents, temperaments and instruments."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32, c_size_t
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import above_zero, choice, encoded, number, unmasked
from ._library import KammertonError, call, check, function, text
from ._track import _names

Temperament = str | npt.ArrayLike | None
"""A name of :data:`TEMPERAMENTS`, twelve deviations in cents from C up, or None for equal temperament."""

TEMPERAMENTS: tuple[str, ...] = _names("temperament")
"""The names of the temperaments with twelve notes."""

_A4 = (300, 500)  # hertz
SPELLINGS = {"sharps": 0, "flats": 1, "mixed": 2}


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


class Pitches(NamedTuple):
    """Frequencies seen as music: arrays of one shape, whose fields are those of :class:`Pitch`."""

    name: npt.NDArray[np.str_]
    """The nearest notes; empty texts where the frequency is NaN."""
    number: npt.NDArray[np.float64]
    """Their MIDI numbers, as floats, because those of NaN are NaN."""
    cents: npt.NDArray[np.float64]
    """How far the frequencies lie above them."""
    frequency: npt.NDArray[np.float64]
    """The frequencies, in hertz."""


@overload
def note(
    pitch: str | float, *, a4: float = 440, temperament: Temperament = None,
    root: str = "C", spelling: str | None = None,
) -> Pitch: ...
@overload
def note(
    pitch: npt.ArrayLike, *, a4: npt.ArrayLike = 440, temperament: Temperament = None,
    root: str = "C", spelling: str | None = None,
) -> Pitch | Pitches: ...
def note(
    pitch: npt.ArrayLike, *, a4: npt.ArrayLike = 440, temperament: Temperament = None,
    root: str = "C", spelling: str | None = None,
) -> Pitch | Pitches:
    """Names a frequency, or gives the frequency of a note. Of arrays, it does so with each element.

    Args:
        pitch: A note such as "A4", "Bb3" or "C#5", or a frequency in hertz; or an array of either. NaN in an array
            is no pitch, as in ``Track.f0``.
        a4: The frequency of A4, in hertz, 300...500; an array is broadcast against `pitch`.
        temperament: Its name, or twelve deviations in cents; equal by default.
        root: The note that the temperament starts from.
        spelling: "sharps", "flats" or "mixed"; by default, a note keeps its own, and frequencies have sharps.

    Returns:
        Name, number, cents and frequency.

    Raises:
        TypeError: if `pitch` is neither text nor numbers.
        KammertonError: if the text is no note, or a number out of its range.

    >>> note("A4", a4=442).frequency
    442.0
    >>> name, number, cents, frequency = note(441.3)
    >>> name, number, round(cents, 2)
    ('A4', 69, 5.11)
    >>> note("bb3").name, note("Bb3", spelling="sharps").name
    ('Bb3', 'A#3')
    >>> round(note("E4", temperament="quarter-comma-meantone").frequency, 2)
    328.98
    >>> note([440, 880, float("nan")]).name.tolist()
    ['A4', 'A5', '']
    """
    if spelling is not None:
        choice("spelling", spelling, SPELLINGS)
    deviations = _deviations(temperament, root)
    if isinstance(pitch, (str, float, int)) and isinstance(a4, (float, int)):
        return _pitch(pitch, a4, deviations, spelling)
    pitches = unmasked("pitch", pitch, "pitch.filled(numpy.nan)")
    references = unmasked("a4", a4, "a4.filled(440)")
    if pitches.ndim == 0 and references.ndim == 0:
        return _pitch(pitches.item(), references.item(), deviations, spelling)
    return _pitches(pitches, references, deviations, spelling)


def _pitch(pitch: Any, a4: Any, deviations: npt.NDArray[np.float64] | None, spelling: str | None) -> Pitch:
    place = None if deviations is None else deviations.ctypes.data
    found, above, frequency = c_int32(), c_double(), c_double()
    # What is wrong is looked for when the library has refused it.
    if isinstance(pitch, str):
        encoded_pitch = encoded("pitch", pitch)
        if status := function("note_number")(encoded_pitch, byref(found)):
            _check_note(status, pitch)
        if type(a4) is not float and type(a4) is not int or not 300 <= a4 <= 500:
            a4 = number("a4", a4, *_A4, "Hz")
        check(function("note_frequency")(found, 0.0, a4, place, byref(frequency)))
        name = text("note_spelled", encoded_pitch) if spelling is None else note_name(found.value, spelling)
        return Pitch(name, found.value, 0.0, frequency.value)
    if type(pitch) is not float or type(a4) is not float and type(a4) is not int or not 300 <= a4 <= 500:
        pitch, a4 = above_zero("pitch", pitch, "Hz"), number("a4", a4, *_A4, "Hz")
    if status := function("nearest_note")(pitch, a4, place, byref(found), byref(above)):
        above_zero("pitch", pitch, "Hz")
        number("a4", a4, *_A4, "Hz")
        check(status, f"pitch must be between 1e-6 and 1e12 Hz, but is {pitch}.")
    return Pitch(note_name(found.value, spelling or "sharps"), found.value, above.value, pitch)


def _check_note(status: int, name: str) -> None:
    if status:
        check(status, f"{name!r} is not a note. Write one such as A4, C#5 or Bb3.")


def _pitches(
    pitch: npt.NDArray[Any], a4: npt.NDArray[Any], deviations: npt.NDArray[np.float64] | None, spelling: str | None,
) -> Pitches:
    pitch, a4 = np.broadcast_arrays(pitch, _numbers("a4", a4))
    if pitch.dtype.kind in "UO" and all(isinstance(each, str) for each in pitch.flat):
        each = [_pitch(str(name), reference, deviations, spelling)
                for name, reference in zip(pitch.flat, a4.flat)]
        names = np.array([one.name for one in each], np.str_).reshape(pitch.shape)
        numbers, above, frequency = (
            np.array([one[index] for one in each], np.float64).reshape(pitch.shape) for index in (1, 2, 3))
        return Pitches(names, numbers, above, frequency)
    frequency = _positive("pitch", pitch)
    found, above = np.zeros(frequency.shape, np.int32), np.full(frequency.shape, np.nan)
    place = None if deviations is None else deviations.ctypes.data
    for reference in np.unique(a4):
        number("a4", reference, *_A4, "Hz")
        chosen = a4 == reference
        some = frequency[chosen]
        some_numbers, some_cents = np.empty(some.size, np.int32), np.empty(some.size)
        check(function("nearest_notes")(
            some.ctypes.data, some.size, reference, place, some_numbers.ctypes.data, some_cents.ctypes.data),
            "pitch must be between 1e-6 and 1e12 Hz, and one of them is not.")
        found[chosen], above[chosen] = some_numbers, some_cents
    unknown = np.isnan(frequency)
    different, places = np.unique(found, return_inverse=True)
    names = np.array([note_name(int(one), spelling or "sharps") for one in different], np.str_)
    names = names[places.reshape(found.shape)]
    names[unknown] = ""
    return Pitches(names, np.where(unknown, np.nan, found), above, frequency)


@overload
def cents(first: float, second: float) -> float: ...
@overload
def cents(first: npt.ArrayLike, second: npt.ArrayLike) -> Any: ...
def cents(first: npt.ArrayLike, second: npt.ArrayLike) -> float | npt.NDArray[np.float64]:
    """The interval from one frequency to another, in cents; both in hertz, above 0.

    Arrays are broadcast against each other; NaN gives NaN there.

    >>> cents(440, 880)
    1200.0
    >>> cents(440, [440, 880, float("nan")]).tolist()
    [0.0, 1200.0, nan]
    """
    if isinstance(first, (float, int)) and isinstance(second, (float, int)):
        return _interval(first, second)
    one = unmasked("first", first, "first.filled(numpy.nan)")
    other = unmasked("second", second, "second.filled(numpy.nan)")
    if one.ndim == 0 and other.ndim == 0:
        return _interval(one.item(), other.item())
    one, other = np.broadcast_arrays(_positive("first", one), _positive("second", other))
    one, other = np.ascontiguousarray(one), np.ascontiguousarray(other)
    result = np.empty(one.shape)
    call("interval_cents_of_many", one.ctypes.data, other.ctypes.data, one.size, result.ctypes.data)
    return result


def _interval(first: Any, second: Any) -> float:
    result = c_double()
    if type(first) is float and type(second) is float:
        if not function("interval_cents")(first, second, byref(result)):
            return result.value
    call("interval_cents", above_zero("first", first, "Hz"), above_zero("second", second, "Hz"), byref(result))
    return result.value


def _numbers(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    values = unmasked(name, values, f"{name}.filled(numpy.nan)")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be numbers, not {values.dtype}.")
    return np.ascontiguousarray(values, np.float64).reshape(values.shape)


def _positive(name: str, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Frequencies, some of which may be NaN."""
    frequencies = _numbers(name, values)
    with np.errstate(invalid="ignore"):
        wrong = np.argwhere((frequencies <= 0) | np.isinf(frequencies))
    if len(wrong):
        place = tuple(int(index) for index in wrong[0])
        raise KammertonError(
            f"{name} must be above 0 Hz, but {name}[{', '.join(map(str, place))}] is {frequencies[place]}.")
    return frequencies


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
    _check_note(function("note_number")(encoded("root", root), byref(number)), root)
    deviations = np.empty(12)
    status = function("temperament")(encoded("temperament", name), number.value % 12, deviations.ctypes.data)
    check(status, {
        23: f"There is no temperament {name!r}. kammerton.TEMPERAMENTS has the names.",
        24: f"The temperament {name!r} has not twelve notes in an octave.",
    }.get(status))
    return deviations


def _deviations(temperament_: Temperament, root: str) -> npt.NDArray[np.float64] | None:
    if temperament_ is None:
        return None
    if isinstance(temperament_, str):
        return temperament(temperament_, root)
    deviations = _numbers("temperament", temperament_)
    if deviations.shape != (12,):
        raise KammertonError(f"temperament must have 12 deviations, not the shape {deviations.shape}.")
    if not np.isfinite(deviations).all():
        raise KammertonError(f"temperament must have 12 finite deviations, not {deviations.tolist()}.")
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
    status = function("tuning_strings")(
        encoded("instrument", instrument), None if tuning is None else encoded("tuning", tuning),
        table.ctypes.data, table.size, byref(count))
    check(status, instrument_words(status, instrument, tuning))
    return [
        String(int(number), note_name(int(note_number)), float(offset))
        for number, note_number, offset in table[: count.value]
    ]


def instrument_words(status: int, instrument: object, tuning: object) -> str | None:
    """Why an instrument or its tuning is refused."""
    if status == 21:
        return (f"There is no instrument {instrument!r}, or there are several that begin so. kammerton.instruments() "
                "has the names.")
    if status == 22:
        return (f"{instrument!r} has no tuning {tuning!r}, or several that begin so. kammerton.instruments() has "
                "the names.")
    return None


def note_name(number: int, spelling: str = "sharps") -> str:
    """The name of a MIDI number."""
    return text("note_name", number, SPELLINGS[spelling])
