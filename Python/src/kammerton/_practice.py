"""Practice: how a score or a rhythm was played, note by note."""

from __future__ import annotations

import os
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_void_p
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _library
from ._check import choice, encoded, number, whole
from ._library import Handle, KammertonError
from ._samples import as_mono
from ._theory import note, note_name
from ._track import RATES

_MODES = ("through", "wait", "loop")
_KINDS = ("note", "right", "octave", "wrong", "skipped", "cue", "pass")
_CUES = ("", "early", "late", "sharp", "flat", "wrong")
_STATES = ("right", "wrong", "missing", "as one", "left out")


class _Settings(Structure):
    _fields_ = [
        ("size", c_uint32), ("mode", c_int32), ("score", c_char_p), ("midi", c_char_p), ("midi_count", c_size_t),
        ("temperament", c_char_p), ("concert_pitch", c_double), ("tempo", c_double), ("swing", c_double),
        ("tolerance", c_double), ("root", c_int32), ("octaves", c_int32), ("voice", c_int32), ("first_bar", c_int32),
        ("last_bar", c_int32), ("beat_count", c_int32), ("beat_unit", c_int32), ("subdivision", c_int32),
        ("played_beats", c_uint32), ("goal", c_int32), ("has_click", c_int32), ("follows_rubato", c_int32),
        ("ignores_octaves", c_int32), ("ends_by_silence", c_int32), ("is_live", c_int32), ("reserved", c_int32),
    ]


class _Result(Structure):
    _fields_ = [(name, c_double) for name in (
        "duration", "offset", "spread", "first_spread", "last_spread", "own_a4", "median_late", "time_spread", "tempo",
        "tempo_error", "tempo_start", "tempo_end", "swing_ratio", "loop_tempo", "density")] + [
        (name, c_int32) for name in (
            "is_over", "is_finished", "note_count", "played_count", "right_count", "wrong_count", "missing_count",
            "extra_count", "corrected_count", "octaves", "is_doubled", "position", "pass_count", "streak")]


_EVENT = np.dtype([
    ("time", "f8"), ("frequency", "f8"), ("cents", "f8"), ("late", "f8"), ("kind", "i4"), ("index", "i4"),
    ("note", "i4"), ("octaves", "i4"), ("cue", "i4"), ("is_wrong", "i4"),
])
_NOTE = np.dtype([
    (name, "f8") for name in (
        "onset", "duration", "beat", "cents", "first_cents", "last_cents", "spread", "frequency", "time",
        "played_duration", "expected", "late")
] + [(name, "i4") for name in ("note", "bar", "state", "is_grace", "is_in_tune", "is_corrected")])
_PASS = np.dtype([(name, "f8") for name in ("tempo", "worst", "offset")] + [
    (name, "i4") for name in (
        "is_right", "wrong_count", "missing_count", "extra_count", "out_of_tune_count", "off_beat_count")])

_size = POINTER(c_size_t)
_library.declare({
    "ktn_practice_settings_init": [POINTER(_Settings), c_size_t],
    "ktn_practice_create": [POINTER(_Settings), POINTER(c_void_p)],
    "ktn_practice_create_like": [POINTER(_Settings), c_void_p, c_size_t, c_double, POINTER(c_void_p)],
    "ktn_practice_free": [c_void_p],
    "ktn_practice_start": [c_void_p, c_double],
    "ktn_practice_set_start": [c_void_p, c_double, c_double, c_double],
    "ktn_practice_append": [c_void_p, c_void_p, c_size_t],
    "ktn_practice_interrupt": [c_void_p],
    "ktn_practice_skip": [c_void_p],
    "ktn_practice_finish": [c_void_p],
    "ktn_practice_read": [c_void_p, c_void_p, c_size_t, _size],
    "ktn_practice_result_of": [c_void_p, POINTER(_Result)],
    "ktn_practice_notes": [c_void_p, c_void_p, c_size_t, _size],
    "ktn_practice_passes": [c_void_p, c_void_p, c_size_t, _size],
    "ktn_practice_json": [c_void_p, c_void_p, c_size_t, _size],
})


