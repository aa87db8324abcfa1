"""Tracks batches of sound files in Apache Arrow's memory, as Spark, Ray and other engines pass them.

Needs ``kammerton[arrow]``. :mod:`kammerton.spark` uses it for whole corpora.
"""

from __future__ import annotations

import contextlib
import functools
import os
import stat
from typing import Any, Iterator

import numpy as np

from ._check import above_zero, number, whole
from ._files import track_sound
from ._library import KammertonError
from ._sounds import NoSuchChannel, NotASound, opened, soundfile_module
from ._track import Tracker

try:
    import pyarrow
except ImportError as missing:
    raise ImportError("Batches need the package pyarrow: pip install 'kammerton[arrow]'.") from missing

LARGEST_CONTENT, LARGEST_FILE = 1 << 27, 1 << 30  # bytes

SCHEMA = pyarrow.schema([
    ("path", pyarrow.string()),
    ("sample_rate", pyarrow.int32()),
    ("seconds", pyarrow.float64()),
    ("hop", pyarrow.float64()),
    ("f0", pyarrow.list_(pyarrow.float32())),
    ("voiced", pyarrow.list_(pyarrow.bool_())),
    ("confidence", pyarrow.list_(pyarrow.float32())),
    ("error", pyarrow.string()),
])
"""The columns of results.

``path`` is that of the file. ``sample_rate`` is in hertz, ``seconds`` the duration, and ``hop`` the time from one
reading to the next: reading k belongs to the time k · hop. ``f0`` is in hertz, NaN where the sound has no pitch;
``voiced`` says whether it has one, and ``confidence`` is that of :class:`kammerton.Track`. ``error`` is null for a file that was tracked, and
otherwise a reason, a colon and details; then the columns between are null.
"""


def track_batch(
    batch: pyarrow.RecordBatch, *, column: str = "content", largest: int | None = None,
    hop: float = 0.01, channel: int | None = None, **settings: Any,
) -> pyarrow.RecordBatch:
    """Tracks sound files, one a row. A bad file becomes a row with its error.

    Args:
        batch: Has the column, and a column ``path`` if the results should have one.
        column: The name of a column of bytes, each the content of a file, or of strings, each a path or an address
            such as ``file:///clip.wav`` that ``pyarrow.fs`` knows.
        largest: Files of more bytes are refused before they are read. 1 GiB for paths, 128 MiB for contents by default.
        hop: The time from one reading to the next, in seconds.
        channel: Which channel, counted from 0; None for the mean of all.
        settings: `method`, `fmin`, `fmax`, `lookahead` and `gate`, as of :func:`kammerton.track`.

    Returns:
        A row of :data:`SCHEMA` for each row, in their order.

    Raises:
        KammertonError: if a setting is out of its range for every sample rate.
        KeyError: if there is no such column.
        TypeError: if the column has neither bytes nor strings, or there is no such setting.

    >>> import pyarrow
    >>> paths = pyarrow.record_batch({"path": ["/no/such.wav"]})
    >>> track_batch(paths, column="path").column("error").to_pylist()
    ['missing: no such file']
    """
    check_settings(hop=hop, channel=channel, **settings)
    values = batch.column(column)
    is_content = values.type in (pyarrow.binary(), pyarrow.large_binary())
    if not is_content and values.type not in (pyarrow.string(), pyarrow.large_string()):
        raise TypeError(f"The column {column} must have bytes or paths, but has {values.type}.")
    limit = limit_of(largest, is_content)
    names = batch.column("path").cast(pyarrow.string()).to_pylist() if "path" in batch.schema.names else None
    rows = []
    for index, value in enumerate(values):
        row = _tracked(value, is_content, limit, hop, channel, settings)
        rows.append({"path": names[index] if names else None, **row})
    columns = [pyarrow.array([row.get(field.name) for row in rows], field.type) for field in SCHEMA]
    return pyarrow.record_batch(columns, schema=SCHEMA)


