"""Messages by sound."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t, c_uint64
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import choice, number
from ._library import Floats, Handle, KammertonError
from ._samples import as_mono

_Band = Literal["ultrasonic", "extended", "audible"]
BANDS: tuple[_Band, ...] = ("ultrasonic", "extended", "audible")
"""Where in the spectrum: 17.0-19.5 kHz, 15.5-18.0 kHz, 2.0-6.5 kHz."""
_Mode = Literal["touch", "desk", "room", "far", "beacon"]
MODES: tuple[_Mode, ...] = ("touch", "desk", "room", "far", "beacon")
"""How far a message reaches: the nearer, the faster."""

LONGEST = 65_535  # bytes of a message


class Message(NamedTuple):
    """A message that arrived whole."""

    payload: bytes
    """The bytes, as they were sent."""
    band: str
    """One of :data:`BANDS`."""
    mode: str
    """One of :data:`MODES`."""
    time: float
    """When it began, in seconds since the first sample."""
    signal_to_noise: float
    """Within the band, in decibels."""


class Modem:
    """Sends bytes as sound, and hears them.

    >>> modem = Modem(sr=48_000, band="audible")
    >>> sound = modem.send("see you at eight")
    >>> sound.dtype, sound.ndim
    (dtype('float32'), 1)
    >>> [message.payload for message in modem.receive(sound)]
    [b'see you at eight']
    """

    def __init__(
        self, *, sr: float = 48_000, band: _Band = "ultrasonic", mode: _Mode | None = None,
        level: float = -6,
    ) -> None:
        """Makes a modem.

        Args:
            sr: Samples per second, in hertz, up to 192,000: at least 16,000 for the audible band, and
                44,100 for the others.
            band: One of :data:`BANDS`.
            mode: One of :data:`MODES`; None for what suits a distance that nobody knows.
            level: The peak level, in dBFS, -120...0.
        """
        self.sr, self.band, self.mode = number("sr", sr, 8000, 192_000, "Hz"), band, mode
        self.level = number("level", level, -120, 0, "dBFS")
        self._band = _index(BANDS, band, "band")
        self._mode = -1 if mode is None else _index(MODES, mode, "mode")

    def send(self, payload: bytes | str) -> Floats:
        """The sound of a message.

        Args:
            payload: At most 65,535 bytes; text is sent as UTF-8.

        Returns:
            Samples of shape (n,).
        """
        import secrets  # which takes longer than all of this package

        if not isinstance(payload, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"payload must be bytes or text, not {payload!r}.")
        content = payload.encode() if isinstance(payload, str) else bytes(payload)
        if len(content) > LONGEST:
            raise KammertonError(f"payload must have at most {LONGEST} bytes, but has {len(content)}.")
        settings = _library.SenderSettings()
        _library.defaults("sender", settings)
        settings.band, settings.mode = self._band, self._mode
        settings.number = secrets.randbits(24)
        settings.sample_rate, settings.level = self.sr, self.level
        sender = _handle("sender", self.sr, self.band, byref(settings), content, len(content))
        count = c_uint64()
        sender.call("length", byref(count))
        samples = np.empty(count.value, np.float32)
        sender.call("render", samples.ctypes.data, samples.size, None)
        return samples

    def receive(self, y: npt.ArrayLike) -> list[Message]:
        """The messages of a recording, in the order in which they were complete.

        Args:
            y: Samples of shape (n,), at the modem's sample rate.
        """
        receiver = Receiver(sr=self.sr, bands=(self.band,))
        return receiver.append(y) + receiver.finish()


class Receiver:
    """Hears messages in a stream of one channel."""

    def __init__(self, *, sr: float = 48_000, bands: tuple[_Band, ...] = ()) -> None:
        """Makes a receiver at the start of a stream.

        Args:
            sr: Samples per second, in hertz, up to 192,000.
            bands: Those to listen to; with none, all that the sample rate carries.
        """
        settings = _library.ReceiverSettings()
        _library.defaults("receiver", settings)
        settings.sample_rate = number("sr", sr, 8000, 192_000, "Hz")
        if isinstance(bands, str):
            raise TypeError(f"bands must be a tuple of names, not {bands!r}.")
        settings.bands = sum({1 << _index(BANDS, band, "band") for band in bands})
        self._handle = _handle("receiver", sr, ", ".join(bands) or "audible", byref(settings))

    def append(self, y: npt.ArrayLike) -> list[Message]:
        """Takes the next samples of shape (n,), and returns the messages that they complete."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._take()

    def finish(self) -> list[Message]:
        """Ends the stream, and returns the messages that its last samples complete."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._take()

    def _take(self) -> list[Message]:
        messages: list[Message] = []
        event = _library.Event()
        while True:
            self._handle.call("next", byref(event))
            if event.kind == 0:
                return messages
            if event.kind != 3:
                continue
            payload = (ctypes.c_uint8 * max(1, event.payload_count))()
            count = c_size_t()
            self._handle.call("payload", payload, len(payload), byref(count))
            messages.append(
                Message(
                    bytes(payload[: count.value]), BANDS[event.band], MODES[event.mode],
                    event.time, event.signal_to_noise))


def _handle(kind: str, sr: float, band: str, *arguments: Any) -> Handle:
    try:
        return Handle(kind, *arguments)
    except KammertonError as error:
        if error.status != 28:
            raise
        raise KammertonError(
            f"sr={sr} is too low for the band {band}: audible needs 16000 Hz, the others 44100 Hz.") from None


def _index(names: tuple[str, ...], name: str, what: str) -> int:
    return names.index(choice(what, name, names))
