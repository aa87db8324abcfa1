"""The tuner in Firefox and WebKitGTK, where they are installed: by a simulated guitar, and by their own microphone that
plays a tone. What an engine lacks is told on the page."""

import sys
import tempfile
import unittest

import engines
from browser import SITE
from site_server import SiteServer
from test_air import HAS_SERVER, SoundServer

# Widths and heights, with the size of the root's text in percent: narrow, aside, wide, and doubled text.
SCREENS = [(500, 700, 100), (844, 450, 100), (2560, 1300, 100), (1280, 900, 200)]


class Engine:
    # What the page may say that the browser is not able to do.
    lacks = []

    @classmethod
    def setUpClass(cls):
        missing = cls.browser_class.missing()
        if missing:
            raise unittest.SkipTest(missing)
        cls.server = SiteServer(SITE)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.close)
        environment = None
        if HAS_SERVER:
            # Without a loudspeaker Firefox starts no sound at all.
            folder = tempfile.TemporaryDirectory()
            cls.addClassCleanup(folder.cleanup)
            server = SoundServer(folder.name)
            cls.addClassCleanup(server.close)
            environment = {name: server.environment[name] for name in ["XDG_RUNTIME_DIR", "PULSE_SERVER", "PULSE_RUNTIME_PATH"]}
        cls.browser = cls.browser_class(environment)
        cls.addClassCleanup(cls.browser.close)

    def open(self, fragment):
        self.browser.open(f"{self.server.url}?{self.id()}#{fragment}")
        self.browser.until("document.querySelector('#listen') !== null")

    def test_a_simulated_guitar_is_tuned_and_every_view_fits(self):
        browser = self.browser
        self.open("guitar/drop-d/simulate")
        browser.until("document.querySelector('tuner-panel').dataset.status === 'listening'")
        browser.until("/^[−+]?\\d/.test(document.querySelector('.cents-value').textContent)")
        notes = browser.evaluate("return [...document.querySelectorAll('.string')].map((string) => string.dataset.midi);")
        self.assertEqual(notes, ["38", "45", "50", "55", "59", "64"])
        browser.until("document.querySelector('.string[data-sounds=true]') !== null")
        wide = browser.evaluate("""
          const wide = [];
          for (const name of ['needle', 'strobe', 'trace', 'spectrum', 'waveform', 'giant', 'playing', 'strum', 'chord', 'knob']) {
            document.querySelector(`.view-button[data-view=${name}]`).click();
            await new Promise((done) => setTimeout(done, 60));
            if (document.scrollingElement.scrollWidth > innerWidth) wide.push(name);
          }
          return wide;
        """)
        self.assertEqual(wide, [])
        for width, height, size in SCREENS:
            with self.subTest(f"{width}×{height}, {size} %"):
                browser.resize(width, height)
                browser.evaluate(f"document.documentElement.style.fontSize = '{size}%';")
                self.assertLessEqual(*browser.evaluate("await new Promise((done) => setTimeout(done, 150)); return [document.scrollingElement.scrollWidth, innerWidth];"))

    def test_the_microphone_is_tuned_or_the_page_says_what_is_missing(self):
        browser = self.browser
        self.open("")
        browser.evaluate("document.querySelector('#listen').click();")
        browser.until("['listening', 'failed'].includes(document.querySelector('tuner-panel').dataset.status)")
        status, key = browser.evaluate("return [document.querySelector('tuner-panel').dataset.status, document.querySelector('tuner-banner').dataset.key ?? ''];")
        if status == "failed":
            # No sound server here, say, or no audio worklets: the page says so, and what to do.
            self.assertIn(key, ["fail-no-device", "fail-busy", "fail-denied", "fail-no-output", *self.lacks])
            self.assertTrue(browser.evaluate("return document.querySelector('tuner-banner .banner-title').textContent.length > 10;"))
            print(f"{self.browser.name}: {key}", file=sys.stderr)
            return
        self.check_sound()

    def check_sound(self):
        self.browser.until("/Hz/.test(document.querySelector('.hertz-value').textContent)")

    def test_files_and_scales_are_read(self):
        browser = self.browser
        self.open("simulate")
        # By what the page shows: a script that a browser's driver runs has modules of its own in Firefox, and would start
        # the page a second time if it imported one.
        browser.until("document.querySelector('#chip-temperament') !== null")
        browser.evaluate("document.querySelector('#chip-temperament').click();")
        browser.until("document.querySelector('#open-scala-file') !== null")
        browser.evaluate("""
          const files = new DataTransfer();
          files.items.add(new File([values[0]], 'just.scl'));
          const input = document.querySelector('#open-scala-file');
          input.files = files.files;
          input.dispatchEvent(new Event('change'));
        """, "Just fifth\n2\n3/2\n2/1\n")
        browser.until("/Just fifth/.test(document.querySelector('#chip-temperament').textContent)")
        browser.evaluate("""
          const text = document.querySelector('dialog textarea');
          text.value = values[0];
          document.querySelector('#take-pasted').click();
        """, "Broken\n2\n3/2\nhello\n")
        browser.until("/line 4: Write a pitch/.test(document.querySelector('dialog').textContent)")


class Firefox(Engine, unittest.TestCase):
    browser_class = engines.Firefox

    def check_sound(self):
        self.browser.until("Math.abs(parseFloat(document.querySelector('.hertz-value').textContent) - 440) < 0.5")


class WebKit(Engine, unittest.TestCase):
    browser_class = engines.WebKit
    lacks = ["fail-unsupported"]

    def check_sound(self):
        # Its mock of a microphone beeps at 500 and 1500 Hz.
        self.browser.until("Math.abs(parseFloat(document.querySelector('.hertz-value').textContent) - 500) < 0.5")


if __name__ == "__main__":
    unittest.main()
