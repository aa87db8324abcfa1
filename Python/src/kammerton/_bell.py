"""Bells and their kin: bars, drums, reeds and pipes, partial by partial."""

from __future__ import annotations

import os
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_void_p
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import choice, encoded, number, whole
from ._library import Handle, KammertonError
from ._samples import as_mono
from ._theory import note as pitch_of
from ._theory import note_name
from ._track import RATES

_Object = Literal[
    "bell", "bar", "marimba", "xylophone", "vibraphone", "tube", "drum", "tongue", "kalimba", "reed", "pipe"]
OBJECTS: tuple[_Object, ...] = (
    "bell", "bar", "marimba", "xylophone", "vibraphone", "tube", "drum", "tongue", "kalimba", "reed", "pipe")
"""The kinds of objects, by the physics of their partials."""
_Stage = Literal["before", "after"]
_THIRDS = ("", "minor", "major")
_PURPOSES = ("tune", "before", "after")
_PROBLEMS = {
    33: "there is no sound", 34: "the sound is too short", 41: "the partials are not those of such an object",
    42: "the partials are those of another kind of object", 43: "samples are missing",
}


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("object", c_int32), ("sample_rate", c_double), ("concert_pitch", c_double),
        ("temperament", c_char_p), ("temperature", c_double), ("third", c_int32), ("reserved", c_int32),
    ]


_PARTIAL = np.dtype([
    (name, "f8") for name in ("frequency", "error", "cents", "off", "level", "decay", "beat", "wanted_beat")
] + [("number", "i4"), ("reserved", "i4")])
_MEASUREMENT = np.dtype([(name, "f8") for name in ("strike", "cents", "duration", "score", "air")] + [
    (name, "i4") for name in (
        "status", "object", "likelier", "note", "purpose", "third", "is_final", "is_clipped", "is_mixed", "is_doubtful",
        "is_kept", "partial_count")
] + [("partials", _PARTIAL, 8)])

_size = POINTER(c_size_t)
_library.declare({
    "ktn_object_name": [c_int32],
    "ktn_object_partial_name": [c_int32, c_int32],
    "ktn_bell_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_bell_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_bell_free": [c_void_p],
    "ktn_bell_set_purpose": [c_void_p, c_int32, c_int32, c_double, c_char_p],
    "ktn_bell_set_beat": [c_void_p, c_int32, c_double],
    "ktn_bell_load": [c_void_p, c_char_p, c_size_t],
    "ktn_bell_save": [c_void_p, c_void_p, c_size_t, _size],
    "ktn_bell_objects": [c_void_p, c_void_p, c_size_t, _size],
    "ktn_bell_append": [c_void_p, c_void_p, c_size_t],
    "ktn_bell_interrupt": [c_void_p],
    "ktn_bell_finish": [c_void_p],
    "ktn_bell_read": [c_void_p, c_void_p, c_size_t, _size],
})


class BellPartial(NamedTuple):
    """A partial of an object, or one of its reeds. What is not known is NaN."""

    name: str
    """What makers call it, such as "tierce"; of a reed its number, from "1"."""
    frequency: float
    """In hertz."""
    error: float
    """One standard error of it, in cents."""
    cents: float
    """How far above the strike note."""
    off: float
    """How far above its place, in cents; of a reed, above its target."""
    level: float
    """The level beside the strongest one, in decibels: 0 or less."""
    decay: float
    """The time in which it falls by 60 dB, in seconds."""
    beat: float
    """The beat between its two lines, or with the reed below, in hertz; 0 without one."""
    wanted_beat: float
    """Of a reed: the beat that it is to have, in hertz."""


