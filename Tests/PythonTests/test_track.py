"""What kammerton.track promises, against tones whose frequency is known."""

import typing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import kammerton


def sine(frequency, sr, seconds=0.5, amplitude=0.3):
    return amplitude * np.sin(2 * np.pi * frequency * np.arange(int(seconds * sr)) / sr)


def same(first, second):
    return all(
        np.array_equal(getattr(first, name), getattr(second, name), equal_nan=True)
        for name in ("times", "f0", "voiced", "confidence", "periodicity", "level"))


@given(
    frequency=st.floats(65, 1900), sr=st.sampled_from([8000, 16_000, 22_050, 44_100, 48_000]))
@settings(max_examples=25, deadline=None)
def test_sine_within_a_cent(frequency, sr):
    track = kammerton.track(sine(frequency, sr), sr=sr, fmin=60, fmax=2000)
    middle = track.f0[10:-10]
    assert track.f0.shape == track.times.shape == track.voiced.shape == (50,)
    assert np.all(np.abs(1200 * np.log2(middle / frequency)) < 1)


@pytest.mark.parametrize("method", kammerton.METHODS)
def test_every_method_finds_220_hz(method):
    track = kammerton.track(sine(220, 16_000), sr=16_000, method=method, fmin=60, fmax=2000)
    # The strongest bin may be half a bin off, and candidates of SWIPE are an eighth of a semitone apart.
    limit = {"maximum-bin": 60, "swipe": 25}.get(method, 10)
    assert abs(1200 * np.log2(np.nanmedian(track.f0) / 220)) < limit


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
@pytest.mark.parametrize("layout", ["plain", "strided", "reversed", "byteswapped", "list"])
def test_any_float_and_any_layout_give_the_same(dtype, layout):
    tone = sine(220, 8000).astype(np.float16).astype(dtype)
    wanted = kammerton.track(tone.astype(np.float32), sr=8000)
    if layout == "strided":
        tone = np.repeat(tone, 3)[::3]
    elif layout == "reversed":
        tone = tone[::-1].copy()[::-1]
    elif layout == "byteswapped":
        if dtype == np.longdouble:
            pytest.skip("NumPy cannot swap it everywhere")
        tone = tone.astype(np.dtype(dtype).newbyteorder())
    elif layout == "list":
        tone = [float(sample) for sample in tone]
    assert same(kammerton.track(tone, sr=8000), wanted)


@pytest.mark.parametrize(
    ("dtype", "zero"), [(np.int8, 0), (np.int16, 0), (np.int32, 0), (np.uint8, 128), (np.uint16, 32768)])
def test_the_advice_for_integers_gives_the_sound(dtype, zero):
    scale = 2.0 ** (8 * np.dtype(dtype).itemsize - 1)
    sound = np.concatenate([sine(220, 8000), np.zeros(4000)])
    y = (np.round(sound * (scale - 1)) + zero).astype(dtype)
    with pytest.raises(TypeError, match="full scale nobody knows") as refusal:
        kammerton.track(y, sr=8000)
    advice = str(refusal.value).partition("such as ")[2].rstrip(".")
    floats = eval(advice, {"numpy": np, "y": y})
    assert floats.dtype == np.float32 and np.abs(floats - sound).max() < max(2 / scale, 2**-24)
    track = kammerton.track(floats, sr=8000)
    assert abs(1200 * np.log2(np.nanmedian(track.f0) / 220)) < 5 and not track.voiced[70:].any()


