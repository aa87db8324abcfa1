"""Several notes at once, and the chord that stands."""

import numpy as np
import pytest

import kammerton

SR = 44_100


def sounded(*frequencies, seconds=1.0, sr=SR):
    """Notes that begin together and die away."""
    times = np.arange(int(seconds * sr)) / sr
    return np.exp(-times) * sum(
        0.05 / k * np.sin(2 * np.pi * k * frequency * times) for frequency in frequencies for k in range(1, 9))


def test_each_note_of_each_time_has_a_row():
    heard = kammerton.chords(sounded(220.5, 277.2, 329.6), sr=SR)
    assert heard.rows.dtype.names == ("time", "frequency", "level", "confidence", "error")
    middle = heard.rows[np.isclose(heard.rows["time"], 0.5)]
    assert np.abs(middle["frequency"] / [220.5, 277.2, 329.6] - 1).max() < 0.001
    assert (middle["confidence"] > 0.9).all() and (middle["error"] < 5).all()
    # The root mean square of all partials of a note, half a second after it began.
    level = 20 * np.log10(0.05 * np.exp(-0.5) * np.sqrt(sum(0.5 / k**2 for k in range(1, 9))))
    assert np.abs(middle["level"] - level).max() < 1.5


def test_a_chord_has_its_name_and_its_notes_are_spelled_by_it():
    (chord,) = kammerton.chords(sounded(261.63, 311.13, 392.0), sr=SR).chords
    assert chord.name == "Cm" and [note.note for note in chord.notes] == ["C4", "Eb4", "G4"]
    assert [note.number for note in chord.notes] == [60, 63, 67]
    assert chord.ended and not chord.rest and not chord.brief
    assert chord.start < 0.1 and 0.8 < chord.time < 1


def test_cents_are_from_the_temperament_and_from_pure_intervals():
    sound = sounded(264.0, 334.0, 396.0)  # the third is 21 cents above 5/4
    (chord,) = kammerton.chords(sound, sr=SR, a4=440, temperament="just").chords
    third = 1200 * np.log2(334 / 264) - 386.31
    assert [note.ratio for note in chord.notes] == ["1/1", "5/4", "3/2"]
    assert [note.ratio_cents for note in chord.notes] == pytest.approx([0, third, 0], abs=1)
    assert chord.notes[1].cents == pytest.approx(kammerton.note(334.0, temperament="just").cents, abs=1)
    assert chord.notes[0].frequency == pytest.approx(264, abs=0.1)


def test_two_notes_beat():
    (chord,) = kammerton.chords(sounded(200.0, 301.0, seconds=2), sr=SR).chords
    (beat,) = chord.beats
    assert (beat.notes, beat.partials, beat.locked) == ((0, 1), (3, 2), False)
    assert beat.rate == pytest.approx(2, abs=0.1)
    (chord,) = kammerton.chords(sounded(200.0, 300.0, seconds=2), sr=SR).chords
    assert chord.beats[0].locked and chord.beats[0].rate < 0.5


def test_one_chord_follows_another():
    sound = np.concatenate([sounded(261.63, 329.63, 392.0), sounded(220.0, 261.63, 329.63, 392.0)])
    assert [chord.name for chord in kammerton.chords(sound, sr=SR).chords] == ["C", "Am7"]


def test_a_stream_tells_a_chord_while_it_stands_and_at_its_end():
    listener = kammerton.ChordListener(sr=SR)
    reports, rows = [], 0
    for block in np.array_split(np.concatenate([sounded(261.63, 329.63, 392.0), np.zeros(SR)]), 37):
        heard = listener.append(block)
        reports, rows = reports + heard.chords, rows + len(heard.rows)
    assert rows > 200
    standing = [chord for chord in reports if chord.notes and not chord.ended]
    assert {chord.name for chord in standing} == {"C"}
    assert np.diff([chord.time for chord in standing]) == pytest.approx(0.1, abs=0.011)
    assert [chord.ended for chord in reports if chord.notes][-1] and not reports[-1].notes
    assert listener.finish().chords == []


def test_blocks_of_any_size_give_the_same():
    sound = sounded(196.0, 247.5, 293.0)
    whole = kammerton.ChordListener(sr=SR)
    first = [whole.append(sound), whole.finish()]
    parts = kammerton.ChordListener(sr=SR)
    second = [parts.append(block) for block in np.array_split(sound, 91)] + [parts.finish()]
    assert np.array_equal(np.concatenate([part.rows for part in first]), np.concatenate([part.rows for part in second]))
    assert sum((part.chords for part in first), []) == sum((part.chords for part in second), [])


def test_silence_has_no_notes():
    heard = kammerton.chords(np.zeros(SR), sr=SR)
    assert len(heard.rows) == 0 and heard.chords == []
    assert len(kammerton.chords([], sr=SR).rows) == 0
    assert len(kammerton.chords(np.full(SR, np.nan), sr=SR).rows) == 0


def test_readings_follow_the_hop():
    times = np.unique(kammerton.chords(sounded(220.0, 330.0), sr=SR, hop_length=882).rows["time"])
    assert np.diff(times) == pytest.approx(0.02)


@pytest.mark.parametrize(("settings", "words"), [
    ({"sr": 7999}, "sr must be between 8000 and 192000 Hz, but is 7999."),
    ({"hop_length": 44}, "hop_length must be between 44.1 and 44100 samples, but is 44."),
    ({"hop_length": float("nan")}, "hop_length must be between"),
    ({"a4": 299}, "a4 must be between 300 and 500 Hz, but is 299."),
    ({"spelling": "german"}, "spelling must be one of sharps, flats, mixed, not 'german'."),
    ({"window": "all"}, "window must be one of recent, whole, not 'all'."),
    ({"temperament": "none such"}, "temperament"),
])
def test_a_setting_that_is_refused_is_named(settings, words):
    with pytest.raises(kammerton.KammertonError) as error:
        kammerton.ChordListener(**{"sr": SR, **settings})
    assert words in str(error.value)


def test_what_is_no_sound_of_one_channel_is_refused():
    listener = kammerton.ChordListener(sr=SR)
    with pytest.raises(TypeError):
        listener.append(np.zeros(10, np.int16))
    with pytest.raises(ValueError):
        listener.append(np.zeros((2, 1000)))
    listener.finish()
    with pytest.raises(kammerton.KammertonError):
        listener.append(np.zeros(10))
    with pytest.raises(kammerton.KammertonError):
        listener.finish()
