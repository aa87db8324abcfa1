"""``kammerton-corpus IN OUT``: tracks a folder of sound files on Apache Spark, as Parquet."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import re
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, NoReturn

from kammerton import METHODS, __version__
from kammerton import spark as kammerton_spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SOUNDS = re.compile(r"\.(wave?|w64|rf64|flac|og[ga]|opus|mp3|aif[fc]?|au|snd|caf)$", re.I)
NAMED = 20  # failures in a report
ORIGIN = "_kammerton.json"  # Spark and Arrow read no file whose name begins so.
COPY = "_kammerton-copy"  # of results, while others of their file are taken out
REASONS = ("empty", "not a sound", "truncated", "missing", "unreadable", "setting", "channel", "failed")
"""The errors that may not come again; a file that is too large stays so, because `--largest` stays."""


class File(NamedTuple):
    """The path and the bytes of a file."""

    path: str
    size: int


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    options = _parser().parse_args(arguments)
    try:
        kammerton_spark.require()
        if not os.path.isdir(options.input):
            raise ValueError(f"There is no folder {options.input}.")
        from kammerton.arrow import check_settings

        check_settings(channel=None, **_settings(options))
        with _session(options.master) as session:
            return _run(session, options)
    except (ImportError, OSError, ValueError) as error:
        print(f"kammerton-corpus: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("pyspark", "py4j"):
            raise
        reason = str(error).split("\n\tat ")[0]
        print(f"kammerton-corpus: {reason}\nkammerton-corpus: Spark failed. What is finished is in "
              f"{options.output}: the same command goes on from there.", file=sys.stderr)
    return 2


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("method", "fmin", "fmax", "hop")}


def origin(options: argparse.Namespace) -> dict[str, Any]:
    """What decides about the rows of a run: the version and the settings, as they are stored beside the results."""
    return {"version": __version__, **_settings(options), "largest": options.largest}


def difference(output: str, stored: dict[str, Any] | None, wanted: dict[str, Any]) -> str | None:
    """Says in what results differ from those of a run, and what to do; None if they may lie in one folder.

    >>> difference("out", {"version": "1.0.0", "hop": 0.01}, {"version": "1.0.0", "hop": 0.005})
    'The results in out were made with --hop 0.01, not --hop 0.005. Give the same settings, or write to another folder.'
    """
    if stored is None:
        return (f"The results in {output} do not say with which settings they were made, because {ORIGIN} is missing. "
                "Write to another folder.")
    advice = "Give the same settings, or write to another folder."
    others: list[str] = []
    for name, value in wanted.items():
        other = stored.get(name)
        if other == value:
            continue
        if name == "version":
            others.insert(0, f"kammerton {other}, not {value}")
            advice = f"Install kammerton {other}, or write to another folder."
        else:
            others.append(f"{_option(name, other)}, not {_option(name, value)}")
    if not others:
        return None
    return f"The results in {output} were made with {'; with '.join(others)}. {advice}"


def _option(name: str, value: Any) -> str:
    if value is None:
        return f"the default of --{name}"
    return f"--{name} {value:g}" if isinstance(value, float) else f"--{name} {value}"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="kammerton-corpus",
        description="Track the pitch of a folder of sound files on Apache Spark, as Parquet.",
        epilog="A second run tracks only what is not in OUT yet. Bad files become rows with an error, which --retry tracks again. "
        "It needs the settings of the first. Exit status: 0 done, 2 nothing could be done, 64 wrong usage, 130 interrupted.")
    parser.add_argument("input", metavar="IN", help="a folder that all workers can read")
    parser.add_argument("output", metavar="OUT", help="a folder for Parquet, or an address that Spark knows")
    parser.add_argument("--master", help="address of the cluster (default: as for spark-submit, or this machine)")
    parser.add_argument("--method", choices=METHODS, default=METHODS[0], metavar="NAME",
                        help="pitch estimation method (default: %(default)s)")
    parser.add_argument("--fmin", type=float, metavar="HZ", help="lowest frequency to look for (default: 26)")
    parser.add_argument("--fmax", type=float, metavar="HZ", help="highest frequency to look for (default: 4980)")
    parser.add_argument("--hop", type=float, default=0.01, metavar="SECONDS",
                        help="time between readings (default: %(default)s)")
    parser.add_argument("--largest", type=_count, default=1 << 30, metavar="BYTES",
                        help="refuse larger files, without reading them (default: %(default)s)")
    parser.add_argument("--retry", action="append", choices=REASONS, default=[], metavar="REASON",
                        help="track files again whose error is this: empty, 'not a sound', truncated, missing, unreadable, "
                        "setting, channel or failed; may be repeated")
    parser.add_argument("--batch", type=_count, default=250_000, metavar="FILES",
                        help="list, track and write this many files at a time (default: %(default)s)")
    parser.add_argument("--task", type=_count, default=1 << 30, metavar="BYTES",
                        help="most sound for one task, whose results are one file (default: %(default)s)")
    return parser


@contextlib.contextmanager
def _session(master: str | None) -> Iterator[SparkSession]:
    from pyspark.sql import SparkSession

    # Workers are this Python, wherever its packages lie, unless the cluster has one of its own.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("kammerton-corpus").config("spark.ui.showConsoleProgress", "false")
    session = (builder.master(master) if master else builder).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        yield session
    finally:
        session.stop()


def _run(session: SparkSession, options: argparse.Namespace) -> int:
    from pyspark.errors import AnalysisException

    cost = session.sparkContext.accumulator(0.0)
    results = session.read.schema(kammerton_spark.SCHEMA)
    try:
        before = summary(results.parquet(options.output))
        done = results.parquet(options.output).select("path").persist()
    except AnalysisException as error:
        if "PATH_NOT_FOUND" not in str(error):
            raise
        before, done = Summary(0, 0, 0, {}), None
    wanted, place = origin(options), _Origin(session, options.output)
    if before.files and (problem := difference(options.output, place.read(), wanted)):
        raise ValueError(problem)
    begin = time.monotonic()
    if done is not None and options.retry:
        done.unpersist()
        forget(session, options.output, options.retry)
        before = summary(results.parquet(options.output))
        done = results.parquet(options.output).select("path").persist()
    found = iter(sound_files(os.path.abspath(options.input)))
    written = 0
    while batch := list(itertools.islice(found, options.batch)):
        files = _not_done(session, batch, done)
        if not files:
            continue
        cores = session.sparkContext.defaultParallelism
        tasks = cut(files, most=options.task, cores=cores, largest=options.largest)
        if not before.files and not written:
            place.write(wanted)
        with _progress(session, written, len(files)):
            tracked = kammerton_spark.track(
                _paths(session, tasks), "path", largest=options.largest, count=cost.add, **_settings(options))
            tracked.write.mode("append").option("compression", "zstd").parquet(options.output)
        written += len(files)
    if not written and not before.files:
        raise ValueError(f"There are no sound files in {options.input}.")
    after = results.parquet(options.output)
    failures = after.filter("error is not null").select("path", "error").limit(NAMED).collect()
    print(report(
        options.output, before, summary(after), [f"{row.path}: {row.error}" for row in failures],
        cpu_seconds=cost.value, elapsed=time.monotonic() - begin))
    return 0


def sound_files(folder: str) -> Iterator[File]:
    """Finds sound files by their names, in a folder and those below it."""
    def fail(error: OSError) -> None:
        raise error

    for place, folders, names in os.walk(folder, onerror=fail):
        folders.sort()
        for name in sorted(names):
            if name.startswith(".") or not SOUNDS.search(name):
                continue
            path = os.path.join(place, name)
            try:
                path.encode()
                yield File(path, os.stat(path).st_size)
            except UnicodeEncodeError:
                print(f"kammerton-corpus: {path!r} is left out: its name is not UTF-8.", file=sys.stderr)
            except OSError:
                yield File(path, 0)  # Its row tells why it cannot be read.


def cut(files: Iterable[File], *, most: int, cores: int, largest: int) -> list[list[str]]:
    """Cuts a batch into tasks of about the same work, the longest files first.

    A file counts as its bytes and 64 KiB, which take about as long to track as a tracker takes to start. There are
    eight tasks for each core, unless they had less than 16 MiB or more than `most`.

    >>> files = [File("a", 20 << 20), File("b", 90 << 20), File("c", 10), File("d", 5 << 30)]
    >>> cut(files, most=1 << 30, cores=1, largest=1 << 30)
    [['b'], ['a'], ['c', 'd']]
    """
    def work(file: File) -> int:
        return (1 << 16) + (file.size if file.size <= largest else 0)

    ordered = sorted(files, key=work, reverse=True)
    share = sum(map(work, ordered)) // (8 * cores)
    target = max(1 << 24, min(most, share))
    tasks: list[list[str]] = []
    room = 0
    for file in ordered:
        if work(file) > room:
            tasks.append([])
            room = target
        tasks[-1].append(file.path)
        room -= work(file)
    return tasks


def forget(session: SparkSession, output: str, reasons: list[str]) -> None:
    """Takes the rows with one of these errors out of results, so that their files are tracked again.

    The results that share a file with them are copied first, and come back as a new file. If that is broken off, rows are
    missing, which the next run tracks; no row is there twice.
    """
    from pyspark.sql import functions

    rows = session.read.schema(kammerton_spark.SCHEMA).parquet(output).withColumn("file", functions.col("_metadata.file_path"))
    is_wanted = functions.substring_index("error", ":", 1).isin(reasons)
    names = [row.file for row in rows.filter(is_wanted).select("file").distinct().collect()]
    if not names:
        return
    java: Any = session._jvm
    hadoop = session._jsc.hadoopConfiguration()

    def delete(path: Any) -> None:
        path.getFileSystem(hadoop).delete(path, True)

    copy = f"{output}/{COPY}"
    kept = rows.filter(rows["file"].isin(names) & ~functions.coalesce(is_wanted, functions.lit(False)))
    kept.drop("file").write.mode("overwrite").option("compression", "zstd").parquet(copy)
    for name in names:
        delete(java.org.apache.hadoop.fs.Path(java.java.net.URI(name)))
    session.read.schema(kammerton_spark.SCHEMA).parquet(copy).coalesce(max(1, len(names) // 8)).write.mode("append").option(
        "compression", "zstd").parquet(output)
    delete(java.org.apache.hadoop.fs.Path(copy))


class _Origin:
    """The file of settings beside results, on any file system that Spark knows."""

    def __init__(self, session: SparkSession, output: str) -> None:
        java: Any = session._jvm
        self._path = java.org.apache.hadoop.fs.Path(output, ORIGIN)
        self._files = self._path.getFileSystem(session._jsc.hadoopConfiguration())
        self._text = java.org.apache.commons.io.IOUtils

    def read(self) -> dict[str, Any] | None:
        """What is stored; None if nothing is."""
        if not self._files.exists(self._path):
            return None
        stream = self._files.open(self._path)
        try:
            stored = json.loads(self._text.toString(stream, "UTF-8"))
        except ValueError:
            return None
        finally:
            stream.close()
        return stored if isinstance(stored, dict) else None

    def write(self, stored: dict[str, Any]) -> None:
        """Stores it."""
        stream = self._files.create(self._path, True)
        self._text.write(json.dumps(stored, indent=2) + "\n", stream, "UTF-8")
        stream.close()


def _not_done(session: SparkSession, batch: list[File], done: DataFrame | None) -> list[File]:
    if done is None:
        return batch
    from pyspark.sql import functions

    # The batch is the smaller side, so results of years stay where they are.
    listed = functions.broadcast(session.createDataFrame(batch, "path string, size long").select("path"))
    known = {row.path for row in done.join(listed, "path", "left_semi").collect()}
    return [file for file in batch if file.path not in known]


def _paths(session: SparkSession, tasks: list[list[str]]) -> DataFrame:
    """A data frame of paths, each task a partition of it."""
    rows = session.sparkContext.parallelize(tasks, len(tasks)).flatMap(lambda paths: zip(paths))
    return session.createDataFrame(rows, "path string", verifySchema=False)


@contextlib.contextmanager
def _progress(session: SparkSession, written: int, files: int) -> Iterator[None]:
    """Counts on standard error while a batch is tracked, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    tracker = session.sparkContext.statusTracker()
    is_over = threading.Event()

    def count() -> None:
        while not is_over.wait(0.5):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            done = sum(stage.numCompletedTasks for stage in stages if stage)
            tasks = sum(stage.numTasks for stage in stages if stage)
            print(f"\rkammerton-corpus: {written} files written; {done} of {tasks} tasks of the next {files}",
                  end="\x1b[K", file=sys.stderr, flush=True)

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Summary(NamedTuple):
    """How many rows a corpus of results has, how many failed, its seconds of sound, and failures by reason."""

    files: int
    failed: int
    seconds: float
    reasons: dict[str, int]


