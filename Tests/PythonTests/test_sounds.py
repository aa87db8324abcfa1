"""Tones, clicks, strums and pianos."""

import numpy as np
import pytest

import kammerton

SR = 48_000


def stiff_string(frequency, seconds=3.0, inharmonicity=0.0004, sr=SR):
    """A string that is struck after 0.2 s: partials at k f √(1 + B k²), falling by 1/k and the faster the higher."""
    times = np.arange(int(seconds * sr)) / sr - 0.2
    sound, age = np.zeros(times.size), np.maximum(times, 0)
    for partial in range(1, 13):
        place = partial * frequency * np.sqrt(1 + inharmonicity * partial**2)
        if place < 0.45 * sr:
            sound += 0.1 / partial * np.exp(-(1 + 0.2 * partial) * age) * np.sin(2 * np.pi * place * age)
    return np.where(times >= 0, sound, 0)


def test_a_tone_has_its_frequency_and_its_level():
    tone = kammerton.Tone("Bb3", sr=44_100, a4=442, level=-6)
    sound = tone.render(44_100)
    track = kammerton.track(sound, sr=44_100)
    assert abs(kammerton.cents(kammerton.note("Bb3", a4=442).frequency, track.f0[50])) < 0.01
    assert abs(20 * np.log10(np.abs(sound).max()) + 6) < 0.01


def test_a_tone_glides_fades_and_ends():
    tone = kammerton.Tone("A4", sr=44_100, highest=880)
    tone.render(44_100)
    tone.glide(660, 0.1)
    tone.fade(-30, 0.05)
    sound = tone.render(44_100)
    assert abs(kammerton.track(sound[22_050:], sr=44_100).f0[20] - 660) < 0.01
    assert abs(20 * np.log10(np.abs(sound[22_050:]).max()) + 30) < 0.01
    tone.stop(0.1)
    assert len(tone.render(44_100)) == 4410 and len(tone.render(100)) == 0


@pytest.mark.parametrize("waveform", kammerton.WAVEFORMS)
def test_blocks_of_any_size_give_the_same_tone(waveform):
    whole = kammerton.Tone(441.3, sr=44_100, waveform=waveform).render(5000)
    tone = kammerton.Tone(441.3, sr=44_100, waveform=waveform)
    assert np.array_equal(np.concatenate([tone.render(count) for count in (1, 999, 0, 4000)]), whole)


def test_clicks_are_at_their_samples():
    metronome = kammerton.Metronome(sr=44_100, tempo=90, beats=3, accents=["strong", "normal", "weak"], subdivision=2)
    sound = np.concatenate([metronome.render(10_000) for _ in range(10)])
    clicks = metronome.clicks()
    assert [click.sample for click in clicks] == [14_700 * index for index in range(7)]
    assert [click.kind for click in clicks[:4]] == ["beat", "subdivision", "beat", "subdivision"]
    assert [click.accent for click in clicks if click.kind == "beat"][:3] == ["strong", "normal", "weak"]
    # Ten decibels below full scale, and nothing before the next click.
    assert abs(20 * np.log10(np.abs(sound[:4410]).max()) + 10) < 0.1 and np.abs(sound[14_000:14_700]).max() < 1e-3
    metronome.set_tempo(180)
    metronome.render(100_000)
    assert np.diff([click.sample for click in metronome.clicks()])[2:5].tolist() == [7350, 7350, 7350]


def test_a_silent_beat_is_silent():
    metronome = kammerton.Metronome(sr=44_100, beats=2, accents=["normal", "silent"])
    sound = metronome.render(44_100)
    assert [(click.sample, click.accent) for click in metronome.clicks()] == [(0, "normal"), (22_050, "silent")]
    assert np.abs(sound[:22_050]).max() > 0.01 and np.abs(sound[22_050:]).max() < 1e-3


def test_all_strings_of_a_strum_are_read():
    off = {6: 5.0, 5: -8.0, 4: 12.0, 3: 0.0, 2: -20.0, 1: 3.0}
    strings = kammerton.strings("guitar")
    sound = sum(
        stiff_string(kammerton.note(string.note).frequency * 2 ** (off[string.number] / 1200), inharmonicity=0.0001)
        for string in strings)
    strum = kammerton.Strum(sr=SR, instrument="guitar", spelling="flats")
    readings = [reading for block in np.array_split(0.5 * sound, 37) for reading in strum.append(block)]
    assert len(readings) >= 10 and readings[0].time < 1 and readings[-1].strum == 1
    last = readings[-1]
    assert [(string.number, string.note) for string in last.strings] == [
        (string.number, string.note) for string in strings]
    assert not last.other and all(string.sounding for string in last.strings)
    assert all(abs(string.cents - off[string.number]) < 1 for string in last.strings)
    assert all(abs(kammerton.cents(string.target, string.frequency) - string.cents) < 1e-6 for string in last.strings)