def limit_of(largest: int | None, is_content: bool) -> int:
    """The bytes that a file may have.

    Raises:
        KammertonError: if `largest` is below 1.
    """
    if largest is None:
        return LARGEST_CONTENT if is_content else LARGEST_FILE
    return whole("largest", largest, 1, 1 << 62)


@functools.lru_cache(typed=True)
def check_settings(*, hop: float, channel: int | None, **settings: Any) -> None:
    """Raises if settings are wrong for every sound."""
    for name in ("sr", "hop_length"):
        if name in settings:
            raise TypeError(
                f"{name} differs from file to file, so it is no setting. The time between readings is "
                "hop, in seconds.")
    if channel is not None and whole("channel", channel, -(1 << 31), 1 << 31) < 0:
        raise KammertonError(f"channel must be at least 0, but is {channel}.")
    above_zero("hop", hop, "s")
    number("hop", hop, 1 / 192_000, 10, "s")
    unknown = settings.keys() - {"method", "fmin", "fmax", "lookahead", "gate"}
    if unknown:
        raise TypeError(f"There is no setting {', '.join(sorted(unknown))}: see kammerton.track.")
    Tracker(sr=192_000, hop_length=hop * 192_000, **settings)


def _tracked(
    value: Any, is_content: bool, limit: int, hop: float, channel: int | None, settings: dict[str, Any],
) -> dict[str, Any]:
    """The columns of one file, but for its path; those that are left out are null."""
    soundfile_module()
    if not value.is_valid:
        return {"error": "missing: the row has none"}
    try:
        with _opened(value, is_content) as (file, size):
            if size > limit:
                return {"error": f"too large: {size} bytes, and the limit is {limit}"}
            if size == 0:
                return {"error": "empty: the file has 0 bytes"}
            with opened(file, size, channel, "the file") as sound:
                track = track_sound(sound, {"hop_length": hop * sound.samplerate, **settings})
                if sound.is_cut:
                    return {"error": f"truncated: {sound.shortage()}"}
                rate, seconds = sound.samplerate, sound.frames / sound.samplerate
    except NotASound as error:
        return {"error": f"not a sound: {error.reason}"}
    except EOFError as error:
        return {"error": f"truncated: {error}"}
    except NoSuchChannel as error:
        return {"error": f"channel: the file has {error.count} of them"}
    except FileNotFoundError:
        return {"error": "missing: no such file"}
    except OSError as error:
        return {"error": f"unreadable: {error.strerror or error}"}
    except KammertonError as error:
        return {"error": f"setting: {error}"}
    except Exception as error:  # One file must not end the work on all others.
        return {"error": f"failed: {type(error).__name__}: {error}"}
    return {
        "sample_rate": rate, "seconds": seconds, "hop": hop,
        "f0": track.f0.astype(np.float32), "voiced": track.voiced,
        "confidence": track.confidence.astype(np.float32)}


@contextlib.contextmanager
def _opened(value: Any, is_content: bool) -> Iterator[tuple[Any, int]]:
    """What ``soundfile.SoundFile`` reads, and its bytes."""
    if is_content:
        content = value.as_buffer()
        yield pyarrow.BufferReader(content), content.size
        return
    path = value.as_py()
    if path.startswith("file:/"):  # As Spark writes it: nothing in it is escaped.
        path = "/" + path[len("file:/"):].lstrip("/")
    if "://" in path:
        from pyarrow.fs import FileSystem

        system, inner = FileSystem.from_uri(path)
        size = system.get_file_info(inner).size
        if size is None:
            raise FileNotFoundError(path)
        with system.open_input_file(inner) as remote:
            yield remote, size
        return
    # A pipe would wait for ever when it is opened.
    if not stat.S_ISREG((status := os.stat(path)).st_mode):
        raise OSError("not a file")
    with open(path, "rb") as file:
        yield file.fileno(), status.st_size