def test_booleans_and_masked_arrays_are_refused():
    with pytest.raises(TypeError, match="samples are true or false"):
        kammerton.track(np.zeros(1000, bool), sr=8000)
    masked = np.ma.masked_less(sine(220, 8000), 0)
    with pytest.raises(TypeError, match=r"^y must not be a masked array. Fill it first, such as y.filled\(0\).$"):
        kammerton.track(masked, sr=8000)
    with pytest.raises(TypeError, match="^pitch must not be a masked array"):
        kammerton.note(np.ma.masked_less([440.0, -1], 0))
    with pytest.raises(TypeError, match="^second must not be a masked array"):
        kammerton.cents(440, np.ma.masked_less([440.0, -1], 0))
    for value in (True, np.True_):
        for name in ("sr", "fmin", "hop_length", "lookahead", "gate"):
            with pytest.raises(TypeError, match=f"^{name} must be a number, not "):
                kammerton.track(sine(220, 8000), **{"sr": 8000, name: value})
        with pytest.raises(TypeError, match="^beats must be a whole number, not "):
            kammerton.Metronome(sr=8000, beats=value)
        with pytest.raises(TypeError, match="^pitch must be a number, not "):
            kammerton.note(value)


@pytest.mark.parametrize("count", [22_049, 22_050, 22_051, 22_270, 441, 1])
def test_there_is_a_reading_for_each_hop_within_the_sound(count):
    y, hop = np.full(count, 0.1), 220.5 if count > 22_100 else 441
    assert len(kammerton.track(y, sr=44_100, hop_length=hop)) == int(np.ceil(count / hop))
    # As librosa has them: one more at the end of the sound, if that is where a hop ends.
    assert len(kammerton.track(np.pad(y, (0, 1)), sr=44_100, hop_length=hop)) == 1 + int(count // hop)


def test_the_methods_are_those_of_the_annotation():
    assert kammerton.METHODS == typing.get_args(kammerton.Method)


def test_other_types_are_refused():
    for samples in (np.zeros(10, complex), np.array(["a"]), [None, 1.0]):
        with pytest.raises(TypeError, match="floating-point"):
            kammerton.track(samples, sr=8000)


def test_channels_are_the_first_axis_as_in_librosa():
    left, right = sine(220, 8000), sine(330, 8000)
    stereo = kammerton.track(np.stack([left, right]), sr=8000)
    assert stereo.f0.shape == (2, 50) and stereo.times.shape == (50,)
    assert same(stereo.channel(0), kammerton.track(left, sr=8000))
    assert same(stereo.channel(1), kammerton.track(right, sr=8000))
    cube = kammerton.track(np.zeros((2, 3, 800)), sr=8000)
    assert cube.f0.shape == (2, 3, 10) and cube.channel(1, 2).f0.shape == (10,)
    with pytest.raises(ValueError, match=r"pass y\.T"):
        kammerton.track(np.stack([left, right], axis=1), sr=8000)
    with pytest.raises(ValueError, match="single number"):
        kammerton.track(0.5, sr=8000)


def test_nothing_gives_an_empty_track():
    assert len(kammerton.track(np.zeros(0), sr=8000)) == 0
    assert kammerton.track(np.zeros((0, 100)), sr=8000).f0.shape == (0, 0)
    assert kammerton.track(np.zeros((2, 0)), sr=8000).f0.shape == (2, 0)


@given(
    samples=arrays.arrays(
        np.float64, st.integers(0, 3000), elements=st.floats(width=64), fill=st.just(0.25)),
    method=st.sampled_from(kammerton.METHODS))
@settings(max_examples=40, deadline=None)
def test_any_samples_are_taken(samples, method):
    track = kammerton.track(samples, sr=8000, method=method, fmin=100, fmax=2000)
    # In single precision, where what is beyond it is infinite.
    with np.errstate(over="ignore"):
        single = samples.astype(np.float32)
    assert track.rejected == np.count_nonzero(~(np.abs(single) <= 1e6))
    assert np.all(np.isfinite(track.f0) == track.voiced)
    for value in (track.confidence, track.periodicity):
        assert np.all((value >= 0) & (value <= 1))


def test_confidence():
    sound = np.concatenate([sine(220, 8000, 1.0), np.zeros(4000)])
    track = kammerton.track(sound, sr=8000)
    assert np.all(track.confidence[-30:] == 0) and np.all(track.confidence[~track.voiced] <= 0.5)
    assert np.all(track.confidence[track.voiced] > 0)
    # A note that goes on keeps the confidence of its beginning until the scorer is asked again.
    assert np.all(track.confidence[10:90] >= 0.85) and np.all(track.confidence[25:90] >= 0.9)
    yin = kammerton.track(sound, sr=8000, method="yin")
    assert np.array_equal(yin.confidence, yin.periodicity)


def test_nan_counts_as_silence():
    tone = sine(220, 8000)
    tone[1000:1040] = np.nan
    silent = np.where(np.isnan(tone), 0, tone)
    track = kammerton.track(tone, sr=8000)
    assert track.rejected == 40
    assert same(track, kammerton.track(silent, sr=8000))


@given(cuts=st.lists(st.integers(0, 4000), max_size=20), method=st.sampled_from(["best", "pyin"]))
@settings(max_examples=20, deadline=None)
def test_blocks_change_nothing(cuts, method):
    tone = sine(220, 8000)
    whole = kammerton.track(tone, sr=8000, method=method)
    tracker = kammerton.Tracker(sr=8000, method=method)
    parts = [tracker.append(block) for block in np.split(tone, sorted(cuts))] + [tracker.finish()]
    for name in ("times", "f0", "confidence", "periodicity", "level"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(joined, getattr(whole, name), equal_nan=True)


def test_a_tracker_ends_and_begins_again():
    tracker = kammerton.Tracker(sr=8000)
    first = tracker.append(sine(220, 8000))
    last = tracker.finish()
    with pytest.raises(kammerton.KammertonError, match="finished"):
        tracker.append(np.zeros(1))
    with pytest.raises(kammerton.KammertonError, match="finished"):
        tracker.finish()
    tracker.reset()
    again = tracker.append(sine(220, 8000))
    assert len(first) + len(last) == 50 and same(first, again)
    assert 0 < tracker.latency < 1
    with pytest.raises(ValueError, match="one channel"):
        tracker.append(np.zeros((2, 10)))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"sr": 100}, "8000 and 192000"), ({"sr": float("nan")}, "8000 and 192000"),
        ({"method": "crepe"}, "method must be one of best, .*, not 'crepe'"), ({"fmin": 0}, "above 0"), ({"fmin": -1}, "above 0"),
        ({"fmax": float("nan")}, "above 0"), ({"fmax": 5000}, "fmax=5000 .*half of sr"),
        ({"fmin": 1000, "fmax": 500}, "fmin must be below fmax"), ({"hop_length": 0.5}, "between 1 and 80000 samples, but is 0.5"),
        ({"hop_length": 1e9}, "between 1 and 80000 samples"), ({"lookahead": 11}, "lookahead must be between 0 and 10 s, but is 11"),
        ({"gate": 3.0}, "-120 and 0"), ({"gate": "loud"}, "'auto'"),
    ])