def test_strings_of_no_instrument():
    frequencies = [100.0, 151.0, 227.0]
    sound = sum(stiff_string(frequency * 2 ** (4 / 1200), inharmonicity=0.0001) for frequency in frequencies)
    last = kammerton.Strum(sr=SR, frequencies=frequencies).append(0.5 * sound)[-1]
    assert [string.number for string in last.strings] == [1, 2, 3]
    assert all(abs(string.cents - 4) < 1 for string in last.strings)


def test_silence_has_no_readings_of_strings():
    assert kammerton.Strum(sr=SR).append(np.zeros(2 * SR)) == []


def test_keys_of_a_piano_are_measured(tmp_path):
    piano = kammerton.Piano(sr=SR)
    before = piano.keys()
    sound = np.concatenate([stiff_string(440.4, inharmonicity=0.0008), stiff_string(55.05, inharmonicity=0.0003)])
    a4, a1 = piano.measure(sound)
    assert (a4.key, a1.key, a4.problem, a1.problem) == ("A4", "A1", "", "")
    assert abs(a4.inharmonicity / 0.0008 - 1) < 0.05 and abs(a1.inharmonicity / 0.0003 - 1) < 0.05
    # The first partial of a stiff string lies above f.
    assert abs(kammerton.cents(440.4 * np.sqrt(1.0008), a4.frequency)) < 1
    assert piano.keys() != before  # They need another stretch than pianos on average.
    path = tmp_path / "house.piano"
    piano.save(path)
    other = kammerton.Piano(sr=44_100)
    other.load(path)
    # The file has rounded numbers.
    assert np.allclose([key.cents for key in other.keys()], [key.cents for key in piano.keys()], rtol=0, atol=0.001)
    assert other.to_bytes() == path.read_bytes()
    loaded = other.keys()
    assert [line.split()[:3] for line in path.read_text().splitlines() if line.startswith("key:")] == [
        ["key:", "A4", "before"], ["key:", "A1", "before"]]
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ValueError, match="house.piano' is not the file of a piano, or is damaged"):
        other.load(path)
    assert other.keys() == loaded


def test_what_is_no_key_has_a_problem():
    noise = np.concatenate([np.zeros(9600), np.random.default_rng(1).normal(0, 0.2, SR), np.zeros(9600)])
    (measurement,) = kammerton.Piano(sr=SR).measure(noise)
    assert measurement.key == "" and "not a single piano key" in measurement.problem
    assert np.isnan(measurement.frequency)


def test_a_key_is_tuned():
    piano = kammerton.Piano(sr=SR, key="A4", style="octaves", temperament="vallotti")
    target = next(key for key in piano.keys() if key.key == "A4")
    # The first partial of a stiff string lies above f.
    frequency = target.frequency / np.sqrt(1 + target.inharmonicity)
    readings = piano.tune(stiff_string(frequency * 2 ** (7 / 1200), inharmonicity=target.inharmonicity))
    assert readings[0].new and all(reading.key == "A4" for reading in readings)
    assert all(abs(reading.cents - 7) < 0.5 for reading in readings)
    (unison,) = piano.unisons()
    assert unison.key == "A4" and unison.beat == 0  # One string does not beat.


def test_two_strings_of_a_key_beat():
    piano = kammerton.Piano(sr=SR, key="A4")
    piano.tune(stiff_string(440, 5) + stiff_string(441, 5))
    assert abs(piano.unisons()[-1].beat - 1) < 0.1


def test_onsets_are_found_in_arrays_and_in_streams():
    rng = np.random.default_rng(1)
    sound = np.zeros(2 * SR)
    for start in (0.3, 0.8, 1.1):
        clap = 0.3 * rng.standard_normal(SR // 5) * np.exp(-np.arange(SR // 5) / (0.015 * SR))
        sound[int(start * SR):][: clap.size] += clap
    found = kammerton.onsets(sound, sr=SR)
    assert np.allclose([onset.time for onset in found], [0.3, 0.8, 1.1], atol=0.001)
    assert all(onset.rise < 0.01 and -40 < onset.level < -10 and onset.strength > 0.1 for onset in found)
    detector = kammerton.OnsetDetector(sr=SR)
    parts = [detector.append(part) for part in np.array_split(sound, 37)] + [detector.finish()]
    assert [onset for part in parts for onset in part] == found


def test_onsets_refuse_what_is_no_sound():
    with pytest.raises(ValueError, match="8000"):
        kammerton.onsets(np.zeros(100), sr=100)
    with pytest.raises(ValueError, match="one channel"):
        kammerton.onsets(np.zeros((2, 100)), sr=SR)
    assert kammerton.onsets(np.zeros(0), sr=SR) == []
