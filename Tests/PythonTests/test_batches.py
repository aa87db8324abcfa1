"""Batches of sound files in Arrow's memory, and what corpora on Spark need besides Spark itself."""

import os
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kammerton
import kammerton.corpus
import kammerton.spark

pyarrow = pytest.importorskip("pyarrow")
soundfile = pytest.importorskip("soundfile")
arrow = pytest.importorskip("kammerton.arrow")

GIB = 1 << 30


@pytest.fixture
def tone(tmp_path):
    path = tmp_path / "tone [1] 50%.wav"
    soundfile.write(path, 0.3 * np.sin(2 * np.pi * 220 * np.arange(33_075) / 22_050), 22_050)
    return str(path)


def by_path(*paths, **settings):
    batch = pyarrow.record_batch({"path": pyarrow.array(paths, pyarrow.string())})
    return arrow.track_batch(batch, column="path", **settings).to_pylist()


def test_a_row_has_the_track_of_its_file(tone):
    (row,) = by_path(tone, fmin=60, fmax=600, hop=0.005)
    track = kammerton.track_file(tone, fmin=60, fmax=600, hop_length=0.005 * 22_050)
    assert row["path"] == tone and row["error"] is None
    assert (row["sample_rate"], row["seconds"], row["hop"]) == (22_050, 1.5, 0.005)
    assert np.array_equal(row["f0"], track.f0.astype(np.float32), equal_nan=True)
    assert row["voiced"] == track.voiced.tolist()
    assert np.array_equal(row["confidence"], track.confidence.astype(np.float32))
    assert len(row["f0"]) == 300 and abs(np.nanmedian(row["f0"]) - 220) < 0.01
    assert np.allclose(row["hop"] * np.arange(300), track.times, rtol=0, atol=1e-9)


def test_contents_and_addresses_have_the_rows_of_paths(tone):
    (wanted,) = by_path(tone)
    with open(tone, "rb") as file:
        content = file.read()
    for kind in (pyarrow.binary(), pyarrow.large_binary()):
        batch = pyarrow.record_batch({"path": ["name"], "sound": pyarrow.array([content], kind)})
        (row,) = arrow.track_batch(batch, column="sound").to_pylist()
        assert str({**row, "path": tone}) == str(wanted)
    (row,) = arrow.track_batch(batch.select(["sound"]), column="sound").to_pylist()
    assert str({**row, "path": tone}) == str({**wanted}) and row["path"] is None
    plain = os.path.join(os.path.dirname(tone), "plain.wav")
    os.rename(tone, plain)
    for address in (f"file:{plain}", f"file://{plain}"):
        (row,) = by_path(address)
        assert str({**row, "path": tone}) == str(wanted)


def test_bad_files_become_rows_with_a_reason(tone, tmp_path):
    (tmp_path / "empty.wav").touch()
    (tmp_path / "damaged.wav").write_bytes(b"RIFF" + bytes(range(256)))
    with open(tmp_path / "huge.wav", "wb") as huge:
        huge.truncate(2 * GIB)
    os.mkfifo(tmp_path / "pipe.wav")
    names = ["empty.wav", "damaged.wav", "huge.wav", "pipe.wav", "none.wav"]
    rows = by_path(tone, *(str(tmp_path / name) for name in names), None, tone)
    assert [row["error"] for row in rows] == [
        None, "empty: the file has 0 bytes", "not a sound: Format not recognised.",
        "too large: 2147483648 bytes, and the limit is 1073741824", "unreadable: not a file",
        "missing: no such file", "missing: the row has none", None]
    assert all(rows[1][name] is None for name in arrow.SCHEMA.names[1:-1])


FORMATS = [
    ("WAV", "PCM_16"), ("WAV", "FLOAT"), ("WAV", "IMA_ADPCM"), ("WAVEX", "PCM_24"), ("RF64", "PCM_16"), ("W64", "PCM_16"), ("AIFF", "PCM_16"),
    ("AU", "PCM_16"), ("CAF", "PCM_16"), ("CAF", "ALAC_16"), ("FLAC", "PCM_16"), ("OGG", "VORBIS"), ("OGG", "OPUS"),
    ("MP3", "MPEG_LAYER_III")]


