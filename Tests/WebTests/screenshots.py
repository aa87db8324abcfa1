"""Pictures of the page for the documentation: every view and panel, light and dark, phone and desktop.

    screenshots.py FOLDER [NAME ...]
"""

import pathlib
import sys

from browser import KNOWN, SITE, driver, launch, stop
from site_server import SiteServer

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
GUITAR = "simulate&instrument=Guitar"
# Name: fragment, seconds until the picture, what to press before.
SCENES = {
    "knob": (GUITAR, 3.3, []),
    "knob-flat": (GUITAR, 1.3, []),
    "question": ("", 0.8, []),
    "start": ("", 0.8, []),
    "needle": (f"{GUITAR}&view=needle", 1.6, []),
    "strobe": (f"{GUITAR}&view=strobe", 1.8, []),
    "history-of-pitch": (f"{GUITAR}&view=trace", 14, []),
    "spectrum": (f"{GUITAR}&view=spectrum", 2.4, []),
    "waveform": (f"{GUITAR}&view=waveform", 2.4, []),
    "giant": (f"{GUITAR}&view=giant", 2.6, []),
    "instruments": ("instrument=Guitar", 0.8, ["#instrument"]),
    "temperament": ("temperament=vallotti", 0.8, ["#chip-temperament"]),
    "tones": ("panel=tones", 0.8, []),
    "metronome": ("panel=metronome", 0.8, ["#metronome"]),
    "piano": ("panel=piano", 1.5, []),
    "bells": ("panel=bells", 1.5, []),
    "practice": ("panel=practice", 1.5, []),
    "messages": ("panel=messages", 1.5, []),
    "history": ("panel=history", 0.8, []),
    "settings": ("panel=settings", 0.8, []),
    "japanese": (f"{GUITAR}&language=ja", 1.6, []),
}


def take(browser, server, folder, name, size, scheme):
    fragment, seconds, presses = SCENES[name]
    scale = 2 if size is PHONE else 1
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=scale, locale="en-US", service_workers="block")
    page = context.new_page()
    if name != "question":
        page.add_init_script(KNOWN)
    page.goto(f"{server.url}#{fragment}")
    page.wait_for_selector("#listen", state="attached")
    for selector in presses:
        page.click(selector)
    page.wait_for_timeout(1000 * seconds)
    kind = "phone" if size is PHONE else "desktop"
    page.screenshot(path=folder / f"{name}-{kind}-{scheme}.jpg", type="jpeg", quality=84)
    context.close()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    browser = launch()
    with SiteServer(SITE) as server:
        for name in sys.argv[2:] or SCENES:
            for size in (PHONE, DESKTOP):
                for scheme in ("light", "dark"):
                    take(browser, server, folder, name, size, scheme)
    browser.close()


if __name__ == "__main__":
    main()
    stop()
