"""Several notes at once, and the chord that stands."""

from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_void_p
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import choice, number
from ._library import Handle
from ._samples import as_mono
from ._theory import SPELLINGS, Temperament, _deviations
from ._track import RATES

Window = Literal["recent", "whole"]


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("window", c_int32), ("sample_rate", c_double), ("hop", c_double),
        ("concert_pitch", c_double), ("deviations", c_double * 12),
    ]


_NOTE = np.dtype([("frequency", "f8"), ("level", "f8"), ("confidence", "f8"), ("error", "f8")])
_READING = np.dtype([("time", "f8"), ("note_count", "i4"), ("reserved", "i4"), ("notes", _NOTE, (6,))])
_TOLD = np.dtype([
    ("frequency", "f8"), ("cents", "f8"), ("level", "f8"), ("ratio_cents", "f8"), ("note", "i4"), ("numerator", "i4"),
    ("denominator", "i4"), ("is_sounding", "i4"),
])
_BEAT = np.dtype([
    ("rate", "f8"), ("lower", "i4"), ("upper", "i4"), ("lower_partial", "i4"), ("upper_partial", "i4"),
    ("is_locked", "i4"), ("reserved", "i4"),
])
_CHORD = np.dtype([
    ("start", "f8"), ("time", "f8"), ("number", "u4"), ("is_end", "i4"), ("is_rest", "i4"), ("is_brief", "i4"),
    ("base", "i4"), ("note_count", "i4"), ("beat_count", "i4"), ("reserved", "i4"), ("notes", _TOLD, (6,)),
    ("beats", _BEAT, (15,)),
])
_ROW = np.dtype([("time", "f8"), *((name, "f8") for name in _NOTE.names or ())])

_library.declare({
    "ktn_chord_listener_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_chord_listener_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_chord_listener_free": [c_void_p],
    "ktn_chord_listener_append": [c_void_p, c_void_p, c_size_t],
    "ktn_chord_listener_finish": [c_void_p],
    "ktn_chord_listener_read": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
    "ktn_chord_listener_read_chords": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
    "ktn_chord_name": [c_void_p, c_int32, c_char_p, c_size_t],
    "ktn_chord_note_name": [c_void_p, c_size_t, c_int32, c_char_p, c_size_t],
})


class ChordNote(NamedTuple):
    """A note of a chord that stands."""

    note: str
    """Its name as the chord spells it, such as "Eb4" in C minor."""
    number: int
    """Its MIDI number; 69 is A4."""
    frequency: float
    """The median of its frequency, in hertz."""
    cents: float
    """How far it lies above the note."""
    level: float
    """The newest level, in dBFS."""
    sounding: bool
    """False while it is waited for, for a moment before the chord changes."""
    ratio: str
    """The pure interval above the root that it is nearest to, octaves left out, such as "5/4"; above the lowest note of a
    chord without a root."""
    ratio_cents: float
    """How far it lies above that interval."""


class ChordBeat(NamedTuple):
    """Two partials of two notes that are nearly one, and beat."""

    notes: tuple[int, int]
    """The places of the lower and the upper note in the chord."""
    partials: tuple[int, int]
    """The numbers of their partials, from 1."""
    rate: float
    """The difference of the two, in hertz."""
    locked: bool
    """Whether it is slower than 0.5 Hz: the interval is pure."""


class Chord(NamedTuple):
    """The chord that stands, as ``kammerton tune chord`` tells it."""

    name: str
    """Its name, such as "Bbm7/Db", or the interval of two notes, such as "M3"; empty for notes without a common name."""
    start: float
    """The time of its first reading, in seconds."""
    time: float
    """The time of this report, in seconds; of the last one if it has ended."""
    notes: list[ChordNote]
    """Its notes, from the lowest; none if nothing stands any more."""
    beats: list[ChordBeat]
    """The beats, from the lowest pair."""
    ended: bool
    """Whether this is its last report."""
    rest: bool
    """Whether it is what is left of the chord before it, which dies away."""
    brief: bool
    """Whether it has lasted for less than 0.3 s, which is too short for a verdict."""


class Chords(NamedTuple):
    """What is heard of several notes at once."""

    rows: npt.NDArray[Any]
    """A structured array with a row for each note of each time, the lowest first, as ``kammerton track --chords`` has
    them: `time` in seconds, `frequency` in hertz, `level` in dBFS, `confidence` in 0...1, and `error`, one standard
    error of the frequency in cents."""
    chords: list[Chord]
    """The chords, in order of time."""


