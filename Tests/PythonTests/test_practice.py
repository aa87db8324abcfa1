"""Practice, bells and the frozen tuner: what players and makers read of sounds whose pitches and times are known."""

import json

import numpy as np
import pytest

import kammerton

SR = 44_100
C_MAJOR = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60]


def plucked(number, seconds, sr=SR):
    """A plucked note of a MIDI number, which may be a fraction."""
    times = np.arange(int(seconds * sr)) / sr
    frequency = 440 * 2 ** ((number - 69) / 12)
    return 0.1 * sum(
        np.exp(-(1 + partial) * times) * np.sin(2 * np.pi * partial * frequency * times) for partial in (1, 2, 3, 4))


def played(numbers, seconds=0.5, start=0.1, sr=SR, late=()):
    """Notes one after another, some of them late by seconds, and a second of silence."""
    sound = np.zeros(int((start + (len(numbers) + 1) * seconds + 1) * sr))
    for index, number in enumerate(numbers):
        place = int(round((start + index * seconds + dict(late).get(index, 0)) * sr))
        note = plucked(number, seconds - 0.05, sr)
        sound[place : place + note.size] += note
    return sound


def rung(frequency, seconds=3.0, lead=0.2, sr=SR):
    """A minor third bell: hum, prime, tierce, quint, nominal and two more."""
    times = np.arange(int(seconds * sr)) / sr
    factors = [(0.5, 9), (1, 6), (1.19, 5), (1.5, 3), (2, 4), (3, 2), (4.1, 1)]
    bell = 0.1 * sum(
        np.exp(-6.9 * times / decay) * np.sin(2 * np.pi * frequency * factor * times) for factor, decay in factors)
    return np.concatenate([np.zeros(int(lead * sr)), bell])


