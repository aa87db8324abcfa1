"""Pianos: their keys, the stretch that they need, and their unisons."""

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
from ._theory import note, note_name

_Style = Literal["octaves", "balanced", "twelfths"]
STYLES: tuple[_Style, ...] = ("octaves", "balanced", "twelfths")
"""What a tuning makes pure, as far as stiff strings allow."""
_PURPOSES = ("tune", "before", "after")
_PROBLEMS = {
    33: "there is no sound", 34: "it sounds for less than 0.4 s", 35: "this is not a single piano key",
}


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("style", c_int32), ("sample_rate", c_double), ("concert_pitch", c_double),
        ("temperament", c_char_p), ("is_raising", c_int32), ("reserved", c_int32),
    ]


_KEY = np.dtype([
    ("frequency", "f8"), ("cents", "f8"), ("partial_frequency", "f8"), ("inharmonicity", "f8"), ("partial", "i4"),
    ("key", "i4"),
])
_READING = np.dtype([
    ("time", "f8"), ("frequency", "f8"), ("cents", "f8"), ("error", "f8"), ("key", "i4"), ("partial", "i4"),
    ("is_new_stroke", "i4"), ("is_clipped", "i4"),
])
_MEASUREMENT = np.dtype([
    ("time", "f8"), ("frequency", "f8"), ("frequency_error", "f8"), ("cents", "f8"), ("inharmonicity", "f8"),
    ("inharmonicity_error", "f8"), ("beat", "f8"), ("beat_limit", "f8"), ("status", "i4"), ("key", "i4"),
    ("string_count", "i4"), ("is_clipped", "i4"),
])

_library.declare({
    "ktn_piano_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_piano_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_piano_free": [c_void_p],
    "ktn_piano_set_purpose": [c_void_p, c_int32, c_int32, c_char_p],
    "ktn_piano_load": [c_void_p, c_char_p, c_size_t],
    "ktn_piano_save": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
    "ktn_piano_keys": [c_void_p, c_void_p],
    "ktn_piano_append": [c_void_p, c_void_p, c_size_t],
    "ktn_piano_finish": [c_void_p],
    "ktn_piano_read": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
    "ktn_piano_read_measurements": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
})


class PianoKey(NamedTuple):
    """What a key is tuned to."""

    key: str
    """The key, such as "A0"."""
    frequency: float
    """Its first partial, in hertz."""
    cents: float
    """How far above equal temperament, with stretch and temperament."""
    partial: int
    """The number of the partial to listen to."""
    partial_frequency: float
    """The frequency of that partial, in hertz."""
    inharmonicity: float
    """B, partial k at k f √(1 + B k²): as measured, or as its neighbours suggest."""


class PianoReading(NamedTuple):
    """The key that sounds, at a moment."""

    time: float
    """The end of the samples that were used, in seconds since the first sample."""
    key: str
    """The key, such as "A0"."""
    cents: float
    """How far it lies above its target."""
    error: float
    """One standard error of `cents`."""
    partial: int
    """The number of the partial that is listened to."""
    frequency: float
    """The frequency of that partial, in hertz."""
    new: bool
    """Whether this is the first reading of a stroke."""
    clipped: bool
    """Whether the stroke reaches full scale."""


class Unison(NamedTuple):
    """The strings of a key against each other."""

    time: float
    """The end of the samples that were used, in seconds since the first sample."""
    key: str
    """The key, such as "A0"."""
    beat: float
    """The slowest beat that a listener hears, in hertz; 0 without one."""
    limit: float
    """The slowest beat that could be seen, in hertz."""


class PianoMeasurement(NamedTuple):
    """A stroke that was measured. What failed has a problem, and NaN for numbers."""

    time: float
    """The end of the stroke, in seconds of all that was measured."""
    key: str
    """The key, such as "A0"; empty if none was found."""
    frequency: float
    """The first partial, in hertz; that of the mean of several strings."""
    cents: float
    """How far above equal temperament without stretch."""
    error: float
    """One standard error of `cents`."""
    inharmonicity: float
    """B, as of :class:`PianoKey`."""
    inharmonicity_error: float
    """One standard error of it, as a share; 1 or more if B is not known."""
    beat: float
    """The slowest beat that a listener hears between its strings, in hertz; 0 without one."""
    clipped: bool
    """Whether the stroke reaches full scale."""
    problem: str
    """Why it could not be measured; empty if it could."""


