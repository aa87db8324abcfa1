"""Measures how much the latency of one and the same microphone and loudspeaker differs between openings.

    openings.py [--openings N]

A browser and a sound server whose loudspeaker is its microphone: the microphone is opened anew for each measurement, by the
button of practice. Prints the latency of each opening with its standard deviation, and what the page has stored at the end.
Needs PulseAudio.
"""

import argparse
import pathlib
import statistics
import tempfile

from browser import KNOWN, SITE, launch, patience, stop, until
from site_server import SiteServer
from test_air import SoundServer

STORED = "async () => (await import('/app/settings.js')).settings.get('latencies')"
IDLE = "async () => (await import('/panels/practice/latency.js')).latency.state === 'idle'"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--openings", type=int, default=10)
    count = parser.parse_args().openings
    with tempfile.TemporaryDirectory() as folder, SiteServer(SITE) as site:
        sound = SoundServer(pathlib.Path(folder))
        browser = launch(environment=sound.environment)
        try:
            page = browser.new_context(locale="en-US", service_workers="block", permissions=["microphone"]).new_page()
            page.set_default_timeout(patience)
            page.add_init_script(KNOWN)
            page.goto(f"{site.url}#panel=practice/practiceTime=tempo")
            page.wait_for_selector(".practice-note")
            for opening in range(count):
                page.click("#practice-measure")
                page.wait_for_timeout(1000)
                until(page, IDLE)
                page.wait_for_timeout(500)  # it is stored
                print(f"opening {opening + 1}: {page.text_content('.practice-latency')}", flush=True)
                page.evaluate("async () => (await import('/session/session.js')).session.stop()")
            rows = page.evaluate(STORED)
            values = [latency for _, latency, _ in rows]
            for name, latency, spread in rows:
                print(f"stored: {name}: {latency} ms ± {spread}")
            if len(values) > 1:
                print(f"{len(values)} openings: {min(values):.1f} to {max(values):.1f} ms, median {statistics.median(values):.1f} ms, "
                      f"standard deviation {statistics.stdev(values):.1f} ms")
        finally:
            browser.close()
            sound.close()
    stop()


if __name__ == "__main__":
    main()