class PracticeEvent(NamedTuple):
    """What happened while a score was played."""

    kind: str
    """"note" when a note has ended or a sound of a rhythm has begun; of a score that waits "right", "octave", "wrong"
    or "skipped"; "cue" if the note that ended last was off; "pass" when a pass of a loop is over."""
    time: float
    """When the note began, or else up to when the sound was analysed, in seconds since the start."""
    position: int | None
    """The index of the note of the score, from 0, or that of the pass; None for a note that is not in the score."""
    note: str
    """The note of the score; of "wrong" the note that was played; empty without one."""
    cents: float
    """How far above the note of the score; NaN if another note was played, or if that is not known yet."""
    late: float
    """How late it was, in milliseconds; NaN while no tempo is known, which takes six notes."""
    frequency: float
    """The frequency of the note that was played, in hertz; NaN without one."""
    wrong: bool
    """Whether another note was played than that of the score."""
    cue: str
    """Of "cue": "early", "late", "sharp", "flat" or "wrong"; else empty."""
    octaves: int
    """Of "octave": how many octaves higher it was played than before."""


class PracticeNote(NamedTuple):
    """A note of the score, or a beat of a rhythm, and how it was played. What is not known is NaN."""

    note: str
    """Such as "C4"; empty for a rhythm."""
    number: int
    """Its MIDI number; -1 for a rhythm."""
    onset: float
    """When it begins, in quarter notes from the start of the score."""
    duration: float
    """In quarter notes; 0 for a grace note."""
    bar: int
    """The number of its bar; 0 without one, and for a pickup."""
    beat: float
    """The beat in the bar, from 1."""
    state: str
    """"right", "wrong", "missing", "as one" with the note that it repeats, or "left out", which a grace note may be."""
    cents: float
    """How far above the temperament, apart from the offset of the whole playing."""
    first_cents: float
    """The same of its first stable pitch, before any correction."""
    last_cents: float
    """The same of its last stable pitch."""
    frequency: float
    """In hertz."""
    spread: float
    """The spread of its pitch, in cents."""
    time: float
    """When it was played, in seconds since the start."""
    played: float
    """For how long it was played, in seconds."""
    expected: float
    """When it was expected, in seconds since the start."""
    late: float
    """How late it was, in milliseconds; negative if early."""
    in_tune: bool
    """Whether it is right, and at most 10 cents off."""
    corrected: bool
    """Whether the player moved its pitch by 5 cents or more."""


class PracticePass(NamedTuple):
    """A pass of a loop."""

    right: bool
    """Whether every note was right, and nothing else was played."""
    tempo: float
    """In quarter notes per minute; NaN without a click."""
    wrong: int
    """How many notes were played as other ones."""
    missing: int
    """How many notes were not played."""
    extra: int
    """How many notes are not in the score."""
    out_of_tune: int
    """How many notes were farther off than the tolerance."""
    off_beat: int
    """With a click: how many notes were more than 100 ms early or late."""
    worst: float
    """The largest deviation of a right note, in cents, with its sign."""
    offset: float
    """The deviation of the whole pass, in cents."""


class PracticeResult(NamedTuple):
    """How a score or a rhythm was played. What is not known is NaN."""

    notes: list[PracticeNote]
    """The notes, in the order of the score."""
    passes: list[PracticePass]
    """The passes of a loop."""
    right: int
    """How many notes were right."""
    wrong: int
    """How many notes were played as other ones."""
    missing: int
    """How many notes were not played."""
    extra: int
    """How many notes were heard that are not in the score."""
    offset: float
    """The median deviation from the concert pitch, in cents."""
    spread: float
    """The root mean square of all deviations, apart from the offset, in cents."""
    first_spread: float
    """The same of the first stable pitches."""
    last_spread: float
    """The same of the last stable pitches."""
    own_a4: float
    """The player's own A4, in hertz."""
    octaves: int
    """How many octaves higher it was played than written."""
    tempo: float
    """The mean tempo, in quarter notes per minute."""
    tempo_error: float
    """One standard error of it."""
    tempo_start: float
    """The tempo at the first note."""
    tempo_end: float
    """The tempo at the last note."""
    time_spread: float
    """The standard deviation of the times, in milliseconds."""
    median_late: float
    """How late the median note was against the click, in milliseconds."""
    swing_ratio: float
    """The first of two eighths divided by the second: 1 straight, 2 triplets."""
    density: float
    """Of a rhythm: 2 and 0.5 if it was played with twice and half as many sounds, else 1."""
    doubled: bool
    """Whether most notes begin twice: two players, an echo, or a click in the microphone."""
    duration: float
    """The duration of the sound, in seconds."""
    json: str
    """The result as ``kammerton practice --json`` prints it, without version, title and tuning."""


