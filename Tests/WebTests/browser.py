"""A page in Debian's Chromium, with a fake microphone where one is wanted, and what must hold in every test:
no violation of the policy, no request elsewhere, no error."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from playwright.sync_api import sync_playwright

from site_server import SiteServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = pathlib.Path(os.environ.get("KAMMERTON_SITE") or ROOT / ".build-web" / "site").resolve()
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""

# Drawn without a graphics card, a frame costs as much as all else: eight of them a second show what sixty do.
SELDOM = """
(() => {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => setTimeout(() => request(draw), 110);
  window.cancelAnimationFrame = clearTimeout.bind(window);
})();
"""

# Milliseconds: for a machine that is busy with other things. What is right comes long before.
patience = 60_000
playwright = None


def driver():
    global playwright
    if playwright is None:
        playwright = sync_playwright().start()
        unittest.addModuleCleanup(stop)
    return playwright


def stop():
    global playwright
    if playwright:
        playwright.stop()
        playwright = None


def until(page, expression, timeout=patience):
    """Waits for a condition in the page. Playwright's own way needs eval, which the policy forbids."""
    end = time.monotonic() + timeout / 1000
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise AssertionError(f"never came true: {expression}")
        page.wait_for_timeout(40)


def launch(clip=None, environment=None):
    """A browser. The clip is what its microphone hears, once; with an environment it uses the sound server that
    this one names."""
    arguments = ["--no-sandbox", "--headless=new", "--autoplay-policy=no-user-gesture-required"]
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


def make_clip(folder, name, *effects, seconds=12):
    """A clip by sox. The device starts 2 s before the page listens, and repeats its end for ever: so silence at
    both ends."""
    path = pathlib.Path(folder) / f"{name}.wav"
    subprocess.run(
        ["sox", "-n", "-R", "-D", "-r", "48000", "-b", "16", "-c", "1", path, "synth", str(seconds), *effects, "pad", "2.5", "0.5"],
        check=True,
    )
    return path


class PageTest(unittest.TestCase):
    """Serves the site once for a class, and opens pages on it."""

    clip = None

    @classmethod
    def setUpClass(cls):
        if cls is PageTest:
            raise unittest.SkipTest("shared")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = SiteServer(SITE)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.close)
        cls.browser = launch(cls.make_clip())
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def make_clip(cls):
        return None

    def open(self, fragment="", *, script=None, width=1280, height=800, has_own_clock=False, draws_often=False, **options):
        options = {"locale": "en-US", "service_workers": "block", **options}
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.addCleanup(context.close)
        context.add_init_script(WATCH)
        if not draws_often:
            context.add_init_script(SELDOM)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(patience)
        if has_own_clock:
            # Time passes only by page.clock, however busy the machine is.
            page.clock.install()
        self.errors, self.requests = [], []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(f"{self.server.url}#{fragment}")
        page.wait_for_selector("#listen", state="attached")
        page.wait_for_selector("main .panel:not([hidden]) h1", state="attached")
        self.page = page
        return page

    def show(self, panel):
        self.page.click(f"[data-tab={panel}]")
        # One of them is loaded only now.
        self.page.wait_for_selector(f"{panel}-panel h1", state="attached")

    def listen(self):
        self.page.click("#listen")
        self.page.wait_for_selector("tuner-panel[data-status=listening]")

    def tearDown(self):
        page = getattr(self, "page", None)
        if page is None or page.is_closed():
            return
        self.assertEqual(page.evaluate("window.violations"), [])
        self.assertEqual(self.errors, [])
        elsewhere = [url for url in self.requests if not url.startswith((self.server.url, "blob:", "data:"))]
        self.assertEqual(elsewhere, [])
        self.page = None