class BellMeasurement(NamedTuple):
    """A stroke that was measured. What failed has a problem, no partials, and NaN for numbers."""

    note: str
    """The note that it has, or is to have, such as "G3"; empty if none was found."""
    object: str
    """One of :data:`OBJECTS`; if it is another one than was expected, what it sounds like, or else empty."""
    strike: float
    """The strike note, in hertz; of a bell an octave below its nominal."""
    cents: float
    """How far the strike note lies above its note."""
    third: str
    """"minor" or "major" of a bell that has one, else empty."""
    partials: list[BellPartial]
    """From the lowest."""
    duration: float
    """The sound that was used, in seconds."""
    score: float
    """How well the partials fit the object, 0...1."""
    likelier: str
    """An object that they fit better; empty without one."""
    doubtful: bool
    """Whether the partials leave a doubt about the object, and so about the strike note."""
    mixed: bool
    """Whether another bell seems to sound as well."""
    clipped: bool
    """Whether the stroke reaches full scale."""
    final: bool
    """False for a first result, by the first 1.5 s of a stroke that goes on."""
    stage: str
    """"before" or "after" tuning, of what is kept; else empty."""
    problem: str
    """Why it could not be measured; empty if it could."""


class Bell:
    """Measures bells, bars, drums, reeds and pipes, and keeps the measurements of a carillon or a rank.

    >>> import numpy
    >>> times = numpy.arange(132_300) / 44_100
    >>> parts = [(0.5, 9), (1, 6), (1.19, 5), (1.5, 3), (2, 4)]
    >>> bell = sum(0.1 * numpy.exp(-6.9 * times / decay) * numpy.sin(2 * numpy.pi * 196 * part * times)
    ...            for part, decay in parts)
    >>> (measured,) = Bell(sr=44_100, object="bell").measure(numpy.concatenate([numpy.zeros(8820), bell]))
    >>> measured.note, measured.third, [partial.name for partial in measured.partials]
    ('G3', 'minor', ['hum', 'prime', 'tierce', 'quint', 'nominal'])
    """

    def __init__(
        self, *, sr: float, object: _Object | None = None, a4: float = 440, temperament: str = "equal",
        third: Literal["minor", "major"] | None = None, temperature: float = 20,
    ) -> None:
        """Makes a set of objects without measurements.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
            object: One of :data:`OBJECTS`; None tells it from the sound, and takes a bell for what is kept.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: The name of a temperament, on C.
            third: The third that bells are to have, "minor" or "major"; None for that of each bell.
            temperature: The temperature that the pitch of pipes is meant for, in degrees Celsius, -50...60.
        """
        settings = _Settings()
        _library.defaults("bell", settings)
        settings.sample_rate = number("sr", sr, *RATES, "Hz")
        settings.object = -1 if object is None else OBJECTS.index(choice("object", object, OBJECTS))
        settings.concert_pitch = number("a4", a4, 300, 500, "Hz")
        settings.temperament = encoded("temperament", temperament)
        settings.third = 0 if third is None else _THIRDS.index(choice("third", third, _THIRDS[1:]))
        settings.temperature = number("temperature", temperature, -50, 60, "degrees Celsius")
        try:
            self._handle = Handle("bell", byref(settings))
        except KammertonError as error:
            if error.status not in (23, 24):
                raise
            raise KammertonError(
                f"temperament must be a name of kammerton.TEMPERAMENTS, not {temperament!r}.") from None

    def measure(
        self, y: npt.ArrayLike, *, stage: _Stage | None = None, note: str | int | None = None, air: float | None = None,
    ) -> list[BellMeasurement]:
        """Measures a recording of one object after another.

        Args:
            y: Samples of shape (n,), of one stroke or many. Let each ring.
            stage: "before" or "after" tuning, to keep the measurements; None does not keep them.
            note: The note that is struck, such as "G3" or 55; None takes the nearest.
            air: The temperature of the room in degrees Celsius, for pipes.

        Returns:
            A measurement of each stroke.
        """
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.read_all("read", _MEASUREMENT)
            self._listen(stage, note, air)
            self._handle.append(samples)
            self._listen(None, None, None)
            rows = self._handle.read_all("read", _MEASUREMENT)
        return [_measurement(row) for row in rows if row["is_final"]]

    def listen(self, *, stage: _Stage | None = None, note: str | int | None = None, air: float | None = None) -> None:
        """Says what the next samples of a stream are for, as of :meth:`measure`. The stroke that sounds ends."""
        with self._handle.lock:
            self._listen(stage, note, air)

    def append(self, y: npt.ArrayLike) -> list[BellMeasurement]:
        """Takes the next samples of a stream, and returns what was measured: each stroke after 1.5 s, and when it is over."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._take()

    def interrupt(self) -> list[BellMeasurement]:
        """Marks a gap in the samples: the stroke that sounds is not measured."""
        with self._handle.lock:
            self._handle.call("interrupt")
            return self._take()

    def finish(self) -> list[BellMeasurement]:
        """Ends the stream, and measures the stroke that sounds."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()

    def set_beat(self, note: str | int, rate: float | None) -> None:
        """Sets the beat that the reeds of a note are to have, in hertz, 0...50; None removes it."""
        value = float("nan") if rate is None else number("rate", rate, 0, 50, "Hz")
        with self._handle.lock:
            self._handle.call("set_beat", _number(note), value)

    def objects(self) -> list[BellMeasurement]:
        """The measurements that are kept, in the order of measuring, against their targets now."""
        size = c_size_t()
        with self._handle.lock:
            _library.function("bell_objects")(self._handle._value, None, 0, byref(size))
            rows: npt.NDArray[Any] = np.empty(size.value, _MEASUREMENT)
            self._handle.call("objects", rows.ctypes.data, rows.size, byref(size))
        return [_measurement(row) for row in rows]

    def load(self, path: str | os.PathLike[str]) -> None:
        """Takes a file of ``kammerton bell``, the page or :meth:`save`, with its settings.

        Raises:
            OSError: if it cannot be read.
            KammertonError: if it is no such file.
        """
        with open(path, "rb") as file:
            content = file.read()
        with self._handle.lock:
            _library.check(_library.function("bell_load")(self._handle._value, content, len(content)),
                           f"{os.fspath(path)!r} is not a file of bells or their kin, or is damaged.")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file that ``kammerton bell`` and the page read; all of it, or nothing."""
        _library.write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The content of :meth:`save`'s file."""
        size = c_size_t()
        with self._handle.lock:
            _library.function("bell_save")(self._handle._value, None, 0, byref(size))
            content = np.empty(size.value, np.uint8)
            self._handle.call("save", content.ctypes.data, content.size, byref(size))
        return content.tobytes()

    def _listen(self, stage: _Stage | None, note: str | int | None, air: float | None) -> None:
        from datetime import datetime, timezone

        purpose = 0 if stage is None else _PURPOSES.index(choice("stage", stage, _PURPOSES[1:]))
        date = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
        celsius = float("nan") if air is None else number("air", air, -50, 60, "degrees Celsius")
        self._handle.call("set_purpose", purpose, -1 if note is None else _number(note), celsius, date)

    def _take(self) -> list[BellMeasurement]:
        return [_measurement(row) for row in self._handle.read_all("read", _MEASUREMENT)]


