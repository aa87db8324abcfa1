"""Sound files, one and many."""

import numpy as np
import pytest

import kammerton

soundfile = pytest.importorskip("soundfile")


@pytest.fixture
def tone(tmp_path):
    samples = 0.3 * np.sin(2 * np.pi * 220 * np.arange(150_000) / 22_050)
    path = tmp_path / "tone.wav"
    soundfile.write(path, samples, 22_050, subtype="FLOAT")
    return path, samples.astype(np.float32)


def same(first, second):
    return np.array_equal(first.f0, second.f0, equal_nan=True)


def test_a_file_is_tracked_as_its_samples(tone):
    path, samples = tone
    assert same(kammerton.track_file(path), kammerton.track(samples, sr=22_050))


def test_channels(tmp_path):
    left = 0.3 * np.sin(2 * np.pi * 220 * np.arange(30_000) / 22_050)
    path = tmp_path / "stereo.wav"
    soundfile.write(path, np.stack([left, 0 * left], axis=1), 22_050, subtype="FLOAT")
    assert same(kammerton.track_file(path, channel=0),
                kammerton.track(left.astype(np.float32), sr=22_050))
    assert np.isnan(kammerton.track_file(path, channel=1).f0).all()
    assert np.isfinite(kammerton.track_file(path).f0).any()
    with pytest.raises(ValueError, match="2 channels"):
        kammerton.track_file(path, channel=2)


def test_channels_are_mixed_as_the_command_mixes_them(tmp_path):
    frames = np.random.default_rng(3).uniform(-1, 1, (20_000, 3)).astype(np.float32)
    # The sum from the first channel to the last, times a third as a float: kammerton track, the C library and the
    # plug-ins do so.
    wanted = ((frames[:, 0] + frames[:, 1]) + frames[:, 2]) * (np.float32(1) / np.float32(3))
    assert np.array_equal(kammerton.mix(frames.T), wanted)
    path = tmp_path / "three.wav"
    soundfile.write(path, frames, 22_050, subtype="FLOAT")
    assert same(kammerton.track_file(path, gate=None), kammerton.track(wanted, sr=22_050, gate=None))
    with pytest.raises(ValueError, match="channels"):
        kammerton.mix(np.zeros((2, 3, 4)))


def test_many_files_keep_their_order_and_survive_a_bad_one(tone, tmp_path):
    path, samples = tone
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"RIFF")
    empty = tmp_path / "empty.wav"
    empty.touch()
    paths = [path, broken, tmp_path / "missing.wav", empty] + [path] * 5
    counts = []
    results = list(kammerton.track_files(paths, jobs=3, progress=counts.append))
    assert [result.path for result in results] == paths
    assert counts == list(range(1, 10))
    assert [result.error is None for result in results] == [True] + 3 * [False] + 5 * [True]
    wanted = kammerton.track(samples, sr=22_050)
    assert all(same(result.track, wanted) for result in results if result.track)
    with pytest.raises(ValueError, match="at least 1"):
        kammerton.track_files(paths, jobs=0)


def test_endless_paths_are_fetched_as_needed(tone):
    path, _ = tone
    fetched = 0

    def paths():
        nonlocal fetched
        while True:
            fetched += 1
            yield path

    results = kammerton.track_files(paths(), jobs=2, progress=False)
    assert next(results).error is None
    results.close()
    assert fetched <= 5
