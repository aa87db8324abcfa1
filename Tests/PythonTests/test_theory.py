"""Notes, cents, temperaments, tuner."""

import contextlib
import gc
import math
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kammerton


@given(number=st.integers(0, 127), a4=st.floats(300, 500))
def test_notes_are_equal_tempered(number, a4):
    name = kammerton.note(440 * 2 ** ((number - 69) / 12)).name
    pitch = kammerton.note(name, a4=a4)
    assert pitch.number == number
    assert math.isclose(pitch.frequency, a4 * 2 ** ((number - 69) / 12), rel_tol=1e-12)


@given(first=st.floats(1e-3, 1e6), second=st.floats(1e-3, 1e6))
def test_cents_are_a_logarithm(first, second):
    assert math.isclose(
        kammerton.cents(first, second), 1200 * math.log2(second / first), abs_tol=1e-9)


@given(frequency=st.floats(10, 20_000))
def test_a_frequency_is_within_half_a_semitone(frequency):
    pitch = kammerton.note(frequency)
    assert abs(pitch.cents) <= 50.000001 and pitch.frequency == frequency


@pytest.mark.parametrize(("text", "name", "number"), [
    ("Bb3", "Bb3", 58), ("bb3", "Bb3", 58), ("A#3", "A#3", 58), ("B♭3", "Bb3", 58), ("Cb4", "Cb4", 59),
    ("E#4", "E#4", 65), ("Bb", "Bb4", 70), ("F♯-1", "F#-1", 6),
])
def test_a_note_keeps_its_spelling(text, name, number):
    pitch = kammerton.note(text)
    assert (pitch.name, pitch.number) == (name, number)
    assert kammerton.note(text, spelling="flats").number == number
    assert kammerton.note([text, text]).name.tolist() == [name, name]


def test_a_spelling_that_is_asked_for_is_used():
    assert kammerton.note("Bb3", spelling="sharps").name == "A#3"
    assert kammerton.note(466.16, spelling="flats").name == "Bb4"
    assert kammerton.note([466.16], spelling="flats").name.tolist() == ["Bb4"]


def test_arrays_have_what_their_elements_have():
    frequencies = np.geomspace(20, 20_000, 60).reshape(3, 4, 5)
    for settings in ({}, {"a4": 442.5, "temperament": "vallotti", "spelling": "mixed"}):
        pitches = kammerton.note(frequencies, **settings)
        assert pitches.name.shape == pitches.number.shape == pitches.cents.shape == (3, 4, 5)
        for place in np.ndindex(frequencies.shape):
            one = kammerton.note(float(frequencies[place]), **settings)
            assert one == tuple(field[place] for field in pitches)


def test_what_has_no_pitch_has_no_note():
    pitches = kammerton.note(np.array([440, np.nan]))
    assert pitches.name.tolist() == ["A4", ""] and np.isnan(pitches.cents[1]) and np.isnan(pitches.number[1])
    assert kammerton.note(np.empty(0)).name.shape == (0,)


def test_arrays_are_broadcast():
    pitches = kammerton.note(np.array([[440.0], [442.0]]), a4=[440, 441, 442])
    assert pitches.cents.shape == (2, 3) and pitches.cents[0, 0] == pitches.cents[1, 2] == 0
    assert kammerton.note(["A4", "C4"], a4=np.array([[440], [415]])).frequency[:, 0].tolist() == [440, 415]
    intervals = kammerton.cents(np.array([[220.0], [440.0]]), [220, 440, np.nan])
    assert intervals[:, :2].tolist() == [[0, 1200], [-1200, 0]] and np.isnan(intervals[:, 2]).all()
    assert isinstance(kammerton.cents(np.float64(1), 2), float)
    with pytest.raises(ValueError, match="broadcast"):
        kammerton.cents([1, 2], [1, 2, 3])


def test_a_million_calls_leave_nothing_behind():
    tone, metronome = kammerton.Tone("A4", sr=8000), kammerton.Metronome(sr=8000, tempo=600)
    strum, piano, track = kammerton.Strum(sr=8000), kammerton.Piano(sr=16_000), kammerton.track(np.zeros(800), sr=8000)
    silence, pair = np.zeros(1, np.float32), np.array([440.0, 441.0])

    def work(rounds):
        for _ in range(rounds):
            kammerton.note("Bb3")
            kammerton.note(441.3, temperament=None)
            kammerton.cents(440, 441)
            kammerton.cents(pair, 440)
            tone.render(1)
            metronome.render(80)
            metronome.clicks()
            strum.append(silence)
            piano.tune(silence)
            with contextlib.suppress(ValueError):
                kammerton.note("H")

    def thousandth(rounds):
        for _ in range(rounds):
            kammerton.Tone("A4", sr=8000)
            kammerton.Metronome(sr=8000)
            kammerton.Strum(sr=8000)
            kammerton.Piano(sr=16_000)
            track.notes()
            with contextlib.suppress(ValueError):
                kammerton.Piano(sr=16_000, temperament="19-edo")

    def memory():
        gc.collect()
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    work(2000)
    thousandth(10)
    before = memory()
    work(100_000)
    thousandth(100)
    assert memory() - before < 4 << 20


