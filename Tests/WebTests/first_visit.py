"""Measures the first visit to `kammerton serve` over a slow network: how long until the tuner listens, and what is
fetched until then.

    first_visit.py [--runs N] [--output FILE]

A browser that knows nothing of the page opens it, and its first question is answered as soon as it is there. The network has the
figures of Lighthouse's "slow 3G": 400 kbit/s, and 400 ms for a round trip, to open a connection too. Writes the median of the
runs, and each of them, as JSON.

With KAMMERTON and KAMMERTON_SITE it measures another build.
"""

import argparse
import json
import statistics

from browser import launch, patience, stop
from slow_link import SlowLink
from test_serve import Serve

# The page's own clock: from the start of the navigation.
PRESS = """
(() => {
  const seen = () => {
    const button = document.querySelector('.answer') ?? document.querySelector('#listen');
    if (button && !window.pressed) { window.pressed = performance.now(); button.click(); }
    if (document.querySelector('tuner-panel[data-status=listening]')) window.listening ??= performance.now();
  };
  new MutationObserver(seen).observe(document, { subtree: true, childList: true, attributes: true });
})();
"""


def visit(browser, port):
    with SlowLink(port) as link:
        context = browser.new_context(locale="en-US")
        page = context.new_page()
        page.add_init_script(PRESS)
        files = []
        page.on("request", lambda request: files.append(request.url.split("/", 3)[3] or "index.html"))
        page.goto(f"http://localhost:{link.port}/", wait_until="commit", timeout=patience)
        page.wait_for_selector("tuner-panel[data-status=listening]", timeout=patience)
        seconds, pressed = page.evaluate("[window.listening / 1000, window.pressed / 1000]")
        # Playwright does not see what the audio thread fetches.
        files.append("engine/worklet.js")
        result = {"seconds": round(seconds, 2), "button": round(pressed, 2), "requests": len(files),
                  "bytes": link.counts["down"], "files": sorted(files)}
        context.close()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="(default: 5)")
    parser.add_argument("--output", help="also write the figures to this file")
    options = parser.parse_args()
    server = Serve()
    # A microphone, and nobody to ask.
    browser = launch(arguments=["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"])
    try:
        runs = [visit(browser, server.port) for _ in range(options.runs)]
    finally:
        browser.close()
        server.stop()
        stop()
    middle = {name: statistics.median(run[name] for run in runs) for name in ("seconds", "button", "requests", "bytes")}
    text = json.dumps({"median": middle, "runs": runs}, indent=1) + "\n"
    print(text, end="")
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()