def test_settings_out_of_range_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        kammerton.track(np.zeros(100), **{"sr": 8000, **settings})


def test_hop_and_gate():
    tone = sine(220, 22_050, 1)
    track = kammerton.track(tone, sr=22_050, hop_length=256)
    assert np.array_equal(track.times, np.arange(len(track)) * 256 / 22_050)
    assert np.isnan(kammerton.track(1e-3 * tone, sr=22_050, gate=-40.0).f0).all()
    assert np.isfinite(kammerton.track(1e-3 * tone, sr=22_050, gate=None).f0).any()


def test_notes_of_a_melody():
    sr = 16_000
    melody = np.concatenate([np.r_[sine(f, sr, 0.4), np.zeros(3200)] for f in (220, 330, 262)])
    notes = kammerton.track(melody, sr=sr).notes()
    assert [round(note.frequency) for note in notes] == [220, 330, 262]
    assert all(0.35 < note.offset - note.onset < 0.5 for note in notes)
    with pytest.raises(ValueError, match="channel"):
        kammerton.track(np.zeros((2, 100)), sr=sr).notes()


def plucks(count, sr, seconds):
    """A string of eight partials that is struck again while it rings."""
    times = np.arange(int(count * seconds * sr)) / sr
    sound = np.zeros(times.size)
    for stroke in range(count):
        age = np.maximum(0, times - stroke * seconds)
        for order in range(1, 9):
            partial = np.exp(-(2 + order) * age) * np.sin(2 * np.pi * 196 * order * age) / order
            sound += 0.2 * partial * (times >= stroke * seconds)
    return sound


