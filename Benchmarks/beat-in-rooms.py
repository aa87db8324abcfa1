#!/usr/bin/env python3
"""Writes the figures of beat-in-rooms.sh from what _BeatInRooms prints on standard input."""

import datetime
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write(name, unit, columns, rows):
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    figures = {
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
        "command": "Benchmarks/beat-in-rooms.sh DATA", "unit": unit, "columns": columns, "rows": rows}
    path = ROOT / "Benchmarks" / "figures" / f"{name}.json"
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    print(path.relative_to(ROOT))


def latency(rooms):
    rows = {}
    for name, room in rooms.items():
        later = room["strongest dB"]
        rows[name if later < 0.5 else f"{name} (+{later:.0f} dB)"] = {
            "within 1 ms": f"{room['within 1 ms']} of {room['loops']}", "median": f"{room['median ms']:+.2f}",
            "largest": f"{room['largest ms']:.2f}", "refused": sum(room["refused"].values())}
    write("latency-in-rooms", "error in ms", ["within 1 ms", "median", "largest", "refused"], rows)


def alignment(groups):
    rows = {
        f"{count} devices": {"within 1 ms": f"{some['within 1 ms']} of {some['groups']}", "median": f"{some['median ms']:.2f}",
                             "95 %": f"{some['95 % ms']:.2f}", "largest": f"{some['largest ms']:.2f}"}
        for count, some in (groups["by devices"] | {"all: 3 to 6": groups}).items()}
    write("alignment-in-rooms", "first to last click, in ms", ["within 1 ms", "median", "95 %", "largest"], rows)


result = json.load(sys.stdin)
latency(result["latency"])
alignment(result["alignment"])
