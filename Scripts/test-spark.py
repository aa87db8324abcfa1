"""test-spark.py SCRATCH: tracks a corpus on a Spark cluster that it starts; called by test-spark.sh."""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import numpy as np
import pyarrow.dataset
import pyarrow.parquet
import pyspark
import soundfile

import kammerton.arrow
import kammerton.corpus

SPARK = pathlib.Path(pyspark.__file__).parent
LIMIT = 1500  # seconds for one run
BAD = {
    "007-damaged.wav": "not a sound", "100-empty.wav": "empty", "150-huge.wav": "too large",
    "long/bad.flac": "not a sound",
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--short", type=int, default=200, help="files of two seconds")
    parser.add_argument("--long", type=int, default=6, help="files of --seconds")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--plain", action="store_true", help="also measure one and two plain processes")
    options = parser.parse_args()
    folder = options.scratch / "corpus"
    make_corpus(folder, options)
    with Cluster(options.scratch) as cluster:
        cluster.add_worker()
        one = cluster.track(folder, "one")
        cluster.add_worker()
        two = cluster.track(folder, "two")
        killed = cluster.track(folder, "killed", kill=cluster.workers[0])
        check(folder, options, one, two, killed)
        check_resumed(cluster, folder, killed)
        check_contents(cluster, folder)
    check_settings(options.scratch)
    if options.plain:
        first, second = plain(folder, 1), plain(folder, 2)
        print(f"measured: a quarter of the files takes {first:.1f} s in one plain process, {second:.1f} s in "
              f"two: {first / second:.2f}")


def make_corpus(folder, options):
    """Voices with vibrato in noise, at 16 and 44.1 kHz, as WAV and FLAC; and bad files between them."""
    noise = np.random.default_rng(17)
    (folder / "long").mkdir(parents=True)
    for index in range(options.short + options.long):
        is_long = index >= options.short
        rate = (16_000, 44_100)[index % 2]
        times = np.arange((options.seconds if is_long else 2) * rate) / rate
        phase = 2 * np.pi * (110 + index % 440) * times + 2 * np.sin(2 * np.pi * 5 * times)
        sound = sum(np.sin(partial * phase) / partial**2 for partial in (1, 2, 3))
        sound = 0.2 * sound + noise.normal(0, 0.005, times.size)
        place = folder / "long" if is_long else folder
        soundfile.write(place / f"{index:04}.{('wav', 'flac')[index // 2 % 2]}", sound, rate)
    (folder / "007-damaged.wav").write_bytes(b"RIFF" + noise.bytes(5000))
    (folder / "long" / "bad.flac").write_bytes(b"fLaC" + noise.bytes(5000))
    (folder / "100-empty.wav").touch()
    with open(folder / "150-huge.wav", "wb") as huge:
        huge.truncate(2 << 30)  # Takes no room.


class Cluster:
    """A standalone master, and workers with one core each."""

    def __init__(self, scratch):
        self.scratch, self.workers, self.peak = scratch, [], {}
        self.environment = {
            **os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(SPARK), "PYSPARK_PYTHON": sys.executable,
            "SPARK_WORKER_DIR": str(scratch / "work"), "SPARK_LOCAL_DIRS": str(scratch / "local")}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.processes = [self.start(
            "master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0")]
        self.wait_for("master.Master", "I have been elected leader")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def start(self, name, *arguments):
        log = open(self.scratch / f"{name}.log", "a")
        return subprocess.Popen(
            [SPARK / "bin" / "spark-class", f"org.apache.spark.deploy.{name}", *arguments],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def wait_for(self, name, text, count=1):
        log = self.scratch / f"{name}.log"
        end = time.monotonic() + 180
        while log.read_text().count(text) < count:
            if time.monotonic() > end:
                sys.exit(f"test-spark: {name} did not start:\n{log.read_text()}")
            time.sleep(0.2)

    def add_worker(self):
        worker = self.start(
            "worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0",
            f"spark://127.0.0.1:{self.port}")
        self.workers.append(worker)
        self.processes.append(worker)
        self.wait_for("worker.Worker", "Successfully registered with master", len(self.workers))

    def submit(self, *program):
        return [
            SPARK / "bin" / "spark-submit", "--master", f"spark://127.0.0.1:{self.port}",
            "--driver-memory", "512m", "--executor-memory", "512m", "--conf", "spark.ui.enabled=false",
            "--conf", "spark.driver.host=127.0.0.1", *program]

    def track(self, folder, name, kill=None):
        """Runs kammerton-corpus; kills a worker, with its executor, when some results are there."""
        output = self.scratch / name
        log = self.scratch / f"{name}.log"
        command = self.submit(kammerton.corpus.__file__, folder, output, "--task", str(1 << 24))
        with open(log, "w") as errors:
            process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                text=True)
            end = time.monotonic() + LIMIT
            while process.poll() is None:
                if time.monotonic() > end:
                    process.kill()
                    sys.exit(f"test-spark: {name} hangs:\n{log.read_text()}")
                self.measure()
                if kill and len(list(output.glob("_temporary/*/task_*"))) >= 3:
                    os.killpg(kill.pid, signal.SIGKILL)
                    kill.wait()
                    kill = None
                    print(f"test-spark: a worker was killed after {time.monotonic() - end + LIMIT:.0f} s")
                time.sleep(0.2)
        text = process.stdout.read()
        if process.returncode or kill:
            sys.exit(f"test-spark: {name} ended with {process.returncode}:\n{text}\n{log.read_text()}")
        return Result(name, output, text, log.read_text())

    def measure(self):
        """The most memory that each kind of process of the workers has had."""
        parents, names = {}, {}
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                parents[int(path.name)] = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
                names[int(path.name)] = (path / "cmdline").read_bytes()
        ours = {worker.pid for worker in self.workers}
        while more := {child for child, parent in parents.items() if parent in ours} - ours:
            ours |= more
        for process in ours - {worker.pid for worker in self.workers}:
            kind = "Python worker" if b"pyspark.daemon" in names.get(process, b"") else "executor"
            with contextlib.suppress(OSError):
                status = pathlib.Path(f"/proc/{process}/status").read_text()
                if most := re.search(r"VmHWM:\s+(\d+) kB", status):
                    self.peak[kind] = max(self.peak.get(kind, 0), int(most[1]) / 1024)


class Result:
    """What a run has written."""

    def __init__(self, name, output, text, log):
        self.name, self.output, self.text, self.log = name, output, text, log
        self.seconds = float(re.search(r"of sound in (\d+) s$", text, re.M)[1])

    def table(self):
        return pyarrow.dataset.dataset(self.output).to_table().sort_by("path").combine_chunks()

    def hash(self):
        return hash_of(self.table())


def hash_of(table):
    """One hash of all rows, in the order of their paths."""
    digest = hashlib.sha256()
    for name in kammerton.arrow.SCHEMA.names:
        column = table[name].combine_chunks()
        if pyarrow.types.is_list(column.type):
            digest.update(json.dumps(column.value_lengths().to_pylist()).encode())
            digest.update(column.flatten().to_numpy(zero_copy_only=False).tobytes())
        else:
            digest.update(json.dumps(column.to_pylist()).encode())
    return digest.hexdigest()


def check(folder, options, one, two, killed):
    assert "Lost executor" in killed.log, f"no executor was lost:\n{killed.log}"
    hashes = [run.hash() for run in (one, two, killed)]
    assert len(set(hashes)) == 1, f"one, two and killed workers have other rows: {hashes}"
    table = one.table()
    paths = table["path"].to_pylist()
    count = options.short + options.long + len(BAD)
    assert len(paths) == len(set(paths)) == count, f"{len(paths)} rows for {count} files"
    errors = {path: error for path, error in zip(paths, table["error"].to_pylist()) if error}
    assert {path: error.split(":")[0] for path, error in errors.items()} == {
        str(folder / name): reason for name, reason in BAD.items()}, errors
    assert f"{folder}/150-huge.wav: too large: 2147483648 bytes, and the limit is 1073741824" in one.text
    print(f"test-spark: {count} files have one hash with one worker, two, and one killed: {hashes[0][:16]}")
    some = table.take(list(range(0, count, max(1, count // 40))))
    local = kammerton.arrow.track_batch(some.select(["path"]).combine_chunks().to_batches()[0], column="path")
    assert hash_of(pyarrow.Table.from_batches([local])) == hash_of(some), "Spark has other rows than track_batch"
    print(f"test-spark: {len(some)} of the rows are those of track_batch here")
    for run in (one, two, killed):
        print("".join(f"measured: {run.name}: {line}\n" for line in run.text.splitlines()[-2:]), end="")
    print(f"measured: one worker {one.seconds:.0f} s, two {two.seconds:.0f} s: {one.seconds / two.seconds:.2f}")
    files = count / two.seconds
    size = sum(path.stat().st_size for path in one.output.glob("*.parquet")) / 1e6
    hours = sum(second or 0 for second in table["seconds"].to_pylist()) / 3600
    print(f"measured: {files:.0f} files/s with two; {size / hours:.2f} MB of Parquet an hour of sound")


def check_resumed(cluster, folder, run):
    """A second run tracks what is missing, and nothing else."""
    wanted = run.hash()
    lost = max(run.output.glob("*.parquet"))
    rows = pyarrow.parquet.read_metadata(lost).num_rows
    lost.unlink()
    again = cluster.track(folder, run.name)
    assert f"This run: {rows} files" in again.text, f"{rows} rows were missing:\n{again.text}"
    assert again.hash() == wanted, "the second run has other rows"
    print(f"test-spark: after {rows} rows were lost, a second run tracks these {rows}")
    for kind, size in sorted(cluster.peak.items()):
        print(f"measured: at most {size:.0f} MB in one {kind}")


CONTENTS = """
import sys, pyspark.sql, kammerton.spark
session = pyspark.sql.SparkSession.builder.getOrCreate()
files = session.read.format("binaryFile").option("pathGlobFilter", "{000,007-,100-,150-}*").load(sys.argv[1])
for column in ("content", "path"):
    kammerton.spark.track(files, column, largest=1 << 27, fmin=60, fmax=600).write.parquet(sys.argv[2] + "/" + column)
"""


def check_contents(cluster, folder):
    """Contents that Spark reads give the same rows as their paths."""
    program = cluster.scratch / "contents.py"
    program.write_text(CONTENTS)
    done = subprocess.run(
        cluster.submit(program, folder, cluster.scratch), env=cluster.environment, timeout=LIMIT, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr
    contents, paths = (
        pyarrow.dataset.dataset(cluster.scratch / name).to_table().sort_by("path") for name in ("content", "path"))
    # Spark's source of files passes over empty ones.
    assert len(contents) == 12 and hash_of(contents) == hash_of(paths), f"{contents}\n{paths}"
    assert contents["error"].null_count == 10
    print("test-spark: 12 files as contents that Spark reads have the rows of their paths")


def check_settings(scratch):
    """A second run with other settings is refused, and changes nothing. The command runs as from a venv: the workers'
    Python is that of the command, although another one, without its packages, is found first."""
    folder, output, path = scratch / "few", scratch / "few-pitch", scratch / "bin"
    for place in (folder, path):
        place.mkdir()
    (path / "python3").write_text("#!/bin/sh\necho 'this Python has no packages' >&2\nexit 1\n")
    (path / "python3").chmod(0o755)
    for name in ("whole.wav", "cut.wav"):
        soundfile.write(folder / name, 0.3 * np.sin(0.05 * np.arange(32_000)), 16_000)
    os.truncate(folder / "cut.wav", 40_000)
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "SPARK_LOCAL_IP": "127.0.0.1"}
    environment.pop("PYSPARK_PYTHON", None)

    def run(*options):
        return subprocess.run(
            [sys.executable, "-m", "kammerton.corpus", folder, output, "--master", "local[1]", *options], text=True,
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT)

    first = run("--fmin", "60")
    assert first.returncode == 0 and "cut.wav: truncated: 1.25 s" in first.stdout, f"{first.stdout}\n{first.stderr}"
    rows = hash_of(pyarrow.dataset.dataset(output).to_table().sort_by("path").combine_chunks())
    other = run("--fmin", "80")
    assert other.returncode == 2 and "made with --fmin 60, not --fmin 80. Give the same" in other.stderr, other.stderr
    assert hash_of(pyarrow.dataset.dataset(output).to_table().sort_by("path").combine_chunks()) == rows
    print("test-spark: another run with other settings is refused; the workers have the command's Python")
    soundfile.write(folder / "cut.wav", 0.3 * np.sin(0.05 * np.arange(32_000)), 16_000)
    for reason, count in (("unreadable", 0), ("truncated", 1)):
        again = run("--fmin", "60", "--retry", reason)
        assert again.returncode == 0 and f"This run: {count} files" in again.stdout, f"{again.stdout}\n{again.stderr}"
        after = pyarrow.dataset.dataset(output).to_table().sort_by("path").combine_chunks()
        assert after["path"].to_pylist() == [str(folder / name) for name in ("cut.wav", "whole.wav")], after
        assert after["error"].null_count == 1 + count and not (output / kammerton.corpus.COPY).exists()
    assert after["f0"][0].as_py() == after["f0"][1].as_py()
    print("test-spark: --retry tracks again what has an error, and leaves the other rows")


def plain(folder, processes):
    """Seconds that so many processes need for a quarter of the files, after their start."""
    paths = sorted(str(path) for path in folder.rglob("*") if path.is_file())[::4]
    program = (
        "import sys, pyarrow, kammerton.arrow\n"
        "print(flush=True); input()\n"
        "for path in sys.argv[1:]:\n"
        "    kammerton.arrow.track_batch(pyarrow.record_batch({'path': [path]}), column='path')\n")
    running = [subprocess.Popen(
        [sys.executable, "-c", program, *paths[index::processes]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for index in range(processes)]
    for process in running:
        process.stdout.readline()
    begin = time.monotonic()
    for process in running:
        process.stdin.write(b"\n")
        process.stdin.close()
    assert all(process.wait(LIMIT) == 0 for process in running)
    return time.monotonic() - begin


if __name__ == "__main__":
    main()
