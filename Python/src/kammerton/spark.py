"""Tracks the pitch of corpora on Apache Spark.

>>> import kammerton.spark
>>> files = spark.read.format("binaryFile").option("recursiveFileLookup", True).load("corpus")  # doctest: +SKIP
>>> kammerton.spark.track(files, fmin=60, fmax=600).write.parquet("pitch")  # doctest: +SKIP

Needs ``kammerton[spark]`` here and on every worker.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Iterator

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

SCHEMA = (
    "path string, sample_rate int, seconds double, hop double, f0 array<float>, "
    "voiced array<boolean>, confidence array<float>, error string")
"""The columns of results, which :data:`kammerton.arrow.SCHEMA` describes."""
BATCH = 16  # rows that reach a Python worker at a time


def track(
    df: DataFrame, column: str = "content", *, largest: int | None = None,
    count: Callable[[float], None] | None = None, **settings: Any,
) -> DataFrame:
    """Tracks the sound files of a data frame. Bad files become rows with their errors, and never end a job.

    Args:
        df: Has the column, and a column ``path`` if the results should have one.
        column: The name of a column of bytes, each the content of a file, or of strings, each a path that all
            workers can read. A file that is read from its path needs little memory, however long it is.
        largest: Files of more bytes are refused before they are read. 1 GiB for paths, 128 MiB for contents by default.
        count: Is called on the workers with the CPU seconds of each row, such as the `add` of an accumulator.
        settings: As of :func:`kammerton.arrow.track_batch`.

    Returns:
        A row of :data:`SCHEMA` for each row.

    Raises:
        KammertonError: if a setting is out of its range for every sample rate.
        TypeError: if the column has neither bytes nor strings, or there is no such setting.

    Sets ``spark.sql.execution.arrow.maxRecordsPerBatch`` of the session to at most :data:`BATCH`, because the default
    of 10,000 files would not fit into memory.
    """
    require()
    from pyspark.sql import functions
    from pyspark.sql.types import BinaryType, StringType

    from .arrow import check_settings, limit_of

    check_settings(**{"hop": 0.01, "channel": None, **settings})
    kind = df.schema[column].dataType
    if not isinstance(kind, (BinaryType, StringType)):
        raise TypeError(f"The column {column} must have bytes or paths, but has {kind.simpleString()}.")
    is_content = isinstance(kind, BinaryType)
    limit = limit_of(largest, is_content)
    _limit_batches(df, limit if is_content else 0)

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from .arrow import track_batch

        for batch in batches:
            for row in range(batch.num_rows):
                begin = time.thread_time()
                result = track_batch(batch.slice(row, 1), column=column, largest=limit, **settings)
                if count:
                    count(time.thread_time() - begin)
                yield result

    wanted = [column] if column == "path" or "path" not in df.columns else ["path", column]
    if not (is_content and {"modificationTime", "length", "path"} <= set(df.columns)):
        return df.select(*wanted).mapInArrow(work, SCHEMA)
    # Spark's source of binary files skips the content of files that such a filter refuses.
    size = functions.col("length")
    message = functions.format_string(f"too large: %d bytes, and the limit is {limit}", size)
    nothing = [f"CAST(NULL AS {column.split(' ')[1]})" for column in SCHEMA.split(", ")[1:-1]]
    refused = df.filter(size > limit).select("path", *map(functions.expr, nothing), message)
    return df.filter(size <= limit).select(*wanted).mapInArrow(work, SCHEMA).union(refused)


def require() -> None:
    """Raises, with what to do, if Spark cannot be used."""
    try:
        import pyarrow
        import pyspark.sql
    except ImportError as error:
        raise ImportError(
            f"Corpora on Spark need the package {error.name}: pip install 'kammerton[spark]'.") from error


def _limit_batches(df: DataFrame, bytes_each: int) -> None:
    """Lets few rows reach a worker at a time; a batch of Arrow's has 2 GiB at most."""
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    session = df.sparkSession
    rows = BATCH if not bytes_each else max(1, min(BATCH, (1 << 30) // bytes_each))
    present = int(session.conf.get(name) or 0)
    if not 0 < present <= rows:
        session.conf.set(name, rows)
