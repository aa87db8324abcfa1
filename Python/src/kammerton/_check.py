"""Arguments: what is wrong with one, in words that have its name and its value."""

from __future__ import annotations

import operator
from typing import Any, Iterable

import numpy as np
import numpy.typing as npt

from ._library import KammertonError


def unmasked(name: str, values: Any, advice: str) -> npt.NDArray[Any]:
    """The array of values; refuses masked ones, of which NumPy would pass on what is masked."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be a masked array. Fill it first, such as {advice}.")
    return np.asarray(values)


def number(name: str, value: Any, low: float, high: float, unit: str = "") -> float:
    """A real number within limits.

    Raises:
        TypeError: if it is no number.
        KammertonError: if it is beyond a limit, or NaN.
    """
    result = _real(name, value)
    if not low <= result <= high:
        raise KammertonError(
            f"{name} must be between {_plain(low)} and {_plain(high)}{unit and ' ' + unit}, but is {_plain(result)}.")
    return result


def above_zero(name: str, value: Any, unit: str = "") -> float:
    """A real number above 0, and finite."""
    result = _real(name, value)
    if not 0 < result < float("inf"):
        raise KammertonError(f"{name} must be above 0{unit and ' ' + unit} and finite, but is {_plain(result)}.")
    return result


def _real(name: str, value: Any) -> float:
    if isinstance(value, (str, bytes, bytearray, bool, np.bool_)):
        raise TypeError(f"{name} must be a number, not {value!r}.")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, not {value!r}.") from None
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}.") from None
    if not low <= value <= high:
        raise KammertonError(f"{name} must be between {low} and {high}, but is {value}.")
    return int(value)


def choice(name: str, value: Any, choices: Iterable[str]) -> str:
    """One of several words."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, not {value!r}.")
    if value not in choices:
        raise KammertonError(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def encoded(name: str, value: Any) -> bytes:
    """Text as the library takes it."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, not {value!r}.")
    if "\0" in value:
        raise KammertonError(f"{name} must be text without a zero character, not {value!r}.")
    return value.encode(errors="replace")


def _plain(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