def test_each_note_of_a_scale_has_its_cents():
    off = [0, 0, 12, 0, -15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    sound = played([number + cents / 100 for number, cents in zip(C_MAJOR, off)])
    result = kammerton.Practice("C4-major").listen(sound, SR)
    assert [note.number for note in result.notes] == C_MAJOR
    assert all(note.state == "right" for note in result.notes) and (result.right, result.wrong, result.missing) == (15, 0, 0)
    assert np.allclose([note.cents for note in result.notes], off, atol=0.3)
    assert [note.in_tune for note in result.notes] == [abs(cents) <= 10 for cents in off]
    assert abs(result.own_a4 - 440) < 0.05 and abs(result.offset) < 0.3
    assert abs(result.tempo - 120) < 0.1  # quarter notes of half a second


def test_wrong_missing_and_extra_notes_are_told():
    result = kammerton.Practice("C4 D4 E4 F4 G4 A4").listen(played([60, 63, 64, 65, 69]), SR)
    assert [note.state for note in result.notes] == ["right", "wrong", "right", "right", "missing", "right"]
    assert (result.right, result.wrong, result.missing) == (4, 1, 1)
    assert np.isnan(result.notes[1].cents) and np.isnan(result.notes[4].time)


def test_notes_have_lengths_and_rests():
    notes = kammerton.Practice("C4 D4:0.5 -:1 Eb4:2 B").result.notes
    assert [(note.note, note.onset, note.duration) for note in notes] == [
        ("C4", 0, 1), ("D4", 1, 0.5), ("D#4", 2.5, 2), ("B4", 4.5, 1)]
    assert [note.bar for note in notes] == [1, 1, 1, 2]


def test_a_player_who_is_flat_throughout_plays_right_notes():
    result = kammerton.Practice("C4-major", a4=442).listen(played([number - 0.4 for number in C_MAJOR]), SR)
    assert result.right == 15 and result.spread < 0.3
    assert abs(result.own_a4 - 440 * 2 ** (-40 / 1200)) < 0.05


def test_temperaments_start_at_the_tonic():
    """A just third over the tonic is 13.7 cents lower than an equal one."""
    just = [number - 0.1369 * (number % 12 == 6) for number in (62, 66, 69, 66, 62, 66, 62)]
    text = "D4 F#4 A4 F#4 D4 F#4 D4"
    result = kammerton.Practice(text, temperament="just", root="D").listen(played(just), SR)
    assert max(abs(note.cents) for note in result.notes if note.number == 66) < 3
    scale = kammerton.Practice("D4-major", temperament="just")
    equal = [number for number in (62, 64, 66, 67, 69, 71, 73, 74, 73, 71, 69, 67, 66, 64, 62)]
    third = [note.cents for note in scale.listen(played(equal), SR).notes if note.number == 66]
    fifth = [note.cents for note in scale.result.notes if note.number == 69]
    assert np.allclose(np.subtract(third, fifth), 13.69 + 1.96, atol=0.3)


def test_late_notes_are_late_against_a_click():
    practice = kammerton.Practice("C4 D4 E4 F4 G4 A4 B4 C5", tempo=120, click=True)
    practice.start(sr=SR)
    practice.set_start(0.1, latency=0)
    practice.append(played([60, 62, 64, 65, 67, 69, 71, 72], late=[(index, 0.04) for index in range(4, 8)]))
    practice.finish()
    late = [note.late for note in practice.result.notes]
    assert np.allclose(late[:4], 0, atol=5) and np.allclose(late[4:], 40, atol=5)


def test_a_rhythm_is_played_by_any_sound():
    rng = np.random.default_rng(1)
    sound = np.zeros(6 * SR)
    beats = [0.5 + 0.5 * index for index in range(9) if index != 3]
    for index, beat in enumerate(beats):
        clap = 0.3 * rng.standard_normal(SR // 5) * np.exp(-np.arange(SR // 5) / (0.015 * SR))
        place = int((beat + (0.03 if index == 5 else 0)) * SR)
        sound[place : place + clap.size] += clap
    result = kammerton.Practice(rhythm="4/4", tempo=120).listen(sound, SR)
    assert [note.state for note in result.notes] == ["right"] * 3 + ["missing"] + ["right"] * 5
    assert [note.beat for note in result.notes] == [1, 2, 3, 4, 1, 2, 3, 4, 1]
    assert abs(result.notes[6].late - 30) < 6 and abs(result.notes[0].late) < 6
    waltz = kammerton.Practice(rhythm="3/4", pattern="x.x", tempo=120).listen(sound, SR)
    assert [note.beat for note in waltz.notes[:4]] == [1, 3, 1, 3]


def test_a_score_that_waits_answers_each_note():
    practice = kammerton.Practice("C4 E4 G4", mode="wait")
    practice.start(sr=SR)
    events = [event for block in np.array_split(played([60, 65, 64, 79, 67]), 97) for event in practice.append(block)]
    answers = [event for event in events if event.kind in ("right", "wrong", "octave")]
    assert [event.kind for event in answers] == ["right", "wrong", "right", "octave", "right"]
    assert [event.note for event in answers] == ["C4", "F4", "E4", "", "G4"] and answers[3].octaves == 1
    assert practice.position == 3 and practice.over
    practice.start(sr=SR)
    assert practice.position == 0
    (skipped,) = practice.skip()
    assert (skipped.kind, skipped.position, skipped.note) == ("skipped", 0, "C4") and practice.position == 1


def test_a_loop_ends_when_it_was_right_often_enough():
    practice = kammerton.Practice("C4 D4 E4", mode="loop", times=2)
    result = practice.listen(played([60, 62, 64, 60, 63, 64, 60, 62, 64, 60, 62, 64]), SR)
    assert [each.right for each in result.passes] == [True, False, True, True]
    assert [each.wrong for each in result.passes] == [0, 1, 0, 0] and practice.over


def test_another_recording_takes_the_place_of_the_score():
    """A teacher 20 cents sharp with a leading note 15 cents higher; a student in tune with himself, one note late, one off."""
    teacher = played([number + 0.2 + 0.15 * (number == 71) for number in C_MAJOR], late=[(4, 0.06)])
    student = played([number + 0.1 * (index == 2) for index, number in enumerate(C_MAJOR)], late=[(4, 0.06), (9, 0.03)])
    practice = kammerton.Practice(like=teacher, like_sr=SR)
    result = practice.listen(student, SR)
    assert [note.number for note in result.notes] == C_MAJOR and result.right == 15
    wanted = [10 * (index == 2) - 15 * (number == 71) for index, number in enumerate(C_MAJOR)]
    cents = [note.cents for note in result.notes]
    assert np.allclose(np.subtract(cents, cents[0]), wanted, atol=0.5)
    assert abs(result.offset + 20) < 0.5
    late = np.array([note.late for note in result.notes])
    assert abs(late[9] - np.median(late) - 30) < 2 and np.allclose(np.delete(late, 9), np.median(late), atol=2)
    assert abs(result.notes[4].onset - 2.06) < 0.005  # in seconds of the recording
    practice.start(sr=SR)
    assert sum(event.kind == "note" for event in practice.append(student) + practice.finish()) == 15


def test_a_recording_that_cannot_be_followed_is_refused():
    with pytest.raises(ValueError, match="melody alone"):
        kammerton.Practice(like=np.zeros(SR), like_sr=SR)
    with pytest.raises(ValueError, match="Give one of"):
        kammerton.Practice("C4", like=played([60]), like_sr=SR)
    for more in ({"tempo": 120}, {"click": True}, {"mode": "loop"}):
        with pytest.raises(ValueError, match="recording"):
            kammerton.Practice(like=played([60, 62]), like_sr=SR, **more)


def test_blocks_of_any_size_give_the_same_events_and_results():
    sound = played(C_MAJOR)
    wanted = None
    for size in (441, 8192, len(sound)):
        practice = kammerton.Practice("C4-major")
        practice.start(sr=SR)
        events = [event for start in range(0, len(sound), size) for event in practice.append(sound[start : start + size])]
        events += practice.finish()
        found = [str(event) for event in events], practice.result.json
        wanted = wanted or found
        assert found == wanted
    notes = [event for event in wanted[0] if "'note'" in event]
    assert len(notes) == 15
    assert kammerton.Practice("C4-major").listen(sound, SR).json == wanted[1]


def test_gaps_and_nan_end_no_practice():
    sound = played(C_MAJOR)
    sound[10_000:10_010] = np.nan
    practice = kammerton.Practice("C4-major")
    practice.start(sr=SR)
    practice.append(sound[:100_000])
    practice.interrupt()
    practice.append(np.zeros(2000))
    practice.append(sound[102_000:])
    practice.finish()
    assert practice.result.right >= 13
    with pytest.raises(ValueError, match="finished"):
        practice.append(sound)


def test_midi_files_have_voices_and_bars(tmp_path):
    def voice(channel, numbers):
        events = b"".join(
            bytes([0, 0x90 + channel, number, 64, 96, 0x80 + channel, number, 0]) for number in numbers)
        return b"MTrk" + (len(events) + 4).to_bytes(4, "big") + events + b"\0\xff\x2f\0"

    content = b"MThd\0\0\0\6\0\1\0\2\0\x60" + voice(0, [60, 62, 64, 65, 67, 69, 71, 72]) + voice(1, [48, 50])
    path = tmp_path / "song.mid"
    path.write_bytes(content)
    assert [note.number for note in kammerton.Practice(midi=path).result.notes] == [60, 62, 64, 65, 67, 69, 71, 72]
    assert [note.number for note in kammerton.Practice(midi=content, voice=2).result.notes] == [48, 50]
    assert [note.number for note in kammerton.Practice(midi=content, bars=(2, 2)).result.notes] == [67, 69, 71, 72]
    with pytest.raises(ValueError, match="no voice 3"):
        kammerton.Practice(midi=content, voice=3)
    with pytest.raises(ValueError, match="damaged"):
        kammerton.Practice(midi=content[:-9])


def test_the_first_pitch_of_a_note_stays():
    """A player corrects A4 from 25 cents flat within a second: the frozen tuner shows where the note began."""
    times = np.arange(2 * SR) / SR
    cents = -25 + 25 * np.clip((times - 0.6) / 0.4, 0, 1)
    phase = 2 * np.pi * np.cumsum(440 * 2 ** (cents / 1200)) / SR
    sound = np.concatenate([np.zeros(SR // 2), 0.2 * np.sin(phase), np.zeros(SR // 2)])
    (note,) = (lambda tuner: tuner.append(sound) + tuner.finish())(kammerton.FrozenTuner(sr=SR))
    assert note.note == "A4" and abs(note.cents + 25) < 0.5 and 0.5 <= note.time < 0.7
    live = kammerton.Tuner(sr=SR).append(sound)
    assert max(reading.cents for reading in live if reading.note) > -1


def test_frozen_notes_do_not_depend_on_blocks():
    sound = played([64.1, 57, 50.2])
    tuner = kammerton.FrozenTuner(sr=SR, instrument="guitar")
    whole = tuner.append(sound) + tuner.finish()
    assert [(note.note, note.string) for note in whole] == [("E4", 1), ("G3", 3), ("D3", 4)]
    for size in (441, 8192):
        tuner = kammerton.FrozenTuner(sr=SR, instrument="guitar")
        parts = [note for start in range(0, len(sound), size) for note in tuner.append(sound[start : start + size])]
        assert parts + tuner.finish() == whole
    other = kammerton.FrozenTuner(sr=SR)
    other.append(sound)
    other.interrupt()
    other.finish()
    with pytest.raises(ValueError, match="finished"):
        other.append(sound)


def test_a_bell_is_measured_partial_by_partial(tmp_path):
    bells = kammerton.Bell(sr=SR, object="bell")
    sound = np.concatenate([rung(196), rung(262 * 2 ** (30 / 1200)), np.zeros(SR // 2)])
    g3, c4 = bells.measure(sound, stage="before")
    assert (g3.note, c4.note, g3.third, g3.stage, g3.problem) == ("G3", "C4", "minor", "before", "")
    assert abs(g3.cents - kammerton.cents(kammerton.note("G3").frequency, 196)) < 0.2
    assert abs(c4.cents - kammerton.cents(kammerton.note("C4").frequency, 262 * 2 ** (30 / 1200))) < 0.2
    parts = {part.name: part for part in g3.partials}
    for name, factor, decay in (("hum", 0.5, 9), ("prime", 1, 6), ("tierce", 1.19, 5), ("nominal", 2, 4)):
        assert abs(kammerton.cents(196 * factor, parts[name].frequency)) < 0.5
        assert abs(parts[name].decay / decay - 1) < 0.05
    assert abs(parts["tierce"].cents - 301.2) < 0.5 and abs(parts["tierce"].off - 1.2) < 0.5
    assert bells.measure(rung(196)) and len(bells.objects()) == 2  # without a stage, nothing is kept
    path = tmp_path / "tower.bells"
    bells.save(path)
    other = kammerton.Bell(sr=48_000)
    other.load(path)
    assert [(each.note, round(each.cents, 2)) for each in other.objects()] == [
        (each.note, round(each.cents, 2)) for each in (g3, c4)]
    assert other.to_bytes() == path.read_bytes()
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError, match="tower.bells' is not a file of bells"):
        other.load(path)
    assert len(other.objects()) == 2


def test_a_stroke_is_measured_early_and_again():
    bells = kammerton.Bell(sr=SR, object="bell")
    sound = rung(196, 4)
    found = [each for block in np.array_split(sound, 53) for each in bells.append(block)] + bells.finish()
    assert [each.final for each in found] == [False, True] and [each.note for each in found] == ["G3", "G3"]
    assert abs(found[0].duration - 1.5) < 0.1 < found[1].duration - found[0].duration


def test_strokes_with_missing_samples_and_other_sounds_have_problems():
    bells = kammerton.Bell(sr=SR, object="bell")
    sound = rung(196, 4)
    found = bells.append(sound[: 2 * SR]) + bells.interrupt() + bells.append(sound[2 * SR :]) + bells.finish()
    assert "samples are missing" in [each.problem for each in found]
    (string,) = kammerton.Bell(sr=SR, object="bell").measure(np.concatenate([np.zeros(8820), plucked(57, 3)]))
    assert string.doubtful and string.likelier
    noise = np.concatenate([np.zeros(8820), np.random.default_rng(1).normal(0, 0.2, 2 * SR), np.zeros(SR)])
    (other,) = kammerton.Bell(sr=SR, object="bell").measure(noise)
    assert other.problem and not other.partials and np.isnan(other.strike)
    (silence,) = kammerton.Bell(sr=SR).measure(np.concatenate([np.zeros(8820), rung(196, 0.1, 0), np.zeros(SR)]))
    assert silence.problem == "the sound is too short"


def test_reeds_have_the_beat_that_is_set():
    reeds = kammerton.Bell(sr=SR, object="reed")
    reeds.set_beat("A4", 2.5)
    times = np.arange(6 * SR) / SR
    tone = sum(level / k * np.sin(2 * np.pi * k * f * times + k)
               for f, level in ((440, 0.05), (443.1, 0.03)) for k in (1, 2, 3, 4, 5, 6))
    sound = np.concatenate([np.zeros(SR // 5), tone * np.minimum(1, 50 * times) * np.exp(-0.2 * times), np.zeros(SR // 2)])
    (measured,) = reeds.measure(sound, note="A4")
    low, high = measured.partials
    assert abs(low.frequency - 440) < 0.05 and abs(high.frequency - 443.1) < 0.05
    assert abs(high.beat - 3.1) < 0.05 and high.wanted_beat == 2.5


def test_json_is_that_of_the_notes():
    result = kammerton.Practice("C4 D4 E4").listen(played([60, 62, 64]), SR)
    content = json.loads(result.json)
    assert [note["note"] for note in content["notes"]] == ["C4", "D4", "E4"]
    assert [note["cents"] for note in content["notes"]] == [round(note.cents, 3) for note in result.notes]