def test_refusals():
    for wrong in ("H4", "", "A4 and more", 0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError):
            kammerton.note(wrong)
    with pytest.raises(ValueError, match="300 and 500"):
        kammerton.note("A4", a4=100)
    with pytest.raises(ValueError, match="temperament"):
        kammerton.note("A4", temperament="nobody's")
    with pytest.raises(ValueError, match="12 deviations"):
        kammerton.note("A4", temperament=[0, 1])
    with pytest.raises(ValueError, match="spelling"):
        kammerton.note("A4", spelling="german")
    with pytest.raises(ValueError):
        kammerton.cents(0, 440)


def test_vallotti():
    # F.A. Vallotti: six fifths narrowed by a sixth of the Pythagorean comma, from F to B.
    fifth = 702 - 1.955 - 0.045  # cents of 3/2, rounded so that the test shows them
    deviations = kammerton.temperament("vallotti")
    assert deviations.shape == (12,) and deviations[9] == 0
    g, d = deviations[7], deviations[2]
    assert math.isclose((700 + d - g) % 1200, 701.955 - 23.46 / 6, abs_tol=0.01)
    assert kammerton.note("E4", temperament="vallotti").frequency < 329.63
    assert np.array_equal(kammerton.temperament("equal"), np.zeros(12)) and fifth == 700
    assert "vallotti" in kammerton.TEMPERAMENTS and len(kammerton.TEMPERAMENTS) > 30


def test_every_name_is_known():
    for name in kammerton.TEMPERAMENTS:
        assert kammerton.temperament(name, "D").shape == (12,)
    for instrument, tunings in kammerton.instruments().items():
        for tuning in tunings:
            assert kammerton.strings(instrument, tuning)


def test_strings():
    assert [s.note for s in kammerton.strings("guitar", "drop d")][0] == "D2"
    assert kammerton.strings("violin")[-1] == kammerton.String(1, "E5", 0.0)
    with pytest.raises(kammerton.KammertonError, match="instrument"):
        kammerton.strings("kazoo")


def test_a_guitar_is_tuned():
    sr = 44_100
    tuner = kammerton.Tuner(sr=sr, instrument="guitar", a4=442)
    for string in kammerton.strings("guitar"):
        frequency = kammerton.note(string.note, a4=442).frequency * 2 ** (2 / 1200)
        tone = 0.3 * np.sin(2 * np.pi * frequency * np.arange(sr) / sr)
        readings = tuner.append(np.r_[tone, np.zeros(sr // 2)])
        assert any(r.in_tune and r.string == string.number for r in readings)
    tuner.finish()
    notes = tuner.notes()
    assert [note.string for note in notes] == [6, 5, 4, 3, 2, 1]
    assert all(abs(note.cents - 2) < 0.2 and note.in_tune > 0.5 for note in notes)
    assert tuner.notes() == []


def test_a_target_keeps_its_spelling():
    tone = 0.3 * np.sin(2 * np.pi * 233.08 * np.arange(8000) / 8000)
    for settings, name in (({"target": "Bb3"}, "Bb3"), ({"spelling": "flats"}, "Bb3"), ({}, "A#3")):
        tuner = kammerton.Tuner(sr=8000, **settings)
        assert tuner.append(tone)[-1].note == name
        tuner.finish()
        assert tuner.notes()[0].note == name


def test_a_note_is_the_target():
    tuner = kammerton.Tuner(sr=8000, target="A4")
    tone = 0.3 * np.sin(2 * np.pi * 450 * np.arange(8000) / 8000)
    reading = tuner.append(tone)[-1]
    assert reading.note == "A4" and math.isclose(reading.cents, 38.9, abs_tol=0.3)
    tuner.reset()
    assert len(tuner.notes()) == 1
    with pytest.raises(ValueError, match="tolerance"):
        kammerton.Tuner(sr=8000, tolerance=0)
