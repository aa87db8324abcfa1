"""Arrays of samples, as callers have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import unmasked
from ._library import Floats


def as_samples(y: npt.ArrayLike) -> npt.NDArray[Any]:
    """Checks samples, of which the last axis is time.

    Raises:
        TypeError: if they are no floating-point numbers, or masked.
        ValueError: if they have no axis, or look as if their axes were the other way round.
    """
    samples = unmasked("y", y, "y.filled(0)")
    if samples.dtype.kind in "iu":
        largest = 2 ** (8 * samples.dtype.itemsize - 1)
        # Unsigned samples have their zero in the middle, as in WAV files of 8 bits.
        floats = "y.astype(numpy.float32)" if samples.dtype.kind == "i" else f"(y.astype(numpy.float32) - {largest})"
        raise TypeError(
            f"The samples are integers ({samples.dtype}), whose full scale nobody knows. Pass floats "
            f"in -1...1, such as {floats} / {largest}.")
    if samples.dtype.kind == "b":
        raise TypeError("The samples are true or false. Pass floats in -1...1.")
    if samples.dtype.kind != "f":
        raise TypeError(f"The samples must be real floating-point numbers, not {samples.dtype}.")
    if samples.ndim == 0:
        raise ValueError("The samples must be an array, not a single number.")
    if samples.ndim == 2 and samples.shape[1] <= 16 < samples.shape[0]:
        raise ValueError(
            f"The samples have the shape {samples.shape}. Time must be the last axis: pass y.T.")
    return samples


def as_floats(samples: npt.NDArray[Any]) -> Floats:
    """The same samples in single precision, next to each other in memory; a copy only if needed."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(samples, dtype=np.float32)


def as_mono(y: npt.ArrayLike) -> Floats:
    """Samples of one channel.

    Raises:
        ValueError: if there are several channels.
    """
    samples = as_samples(y)
    if samples.ndim > 1:
        raise ValueError(
            f"The samples have the shape {samples.shape}, and one channel is wanted: pass y[0], or "
            "the mean of all channels, kammerton.mix(y).")
    return as_floats(samples)


def mix(y: npt.ArrayLike) -> Floats:
    """The mean of all channels, to the bit as ``kammerton track`` and :func:`track_file` mix them.

    Args:
        y: Samples of shape (channels, n).

    Returns:
        Samples of shape (n,).

    >>> import numpy
    >>> mix(numpy.array([[0.5, 0.5], [0.25, -0.5]])).tolist()
    [0.375, 0.0]
    """
    samples = as_samples(y)
    if samples.ndim == 1:
        return as_floats(samples)
    if samples.ndim != 2 or samples.shape[0] == 0:
        raise ValueError(f"The samples must have the shape (channels, n), not {samples.shape}.")
    return mixed(as_floats(samples.T))


def mixed(frames: Floats) -> Floats:
    """The mean of the channels of frames, of shape (frames, channels)."""
    mono = np.empty(len(frames), np.float32)
    _library.call("mix", frames.ctypes.data, len(frames), frames.shape[1], mono.ctypes.data)
    return mono
