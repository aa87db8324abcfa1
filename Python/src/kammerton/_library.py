"""libkammerton, and the wrapper of its handles."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import (
    POINTER, Structure, byref, c_char_p, c_double, c_int32, c_size_t, c_uint8, c_uint32, c_uint64,
    c_void_p, sizeof,
)
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class KammertonError(ValueError):
    """A value that is refused; the message says what to change."""

    status = 0
    """The library's number of the reason; 0 for none."""


class TrackerSettings(Structure):
    _fields_ = [
        ("size", c_uint32), ("gate", c_int32), ("gate_level", c_double), ("method", c_char_p),
        ("sample_rate", c_double), ("lowest", c_double), ("highest", c_double), ("hop", c_double),
        ("lookahead", c_double),
    ]


class SegmenterSettings(Structure):
    _fields_ = [
        ("size", c_uint32), ("reserved", c_uint32), ("minimum_duration", c_double),
        ("leap", c_double), ("longest_gap", c_double),
    ]


class TunerSettings(Structure):
    _fields_ = [
        ("size", c_uint32), ("gate", c_int32), ("gate_level", c_double), ("sample_rate", c_double),
        ("lowest", c_double), ("highest", c_double), ("concert_pitch", c_double),
        ("tolerance", c_double), ("deviations", c_double * 12), ("instrument", c_char_p),
        ("tuning", c_char_p), ("target", c_int32), ("string", c_int32), ("note", c_int32),
        ("reserved", c_int32), ("note_cents", c_double),
    ]


class SenderSettings(Structure):
    _fields_ = [
        ("size", c_uint32), ("band", c_int32), ("mode", c_int32), ("number", c_uint32),
        ("sample_rate", c_double), ("level", c_double),
    ]


class ReceiverSettings(Structure):
    _fields_ = [("size", c_uint32), ("bands", c_uint32), ("sample_rate", c_double)]


class Event(Structure):
    _fields_ = [
        ("kind", c_int32), ("band", c_int32), ("mode", c_int32), ("number", c_uint32),
        ("heard_count", c_uint32), ("needed_count", c_uint32), ("time", c_double),
        ("speed", c_double), ("signal_to_noise", c_double), ("payload_count", c_uint64),
    ]


# Results, as arrays of these.
READING = np.dtype([
    ("time", "f8"), ("frequency", "f8"), ("periodicity", "f8"), ("level", "f8"),
    ("peak_level", "f8"), ("gate_threshold", "f8"), ("inharmonicity", "f8"), ("confidence", "f8"),
    ("is_voiced", "i4"), ("reserved", "i4"),
])
NOTE = np.dtype([
    ("onset", "f8"), ("offset", "f8"), ("frequency", "f8"), ("spread", "f8"),
    ("vibrato_rate", "f8"), ("vibrato_extent", "f8"), ("level", "f8"),
])
TUNER_READING = np.dtype([
    ("time", "f8"), ("level", "f8"), ("gate_threshold", "f8"), ("frequency", "f8"),
    ("target_frequency", "f8"), ("cents", "f8"), ("note", "i4"), ("string", "i4"),
    ("is_sounding", "i4"), ("is_held", "i4"), ("side", "i4"), ("is_in_tune", "i4"),
])
HEARD_NOTE = np.dtype([
    ("start", "f8"), ("duration", "f8"), ("target_frequency", "f8"), ("mean_cents", "f8"),
    ("spread", "f8"), ("time_in_tune", "f8"), ("note", "i4"), ("string", "i4"),
])
STRING = np.dtype([("number", "i4"), ("note", "i4"), ("cents", "f8")])

_place = os.environ.get("KAMMERTON_LIBRARY") or os.path.join(
    os.path.dirname(__file__), "libkammerton.so")
# Calls through CDLL release the global interpreter lock.
_library = ctypes.CDLL(_place)

