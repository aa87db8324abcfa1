"""Clicks at their samples."""

from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_double, c_int32, c_size_t, c_uint8, c_uint32, c_void_p
from typing import Literal, NamedTuple, Sequence

import numpy as np

from . import _library
from ._check import choice, number, whole
from ._library import Floats, Handle, KammertonError
from ._tone import LONGEST

_Sound = Literal["dry", "wood", "beep"]
CLICKS: tuple[_Sound, ...] = ("dry", "wood", "beep")
"""The sounds of clicks."""
KINDS = ("beat", "subdivision", "polyrhythm")
"""The kinds of clicks."""
_Accent = Literal["silent", "weak", "normal", "medium", "strong"]
ACCENTS: tuple[_Accent, ...] = ("silent", "weak", "normal", "medium", "strong")
"""The accents of beats."""


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("sound", c_int32), ("sample_rate", c_double), ("tempo", c_double),
        ("level", c_double), ("swing", c_double), ("beats", c_int32), ("subdivision", c_int32),
        ("polyrhythm", c_int32), ("reserved", c_int32), ("accents", c_uint8 * 32),
    ]


_CLICK = np.dtype([("sample", "u8"), ("bar", "i4"), ("beat", "i4"), ("kind", "i4"), ("accent", "i4")])

_library.declare({
    "ktn_metronome_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_metronome_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_metronome_free": [c_void_p],
    "ktn_metronome_set_tempo": [c_void_p, c_double],
    "ktn_metronome_render": [c_void_p, c_void_p, c_size_t],
    "ktn_metronome_clicks": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
})


class Click(NamedTuple):
    """A click, audible or not."""

    sample: int
    """Where it begins, counted from the start."""
    bar: int
    """Its bar, from 0."""
    beat: int
    """Its beat of the bar, from 0; of other clicks, the beat before."""
    kind: str
    """One of :data:`KINDS`."""
    accent: str
    """One of :data:`ACCENTS`."""


class Metronome:
    """Clicks, the first at the first sample; each at the sample nearest to its exact time.

    >>> metronome = Metronome(sr=44_100, tempo=120, beats=3)
    >>> sound = metronome.render(88_200)
    >>> [(click.sample, click.beat, click.accent) for click in metronome.clicks()]
    [(0, 0, 'strong'), (22050, 1, 'normal'), (44100, 2, 'normal'), (66150, 0, 'strong')]
    """

    def __init__(
        self, *, sr: int, tempo: float = 120, beats: int = 4, accents: Sequence[_Accent] | None = None,
        subdivision: int = 1, polyrhythm: int = 0, swing: float = 50, sound: _Sound = "wood", level: float = -10,
    ) -> None:
        """Makes a metronome.

        Args:
            sr: Samples per second, in hertz, a whole number in 8000...192,000.
            tempo: Beats per minute, 10...600.
            beats: Beats per bar, 1...32.
            accents: One of :data:`ACCENTS` for each beat; "strong" and then "normal" by default.
            subdivision: Clicks per beat, 1...16.
            polyrhythm: Clicks of a second voice per bar, 0...32.
            swing: The part of a pair that its first note takes, in percent, 50...80.
            sound: One of :data:`CLICKS`.
            level: The peak of the strong click, in dBFS, -120...0.
        """
        settings = _Settings()
        _library.defaults("metronome", settings)
        settings.sample_rate = whole("sr", sr, 8000, 192_000)
        settings.tempo = number("tempo", tempo, 10, 600, "beats per minute")
        settings.beats = whole("beats", beats, 1, 32)
        if accents is not None:
            if isinstance(accents, str) or len(accents) != settings.beats:
                raise KammertonError(
                    f"accents must be {settings.beats} words, one for each beat, but are {accents!r}.")
            for index, accent in enumerate(accents):
                settings.accents[index] = ACCENTS.index(choice(f"accents[{index}]", accent, ACCENTS))
        settings.subdivision = whole("subdivision", subdivision, 1, 16)
        settings.polyrhythm = whole("polyrhythm", polyrhythm, 0, 32)
        settings.swing = number("swing", swing, 50, 80, "percent")
        settings.sound = CLICKS.index(choice("sound", sound, CLICKS))
        settings.level = number("level", level, -120, 0, "dBFS")
        self._handle = Handle("metronome", byref(settings))

    def render(self, count: int) -> Floats:
        """The next `count` samples."""
        with self._handle.lock:
            return self._handle.render(whole("count", count, 0, LONGEST))

    def set_tempo(self, tempo: float) -> None:
        """Changes the tempo from the next sample on, in phase; beats per minute, 10...600."""
        with self._handle.lock:
            self._handle.call("set_tempo", number("tempo", tempo, 10, 600, "beats per minute"))

    def clicks(self) -> list[Click]:
        """The clicks of what has been rendered since the last call, at most the last 1024."""
        with self._handle.lock:
            clicks = self._handle.read_all("clicks", _CLICK)
        return [
            Click(int(each["sample"]), int(each["bar"]), int(each["beat"]), KINDS[each["kind"]],
                  ACCENTS[each["accent"]])
            for each in clicks
        ]
