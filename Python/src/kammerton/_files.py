"""Tracking sound files: one, or many at once."""

from __future__ import annotations

import os
import sys
import warnings
from collections import deque
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, NamedTuple

from . import _library
from ._sounds import Sound, opened, soundfile_module
from ._track import Track, Tracker

if TYPE_CHECKING:
    from concurrent.futures import Future


def track_file(
    path: str | os.PathLike[str], *, channel: int | None = None, **settings: Any
) -> Track:
    """Tracks a sound file by blocks, so that its length does not matter. Needs ``kammerton[files]``.

    Args:
        path: A file that libsndfile reads: WAV, FLAC, Ogg, MP3 and others.
        channel: Which channel, counted from 0; None for the mean of all.
        settings: As of :func:`track`, but for `sr`, which the file tells.

    Returns:
        The track. That of a file that breaks off is a track of what is there, with a warning.

    Raises:
        OSError: if the file cannot be read, or is not a sound file.
        ValueError: if a setting is out of its range.
    """
    name = os.fspath(path)
    with open(name, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        with opened(file.fileno(), size, channel, repr(name)) as sound:
            track = track_sound(sound, settings)
            if sound.is_cut:
                warnings.warn(f"{name!r} breaks off: {sound.shortage()}.", stacklevel=2)
            return track


def track_sound(sound: Sound, settings: dict[str, Any]) -> Track:
    """Tracks an open sound."""
    tracker = Tracker(sr=sound.samplerate, **settings)
    handle = tracker._handle
    for block in sound.blocks():
        handle.append(block)
    handle.call("finish")
    readings = handle.read("read", _library.READING, handle.value("available"))
    return Track(readings, tracker.rejected)


class FileResult(NamedTuple):
    """What became of one of several files."""

    path: str | os.PathLike[str]
    """The file."""
    track: Track | None
    """Its track; None if it failed."""
    error: Exception | None
    """Why it failed; None if it did not."""


def track_files(
    paths: Iterable[str | os.PathLike[str]], *, jobs: int | None = None,
    progress: bool | Callable[[int], None] | None = None, **settings: Any,
) -> Iterator[FileResult]:
    """Tracks files, some at a time, and yields a result for each in their order.

    A file that cannot be read becomes a result with its error, and does not end the others.

    Args:
        paths: The files. They may be endless: only as many as are needed next are fetched.
        jobs: How many at a time; as many as there are processor cores by default.
        progress: Whether to count on standard error, by default if it is a terminal; or a function that is
            called with the number of files done.
        settings: As of :func:`track_file`.

    Yields:
        A result for each path.
    """
    soundfile_module()
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be at least 1, but is {jobs}.")
    return _results(iter(paths), jobs or os.cpu_count() or 1, progress, settings)


def _results(
    paths: Iterator[str | os.PathLike[str]], jobs: int,
    progress: bool | Callable[[int], None] | None, settings: dict[str, Any],
) -> Iterator[FileResult]:
    from concurrent.futures import ThreadPoolExecutor  # which takes longer than all of this package

    def work(path: str | os.PathLike[str]) -> FileResult:
        try:
            return FileResult(path, track_file(path, **settings), None)
        except Exception as error:
            return FileResult(path, None, error)

    report = _reporter(progress)
    waiting: deque[Future[FileResult]] = deque()
    done = 0
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for path in paths:
                waiting.append(pool.submit(work, path))
                if len(waiting) < 2 * jobs:
                    continue
                result = waiting.popleft().result()
                done += 1
                report(done)
                yield result
            while waiting:
                result = waiting.popleft().result()
                done += 1
                report(done)
                yield result
        finally:
            for future in waiting:
                future.cancel()
            if done and progress is not False and not callable(progress) and sys.stderr.isatty():
                print(file=sys.stderr)


def _reporter(progress: bool | Callable[[int], None] | None) -> Callable[[int], None]:
    if callable(progress):
        return progress
    if progress or (progress is None and sys.stderr.isatty()):
        return lambda done: print(f"\rkammerton: {done} files", end="", file=sys.stderr, flush=True)
    return lambda done: None
