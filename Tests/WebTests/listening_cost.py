"""Measures what the page costs while it listens: processor seconds per minute and memory of its renderer.

    listening_cost.py [--view VIEW] [--seconds N] [--sites SITE,SITE] [--rounds N]

Chromium's fake microphone plays A3 sawtooth, half of the time. The seconds are those of the process that runs the page, its audio
thread and its workers, from /proc; painting without a graphics card is in the process of the GPU, which is counted apart.
With two sites, it measures them in turn, so that a busy machine troubles both. Linux only.
"""

import argparse
import json
import os
import pathlib
import statistics
import tempfile
import time

from browser import KNOWN, SITE, launch, make_clip, patience, stop
from site_server import SiteServer

TICKS = os.sysconf("SC_CLK_TCK")


def processes(kind):
    """The identifiers of this browser's processes of a kind."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        if f"--type={kind} ".encode() in words and ours(int(path.parent.name)):
            found.append(int(path.parent.name))
    return found


def ours(process):
    while process > 1:
        if process == os.getpid():
            return True
        process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return False


def seconds_of(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def share_of(process):
    """Proportional set size, in megabytes."""
    text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(text.split("Pss:")[1].split()[0]) / 1000


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
            renderer = max(processes("renderer"), key=seconds_of)
            [painter] = processes("gpu-process")[:1]
            start = time.monotonic()
            before = [seconds_of(renderer), seconds_of(painter)]
            page.wait_for_timeout(1000 * seconds)
            minutes = (time.monotonic() - start) / 60
            spent = [(seconds_of(process) - was) / minutes for process, was in zip((renderer, painter), before)]
            metrics = page.context.new_cdp_session(page)
            metrics.send("Performance.enable")
            heap = {row["name"]: row["value"] for row in metrics.send("Performance.getMetrics")["metrics"]}["JSHeapUsedSize"]
            return {"renderer": spent[0], "painter": spent[1], "megabytes": share_of(renderer), "heap": heap / 1e6}
    finally:
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--view", default="knob")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sites", default=str(SITE))
    options = parser.parse_args()
    sites = options.sites.split(",")
    runs = {site: [] for site in sites}
    with tempfile.TemporaryDirectory() as folder:
        clip = make_clip(folder, "A3", "saw", "220", "vol", "0.3", "tremolo", "0.5", "100", seconds=120)
        for _ in range(options.rounds):
            for site in sites:
                runs[site].append(measure(pathlib.Path(site), options.view, options.seconds, clip))
    stop()
    for site, rows in runs.items():
        print(site, json.dumps({name: round(statistics.median(row[name] for row in rows), 1) for name in rows[0]}))


if __name__ == "__main__":
    main()
