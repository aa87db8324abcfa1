"""What a wrong value is answered: Python's kind of error, with the name and the value, and no words of C."""

import re

import numpy as np
import pytest

import kammerton

SOUND = np.zeros(100)
OUT_OF_RANGE = [
    (lambda: kammerton.track(SOUND, sr=1), "sr must be between 8000 and 192000 Hz, but is 1"),
    (lambda: kammerton.track(SOUND, sr=44_100, gate=3), "gate must be between -120 and 0 dBFS, but is 3"),
    (lambda: kammerton.track(SOUND, sr=44_100, fmin=900, fmax=100), "fmin=900 and fmax=100 do not suit"),
    (lambda: kammerton.track(SOUND, sr=44_100, lookahead=9, hop_length=1), "10,000 hops, but is 9 s with hop_length=1"),
    (lambda: kammerton.note("H4"), "'H4' is not a note"),
    (lambda: kammerton.note("A4\0B"), "without a zero character"),
    (lambda: kammerton.note(-1.5), "pitch must be above 0 Hz and finite, but is -1.5"),
    (lambda: kammerton.note(1e300), "pitch must be between 1e-6 and 1e12 Hz, but is 1e.300"),
    (lambda: kammerton.note([440, 0]), r"pitch\[1\] is 0.0"),
    (lambda: kammerton.note("A4", a4=[440, 100]), "a4 must be between 300 and 500 Hz, but is 100"),
    (lambda: kammerton.note("A4", temperament="x"), "There is no temperament 'x'"),
    (lambda: kammerton.note("A4", temperament="vallotti", root="q"), "'q' is not a note"),
    (lambda: kammerton.note("A4", temperament=[np.nan] * 12), "finite"),
    (lambda: kammerton.temperament("19-edo"), "'19-edo' has not twelve notes"),
    (lambda: kammerton.cents(440, [[1, 2], [3, -4]]), r"second\[1, 1\] is -4.0"),
    (lambda: kammerton.cents(10**400, 440), "first must be above 0 Hz and finite, but is inf"),
    (lambda: kammerton.note(440, a4=10**400), "a4 must be between 300 and 500 Hz, but is inf"),
    (lambda: kammerton.cents(0, 440), "first must be above 0 Hz and finite, but is 0"),
    (lambda: kammerton.strings("kazoo"), "no instrument 'kazoo'"),
    (lambda: kammerton.strings("guitar", "x"), "'guitar' has no tuning 'x'"),
    (lambda: kammerton.Tuner(sr=8000, instrument="kazoo"), "no instrument 'kazoo'"),
    (lambda: kammerton.Tuner(sr=8000, instrument="guitar", string=7), "strings 1, 2, 3, 4, 5, 6, but string is 7"),
    (lambda: kammerton.Tuner(sr=8000, instrument="guitar", target="A4"), "'guitar', and a target, 'A4'"),
    (lambda: kammerton.Tuner(sr=8000, string=3), "needs an instrument"),
    (lambda: kammerton.Tuner(sr=8000, target="C20"), "target must be a note from C-1 to G9, but is 'C20'"),
    (lambda: kammerton.Modem(sr=8000).send(b""), "sr=8000.* is too low for the band ultrasonic"),
    (lambda: kammerton.Modem().send(bytes(70_000)), "65535 bytes, but has 70000"),
    (lambda: kammerton.Tone("A4", sr=44_100).glide("A5"), "pitch must be between 440 and 440 Hz, but is 880"),
    (lambda: kammerton.Tone(30_000, sr=44_100), "below half of sr, 22050 Hz, but is 30000"),
    (lambda: kammerton.Tone("A4", sr=44_100, waveform="saw"), "waveform must be one of sine, .*, not 'saw'"),
    (lambda: kammerton.Metronome(sr=44_100, tempo=7), "tempo must be between 10 and 600 beats per minute, but is 7"),
    (lambda: kammerton.Metronome(sr=44_100, accents=["loud"] * 4), r"accents\[0\] must be one of silent, .*, not 'loud'"),
    (lambda: kammerton.Metronome(sr=44_100, accents=["weak"]), "4 words, one for each beat"),
    (lambda: kammerton.Strum(sr=44_100, instrument="harp"), "instrument|26 strings"),
    (lambda: kammerton.Strum(sr=44_100, frequencies=[100, 9000]), r"frequencies\[1\] must be between 20 and 7350 Hz, but is 9000"),
    (lambda: kammerton.Strum(sr=44_100, frequencies=[]), "1 to 26 numbers, but there are 0"),
    (lambda: kammerton.Piano(sr=8000), "sr must be between 16000 and 192000 Hz, but is 8000"),
    (lambda: kammerton.Piano(sr=44_100, key="A9"), "key must be between 21 and 108"),
    (lambda: kammerton.Piano(sr=44_100, temperament="x"), "temperament must be a name .*, not 'x'"),
    (lambda: kammerton.Practice(), "Give one of score, midi, rhythm and like"),
    (lambda: kammerton.Practice("C4", rhythm="4/4"), "Give one of score, midi, rhythm and like"),
    (lambda: kammerton.Practice("C4 H4"), "score must be a scale such as .*, not 'C4 H4'"),
    (lambda: kammerton.Practice(""), "score must have 1 to 4000 notes, but is ''"),
    (lambda: kammerton.Practice("C4:0"), r"0.01\.\.\.64 quarter notes.*'C4:0'"),
    (lambda: kammerton.Practice("C12"), "beyond the keys of MIDI, 0...127: 'C12'"),
    (lambda: kammerton.Practice("C4", tempo=10), "tempo must be between 20 and 400 quarter notes per minute, but is 10"),
    (lambda: kammerton.Practice("C4", mode="x"), "mode must be one of through, wait, loop, not 'x'"),
    (lambda: kammerton.Practice("C4", bars=(3, 4)), r"no bars \(3, 4\)"),
    (lambda: kammerton.Practice("C4", temperament="x"), "temperament must be a name .*, not 'x'"),
    (lambda: kammerton.Practice(midi=b"x"), "The MIDI file is damaged"),
    (lambda: kammerton.Practice(rhythm="4"), "rhythm must be a meter such as '4/4', not '4'"),
    (lambda: kammerton.Practice(rhythm="4/3"), "the note value of rhythm must be one of 1, 2, 4"),
    (lambda: kammerton.Practice(rhythm="4/4", pattern="x.x"), "one sign per beat.*'x.x'"),
    (lambda: kammerton.Practice("C4").listen(SOUND, 100), "sr must be between 8000 and 192000 Hz, but is 100"),
    (lambda: kammerton.Practice("C4").append(SOUND), "has not been started"),
    (lambda: kammerton.FrozenTuner(sr=8000, instrument="kazoo"), "no instrument 'kazoo'"),
    (lambda: kammerton.Bell(sr=44_100, object="cup"), "object must be one of bell, bar, .*, not 'cup'"),
    (lambda: kammerton.Bell(sr=44_100, temperament="x"), "temperament must be a name .*, not 'x'"),
    (lambda: kammerton.Bell(sr=44_100).measure(SOUND, note=128), "note must be between 0 and 127, but is 128"),
    (lambda: kammerton.Bell(sr=44_100).measure(SOUND, air=70), "air must be between -50 and 60 degrees Celsius, but is 70"),
    (lambda: kammerton.Bell(sr=44_100).measure(SOUND, stage="now"), "stage must be one of before, after, not 'now'"),
]
OF_ANOTHER_TYPE = [
    (lambda: kammerton.track(SOUND, sr="44100"), "sr must be a number, not '44100'"),
    (lambda: kammerton.track(SOUND, sr=44_100, method=3), "method must be text, not 3"),
    (lambda: kammerton.track(SOUND, sr=44_100, fmin=None, fmax="x"), "fmax must be a number, not 'x'"),
    (lambda: kammerton.note(None), "pitch must be a number, not None"),
    (lambda: kammerton.note(b"A4"), "pitch must be a number, not b'A4'"),
    (lambda: kammerton.note([1j]), "pitch must be numbers, not complex128"),
    (lambda: kammerton.cents("A4", "B4"), "first must be a number, not 'A4'"),
    (lambda: kammerton.temperament(3), "temperament must be text, not 3"),
    (lambda: kammerton.strings(None), "instrument must be text, not None"),
    (lambda: kammerton.Tuner(sr=8000, instrument=3), "instrument must be text, not 3"),
    (lambda: kammerton.Tuner(sr=8000, instrument="guitar", string=2.5), "string must be a whole number, not 2.5"),
    (lambda: kammerton.Modem().send(3), "payload must be bytes or text, not 3"),
    (lambda: kammerton.Receiver(bands="audible"), "bands must be a tuple of names, not 'audible'"),
    (lambda: kammerton.Tone("A4", sr=44_100).render(2.5), "count must be a whole number, not 2.5"),
    (lambda: kammerton.Metronome(sr=44_100.5), "sr must be a whole number, not 44100.5"),
]