@pytest.mark.parametrize(("format", "subtype"), FORMATS)
def test_a_file_that_breaks_off_is_a_row_that_says_so(tmp_path, format, subtype):
    if format not in soundfile.available_formats() or subtype not in soundfile.available_subtypes(format):
        pytest.skip("libsndfile does not know it")
    whole, cut = str(tmp_path / "whole"), str(tmp_path / "cut")
    soundfile.write(whole, 0.3 * np.sin(2 * np.pi * 220 * np.arange(96_000) / 48_000), 48_000, subtype, format=format)
    with open(whole, "rb") as file:
        content = file.read()
    with open(cut, "wb") as file:
        file.write(content[: len(content) * 6 // 10 + 1])
    rows = by_path(whole, cut)
    assert rows[0]["error"] is None and rows[0]["seconds"] >= 2
    assert rows[1]["error"].startswith("truncated: ")
    assert all(rows[1][name] is None for name in arrow.SCHEMA.names[1:-1])
    batch = pyarrow.record_batch({"content": [content, content[: len(content) * 6 // 10 + 1]]})
    assert arrow.track_batch(batch).column("error").to_pylist() == [None, rows[1]["error"]]
    if format != "CAF":
        with pytest.warns(UserWarning, match="cut' breaks off: "):
            kammerton.track_file(cut)


def test_a_wav_file_whose_writer_did_not_know_its_length_is_whole(tmp_path):
    path = tmp_path / "stream.wav"
    soundfile.write(path, np.zeros(8000), 16_000)
    content = bytearray(path.read_bytes())
    place = content.index(b"data") + 4
    content[4:8] = content[place : place + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(content)
    (row,) = by_path(str(path))
    assert (row["error"], row["seconds"]) == (None, 0.5)


def test_what_is_too_large_is_not_read(tone, monkeypatch):
    monkeypatch.setattr(soundfile, "SoundFile", None)
    with open(tone, "rb") as file:
        content = file.read()
    limit = len(content) - 1
    message = f"too large: {limit + 1} bytes, and the limit is {limit}"
    assert by_path(tone, largest=limit)[0]["error"] == message
    batch = pyarrow.record_batch({"content": [content]})
    assert arrow.track_batch(batch, largest=limit).column("error").to_pylist() == [message]


def test_settings_that_one_file_does_not_allow_are_its_error(tone):
    assert by_path(tone, fmin=12_000, fmax=15_000)[0]["error"].startswith("setting: ")
    assert by_path(tone, channel=1)[0]["error"] == "channel: the file has 1 of them"


@pytest.mark.parametrize(("settings", "error", "text"), [
    ({"fmin": -1}, ValueError, "fmin must be above 0"),
    ({"method": "guess"}, kammerton.KammertonError, "method"),
    ({"hop": 0}, ValueError, "above 0"),
    ({"channel": -1}, ValueError, "at least 0"),
    ({"hop_length": 441}, TypeError, "hop, in seconds"),
    ({"sr": 44_100}, TypeError, "differs from file to file"),
    ({"window": 3}, TypeError, "window"),
    ({"largest": 0}, ValueError, "^largest must be between 1 and .*, but is 0"),
    ({"hop": True}, TypeError, "^hop must be a number, not True"),
])
def test_settings_that_no_file_allows_are_refused_at_once(tone, settings, error, text):
    with pytest.raises(error, match=text):
        by_path(tone, **settings)


def test_a_column_of_numbers_is_refused():
    with pytest.raises(TypeError, match="bytes or paths, but has int64"):
        arrow.track_batch(pyarrow.record_batch({"content": [1]}))


@pytest.mark.parametrize("package", ["pyspark", "pyarrow"])
def test_without_spark_the_message_says_what_to_install(package, monkeypatch, tmp_path, capsys):
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=r"pip install 'kammerton\[spark\]'"):
        kammerton.spark.track(None)
    assert kammerton.corpus.main([str(tmp_path), str(tmp_path / "out")]) == 2
    assert "pip install 'kammerton[spark]'" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--methods", "best"], ["--batch", "0"], ["--method", "guess"], ["--retry", "lost"], ["--retry", "too large"]])
def test_wrong_usage_has_status_64(option, capsys):
    with pytest.raises(SystemExit) as end:
        kammerton.corpus.main(["in", "out", *option])
    assert end.value.code == 64 and "usage: kammerton-corpus" in capsys.readouterr().err


def test_what_cannot_begin_has_status_2_before_spark_starts(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kammerton.spark, "require", lambda: None)
    assert kammerton.corpus.main([str(tmp_path / "none"), "out"]) == 2
    assert kammerton.corpus.main([str(tmp_path), "out", "--fmin", "-5"]) == 2
    messages = capsys.readouterr().err.splitlines()
    assert [message.split()[0] for message in messages] == ["kammerton-corpus:"] * 2
    assert "There is no folder" in messages[0] and "fmin must be above 0" in messages[1]


def stored(*options):
    return kammerton.corpus.origin(kammerton.corpus._parser().parse_args(["in", "out", *options]))


def test_results_of_the_same_settings_may_lie_together():
    assert kammerton.corpus.difference("out", stored(), stored("--batch", "7", "--task", "9", "--master", "x", "--retry", "unreadable")) is None


@pytest.mark.parametrize(("options", "words"), [
    (["--hop", "0.005"], "with --hop 0.01, not --hop 0.005"), (["--fmin", "60"], "with the default of --fmin, not --fmin 60"),
    (["--method", "yin"], "with --method best, not --method yin"), (["--largest", "1000"], "--largest 1000"),
])
def test_results_of_other_settings_are_refused_with_what_differs_and_what_to_do(options, words):
    problem = kammerton.corpus.difference("/data/pitch", stored(), stored(*options))
    assert words in problem and problem.startswith("The results in /data/pitch were made with ")
    assert problem.endswith("Give the same settings, or write to another folder.")


def test_results_of_another_version_and_of_unknown_settings_are_refused():
    old = {**stored(), "version": "0.0.9"}
    problem = kammerton.corpus.difference("out", old, stored())
    assert f"kammerton 0.0.9, not {kammerton.__version__}. Install kammerton 0.0.9, or write to another" in problem
    assert "do not say with which settings" in kammerton.corpus.difference("out", None, stored())


def test_sound_files_are_found_by_their_names(tmp_path, capsys):
    (tmp_path / "b").mkdir()
    for name in ["b/x.FLAC", "b/notes.txt", "a.wav", ".hidden.wav", "c.mp3", "b/y.wav.json"]:
        (tmp_path / name).write_bytes(b"12345")
    (tmp_path / "d.wav").symlink_to(tmp_path / "none")
    with open(os.fsencode(tmp_path) + b"/\xff.wav", "w"):
        pass
    found = list(kammerton.corpus.sound_files(str(tmp_path)))
    assert found == [(str(tmp_path / name), size) for name, size in
                     [("a.wav", 5), ("c.mp3", 5), ("d.wav", 0), ("b/x.FLAC", 5)]]
    assert "is left out: its name is not UTF-8" in capsys.readouterr().err


@given(st.lists(st.integers(0, 3 * GIB), max_size=200), st.integers(1, 64))
def test_tasks_have_every_file_once_and_about_the_same_work(sizes, cores):
    files = [kammerton.corpus.File(str(index), size) for index, size in enumerate(sizes)]
    tasks = kammerton.corpus.cut(files, most=GIB, cores=cores, largest=GIB)
    assert sorted(path for task in tasks for path in task) == sorted(file.path for file in files)
    work = [65_536 + (size if size <= GIB else 0) for size in sizes]
    target = max(16 << 20, min(GIB, sum(work) // (8 * cores)))
    loads = [sum(work[int(path)] for path in task) for task in tasks]
    assert all(load <= target or len(task) == 1 for load, task in zip(loads, tasks))
    # No two neighbours fit into one task, so that there are few.
    assert all(load + work[int(after[0])] > target for load, after in zip(loads, tasks[1:]))


def test_the_report_has_hours_failures_and_cost():
    before = kammerton.corpus.Summary(10, 1, 3600, {"empty": 1})
    after = kammerton.corpus.Summary(40, 3, 7 * 3600, {"empty": 2, "too large": 1})
    text = kammerton.corpus.report(
        "out", before, after, ["/a.wav: empty: the file has 0 bytes"], cpu_seconds=54, elapsed=12)
    assert text.splitlines() == [
        "out: 40 files, 7.00 hours of sound, 3 failed",
        "        2  empty",
        "        1  too large",
        "  /a.wav: empty: the file has 0 bytes",
        "  ...",
        "This run: 30 files, 6.00 hours of sound in 12 s",
        "Cost: 0.0150 CPU-hours in the trackers, 2.50 per 1000 hours of sound",
    ]
