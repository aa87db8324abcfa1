"""A page in Debian's Chromium, with a fake microphone where one is wanted, and what must hold in every test:
no violation of the policy, no request elsewhere, no error."""

import atexit
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time
import unittest
import wave

from playwright.sync_api import sync_playwright

from site_server import SiteServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = pathlib.Path(os.environ.get("KAMMERTON_SITE") or ROOT / ".build-web" / "site").resolve()
# The first of these; without its windows, it takes two thirds of the processor time.
PROGRAMS = ["chromium-headless-shell", "chromium", "google-chrome"]
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""

# Who has been asked already what they play.
KNOWN = """
try {
  const stored = JSON.parse(localStorage.getItem('kammerton.settings') ?? '{}');
  localStorage.setItem('kammerton.settings', JSON.stringify({ asked: true, ...stored }));
} catch {}
"""

# Drawn without a graphics card, a frame costs as much as all else: eight of them a second show what sixty do.
SELDOM = """
(() => {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => setTimeout(() => request(draw), 110);
  window.cancelAnimationFrame = clearTimeout.bind(window);
})();
"""

# No element has come for a tenth of a second, and no animation that ends still runs. What goes on adding some, such as a
# list of what is heard, is waited for two seconds.
SETTLED = """async () => {
  const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  let count = 0;
  const observer = new MutationObserver((records) => {
    if (records.some(({ addedNodes }) => [...addedNodes].some((node) => node.nodeType === Node.ELEMENT_NODE))) count += 1;
  });
  observer.observe(document, { childList: true, subtree: true });
  for (let round = 0; round < 20; round += 1) {
    const before = count;
    await later(100);
    if (count === before) break;
  }
  observer.disconnect();
  const passing = document.getAnimations().filter(({ effect, playState }) => (
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(passing.map((animation) => animation.finished));
}"""

# Milliseconds: for a machine that is busy with other things. What is right comes long before.
patience = 300_000
playwright = None
common = None


def driver():
    global playwright
    if playwright is None:
        playwright = sync_playwright().start()
        atexit.register(stop)
    return playwright


def stop():
    """Ends what drives the browsers, and with it those that are open."""
    global playwright, common
    if playwright:
        playwright.stop()
        playwright = common = None


def common_browser():
    """The browser of all tests of this process that wish for no microphone or sound server: what tests must not share
    belongs to contexts, and a browser costs as much as three of them."""
    global common
    if common is None or not common.is_connected():
        common = launch()
    return common


def until(page, expression, timeout=patience):
    """Waits for a condition in the page. Playwright's own way needs eval, which the policy forbids."""
    end = time.monotonic() + timeout / 1000
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise AssertionError(f"never came true: {expression}")
        page.wait_for_timeout(40)


def launch(clip=None, environment=None, arguments=()):
    """A browser. The clip is what its microphone hears, once; with an environment it uses the sound server that
    this one names."""
    arguments = ["--no-sandbox", "--headless=new", "--autoplay-policy=no-user-gesture-required", *arguments]
    if environment:
        arguments += ["--use-fake-ui-for-media-stream"]
    if clip:
        arguments += [
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-audio-capture={clip}%noloop",
        ]
    # Playwright would mute the loudspeaker.
    audible = {"ignore_default_args": ["--mute-audio"]} if environment else {}
    return driver().chromium.launch(
        executable_path=ROOT / "Tests" / "WebTests" / "nice-browser.sh",
        env={**(environment or os.environ), "BROWSER_PROGRAM": CHROMIUM}, args=arguments, **audible)


def make_clip(folder, name, *effects, seconds=12, channels=1):
    """A clip by sox. The device starts 2 s before the page listens, and repeats its end for ever: so silence at
    both ends."""
    path = pathlib.Path(folder) / f"{name}.wav"
    subprocess.run(
        ["sox", "-n", "-R", "-D", "-r", "48000", "-b", "16", "-c", str(channels), path, "synth", str(seconds), *effects, "pad", "2.5", "0.5"],
        check=True,
    )
    return path


