#!/usr/bin/env python3
"""How large the parts of the page are, as docs/web.md quotes it.

    Scripts/page-sizes.py            writes Benchmarks/figures/page-sizes.json
    Scripts/page-sizes.py --check    fails if a part of the page that is built is 2 % larger or smaller than it says

Needs .build-web/site. A part's scripts are those that are loaded when it is first shown, with its texts and styles.
"""

import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE = ROOT / ".build-web" / "site"
FIGURES = ROOT / "Benchmarks" / "figures" / "page-sizes.json"
PARTS = {
    "scripts and styles of the start": ["index.html", "main.js", "app/language.js", "styles/page.css", "engine/worklet.js"],
    "words of another language (Japanese, the most)": ["app/texts/ja.js"],
    "styles of all panels but the tuner": ["styles/panels.css"],
    "tuner: module": ["engine/tuner.wasm"],
    "bells and several tones beside the tuner: module": ["engine/evidence.wasm"],
    "bells and several tones beside the tuner: scripts": ["engine/evidence/worker.js"],
    "spectrum, wave and strobe: module": ["engine/views.wasm"],
    "names of notes: module": ["engine/names.wasm"],
    "tones: module": ["engine/tones.wasm"],
    "metronome: module": ["engine/metronome.wasm"],
    "a shared beat: module": ["engine/beat.wasm"],
    "a shared beat: scripts": ["panels/metronome/together-card.js", "engine/beat/worker.js"],
    "frozen pitch: module, with tracker and onsets": ["engine/freeze.wasm"],
    "files: module, with instruments and Unicode tables": ["engine/files.wasm"],
    "MIDI: module": ["engine/midi.wasm"],
    "playing view: module": ["engine/playing.wasm"],
    "strums: module": ["engine/strum.wasm"],
    "chords: module": ["engine/chord.wasm"],
    "chords: scripts and styles": ["panels/chord.js", "engine/chord/worker.js", "styles/chord.css"],
    "pianos: module": ["engine/piano.wasm"],
    "pianos: scripts and styles": ["panels/piano.js", "engine/piano/worker.js", "styles/piano.css"],
    "bells: module": ["engine/bell.wasm"],
    "bells: scripts and styles": ["panels/bells.js", "engine/bells/worker.js", "styles/bells.css"],
    "pianos and bells: scripts and styles of both": ["engine/measured/measured.js", "styles/measured.css"],
    "practice: module, with tracker, onsets and Unicode tables": ["engine/practice.wasm"],
    "practice: scripts and styles": ["panels/practice.js", "engine/practice/worker.js", "styles/practice.css"],
    "messages: module": ["engine/air.wasm"],
    "messages: scripts and styles": ["engine/air/processor.js", "engine/air/worker.js", "panels/messages.js", "styles/messages.css"],
}
COLUMNS = ["plain", "gzip -9", "brotli"]


def brotli(data):
    return subprocess.run(["brotli", "-q", "11", "-w", "24", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


def sizes():
    """{part: the bytes of each column}."""
    found = {}
    for part, files in PARTS.items():
        texts = [(SITE / file).read_bytes() for file in files]
        packed = [texts, [gzip.compress(text, 9) for text in texts], [brotli(text) for text in texts]]
        found[part] = [sum(map(len, column)) for column in packed]
    return found


def check(found):
    rows = json.loads(FIGURES.read_text())["rows"]
    if rows.keys() != found.keys():
        sys.exit("page-sizes: other parts are quoted: run Scripts/page-sizes.py and Scripts/figures.py")
    for part, (plain, *_) in found.items():
        quoted = 1000 * float(rows[part]["plain"])
        if abs(plain - quoted) > 50 + 0.02 * quoted:
            sys.exit(f"page-sizes: {part} has {plain} bytes, and the documents say {quoted:.0f}: run Scripts/page-sizes.py and Scripts/figures.py")
    print(f"page-sizes: {len(found)} parts of the page are as large as the documents say")


def main():
    if not (SITE / "index.html").exists() or not shutil.which("brotli"):
        sys.exit("page-sizes: there is no page, or no brotli: run make web")
    if sys.argv[1:] == ["--check"]:
        check(sizes())
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        rows = {part: {name: f"{count / 1000:.1f}" for name, count in zip(COLUMNS, counts)} for part, counts in sizes().items()}
        table = {"measured": time.strftime("%Y-%m-%d"), "commit": commit, "command": "Scripts/page-sizes.py", "unit": "kB",
                 "columns": COLUMNS, "rows": rows}
        FIGURES.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
