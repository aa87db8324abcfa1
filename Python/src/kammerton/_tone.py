"""Reference tones that change without a click."""

from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_double, c_int32, c_size_t, c_uint32, c_void_p
from typing import Any, Literal

from . import _library
from ._check import choice, number, whole
from ._library import Floats, Handle, KammertonError
from ._theory import note
from ._track import RATES

_Waveform = Literal["sine", "triangle", "sawtooth", "square", "pulse"]
WAVEFORMS: tuple[_Waveform, ...] = ("sine", "triangle", "sawtooth", "square", "pulse")
"""Band-limited shapes of a period."""
LONGEST = (1 << 31) - 1  # samples of a call


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("waveform", c_int32), ("sample_rate", c_double), ("frequency", c_double),
        ("level", c_double), ("lowest", c_double), ("highest", c_double),
    ]


_library.declare({
    "ktn_tone_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_tone_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_tone_free": [c_void_p],
    "ktn_tone_set_frequency": [c_void_p, c_double, c_double],
    "ktn_tone_set_level": [c_void_p, c_double, c_double],
    "ktn_tone_stop": [c_void_p, c_double],
    "ktn_tone_render": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
})


class Tone:
    """A tone that fades in over 50 ms, and sounds until it is stopped.

    Blocks of any size give the same samples, to the bit.

    >>> tone = Tone("A4", sr=44_100, highest=880)
    >>> sound = tone.render(22_050)
    >>> tone.glide("A5", 0.1)
    >>> glide = tone.render(22_050)
    >>> tone.stop()
    >>> sound.dtype, len(tone.render(44_100))
    (dtype('float32'), 2205)
    """

    def __init__(
        self, pitch: str | float = "A4", *, sr: float, waveform: _Waveform = "sine", level: float = -20,
        lowest: float | None = None, highest: float | None = None, a4: float = 440,
    ) -> None:
        """Makes a tone.

        Args:
            pitch: A note, or a frequency in hertz, above 0 and below half of `sr`.
            sr: Samples per second, in hertz, 8000...192,000.
            waveform: One of :data:`WAVEFORMS`.
            level: The peak level, in dBFS, -120...0.
            lowest: The lowest frequency that it may glide to, in hertz; that of `pitch` by default.
            highest: The highest one.
            a4: The frequency of A4, in hertz, 300...500, for notes.
        """
        self._a4 = a4
        settings = _Settings()
        _library.defaults("tone", settings)
        settings.sample_rate = number("sr", sr, *RATES, "Hz")
        settings.waveform = WAVEFORMS.index(choice("waveform", waveform, WAVEFORMS))
        settings.level = number("level", level, -120, 0, "dBFS")
        settings.frequency = self._frequency(pitch)
        self._lowest = settings.frequency if lowest is None else number(
            "lowest", lowest, 1e-6, settings.frequency, "Hz")
        self._highest = settings.frequency if highest is None else number(
            "highest", highest, settings.frequency, sr / 2, "Hz")
        settings.lowest, settings.highest = self._lowest, self._highest
        try:
            self._handle = Handle("tone", byref(settings))
        except KammertonError as error:
            if error.status != 9:
                raise
            raise KammertonError(
                f"pitch must be below half of sr, {sr / 2:g} Hz, but is {pitch!r}.") from None

    def render(self, count: int) -> Floats:
        """The next samples: `count` of them, or fewer when the tone ends after :meth:`stop`."""
        rendered = c_size_t()
        with self._handle.lock:
            samples = self._handle.render(whole("count", count, 0, LONGEST), byref(rendered))
        return samples[: rendered.value]

    def glide(self, pitch: str | float, duration: float = 0.05) -> None:
        """Glides to another pitch, from `lowest` to `highest`, in so many seconds, 0...60."""
        frequency = number("pitch", self._frequency(pitch), self._lowest, self._highest, "Hz")
        self._call("set_frequency", frequency, _duration(duration))

    def fade(self, level: float, duration: float = 0.05) -> None:
        """Fades to another level, in dBFS, -120...0, in so many seconds, 0...60."""
        self._call("set_level", number("level", level, -120, 0, "dBFS"), _duration(duration))

    def stop(self, duration: float = 0.05) -> None:
        """Falls silent in so many seconds, 0...60, and ends."""
        self._call("stop", _duration(duration))

    def _frequency(self, pitch: str | float) -> float:
        return note(pitch, a4=self._a4).frequency

    def _call(self, name: str, *arguments: Any) -> None:
        with self._handle.lock:
            self._handle.call(name, *arguments)


def _duration(value: float) -> float:
    return number("duration", value, 0, 60, "s")
