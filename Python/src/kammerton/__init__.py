"""Tracks the pitch of sounds, tunes instruments, plays tones and clicks, and sends messages by sound.

>>> import kammerton, numpy
>>> tone = 0.5 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(44_100) / 44_100)
>>> kammerton.track(tone, sr=44_100)
<Track of (100,) readings, 100 voiced>

Frequencies and sample rates are in hertz, times in seconds, levels in dBFS, intervals in cents.
"""

from typing import TYPE_CHECKING, Any

from . import _library
from ._library import KammertonError
from ._samples import mix
from ._theory import TEMPERAMENTS, Pitch, Pitches, String, cents, instruments, note, strings, temperament
from ._track import METHODS, Method, Note, NoteSegmenter, Track, Tracker, track
from ._tuner import FrozenTuner, HeardNote, Tuner, TunerReading

if TYPE_CHECKING:
    from ._bell import OBJECTS, Bell, BellMeasurement, BellPartial
    from ._chords import Chord, ChordBeat, ChordListener, ChordNote, Chords, chords
    from ._files import FileResult, track_file, track_files
    from ._metronome import ACCENTS, CLICKS, Click, Metronome
    from ._modem import BANDS, MODES, Message, Modem, Receiver
    from ._notes import NoteDetector, notes
    from ._onsets import Onset, OnsetDetector, onsets
    from ._piano import STYLES, Piano, PianoKey, PianoMeasurement, PianoReading, Unison
    from ._practice import Practice, PracticeEvent, PracticeNote, PracticePass, PracticeResult
    from ._strum import Strum, StrumReading, StrumString
    from ._tone import WAVEFORMS, Tone

__version__ = _library.version()
__all__ = [
    "ACCENTS", "BANDS", "CLICKS", "METHODS", "MODES", "OBJECTS", "STYLES", "TEMPERAMENTS", "WAVEFORMS", "Bell",
    "BellMeasurement", "BellPartial", "Chord", "ChordBeat", "ChordListener", "ChordNote", "Chords", "Click",
    "FileResult", "FrozenTuner", "HeardNote", "KammertonError", "Message", "Method", "Metronome", "Modem", "Note",
    "NoteDetector", "NoteSegmenter", "Onset", "OnsetDetector", "Piano", "PianoKey", "PianoMeasurement",
    "PianoReading", "Pitch", "Pitches", "Practice", "PracticeEvent", "PracticeNote", "PracticePass", "PracticeResult",
    "Receiver", "String", "Strum", "StrumReading", "StrumString", "Tone", "Track", "Tracker", "Tuner", "TunerReading",
    "Unison", "cents", "chords", "instruments", "mix", "note", "notes", "onsets", "strings", "temperament", "track",
    "track_file", "track_files",
]

# These are imported when they are used, so that the others are there sooner.
_LATER = {
    "_bell": ("OBJECTS", "Bell", "BellMeasurement", "BellPartial"),
    "_chords": ("Chord", "ChordBeat", "ChordListener", "ChordNote", "Chords", "chords"),
    "_files": ("FileResult", "track_file", "track_files"),
    "_metronome": ("ACCENTS", "CLICKS", "Click", "Metronome"),
    "_modem": ("BANDS", "MODES", "Message", "Modem", "Receiver"),
    "_notes": ("NoteDetector", "notes"),
    "_onsets": ("Onset", "OnsetDetector", "onsets"),
    "_piano": ("STYLES", "Piano", "PianoKey", "PianoMeasurement", "PianoReading", "Unison"),
    "_practice": ("Practice", "PracticeEvent", "PracticeNote", "PracticePass", "PracticeResult"),
    "_strum": ("Strum", "StrumReading", "StrumString"),
    "_tone": ("WAVEFORMS", "Tone"),
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            import importlib

            value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
