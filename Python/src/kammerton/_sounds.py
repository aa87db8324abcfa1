"""Sound files as libsndfile opens them, and whether they break off."""

from __future__ import annotations

import contextlib
import os
import re
from typing import Any, BinaryIO, Iterator

import numpy as np

from ._library import Floats
from ._samples import mixed

_BLOCK = 65_536  # samples that are read at a time
_UNKNOWN = range(0x7FFF_0000, 0x1_0000_0000)  # lengths of those who could not know when they began to write
# What libsndfile notes of a chunk of samples that is longer than the file.
_PROMISE = r"(?:data|SSND|Data Size|riff|Riff size)\s*:\s*(\d+) \(should be (\d+)\)"


def soundfile_module() -> Any:
    try:
        import soundfile
    except ImportError as error:
        raise ImportError(
            "Sound files need the package soundfile: pip install 'kammerton[files]'.") from error
    return soundfile


class NotASound(OSError):
    """What libsndfile does not recognise."""

    def __init__(self, what: object, reason: str) -> None:
        super().__init__(f"{what} is not a sound file: {reason}")
        self.reason = reason


class NoSuchChannel(ValueError):
    """A file has fewer channels than one is wanted of."""

    def __init__(self, what: object, count: int, number: int) -> None:
        super().__init__(f"{what} has {count} channels, and none of number {number}.")
        self.count = count


class Sound:
    """An open sound file, read by blocks of one channel."""

    def __init__(self, sound: Any, file: BinaryIO, size: int, channel: int | None) -> None:
        self.samplerate: int = sound.samplerate
        self.channels: int = sound.channels
        self.frames = 0
        """How many have been read."""
        self._sound, self._file, self._size, self._channel = sound, file, size, channel
        self._is_damaged = False

    def blocks(self) -> Iterator[Floats]:
        """Reads the file to its end, or to where it is damaged."""
        # A damaged header may promise a thousand channels.
        block = np.empty((max(1024, _BLOCK // self.channels), self.channels), np.float32)
        while True:
            try:
                frames = self._sound.read(out=block)
            except soundfile_module().LibsndfileError:
                self._is_damaged = True
                return
            self.frames += len(frames)
            if len(frames) > 0:
                yield mixed(frames) if self._channel is None else np.ascontiguousarray(frames[:, self._channel])
            if len(frames) < len(block):
                return

    @property
    def is_cut(self) -> bool:
        """Whether the file has less sound than it promises, after it has been read."""
        if self._is_damaged or self.frames < self._sound.frames:
            return True
        promises = re.findall(_PROMISE, self._sound.extra_info)
        if any(int(promise) > int(there) and int(promise) not in _UNKNOWN for promise, there in promises):
            return True
        return bool(self._sound.format == "OGG") and not self._has_last_page()

    def _has_last_page(self) -> bool:
        """Whether the last page of an Ogg file is whole and says that it is the last."""
        tail = _read_at(self._file, max(0, self._size - 65_307), 65_307)  # the longest page
        place = tail.rfind(b"OggS")
        if place < 0 or len(tail) < place + 27:
            return False
        lengths = tail[place + 27 : place + 27 + tail[place + 26]]
        return bool(tail[place + 5] & 4) and place + 27 + tail[place + 26] + sum(lengths) <= len(tail)

    def shortage(self) -> str:
        """What is there of a file that is cut."""
        promised, there = (f"{frames / self.samplerate:.2f}" for frames in (self._sound.frames, self.frames))
        if self._is_damaged:
            return f"it has {promised} s of sound, and cannot be read to its end"
        return f"{there} s of sound are there" if promised == there else f"{there} of {promised} s of sound are there"


@contextlib.contextmanager
def opened(file: Any, size: int, channel: int | None, what: object) -> Iterator[Sound]:
    """Opens a sound file.

    Raises:
        EOFError: if it breaks off so early that nothing can be read.
        NotASound: if libsndfile does not recognise it.
        NoSuchChannel: if it has fewer.
    """
    soundfile = soundfile_module()
    if not isinstance(file, int):
        file = _Clamped(file, size)
    try:
        sound = soundfile.SoundFile(file, closefd=False)
    except soundfile.LibsndfileError as error:
        if _is_cut_caf(file, size):
            raise EOFError(f"{what} breaks off before its samples can be read") from None
        raise NotASound(what, error.error_string) from None
    with sound:
        if channel is not None and not 0 <= channel < sound.channels:
            raise NoSuchChannel(what, sound.channels, channel)
        yield Sound(sound, file, size, channel)


class _Clamped:
    """A file whose ends can be passed, as libsndfile tries it with files that break off."""

    def __init__(self, file: Any, size: int) -> None:
        self._file, self._size = file, size

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = (0, self._file.tell(), self._size)[whence]
        place = min(max(0, start + offset), self._size)
        self._file.seek(place)
        return place

    def tell(self) -> int:
        return int(self._file.tell())

    def read(self, count: int = -1) -> bytes:
        return bytes(self._file.read(count) if count >= 0 else self._file.read())


def _is_cut_caf(file: Any, size: int) -> bool:
    """Whether a chunk of a CAF file ends behind the file; libsndfile does not open such a file."""
    if _read_at(file, 0, 4) != b"caff":
        return False
    place = 8
    while len(head := _read_at(file, place, 12)) == 12:
        length = int.from_bytes(head[4:], "big", signed=True)
        if length < 0:
            return False
        place += 12 + length
    return place > size


def _read_at(file: Any, place: int, count: int) -> bytes:
    """Bytes of a file, or of a descriptor."""
    if isinstance(file, int):
        return os.pread(file, count, place)
    before = file.tell()
    file.seek(place)
    content = bytes(file.read(count))
    file.seek(before)
    return content