@pytest.mark.parametrize("count", [2, 5, 8])
def test_a_string_that_is_plucked_again_is_another_note(count):
    sr = 44_100
    sound = np.r_[np.zeros(sr // 4), plucks(count, sr, 0.4), np.zeros(sr)]
    notes = kammerton.notes(sound, sr=sr)
    assert [round(note.frequency) for note in notes] == count * [196]
    assert np.allclose([note.onset for note in notes], 0.25 + 0.4 * np.arange(count), atol=0.02)
    # By the pitch alone it is one.
    assert len(kammerton.track(sound, sr=sr).notes()) == 1


def test_notes_of_a_stream_are_those_of_the_whole():
    sr = 16_000
    sound = np.r_[plucks(3, sr, 0.3), sine(330, sr, 0.4), np.zeros(sr)]
    whole = kammerton.notes(sound, sr=sr)
    tracker, detector, notes = kammerton.Tracker(sr=sr), kammerton.NoteDetector(sr=sr), []
    for block in np.array_split(sound, 17):
        notes += detector.append(block, tracker.append(block))
    notes += detector.append([], tracker.finish()) + detector.finish()
    assert notes == whole == kammerton.notes(sound, sr=sr, track=kammerton.track(sound, sr=sr))
    with pytest.raises(ValueError, match="ended|finished"):
        detector.append([], kammerton.track(sound, sr=sr))


@pytest.mark.parametrize(
    "settings, words", [
        ({"sr": 4000}, "8000"), ({"minimum_duration": -1}, "minimum_duration"), ({"leap": 0}, "leap"),
    ])
def test_detectors_of_notes_refuse_settings_out_of_range(settings, words):
    with pytest.raises(ValueError, match=words):
        kammerton.notes(np.zeros(100), **{"sr": 8000, **settings})
    with pytest.raises(ValueError, match="channel"):
        kammerton.notes(np.zeros((2, 100)), sr=8000)


def test_tables(tmp_path):
    track = kammerton.track(np.r_[np.zeros(2000), sine(220, 8000)], sr=8000)
    table = track.to_numpy()
    assert table.shape == (75,) and np.array_equal(table["f0"], track.f0, equal_nan=True)
    pandas = pytest.importorskip("pandas")
    frame = track.to_pandas()
    assert list(frame.columns) == [
        "time", "f0", "voiced", "confidence", "periodicity", "level"]
    track.save(tmp_path / "track.csv")
    read = pandas.read_csv(tmp_path / "track.csv")
    assert np.allclose(read["frequency"], track.f0, atol=1e-6, equal_nan=True)
    track.save(tmp_path / "track.npz")
    assert np.array_equal(np.load(tmp_path / "track.npz")["times"], track.times)
    pytest.importorskip("pyarrow")
    track.save(tmp_path / "track.parquet")
    assert pandas.read_parquet(tmp_path / "track.parquet").equals(frame)
    with pytest.raises(ValueError, match="csv, npz or parquet"):
        track.save(tmp_path / "track.mp3")


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = kammerton.track(sine(220, 8000), sr=8000).plot(color="black")
    assert axes.get_ylabel().endswith("(Hz)") and len(axes.lines) == 1


def test_threads_compute_at_the_same_time():
    """A thread that tracks leaves the interpreter to others."""
    import threading

    tone = np.tile(sine(220, 44_100, 1), 4)
    counted, done = 0, threading.Event()

    def work():
        kammerton.track(tone, sr=44_100)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        counted += 1
    thread.join()
    assert counted > 100  # a held lock would let through a few
