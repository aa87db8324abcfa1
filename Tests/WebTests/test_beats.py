"""Beats for hand and eye: what the device is told, and when."""

import unittest

from browser import PageTest, until

SETTINGS = "const { settings } = await import('/app/settings.js');"
SESSION = "const { session } = await import('/session/session.js');"
# What the device is told, and when.
MOTOR = """
window.vibrations = [];
navigator.vibrate = (duration) => { window.vibrations.push([duration, performance.now()]); return true; };
window.flashes = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.className === 'beat-flash') window.flashes.push([frames[0].opacity, options.duration, performance.now()]);
  return animate.call(this, frames, options);
};
"""
ON = f"async (on) => {{ {SETTINGS} for (const name of on) settings.set(name, true); }}"


class Beats(PageTest):
    """The metronome as it is, however late this machine makes its beats."""

    def start(self, fragment="tempo=200&beats=3&accents=210", script=MOTOR, on=("vibrate", "flash"), **options):
        page = self.open(f"panel=metronome&{fragment}", script=script, **options)
        page.evaluate(ON, list(on))
        page.evaluate(
            f"async () => {{ {SESSION} window.clicks = 0; session.addEventListener('click', () => {{ window.clicks += 1; }}); }}")
        page.click("#metronome")
        return page

    def test_beats_vibrate_and_flash_and_accents_do_so_longer_and_brighter(self):
        page = self.start()
        until(page, "new Set(window.vibrations.map(([duration]) => duration)).size === 2")
        until(page, "new Set(window.flashes.map(String)).size > 0 && window.flashes.some(([brightness]) => brightness === 0.85)")
        page.click("#metronome")
        self.assertEqual(page.evaluate("[...new Set(window.vibrations.map(([duration]) => duration))].filter(Boolean).sort()"), [35, 70])
        box = page.evaluate("(() => { const { width, height } = document.querySelector('.beat-flash').getBoundingClientRect(); return [width, height]; })()")
        self.assertEqual(box, [1280, 800])

    def test_nothing_is_told_unless_it_is_turned_on(self):
        page = self.start(on=())
        until(page, "window.clicks >= 4")
        page.wait_for_timeout(400)
        self.assertEqual(page.evaluate("[window.vibrations, window.flashes]"), [[], []])

    def test_with_reduced_motion_it_vibrates_without_flashes(self):
        page = self.start(reduced_motion="reduce")
        until(page, "window.vibrations.length >= 3")
        self.assertEqual(page.evaluate("window.flashes"), [])

    def test_a_hidden_page_keeps_still(self):
        page = self.start(script=MOTOR + "Object.defineProperty(document, 'hidden', { configurable: true, value: true });")
        until(page, "window.clicks >= 5")
        page.wait_for_timeout(500)
        self.assertEqual(page.evaluate("[window.vibrations, window.flashes]"), [[], []])

    def test_other_panels_get_the_beats_too(self):
        page = self.start()
        self.show("tuner")
        count = page.evaluate("[window.vibrations.length, window.flashes.length]")
        until(page, f"window.vibrations.length > {count[0] + 1} && window.flashes.length > {count[1] + 1}")

    def test_without_a_motor_vibration_is_not_offered(self):
        page = self.open("panel=metronome", script="delete Navigator.prototype.vibrate;")
        page.wait_for_selector("#field-flash")
        self.assertEqual(page.locator("#field-vibrate").count(), 0)
        page = self.open("panel=metronome")
        page.wait_for_selector("#field-vibrate")


class BeatTimes(PageTest):
    """By a clock that only the test moves, with a loudspeaker that is behind what is rendered."""

    def begin(self, timestamp=True):
        page = self.open("panel=metronome", script=MOTOR, has_own_clock=True)
        page.wait_for_selector("#field-flash", state="attached")
        page.evaluate(ON, ["vibrate", "flash"])
        page.evaluate(
            """async (timestamp) => {
              const { host } = await import('/session/host.js');
              host.context = { get currentTime() { return performance.now() / 1000; }, outputLatency: 0.2 };
              if (timestamp) {
                host.context.getOutputTimestamp = () => ({ contextTime: (performance.now() - 300) / 1000, performanceTime: performance.now() });
              }
            }""",
            timestamp,
        )
        return page

    def click(self, *clicks):
        """Clicks as they are rendered: in how many milliseconds, the accent, the voice. The time now, in milliseconds."""
        return self.page.evaluate(
            f"""async (clicks) => {{
              {SESSION}
              const now = performance.now();
              for (const [wait, accent, voice] of clicks) {{
                const detail = {{ time: (now + wait) / 1000, bar: 0, beat: 0, accent, voice }};
                session.dispatchEvent(new CustomEvent('click', {{ detail }}));
              }}
              return now;
            }}""",
            [list(click) for click in clicks],
        )

    def told(self, what):
        return self.page.evaluate(f"window.{what}")

    def test_a_beat_is_told_when_it_is_heard_and_not_when_it_is_rendered(self):
        for timestamp, latency in [(True, 300), (False, 200)]:
            with self.subTest(latency=latency):
                page = self.begin(timestamp)
                now = self.click((50, 2, "beat"), (650, 1, "beat"), (750, 1, "subdivision"), (1250, 0, "beat"))
                page.clock.run_for(2500)
                vibrations = self.told("vibrations")
                self.assertEqual([duration for duration, _ in vibrations], [70, 35])
                for (_, time), wait in zip(vibrations, [50, 650]):
                    self.assertAlmostEqual(time - now, wait + latency, delta=2)
                self.assertEqual([(brightness, duration) for brightness, duration, _ in self.told("flashes")], [(0.85, 260), (0.4, 130)])

    def test_flashes_are_three_a_second_at_most(self):
        page = self.begin()
        self.click(*[(100 + 100 * index, 1, "beat") for index in range(40)])
        page.clock.run_for(6000)
        times = [time for _, _, time in self.told("flashes")]
        self.assertGreater(len(times), 8)
        self.assertTrue(all(after - before >= 1000 for before, after in zip(times, times[3:])), times)
        self.assertEqual(len(self.told("vibrations")), 40)

    def test_what_comes_late_is_left_out(self):
        page = self.begin()
        self.click((50, 2, "beat"))
        # The page slept, and with it its timers.
        page.clock.fast_forward(1500)
        self.click((-900, 2, "beat"))
        page.clock.run_for(500)
        self.assertEqual([self.told("vibrations"), self.told("flashes")], [[], []])

    def test_what_has_not_been_heard_when_it_stops_is_not_told(self):
        page = self.begin()
        self.click((50, 2, "beat"))
        page.evaluate("async () => (await import('/session/playing.js')).playing.changed()")
        page.clock.run_for(1000)
        self.assertEqual([duration for duration, _ in self.told("vibrations")], [0])


if __name__ == "__main__":
    unittest.main()