def write_wave(path, samples, rate):
    """Writes samples in -1...1 as one channel of 16 bits."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *(int(32767 * value) for value in samples)))
    return path


class PageTest(unittest.TestCase):
    """Serves the site once for a class, and opens pages on it."""

    clip = None
    # The context of all pages without wishes of their own, since one costs as much as a page.
    shared = None

    @classmethod
    def setUpClass(cls):
        if cls is PageTest:
            raise unittest.SkipTest("shared")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = SiteServer(SITE)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.close)
        cls.clip = cls.make_clip()
        cls.shared = None
        if cls.clip:
            cls.browser = launch(cls.clip)
            cls.addClassCleanup(cls.browser.close)
        else:
            cls.browser = common_browser()
            cls.addClassCleanup(cls.close_shared)

    @classmethod
    def make_clip(cls):
        return None

    @classmethod
    def close_shared(cls):
        if cls.shared:
            cls.shared.close()

    def open(self, fragment="", *, script=None, width=1280, height=800, has_own_clock=False, draws_often=False, is_new=False,
             **options):
        """A page that nobody has changed yet. With `is_new`, its visitor has never been asked what they play."""
        self.leave()
        page = self.new_page({"width": width, "height": height}, options, is_shared=not (options or has_own_clock or self.clip))
        page.add_init_script(WATCH)
        if not draws_often:
            page.add_init_script(SELDOM)
        if script:
            page.add_init_script(script)
        if not is_new:
            page.add_init_script(KNOWN)
        page.set_default_timeout(patience)
        if has_own_clock:
            # Time passes only by page.clock, however busy the machine is. Installed alone, it would go on by itself.
            page.clock.install(time=1_700_000_000)
            page.clock.pause_at(1_700_000_001)
        self.errors, self.requests = [], []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(f"{self.server.url}#{fragment}")
        for selector in ["#listen", "main .panel:not([hidden]) h1"]:
            if has_own_clock:
                self.pass_time_until(page, f"document.querySelector('{selector}') !== null")
            else:
                page.wait_for_selector(selector, state="attached")
        if has_own_clock:
            page.clock.run_for(1000)  # It has been open for a while.
        self.page = page
        return page

    @staticmethod
    def pass_time_until(page, expression):
        """For pages with a clock of their own."""
        end = time.monotonic() + patience / 1000
        while not page.evaluate(expression):
            if time.monotonic() > end:
                raise AssertionError(f"never came true: {expression}")
            page.clock.run_for(50)

    def new_page(self, viewport, options, is_shared):
        """A page that knows nothing of any before."""
        options = {"viewport": viewport, "locale": "en-US", "service_workers": "block", **options}
        if not is_shared:
            context = self.browser.new_context(**options)
            self.addCleanup(context.close)
            return context.new_page()
        if self.shared is None:
            type(self).shared = self.browser.new_context(**options)
            # A picture that stays open, and with it the process that the pages run in.
            self.shared.new_page().goto(f"{self.server.url}icons/icon.svg")
        page = self.shared.new_page()
        page.set_viewport_size(viewport)
        storage = self.shared.new_cdp_session(page)
        storage.send("Storage.clearDataForOrigin", {"origin": self.server.url.rstrip("/"), "storageTypes": "all"})
        storage.detach()
        return page

    def press_listed(self, selector, opener):
        """Presses a button, and before it the one that opens the list that it is in, if it is in one."""
        if not self.page.is_visible(selector):
            self.page.click(opener)
        self.page.click(selector)

    def choose_view(self, view):
        self.press_listed(f".view-button[data-view={view}]", "#more-views")

    def show(self, panel):
        self.press_listed(f"[data-tab={panel}]", "[data-more]")
        # One of them is loaded only now.
        self.page.wait_for_selector(f"{panel}-panel h1", state="attached")

    def settle(self):
        """Waits until nothing is added any more and what moves, such as a panel that fades in, has come to rest."""
        self.page.evaluate(SETTLED)

    def listen(self):
        self.page.click("#listen")
        self.page.wait_for_selector("tuner-panel[data-status=listening]")

    def leave(self):
        """Closes the page that is open, if there is one, after what must hold in all: left open, it would draw and
        listen on beside the next one."""
        page = getattr(self, "page", None)
        if page is None or page.is_closed():
            return
        self.assertEqual(page.evaluate("window.violations"), [])
        self.assertEqual(self.errors, [])
        elsewhere = [url for url in self.requests if not url.startswith((self.server.url, "blob:", "data:"))]
        self.assertEqual(elsewhere, [])
        self.page = None
        if page.context is self.shared:
            for opened in page.context.pages[1:]:
                opened.close()
        else:
            page.context.close()

    def tearDown(self):
        self.leave()
