"""Tracks the pitch of sounds, tunes instruments, and sends messages by sound.

>>> import kammerton, numpy
>>> tone = 0.5 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(44_100) / 44_100)
>>> kammerton.track(tone, sr=44_100)
<Track of (100,) readings, 100 voiced>

Frequencies and sample rates are in hertz, times in seconds, levels in dBFS, intervals in cents.
"""

from ._files import FileResult, track_file, track_files
from ._library import KammertonError
from ._modem import BANDS, MODES, Message, Modem, Receiver
from ._theory import TEMPERAMENTS, Pitch, String, cents, instruments, note, strings, temperament
from ._track import METHODS, Note, Track, Tracker, track
from ._tuner import HeardNote, Tuner, TunerReading

__version__ = "0.1.0"
__all__ = [
    "BANDS", "METHODS", "MODES", "TEMPERAMENTS", "FileResult", "HeardNote", "KammertonError",
    "Message", "Modem", "Note", "Pitch", "Receiver", "String", "Track", "Tracker", "Tuner",
    "TunerReading", "cents", "instruments", "note", "strings", "temperament", "track",
    "track_file", "track_files",
]