def _number(note: str | int) -> int:
    return whole("note", pitch_of(note).number if isinstance(note, str) else note, 0, 127)


def _object(value: Any) -> str:
    return "" if value < 0 else OBJECTS[int(value)]


def _measurement(row: Any) -> BellMeasurement:
    status = int(row["status"])
    strike, cents, duration, score = (
        float("nan") if status else float(row[name]) for name in ("strike", "cents", "duration", "score"))
    kind = int(row["object"]) if status in (0, 42) else -1
    return BellMeasurement(
        "" if status else note_name(int(row["note"])), _object(kind), strike, cents,
        _THIRDS[row["third"]], [_partial(part, kind) for part in row["partials"][: row["partial_count"]]], duration,
        score, "" if status else _object(row["likelier"]), bool(row["is_doubtful"]), bool(row["is_mixed"]),
        bool(row["is_clipped"]), bool(row["is_final"]), _PURPOSES[row["purpose"]] if row["is_kept"] else "",
        _PROBLEMS.get(status, ""))


def _partial(row: Any, kind: int) -> BellPartial:
    name = _library.function("object_partial_name")(kind, int(row["number"]))
    return BellPartial(
        name.decode(), *(float(row[field]) for field in (
            "frequency", "error", "cents", "off", "level", "decay", "beat", "wanted_beat")))
