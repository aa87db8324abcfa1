"""Measures what the page costs while it listens: processor seconds per minute of the whole browser, and memory of its renderer.

    listening_cost.py [--view VIEW] [--sound string|tone|chord|silence] [--seconds N] [--rounds N]
                      [--sites SITE,SITE] [--output FILE]

Chromium's fake microphone plays a guitar string that is plucked every six seconds, A3 half of the time, the triad C-E-G, or
nothing. The seconds are those that /proc counts for each thread of the browser; painting without a graphics card is in the
process of the GPU. `copying` as a site is a page that only copies the samples of the microphone. With two sites, such as the
page before and after a change, it measures them in turn, so that a busy machine troubles both, and prints the median of the
rounds' ratios. Linux only.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from browser import KNOWN, ROOT, SITE, launch, make_clip, patience, stop
from site_server import SiteServer

TICKS = os.sysconf("SC_CLK_TCK")
SOUNDS = {
    "string": ["pluck", "A2", "repeat", "19"],
    "tone": ["saw", "220", "vol", "0.3", "tremolo", "0.5", "100"],
    "chord": ["sine", "261.6256", "sine", "327.032", "sine", "392.4384", "remix", "-", "vol", "0.5"],
    "silence": ["sine", "220", "vol", "0"],
}
# The first four are the renderer's.
PARTS = ["main thread", "audio thread", "workers", "layers", "painting", "sound devices and the rest"]
RENDERER = "renderer, % of a core"
COLUMNS = [*PARTS, "total", RENDERER]


def ours(process):
    while process > 1:
        if process == os.getpid():
            return True
        process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return False


def column(kind, is_first, name):
    """What a thread of a process of the browser is counted as."""
    if kind == "gpu-process":
        return "painting"
    if kind == "renderer":
        if is_first:
            return "main thread"
        for start, found in (("Realtime Audio", "audio thread"), ("DedicatedWorker", "workers"), ("Compositor", "layers"), ("ThreadPool", "layers")):
            if name.startswith(start):
                return found
    return "sound devices and the rest"


def spent():
    """{(process, thread): (column, seconds so far)} of this browser."""
    found = {}
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().replace(b"\0", b" ").split()
            if not words or b"chrom" not in words[0] or not ours(int(path.name)):
                continue
            kind = next((word[7:].decode() for word in words if word.startswith(b"--type=")), "browser")
            for thread in (path / "task").iterdir():
                text = (thread / "stat").read_text()
                name = text[text.index("(") + 1:text.rindex(")")]
                fields = text.rsplit(")", 1)[1].split()
                found[path.name, thread.name] = column(kind, thread.name == path.name, name), (int(fields[11]) + int(fields[12])) / TICKS
        except OSError:
            continue  # it has ended
    return found


def memory():
    """Proportional set size of the renderers, in megabytes."""
    total = 0
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (path / "cmdline").read_bytes() and ours(int(path.name)):
                total += int((path / "smaps_rollup").read_text().split("Pss:")[1].split()[0]) / 1000
        except OSError:
            continue
    return total


def measure(site, view, seconds, clip):
    browser = launch(clip)
    try:
        with SiteServer(site) as server:
            page = browser.new_context(locale="en-US", service_workers="block").new_page()
            page.set_default_timeout(patience)
            page.add_init_script(KNOWN)
            page.goto(f"{server.url}#view={view}")
            page.click("#listen")
            page.wait_for_selector("tuner-panel[data-status=listening]")
            page.wait_for_timeout(5000)
            start, before = time.monotonic(), spent()
            page.wait_for_timeout(1000 * seconds)
            minutes, after = (time.monotonic() - start) / 60, spent()
            row = dict.fromkeys(COLUMNS, 0.0)
            for thread, (name, value) in after.items():
                value = (value - before.get(thread, (name, 0))[1]) / minutes
                row[name] += value
                row["total"] += value
            row[RENDERER] = sum(row[part] for part in PARTS[:4]) / 0.6
            return {**row, "megabytes": memory()}
    finally:
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--view", default="knob")
    parser.add_argument("--sound", choices=SOUNDS, default="string")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sites", default=str(SITE), help="each as FOLDER or NAME=FOLDER")
    parser.add_argument("--output", help="a file for the figures, as Scripts/figures.py reads them")
    options = parser.parse_args()
    known = {"copying": f"a page that only copies samples={pathlib.Path(__file__).parent / 'copying'}"}
    options.sites = ",".join(known.get(site, site) for site in options.sites.split(","))
    sites = dict(site.rpartition("=")[::2] if "=" in site else (site, site) for site in options.sites.split(","))
    runs = {name: [] for name in sites}
    with tempfile.TemporaryDirectory() as folder:
        length = 6 if options.sound == "string" else 120
        channels = 3 if options.sound == "chord" else 1
        clip = make_clip(folder, options.sound, *SOUNDS[options.sound], seconds=length, channels=channels)
        for _ in range(options.rounds):
            for name, site in sites.items():
                runs[name].append(measure(pathlib.Path(site), options.view, options.seconds, clip))
    stop()
    rows = {name: {key: round(statistics.median(row[key] for row in rounds), 1) for key in rounds[0]} for name, rounds in runs.items()}
    for name, row in rows.items():
        print(name, json.dumps(row))
    first, *others = runs.values()
    for name, other in zip(list(runs)[1:], others):
        print(f"{name}: {statistics.median(after['total'] / before['total'] for before, after in zip(first, other)):.2f} of the first")
    if options.output:
        commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        command = f"Tests/WebTests/listening_cost.py --sound {options.sound} --view {options.view} --seconds {options.seconds} --rounds {options.rounds}"
        table = {"measured": time.strftime("%Y-%m-%d"), "commit": commit, "command": command,
                 "unit": "processor seconds per minute", "columns": COLUMNS,
                 "rows": {name: {key: f"{row[key]:.1f}" for key in COLUMNS} for name, row in rows.items()}}
        pathlib.Path(options.output).write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