class Piano:
    """Measures the keys of a piano, computes the stretch that it needs, and tunes it.

    >>> piano = Piano(sr=44_100)
    >>> lowest, *_, highest = piano.keys()
    >>> lowest.key, lowest.partial, highest.key, lowest.cents < 0 < highest.cents
    ('A0', 8, 'C8', True)
    """

    def __init__(
        self, *, sr: float, style: _Style = "balanced", a4: float = 440, temperament: str = "equal",
        key: str | int | None = None, raising: bool = False,
    ) -> None:
        """Makes a piano without measurements.

        Args:
            sr: Samples per second, in hertz, 16,000...192,000.
            style: One of :data:`STYLES`.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: The name of a temperament, on C.
            key: The only key to tune, such as "A4" or 69; None to find each.
            raising: Whether flat keys are tuned sharp, because the pitch of the whole piano is raised.
        """
        settings = _Settings()
        _library.defaults("piano", settings)
        settings.sample_rate = number("sr", sr, 16_000, 192_000, "Hz")
        settings.style = STYLES.index(choice("style", style, STYLES))
        settings.concert_pitch = number("a4", a4, 300, 500, "Hz")
        settings.temperament = encoded("temperament", temperament)
        self._key = 0
        if key is not None:
            self._key = whole("key", note(key).number if isinstance(key, str) else key, 21, 108)
        settings.is_raising = bool(raising)
        try:
            self._handle = Handle("piano", byref(settings))
        except KammertonError as error:
            if error.status not in (23, 24):
                raise
            raise KammertonError(
                f"temperament must be a name of kammerton.TEMPERAMENTS, not {temperament!r}.") from None
        self._handle.call("set_purpose", 0, self._key, None)

    def tune(self, y: npt.ArrayLike) -> list[PianoReading]:
        """Takes the next samples of shape (n,), and returns what sounds against its target, ten times a second."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            rows = self._handle.read_all("read", _READING)
        return [
            PianoReading(
                float(row["time"]), note_name(int(row["key"])), float(row["cents"]), float(row["error"]),
                int(row["partial"]), float(row["frequency"]), bool(row["is_new_stroke"]), bool(row["is_clipped"]))
            for row in rows
        ]

    def unisons(self) -> list[Unison]:
        """The unisons of the keys that were tuned, each after 2 s and after 4 s, since the last call."""
        with self._handle.lock:
            rows = self._handle.read_all("read_measurements", _MEASUREMENT)
        return [Unison(float(row["time"]), note_name(int(row["key"])), float(row["beat"]), float(row["beat_limit"]))
                for row in rows]

    def measure(self, y: npt.ArrayLike, *, stage: Literal["before", "after"] = "before") -> list[PianoMeasurement]:
        """Measures a recording of one key after another, and keeps the measurements.

        Args:
            y: Samples of shape (n,), of one stroke or many, each held for a second or more.
            stage: "before" or "after" tuning.

        Returns:
            A measurement of each stroke.
        """
        from datetime import datetime, timezone

        samples = as_mono(y)
        purpose = _PURPOSES.index(choice("stage", stage, _PURPOSES[1:]))
        with self._handle.lock:
            self._handle.read_all("read_measurements", _MEASUREMENT)
            date = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
            self._handle.call("set_purpose", purpose, self._key, date)
            self._handle.append(samples)
            self._handle.call("set_purpose", 0, self._key, None)
            rows = self._handle.read_all("read_measurements", _MEASUREMENT)
        return [_measurement(row) for row in rows]

    def keys(self) -> list[PianoKey]:
        """The targets of all keys, from A0 to C8, with the stretch that the measured keys need."""
        rows: npt.NDArray[Any] = np.empty(88, _KEY)
        with self._handle.lock:
            self._handle.call("keys", rows.ctypes.data)
        return [
            PianoKey(
                note_name(int(row["key"])), float(row["frequency"]), float(row["cents"]), int(row["partial"]),
                float(row["partial_frequency"]), float(row["inharmonicity"]))
            for row in rows
        ]

    def load(self, path: str | os.PathLike[str]) -> None:
        """Takes a file of ``kammerton piano``, the page or :meth:`save`, with its A4, style and temperament.

        Raises:
            OSError: if it cannot be read.
            KammertonError: if it is no file of a piano.
        """
        with open(path, "rb") as file:
            content = file.read()
        with self._handle.lock:
            _library.check(_library.function("piano_load")(self._handle._value, content, len(content)),
                           f"{os.fspath(path)!r} is not the file of a piano, or is damaged.")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file that ``kammerton piano`` and the page read; all of it, or nothing."""
        _library.write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The content of :meth:`save`'s file."""
        size = c_size_t()
        with self._handle.lock:
            _library.function("piano_save")(self._handle._value, None, 0, byref(size))
            content = np.empty(size.value, np.uint8)
            self._handle.call("save", content.ctypes.data, content.size, byref(size))
        return content.tobytes()


def _measurement(row: Any) -> PianoMeasurement:
    failed = bool(row["status"])
    frequency, cents, error, inharmonicity, doubt, beat = (
        float("nan") if failed else float(row[name])
        for name in ("frequency", "cents", "frequency_error", "inharmonicity", "inharmonicity_error", "beat"))
    return PianoMeasurement(
        float(row["time"]), "" if failed else note_name(int(row["key"])), frequency, cents, error, inharmonicity,
        doubt, beat, bool(row["is_clipped"]), _PROBLEMS.get(int(row["status"]), ""))