class Practice:
    """A score or a rhythm, and how it was played.

    >>> import numpy
    >>> times = numpy.arange(22_050) / 44_100
    >>> notes = [0.3 * numpy.exp(-3 * times) * numpy.sin(2 * numpy.pi * f * times) for f in (261.63, 293.66, 331.5)]
    >>> result = Practice("C4 D4 E4").listen(numpy.concatenate(notes), sr=44_100)
    >>> [(note.note, note.state, round(note.cents)) for note in result.notes]
    [('C4', 'right', 0), ('D4', 'right', 0), ('E4', 'right', 10)]
    """

    def __init__(
        self, score: str | None = None, *, midi: bytes | str | os.PathLike[str] | None = None,
        rhythm: str | None = None, pattern: str | None = None, subdivision: int = 1, mode: Literal["through", "wait", "loop"] = "through",
        tempo: float | None = None, a4: float = 440, temperament: str | None = None, root: str | None = None,
        octaves: int = 1, voice: int | None = None, bars: tuple[int, int] | None = None,
        swing: float | None = 50, rubato: bool = False, click: bool = False, tolerance: float = 25, times: int = 3,
        ignore_octave: bool = False, end_by_silence: bool = False,
        like: npt.ArrayLike | None = None, like_sr: float | None = None,
    ) -> None:
        """Takes what is practised: a score, a MIDI file, a rhythm or another recording.

        Args:
            score: A scale, such as "C-major", "Bb3-harmonic-minor-up" or "C-major-in-thirds-from-G3-to-G5", or notes,
                such as "C4 D4:0.5 -:1 E4": octave 4 if there is none, after the colon the length in quarter notes, and a hyphen for a rest.
            midi: A standard MIDI file, as its bytes or its path.
            rhythm: The meter of a rhythm, such as "4/4", that is played by any sound.
            pattern: Of a rhythm: a sign per beat, "x" to play and "." for a rest; all beats by default.
            subdivision: Of a rhythm: sounds per beat, 1...16.
            mode: "through"; "wait" to go on after each right note; or "loop" to repeat it until it is right.
            tempo: In quarter notes per minute, 20...400; None for that of the MIDI file, or else that of the player.
            a4: The frequency of A4, in hertz, 300...500.
            temperament: The name of a temperament; None for equal temperament.
            root: The note that it starts from; None for the tonic of the score, or C.
            octaves: Of a scale without "to", 1...4.
            voice: Of a MIDI file, from 1; None for the first with notes.
            bars: The first and the last bar to practise, by their numbers; None for all.
            swing: Where the second of two eighths belongs, in percent of the beat, 50...80; None for where the player
                puts it.
            rubato: Whether times are compared with a curve that follows the player.
            click: Whether the player follows a click, which counts in with a bar; :meth:`set_start` says when.
            tolerance: Of a loop: the largest deviation of a right note, in cents, 1...70.
            times: Of a loop: right passes in a row that end it, 1...100.
            ignore_octave: With "wait": whether a note is right in any octave.
            end_by_silence: Whether a silence of 4 s or more ends the playing, for microphones.
            like: Another recording of shape (n,), such as a teacher's, of a melody alone: its notes, its tuning and its
                tempo with all its freedom are wanted, and ``a4`` and ``temperament`` do not count. The onsets of the
                notes are in seconds from its first note.
            like_sr: Its samples per second, in hertz, 8000...192,000.
        """
        if like is not None and (tempo is not None or click or mode == "loop"):
            raise KammertonError("A recording has its own tempo: there is no tempo, click or loop with like.")
        settings = _Settings()
        _library.defaults("practice", settings)
        settings.mode = _MODES.index(choice("mode", mode, _MODES))
        if score is not None:
            settings.score = encoded("score", score)
        if midi is not None:
            if not isinstance(midi, (bytes, bytearray)):
                with open(midi, "rb") as file:
                    midi = file.read()
            settings.midi, settings.midi_count = bytes(midi), len(midi)
        if rhythm is not None:
            _set_rhythm(settings, rhythm, pattern, subdivision)
        elif pattern is not None:
            raise KammertonError("A pattern needs a rhythm.")
        if tempo is not None:
            settings.tempo = number("tempo", tempo, 20, 400, "quarter notes per minute")
        settings.concert_pitch = number("a4", a4, 300, 500, "Hz")
        settings.temperament = None if temperament is None else encoded("temperament", temperament)
        if root is not None:
            settings.root = note(root).number % 12
        settings.octaves = whole("octaves", octaves, 1, 4)
        settings.voice = 0 if voice is None else whole("voice", voice, 1, 100_000)
        if bars is not None:
            settings.first_bar, settings.last_bar = (whole("bars", bar, 1, 100_000) for bar in bars)
        settings.swing = 0 if swing is None else number("swing", swing, 50, 80, "%")
        settings.tolerance = number("tolerance", tolerance, 1, 70, "cents")
        settings.goal = whole("times", times, 1, 100)
        settings.has_click, settings.follows_rubato = bool(click), bool(rubato)
        settings.ignores_octaves, settings.ends_by_silence = bool(ignore_octave), bool(end_by_silence)
        # Whole recordings are judged once, at their end.
        settings.is_live = 0
        self._settings = settings
        self._like = None if like is None else (as_mono(like), number("like_sr", like_sr, *RATES, "Hz"))
        try:
            self._handle = self._created()
        except KammertonError as error:
            words = {
                16: f"score must be a scale such as 'C-major', or notes such as 'C4 D4:0.5 -:1 E4', not {score!r}.",
                13: f"A length of score must be 0.01...64 quarter notes, such as in 'C4:0.5', but it is {score!r}.",
                15: f"A note of the score is beyond the keys of MIDI, 0...127: {score!r}.",
                23: f"temperament must be a name of kammerton.TEMPERAMENTS, not {temperament!r}.",
                24: f"temperament must be a name of kammerton.TEMPERAMENTS, not {temperament!r}.",
                38: f"The file has no voice {voice}. Voices count from 1.",
                39: f"The score has no bars {bars}, or no note begins in them.",
            }.get(error.status)
            if error.status == 37:
                words = (
                    "Give one of score, midi, rhythm and like."
                    if sum(source is not None for source in (score, midi, rhythm, like)) != 1
                    else "A recording has no bars." if bars is not None and like is not None
                    else "The recording like must be of a melody alone: it has no notes, more than 4000, or several at once."
                    if like is not None
                    else "The MIDI file is damaged, or has no notes or more than 4000." if midi is not None
                    else f"score must have 1 to 4000 notes, but is {score!r}.")
            if words is None:
                raise
            new = KammertonError(words)
            new.status = error.status
            raise new from None

    def _created(self) -> Handle:
        """The library's practice of the settings."""
        if self._like is None:
            return Handle("practice", byref(self._settings))
        samples, rate = self._like
        return Handle(
            "practice", byref(self._settings), samples.ctypes.data, samples.size, rate, create="create_like")

    def listen(self, y: npt.ArrayLike, sr: float) -> PracticeResult:
        """Judges a recording of shape (n,).

        Args:
            y: Samples.
            sr: Samples per second, in hertz, 8000...192,000.

        Returns:
            How it was played.
        """
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.call("start", number("sr", sr, *RATES, "Hz"))
            self._handle.append(samples)
            self._handle.call("finish")
            return self._result()

    def start(self, *, sr: float) -> None:
        """Starts to listen to a stream, or to the next pass of a loop with a click, at the tempo that it has earned."""
        rate = number("sr", sr, *RATES, "Hz")
        if not self._settings.is_live:
            self._settings.is_live = 1
            self._handle = self._created()
        with self._handle.lock:
            self._handle.call("start", rate)

    def set_start(self, start: float, latency: float | None = None, spread: float = 0) -> None:
        """Says when the score begins, as the player hears its click; for ``click=True``, after :meth:`start`.

        Args:
            start: Seconds of what is heard, with the latency of loudspeaker and microphone in it.
            latency: That latency, in seconds; None if it is not known: then early and late are relative to the median.
            spread: One standard deviation of the latency, in seconds.
        """
        with self._handle.lock:
            status = _library.function("practice_set_start")(
                self._handle._value, float(start), float("nan") if latency is None else float(latency), float(spread))
            _library.check(status, None if status != 13 else (
                f"start, latency and spread must be finite, but are {start}, {latency} and {spread}."))

    def append(self, y: npt.ArrayLike) -> list[PracticeEvent]:
        """Takes the next samples of shape (n,), and returns what has happened."""
        samples = as_mono(y)
        with self._handle.lock:
            self._handle.append(samples)
            return self._events()

    def interrupt(self) -> None:
        """Marks a gap in the samples: pass silence for those that are missing, if their number is known."""
        with self._handle.lock:
            self._handle.call("interrupt")

    def skip(self) -> list[PracticeEvent]:
        """Leaves out the note that is waited for."""
        with self._handle.lock:
            self._handle.call("skip")
            return self._events()

    def finish(self) -> list[PracticeEvent]:
        """Ends the playing, and judges it."""
        with self._handle.lock:
            self._handle.call("finish")
            return self._events()

    @property
    def result(self) -> PracticeResult:
        """How it was played so far; of a loop that has ended, its last pass."""
        with self._handle.lock:
            return self._result()

    @property
    def over(self) -> bool:
        """Whether nothing more needs to be heard."""
        with self._handle.lock:
            return bool(self._facts().is_over)

    @property
    def position(self) -> int:
        """Of a score that waits: the index of the note that is waited for."""
        with self._handle.lock:
            return int(self._facts().position)

    def _events(self) -> list[PracticeEvent]:
        return [
            PracticeEvent(
                _KINDS[row["kind"]], float(row["time"]), None if row["index"] < 0 else int(row["index"]),
                _name(row["note"]), float(row["cents"]), float(row["late"]), float(row["frequency"]),
                bool(row["is_wrong"]), _CUES[row["cue"]], int(row["octaves"]))
            for row in self._handle.read_all("read", _EVENT)
        ]

    def _facts(self) -> _Result:
        facts = _Result()
        self._handle.call("result_of", byref(facts))
        return facts

    def _all(self, name: str, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        size = c_size_t()
        _library.function(f"practice_{name}")(self._handle._value, None, 0, byref(size))
        rows: npt.NDArray[Any] = np.empty(size.value, dtype)
        self._handle.call(name, rows.ctypes.data, rows.size, byref(size))
        return rows

    def _result(self) -> PracticeResult:
        facts = self._facts()
        return PracticeResult(
            [_note(row) for row in self._all("notes", _NOTE)], [_pass(row) for row in self._all("passes", _PASS)],
            facts.right_count, facts.wrong_count, facts.missing_count, facts.extra_count, facts.offset, facts.spread,
            facts.first_spread, facts.last_spread, facts.own_a4, facts.octaves, facts.tempo, facts.tempo_error,
            facts.tempo_start, facts.tempo_end, facts.time_spread, facts.median_late, facts.swing_ratio, facts.density,
            bool(facts.is_doubled), facts.duration, self._all("json", np.dtype("u1")).tobytes().decode())


def _set_rhythm(settings: _Settings, rhythm: str, pattern: str | None, subdivision: int) -> None:
    parts = encoded("rhythm", rhythm).decode().split("/")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise KammertonError(f"rhythm must be a meter such as '4/4', not {rhythm!r}.")
    settings.beat_count = whole("the beats of rhythm", int(parts[0]), 1, 128)
    settings.beat_unit = int(choice("the note value of rhythm", parts[1].strip(), ("1", "2", "4", "8", "16", "32", "64")))
    settings.subdivision = whole("subdivision", subdivision, 1, 16)
    if pattern is None:
        return
    signs = encoded("pattern", pattern).decode()
    if len(signs) != settings.beat_count or len(signs) > 32 or set(signs) - {"x", "."} or "x" not in signs:
        raise KammertonError(
            f"pattern must have one sign per beat, x to play and . for a rest, at most 32, but is {pattern!r}.")
    settings.played_beats = sum(1 << index for index, sign in enumerate(signs) if sign == "x")


def _name(value: Any) -> str:
    return "" if value < 0 else note_name(int(value))


def _note(row: Any) -> PracticeNote:
    return PracticeNote(
        _name(row["note"]), int(row["note"]), float(row["onset"]), float(row["duration"]), int(row["bar"]),
        float(row["beat"]), _STATES[row["state"]], float(row["cents"]), float(row["first_cents"]),
        float(row["last_cents"]), float(row["frequency"]), float(row["spread"]), float(row["time"]),
        float(row["played_duration"]), float(row["expected"]), float(row["late"]), bool(row["is_in_tune"]),
        bool(row["is_corrected"]))


def _pass(row: Any) -> PracticePass:
    return PracticePass(
        bool(row["is_right"]), float(row["tempo"]), int(row["wrong_count"]), int(row["missing_count"]),
        int(row["extra_count"]), int(row["out_of_tune_count"]), int(row["off_beat_count"]), float(row["worst"]),
        float(row["offset"]))