def summary(results: DataFrame) -> Summary:
    """Counts what results have."""
    from pyspark.sql import functions

    reason = functions.substring_index("error", ":", 1).alias("reason")
    rows = results.groupBy(reason).agg(
        functions.count("*").alias("files"), functions.sum("seconds").alias("seconds")).collect()
    reasons = {row.reason: row.files for row in rows if row.reason}
    return Summary(
        sum(row.files for row in rows), sum(reasons.values()),
        sum(row.seconds or 0 for row in rows), dict(sorted(reasons.items())))


def report(
    output: str, before: Summary, after: Summary, failures: list[str], *, cpu_seconds: float,
    elapsed: float,
) -> str:
    """The text at the end of a run."""
    hours = (after.seconds - before.seconds) / 3600
    lines = [
        f"{output}: {after.files} files, {after.seconds / 3600:.2f} hours of sound, {after.failed} failed",
        *(f"{count:9}  {reason}" for reason, count in after.reasons.items()),
        *(f"  {failure}" for failure in failures),
        *(["  ..."] if after.failed > len(failures) else []),
        f"This run: {after.files - before.files} files, {hours:.2f} hours of sound in {elapsed:.0f} s",
    ]
    cost = f"Cost: {cpu_seconds / 3600:.4f} CPU-hours in the trackers"
    if hours > 0:
        cost += f", {cpu_seconds / 3.6 / hours:.2f} per 1000 hours of sound"
    return "\n".join([*lines, cost])


if __name__ == "__main__":
    sys.exit(main())
