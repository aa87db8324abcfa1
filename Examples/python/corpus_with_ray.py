"""Tracks a corpus on Ray: python corpus_with_ray.py IN OUT. Needs ray and kammerton[arrow,files]."""

import sys

import pyarrow
import ray.data

from kammerton.arrow import SCHEMA, track_batch


def track(table: pyarrow.Table) -> pyarrow.Table:
    batches = table.combine_chunks().to_batches()
    return pyarrow.Table.from_batches([track_batch(batch, column="bytes") for batch in batches], SCHEMA)


if __name__ == "__main__":
    files = ray.data.read_binary_files(sys.argv[1], include_paths=True)
    files.map_batches(track, batch_format="pyarrow", batch_size=16).write_parquet(sys.argv[2])