_handle, _status = c_void_p, c_int32
_size = POINTER(c_size_t)
_result: dict[str, Any] = {
    "ktn_version": c_uint32, "ktn_status_message": c_char_p, "ktn_method_name": c_char_p,
    "ktn_method_count": c_size_t, "ktn_temperament_name": c_char_p,
    "ktn_temperament_count": c_size_t, "ktn_instrument_count": c_size_t,
    "ktn_tracker_available": c_size_t, "ktn_tracker_free": None, "ktn_segmenter_free": None, "ktn_note_detector_free": None,
    "ktn_tuner_free": None, "ktn_sender_free": None, "ktn_receiver_free": None,
    "ktn_tone_free": None, "ktn_metronome_free": None, "ktn_strum_free": None, "ktn_piano_free": None,
    "ktn_onset_free": None, "ktn_strum_string_count": c_size_t, "ktn_freeze_free": None, "ktn_practice_free": None,
    "ktn_bell_free": None, "ktn_chord_listener_free": None, "ktn_object_name": c_char_p, "ktn_object_partial_name": c_char_p,
}
_arguments: dict[str, list[Any]] = {
    "ktn_version": [],
    "ktn_status_message": [c_int32],
    "ktn_method_count": [],
    "ktn_method_name": [c_size_t],
    "ktn_temperament_count": [],
    "ktn_temperament_name": [c_size_t],
    "ktn_temperament": [c_char_p, c_int32, c_void_p],
    "ktn_mix": [c_void_p, c_size_t, c_size_t, c_void_p],
    "ktn_note_number": [c_char_p, POINTER(c_int32)],
    "ktn_note_spelled": [c_char_p, c_char_p, c_size_t],
    "ktn_nearest_notes": [c_void_p, c_size_t, c_double, c_void_p, c_void_p, c_void_p],
    "ktn_interval_cents_of_many": [c_void_p, c_void_p, c_size_t, c_void_p],
    "ktn_note_name": [c_int32, c_int32, c_char_p, c_size_t],
    "ktn_note_frequency": [c_int32, c_double, c_double, c_void_p, POINTER(c_double)],
    "ktn_nearest_note": [c_double, c_double, c_void_p, POINTER(c_int32), POINTER(c_double)],
    "ktn_interval_cents": [c_double, c_double, POINTER(c_double)],
    "ktn_instrument_count": [],
    "ktn_instrument_name": [c_size_t, c_char_p, c_size_t],
    "ktn_tuning_count": [c_size_t, _size],
    "ktn_tuning_name": [c_size_t, c_size_t, c_char_p, c_size_t],
    "ktn_tuning_strings": [c_char_p, c_char_p, c_void_p, c_size_t, _size],
    "ktn_tracker_settings_init": [POINTER(TrackerSettings), c_size_t],
    "ktn_tracker_create": [POINTER(TrackerSettings), POINTER(_handle)],
    "ktn_tracker_free": [_handle],
    "ktn_tracker_append": [_handle, c_void_p, c_size_t],
    "ktn_tracker_finish": [_handle],
    "ktn_tracker_reset": [_handle],
    "ktn_tracker_available": [_handle],
    "ktn_tracker_read": [_handle, c_void_p, c_size_t, _size],
    "ktn_tracker_latency": [_handle, POINTER(c_double)],
    "ktn_tracker_rejected": [_handle, POINTER(c_uint64)],
    "ktn_segmenter_settings_init": [POINTER(SegmenterSettings), c_size_t],
    "ktn_segmenter_create": [POINTER(SegmenterSettings), POINTER(_handle)],
    "ktn_segmenter_free": [_handle],
    "ktn_segmenter_append": [_handle, c_void_p, c_size_t],
    "ktn_segmenter_finish": [_handle],
    "ktn_segmenter_read": [_handle, c_void_p, c_size_t, _size],
    "ktn_note_detector_create": [c_double, POINTER(SegmenterSettings), POINTER(_handle)],
    "ktn_note_detector_free": [_handle],
    "ktn_note_detector_append": [_handle, c_void_p, c_size_t, c_void_p, c_size_t],
    "ktn_note_detector_finish": [_handle],
    "ktn_note_detector_read": [_handle, c_void_p, c_size_t, _size],
    "ktn_freeze_create": [POINTER(TunerSettings), POINTER(_handle)],
    "ktn_freeze_free": [_handle],
    "ktn_freeze_append": [_handle, c_void_p, c_size_t],
    "ktn_freeze_interrupt": [_handle],
    "ktn_freeze_finish": [_handle],
    "ktn_freeze_read": [_handle, c_void_p, c_size_t, _size],
    "ktn_tuner_settings_init": [POINTER(TunerSettings), c_size_t],
    "ktn_tuner_create": [POINTER(TunerSettings), POINTER(_handle)],
    "ktn_tuner_free": [_handle],
    "ktn_tuner_append": [_handle, c_void_p, c_size_t],
    "ktn_tuner_finish": [_handle],
    "ktn_tuner_reset": [_handle],
    "ktn_tuner_read": [_handle, c_void_p, c_size_t, _size],
    "ktn_tuner_read_notes": [_handle, c_void_p, c_size_t, _size],
    "ktn_sender_settings_init": [POINTER(SenderSettings), c_size_t],
    "ktn_sender_create": [POINTER(SenderSettings), c_char_p, c_size_t, POINTER(_handle)],
    "ktn_sender_free": [_handle],
    "ktn_sender_length": [_handle, POINTER(c_uint64)],
    "ktn_sender_render": [_handle, c_void_p, c_size_t, _size],
    "ktn_receiver_settings_init": [POINTER(ReceiverSettings), c_size_t],
    "ktn_receiver_create": [POINTER(ReceiverSettings), POINTER(_handle)],
    "ktn_receiver_free": [_handle],
    "ktn_receiver_append": [_handle, c_void_p, c_size_t],
    "ktn_receiver_finish": [_handle],
    "ktn_receiver_next": [_handle, POINTER(Event)],
    "ktn_receiver_payload": [_handle, POINTER(c_uint8), c_size_t, _size],
}