def names(cases):
    return [pytest.param(*case, id=case[1][:40]) for case in cases]


def check(error, words):
    assert re.search(words, str(error)), str(error)
    assert not re.search(r"ktn_|null|pointer|struct|ctypes|argument \d|argtypes|attribute|Swift", str(error)), str(error)


@pytest.mark.parametrize(("call", "words"), names(OUT_OF_RANGE))
def test_a_value_out_of_range_is_a_value_error(call, words):
    with pytest.raises(ValueError) as error:
        call()
    check(error.value, words)


@pytest.mark.parametrize(("call", "words"), names(OF_ANOTHER_TYPE))
def test_a_value_of_another_type_is_a_type_error(call, words):
    with pytest.raises(TypeError) as error:
        call()
    check(error.value, words)


def test_what_is_over_says_so():
    tracker = kammerton.Tracker(sr=8000)
    tracker.finish()
    with pytest.raises(ValueError) as error:
        tracker.append(SOUND)
    check(error.value, "has been finished. Reset it, or make a new one")


def test_numbers_of_numpy_are_numbers():
    assert kammerton.note(np.float32(440)).name == "A4" and kammerton.note(np.int64(440)).number == 69
    assert kammerton.note(np.array(440.0)) == kammerton.note(440)
    assert kammerton.cents(np.float32(440), np.array(880)) == 1200
    assert len(kammerton.track(SOUND, sr=np.float32(8000), fmin=np.int32(100))) == 2


def test_files_that_cannot_be_opened_are_errors_of_the_system(tmp_path):
    pytest.importorskip("soundfile")
    with pytest.raises(FileNotFoundError):
        kammerton.track_file(tmp_path / "none.wav")
    with pytest.raises(IsADirectoryError):
        kammerton.track_file(tmp_path)
    (tmp_path / "text.wav").write_text("no sound")
    with pytest.raises(OSError, match="text.wav' is not a sound file"):
        kammerton.track_file(tmp_path / "text.wav")