class ChordListener:
    """Hears up to six notes at once in a stream of one channel, and tells the chord that stands.

    >>> import numpy
    >>> times = numpy.arange(48_000) / 48_000
    >>> sound = sum(0.05 * numpy.sin(2 * numpy.pi * k * f * times) / k for f in (220, 277.2, 329.6) for k in range(1, 9))
    >>> listener = ChordListener(sr=48_000)
    >>> heard = listener.append(sound).chords + listener.finish().chords
    >>> heard[-1].name, [(note.note, round(note.cents)) for note in heard[-1].notes]
    ('A', [('A3', 0), ('C#4', 0), ('E4', 0)])
    """

    def __init__(
        self, *, sr: float, hop_length: float | None = None, window: Window = "recent", a4: float = 440,
        temperament: Temperament = None, root: str = "C", spelling: str = "sharps",
    ) -> None:
        """Makes a listener.

        Args:
            sr: Samples per second, in hertz, 8000...192,000.
            hop_length: Samples from one reading to the next, 1 ms to 1 s of them; fractions are fine. 10 ms by default.
            window: What the frequencies of a chord are medians of: the last 1.3 s, "recent", for a display, or all of it,
                "whole", for a verdict.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: Its name, or twelve deviations in cents; equal by default.
            root: The note that the temperament starts from.
            spelling: How notes are named that are in no named chord, and roots that need equally many signs either way:
                "sharps", "flats" or "mixed".
        """
        settings = _Settings()
        _library.defaults("chord_listener", settings)
        settings.sample_rate = number("sr", sr, *RATES, "Hz")
        if hop_length is not None:
            settings.hop = number("hop_length", hop_length, sr / 1000, sr, "samples")
        settings.window = get_args(Window).index(choice("window", window, get_args(Window)))
        settings.concert_pitch = number("a4", a4, 300, 500, "Hz")
        self._spelling = SPELLINGS[choice("spelling", spelling, SPELLINGS)]
        deviations = _deviations(temperament, root)
        if deviations is not None:
            settings.deviations = (c_double * 12)(*deviations.tolist())
        self._handle = Handle("chord_listener", byref(settings))

    def append(self, y: npt.ArrayLike) -> Chords:
        """Takes the next samples of shape (n,), and returns what they complete: readings up to 0.15 s before their end, and
        a report when a chord is told or none stands any more, ten a second while one stands, and one at its end."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._take()

    def finish(self) -> Chords:
        """Ends the stream, and returns its last readings and reports."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()

    def _take(self) -> Chords:
        readings = self._handle.read_all("read", _READING)
        chords = self._handle.read_all("read_chords", _CHORD)
        counts = readings["note_count"]
        heard = np.arange(6) < counts[:, np.newaxis]
        rows = np.empty(int(counts.sum()), _ROW)
        rows["time"] = np.repeat(readings["time"], counts)
        for name in _NOTE.names or ():
            rows[name] = readings["notes"][name][heard]
        return Chords(rows, [self._chord(chords[index : index + 1]) for index in range(chords.size)])

    def _chord(self, place: npt.NDArray[Any]) -> Chord:
        row, address = place[0], place.ctypes.data
        return Chord(
            _library.text("chord_name", address, self._spelling), float(row["start"]), float(row["time"]),
            [self._note(note, address, index) for index, note in enumerate(row["notes"][: row["note_count"]])],
            [_beat(beat) for beat in row["beats"][: row["beat_count"]]],
            bool(row["is_end"]), bool(row["is_rest"]), bool(row["is_brief"]))

    def _note(self, note: Any, address: int, index: int) -> ChordNote:
        return ChordNote(
            _library.text("chord_note_name", address, index, self._spelling), int(note["note"]), float(note["frequency"]),
            float(note["cents"]), float(note["level"]), bool(note["is_sounding"]),
            f"{note['numerator']}/{note['denominator']}", float(note["ratio_cents"]))


def _beat(beat: Any) -> ChordBeat:
    return ChordBeat(
        (int(beat["lower"]), int(beat["upper"])), (int(beat["lower_partial"]), int(beat["upper_partial"])),
        float(beat["rate"]), bool(beat["is_locked"]))


def chords(
    y: npt.ArrayLike, *, sr: float, hop_length: float | None = None, a4: float = 440, temperament: Temperament = None,
    root: str = "C", spelling: str = "sharps",
) -> Chords:
    """Hears the notes and chords of a recording of one channel.

    Args:
        y: Samples of shape (n,).
        sr, hop_length, a4, temperament, root, spelling: As for :class:`ChordListener`.

    Returns:
        The notes of each time, as ``kammerton track --chords`` has them, and each chord at its end, by medians of all of
        it, as ``kammerton tune chord --json`` has them: those that stood for 0.3 s, without what is left of a chord while it
        dies away.

    >>> import numpy
    >>> times = numpy.arange(48_000) / 48_000
    >>> sound = sum(0.05 * numpy.sin(2 * numpy.pi * k * f * times) / k for f in (196, 245, 294) for k in range(1, 9))
    >>> [(chord.name, [note.ratio for note in chord.notes]) for chord in chords(sound, sr=48_000).chords]
    [('G', ['1/1', '5/4', '3/2'])]
    """
    listener = ChordListener(
        sr=sr, hop_length=hop_length, window="whole", a4=a4, temperament=temperament, root=root, spelling=spelling)
    samples, parts = as_mono(y), []
    for start in range(0, samples.size, 65_536):
        parts.append(listener.append(samples[start : start + 65_536]))
    parts.append(listener.finish())
    return Chords(
        np.concatenate([part.rows for part in parts]),
        [chord for part in parts for chord in part.chords if chord.ended and not chord.rest and not chord.brief])