def declare(arguments: dict[str, list[Any]]) -> None:
    """Tells the types of functions."""
    for name, types in arguments.items():
        function = getattr(_library, name)
        function.argtypes = types
        function.restype = _result.get(name, _status)


declare(_arguments)

# The library's sentences that speak of what Python has not.
_WORDS = {
    3: "The stream has been finished. Reset it, or make a new one.",
    36: "The practice has not been started: call start first.",
    4: "These are too many: at most 2147483647 samples can be passed at a time.",
}


def function(name: str) -> Any:
    """A function, by its name without ``ktn_``."""
    return getattr(_library, f"ktn_{name}")


def check(status: int, words: str | None = None) -> None:
    """Raises the error of a status, in other words than the library's if there are."""
    if status:
        error = KammertonError(words or _WORDS.get(status) or function("status_message")(status).decode())
        error.status = status
        raise error


def version() -> str:
    """The version of the library."""
    number = function("version")()
    return f"{number >> 16}.{number >> 8 & 255}.{number & 255}"


def call(name: str, *arguments: Any) -> None:
    """Calls a function and checks its status."""
    check(function(name)(*arguments))


def defaults(kind: str, settings: Structure) -> None:
    """Fills settings of a kind of handle."""
    call(f"{kind}_settings_init", byref(settings), sizeof(settings))


class Handle:
    """A handle of the library, which it frees; one thread at a time uses it."""

    def __init__(self, kind: str, *arguments: Any, create: str = "create") -> None:
        self._value = c_void_p()  # null, as far as __del__ is concerned
        self._free = function(f"{kind}_free")
        self.kind = kind
        self.lock = threading.Lock()
        call(f"{kind}_{create}", *arguments, byref(self._value))

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function of the handle and checks its status."""
        call(f"{self.kind}_{name}", self._value, *arguments)

    def value(self, name: str) -> Any:
        """A value of the handle."""
        return function(f"{self.kind}_{name}")(self._value)

    def append(self, samples: Floats) -> None:
        """Appends contiguous samples."""
        self.call("append", samples.ctypes.data, samples.size)

    def read(self, name: str, dtype: np.dtype[Any], capacity: int) -> npt.NDArray[Any]:
        """Reads at most so many results."""
        results = np.empty(capacity, dtype)
        count = c_size_t()
        self.call(name, results.ctypes.data, capacity, byref(count))
        return results[: count.value]

    def read_all(self, name: str, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        """Reads all results."""
        parts = []
        while True:
            parts.append(self.read(name, dtype, 256))
            if parts[-1].size < 256:
                return np.concatenate(parts)

    def render(self, count: int, *arguments: Any) -> Floats:
        """Renders samples."""
        samples = np.empty(count, np.float32)
        self.call("render", samples.ctypes.data, count, *arguments)
        return samples

    def __del__(self) -> None:
        if self._value:
            self._free(self._value)


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file: all of it, or nothing."""
    beside = f"{os.fspath(path)}.{os.getpid()}.new"
    try:
        with open(beside, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def text(name: str, *arguments: Any) -> str:
    """The text that a function writes."""
    buffer = ctypes.create_string_buffer(256)
    call(name, *arguments, buffer, len(buffer))
    return buffer.value.decode()
