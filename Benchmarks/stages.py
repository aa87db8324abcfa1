"""How often each stage of the default tracker runs on each set of clips: stages.sh DATA

The same sound as that of speed.sh: the first 60 s of the clips of each set, at 44.1 kHz, searched from 30 to 4200 Hz with a
reading every 10 ms. Shares of the readings, in percent. Writes Benchmarks/figures/stages.json.
"""

import argparse
import datetime
import json
import pathlib
import subprocess

import numpy as np

from speed import RATE, SETS, sound

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build" / "release" / "_TrackerStages"
ROWS = (
    "all windows searched, and judged", "a clear note goes on: the longest window suffices",
    "between two frames of a gliding note: it is measured", "between two frames that agree, or silent: nothing is searched",
    "the network is asked", "partials are measured")


def shares(samples):
    """The share of each row of ROWS in the readings of some samples, in percent."""
    run = subprocess.run([PROGRAM, str(RATE)], input=samples.astype("<f4").tobytes(), capture_output=True, check=True)
    readings, searched, continued, measured, asked, refined = map(int, run.stdout.split())
    rest = readings - searched - continued - measured
    return [round(100 * count / readings) for count in (searched, continued, measured, rest, asked, refined)]


def main():
    parser = argparse.ArgumentParser(prog="stages.sh")
    parser.add_argument("data", type=pathlib.Path)
    options = parser.parse_args()
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True, check=True)
    columns = {name: shares(np.asarray(sound(options.data / name))) for name in SETS}
    figures = {
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
        "command": "Benchmarks/stages.sh DATA", "unit": "% of the readings", "columns": list(SETS),
        "rows": {row: {name: columns[name][index] for name in SETS} for index, row in enumerate(ROWS)}}
    text = json.dumps(figures, indent=2) + "\n"
    (ROOT / "Benchmarks" / "figures" / "stages.json").write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()
