"""Measures how far the page's clicks are from those of a metronome that leads, in one recording, before and after both
have aligned their loudspeakers by chirps.

    shared_beat.py [--runs N] [--seconds N] [--write FILE]

The metronome and a browser, through `kammerton serve --join`, each have a sound card of PulseAudio; what both play is in one
room, which both hear, and which is recorded. The browser's sound takes another 40 to 200 ms to get there. The leader clicks at
9 kHz, which tells its clicks from the page's. Needs PulseAudio and sox.
"""

import argparse
import array
import json
import math
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

from browser import KNOWN, ROOT, launch, patience, stop, until, write_wave
from test_air import SoundServer
from test_serve import KAMMERTON, Serve
from test_together import RATE

TEMPO = 96
PORT = 18462
# Hertz: the leader's clicks, and the page's, which are of wood.
BANDS = {"leader": "7000", "page": "-4000"}


def click(path):
    """5 ms at 9 kHz."""
    samples = [0.5 * math.exp(-index / 60) * math.sin(2 * math.pi * 9000 * index / RATE) for index in range(240)]
    return write_wave(path, samples, RATE)


class Room:
    """Two sound cards whose sound meets, one of them after a delay."""

    def __init__(self, folder, delay):
        self.server = SoundServer(folder)
        for name, latency in (("left", 20), ("right", delay)):
            self.load("module-null-sink", f"sink_name={name}", f"rate={RATE}", "channels=1")
            self.load("module-loopback", f"source={name}.monitor", "sink=air", f"latency_msec={latency}", "adjust_time=0")

    def load(self, *words):
        subprocess.run(["pactl", "load-module", *words], env=self.server.environment, check=True, stdout=subprocess.DEVNULL)

    def environment(self, card):
        return {**self.server.environment, "PULSE_SINK": card, "PULSE_SOURCE": "ears"}

    def record(self, path, seconds):
        recorder = subprocess.Popen(
            ["parec", "--device=ears", "--format=s16le", f"--rate={RATE}", "--channels=1", "--raw"],
            env=self.server.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        samples = recorder.stdout.read(2 * RATE * seconds)
        recorder.terminate()
        recorder.stdout.close()
        recorder.wait()
        path.write_bytes(samples)
        return path


def clicks(recording, band):
    """When clicks in a band begin, in seconds: where they reach a quarter of the loudest sample of the recording."""
    filtered = subprocess.run(
        ["sox", "-t", "raw", "-r", str(RATE), "-e", "signed", "-b", "16", "-c", "1", recording, "-t", "raw", "-", "sinc", band],
        check=True, capture_output=True).stdout
    samples = array.array("h", filtered)
    limit = max(map(abs, samples), default=0) / 4
    found, last = [], -RATE
    for index, sample in enumerate(samples):
        if abs(sample) > limit > 30 and index - last > RATE / 5:
            found.append(index / RATE)
            last = index
    return found


def differences(recording):
    """By how many milliseconds each click of the page is later than the leader's."""
    leader, page = (clicks(recording, band) for band in BANDS.values())
    return [1000 * (time_ - min(leader, key=lambda other: abs(other - time_))) for time_ in page if leader]


def run(folder, delay, seconds):
    """The differences before and after the alignment, and what the page said."""
    room = Room(folder, delay)
    leader = subprocess.Popen(
        [KAMMERTON, "metronome", str(TEMPO), "--lead", "--align", "--share-port", str(PORT), "--plain", "--loudspeaker", "pulse",
         "--microphone", "pulse", "--sound", click(folder / "click.wav")],
        env=room.environment("left"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = Serve("--join", f"127.0.0.1:{PORT}")
    browser = launch(environment=room.environment("right"))
    try:
        context = browser.new_context(locale="en-US", service_workers="block", permissions=["microphone"])
        page = context.new_page()
        page.set_default_timeout(patience)
        page.add_init_script(KNOWN)
        page.goto(f"{server.url}#panel=metronome")
        page.check("#field-shareBeat")
        page.click("#metronome")
        until(page, "document.querySelector('#together-state').textContent.startsWith('Following')")
        time.sleep(8)
        before = differences(room.record(folder / "before.raw", 10))
        page.check("#field-alignBeat")
        until(page, "/sounds .* than|was not heard|does not align/.test(document.querySelector('#together-state').textContent)")
        said = page.text_content("#together-state")
        time.sleep(8)
        after = differences(room.record(folder / "after.raw", seconds))
        return before, after, re.sub(r"^Following.*?ms\. ", "", said)
    finally:
        browser.close()
        server.stop()
        leader.terminate()
        leader.wait()
        room.server.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--write", help="a JSON file for the figures")
    options = parser.parse_args()
    rows = {}
    for index in range(options.runs):
        delay = 40 + 160 * index // max(1, options.runs - 1)
        with tempfile.TemporaryDirectory() as folder:
            before, after, said = run(pathlib.Path(folder), delay, options.seconds)
        print(f"{delay} ms of loopback: {len(before)} clicks before, {len(after)} after; {said}")
        if not before or not after:
            continue
        middle = statistics.median(after)
        rows[f"loopback of {delay} ms"] = {
            "clicks": len(after), "before": f"{statistics.median(before):+.1f}", "after": f"{middle:+.2f}",
            "spread": f"{statistics.pstdev(after):.2f}", "most": f"{max(map(abs, after)):.2f}"}
        print(" ", rows[f"loopback of {delay} ms"])
    stop()
    if options.write:
        commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        table = {"measured": time.strftime("%Y-%m-%d"), "commit": commit,
                 "command": f"Tests/WebTests/shared_beat.py --runs {options.runs} --seconds {options.seconds}",
                 "unit": "the page's clicks after the leader's, in ms", "columns": ["clicks", "before", "after", "spread", "most"],
                 "rows": rows}
        pathlib.Path(options.write).write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
