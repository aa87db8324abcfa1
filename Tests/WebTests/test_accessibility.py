"""WCAG 2.2 AA as far as a machine can tell: axe, the keyboard, sizes, reflow, stillness."""

import statistics
import unittest

from axe_playwright_python.sync_playwright import Axe

from browser import PageTest, until

PANELS = ["tuner", "tones", "metronome", "piano", "bells", "practice", "messages", "history", "settings"]
VIEWS = ["knob", "needle", "strobe", "trace", "spectrum", "waveform", "giant", "playing", "strum", "chord"]
# Of rules that were kept, one place each is enough.
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],
}
LANGUAGES = ["en", "de", "fr", "es", "ja", "zh-Hans"]


class Audit(PageTest):
    def violations(self):
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        response = self.page.evaluate("(rules) => axe.run(rules)", RULES)
        self.assertGreater(len(response["passes"]), 15, "axe looked at something")
        found = response["violations"]
        return [(row["id"], node["html"][:160]) for row in found for node in row["nodes"]]

    def test_axe_finds_nothing_in_any_panel_light_and_dark(self):
        for scheme in ["light", "dark"]:
            page = self.open("simulate&instrument=Guitar", color_scheme=scheme)
            for panel in PANELS:
                with self.subTest(panel=panel, scheme=scheme):
                    self.show(panel)
                    self.settle()
                    self.assertEqual(self.violations(), [])

    def test_axe_finds_nothing_in_the_dialogs_and_with_a_failure(self):
        page = self.open("instrument=Guitar")
        for button in ["#instrument", "#chip-pitch", "#chip-temperament", "#chip-transposition", "#chip-tolerance"]:
            with self.subTest(button):
                self.press_listed(button, "#tuner-settings")
                page.wait_for_selector("dialog[open]")
                self.settle()
                self.assertEqual(self.violations(), [])
                page.keyboard.press("Escape")
                page.wait_for_selector("dialog[open]", state="hidden")
                until(page, f"document.activeElement.id === '{button[1:]}'")  # in the card, which has opened again
        page = self.open(script="navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))")
        page.click("#listen")
        page.wait_for_selector("tuner-banner:not([hidden])")
        self.assertEqual(self.violations(), [])

    def test_axe_finds_nothing_in_any_view_and_in_high_contrast(self):
        page = self.open("simulate&instrument=Guitar")
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('theme', 'contrast')")
        for view in VIEWS:
            with self.subTest(view):
                self.choose_view(view)
                self.settle()
                self.assertEqual(self.violations(), [])

    def test_axe_finds_nothing_while_messages_come_and_devices_pair(self):
        states = {
            "compare": "phase: 'running', stage: 'comparison', digits: new Digits('012345', '678901')",
            "failure": "phase: 'failed', failure: new PairingError('two-devices')",
            "tuning": "phase: 'done', isOffer: false, result: { sharedSecret: new Uint8Array(32), "
            "handOver: { kind: 'tuner', text: 'a4: 442\\ntemperament: vallotti\\npiece: Bach' } }",
        }
        for scheme in ["light", "dark"]:
            page = self.open("panel=messages", color_scheme=scheme)
            page.wait_for_selector("#pair-join")
            for name, state in states.items():
                with self.subTest(name, scheme=scheme):
                    page.evaluate(
                        f"""async () => {{
                          const {{ PairingError }} = await import('/pairing/errors.js');
                          const {{ Digits }} = await import('/pairing/keys.js');
                          const {{ pairing }} = await import('/panels/messages/pairing.js');
                          const {{ link }} = await import('/panels/messages/link.js');
                          Object.assign(pairing, {{ stage: null, digits: null, failure: null, result: null }}, {{ {state} }});
                          pairing.changed();
                          link.listeners.set('inbox', []);
                          const text = new TextEncoder().encode('Grüße');
                          const heard = {{
                            kind: 'message', band: 'U', signalToNoise: 12, isPart: false, echo: -2, delaySpread: 0.01,
                            verdict: 'echoing',
                          }};
                          for (const payload of [text, Uint8Array.of(0, 255)]) link.tell('event', {{ ...heard, payload }});
                          link.tell('event', {{ ...heard, kind: 'progress', number: 7, heardCount: 2, neededCount: 5 }});
                          link.tell('event', {{ ...heard, kind: 'lost' }});
                        }}"""
                    )
                    self.settle()
                    self.assertEqual(self.violations(), [])
                    if name == "compare":
                        page.fill("#pair-other", "999999")
                        page.press("#pair-other", "Enter")
                        page.wait_for_selector("#pair-other[aria-invalid=true]")
                        self.assertEqual(self.violations(), [])


class Reach(PageTest):
    def test_every_control_is_reached_by_the_tab_key_and_shows_it(self):
        for panel in PANELS:
            with self.subTest(panel):
                page = self.open(f"panel={panel}&instrument=Guitar")
                self.settle()
                wanted = page.evaluate(
                    """() => [...document.querySelectorAll('button, select, input, summary, [tabindex="0"]')]
                      .filter((element) => element.checkVisibility() && !element.disabled
                        && !(element.type === 'radio' && !element.checked)).length"""
                )
                page.evaluate(
                    """() => {
                      window.reached = new Set();
                      window.unseen = [];
                      addEventListener('focusin', ({ target: element }) => {
                        window.reached.add(element);
                        const marked = element.type === 'radio' ? element.nextElementSibling ?? element : element;
                        const style = getComputedStyle(marked);
                        if (style.outlineStyle === 'none' && !element.closest('.skip')) window.unseen.push(element.outerHTML.slice(0, 120));
                      });
                    }"""
                )
                for _ in range(wanted + 12):
                    page.keyboard.press("Tab")
                self.assertGreaterEqual(page.evaluate("window.reached.size"), wanted)
                self.assertEqual(page.evaluate("window.unseen"), [])

    def test_targets_are_44_pixels_or_more(self):
        page = self.open("instrument=Guitar", width=390, height=844)
        for panel in PANELS:
            with self.subTest(panel):
                self.show(panel)
                self.settle()
                small = page.evaluate(
                    """() => [...document.querySelectorAll('button, select, summary, input[type=range], label.check, label.segment, .toggle label')]
                      .filter((element) => element.checkVisibility())
                      .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
                      .filter(([, box]) => box.width < 40 || box.height < 43.5)
                      .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
                )
                # Keys of the small piano, as black keys on any piano, are narrower but far apart.
                self.assertEqual([html for html in small if 'class="key' not in html], [])

    def test_nothing_is_cut_off_at_320_pixels_in_any_language(self):
        for language in LANGUAGES:
            page = self.open(f"language={language}&instrument=Guitar&simulate", width=320, height=640)
            for panel in PANELS:
                with self.subTest(panel=panel, language=language):
                    self.show(panel)
                    self.settle()
                    self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), 320)

    def test_text_of_twice_the_size_fits(self):
        page = self.open("instrument=Guitar&simulate", width=640, height=800)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for panel in PANELS:
            with self.subTest(panel):
                self.show(panel)
                self.settle()
                self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), 640)


class Forced(PageTest):
    def test_where_the_system_chooses_the_colours_every_button_has_an_edge_and_what_is_drawn_is_seen(self):
        for scheme in ["light", "dark"]:
            page = self.open("instrument=Guitar&view=trace", forced_colors="active", color_scheme=scheme)
            ink, paper = page.evaluate("""async () => {
              const { colors } = await import('/app/theme.js');
              return [colors.ink, getComputedStyle(document.body).backgroundColor];
            }""")
            self.assertEqual([ink, paper], ["rgb(0, 0, 0)", "rgb(255, 255, 255)"][::1 if scheme == "light" else -1])
            for panel in PANELS:
                with self.subTest(panel=panel, scheme=scheme):
                    self.show(panel)
                    self.settle()
                    bare = page.evaluate(
                        """() => [...document.querySelectorAll('button, select, .segment span, [role=switch]')]
                          .filter((element) => element.checkVisibility() && !element.closest('.skip'))
                          .filter((element) => {
                            const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
                            return borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1;
                          }).map((element) => element.outerHTML.slice(0, 120))"""
                    )
                    self.assertEqual(bare, [])


class Senses(PageTest):
    def test_the_dial_keeps_still_for_those_who_ask(self):
        page = self.open("simulate", reduced_motion="reduce")
        until(page, "document.querySelector('[role=meter]').getAttribute('aria-valuetext')?.includes('E2')")
        page.wait_for_timeout(300)
        turns = set()
        for _ in range(8):
            turns.add(page.evaluate("document.querySelector('.knob-dial').style.transform"))
            page.wait_for_timeout(120)
        self.assertEqual(len(turns), 1)

    def test_the_needle_is_a_meter_with_words(self):
        page = self.open("simulate")
        until(page, "/E2, .*(flat|in tune)/.test(document.querySelector('[role=meter]').getAttribute('aria-valuetext'))")
        self.assertIsNone(page.get_attribute("[role=meter]", "aria-live"))
        self.assertEqual(page.locator("[role=status]:not(app-notice *)").count(), 1)

    def test_flat_and_in_tune_differ_by_more_than_colour(self):
        page = self.open("simulate")
        until(page, "document.querySelector('.readout').dataset.side === 'flat'")
        self.assertEqual(page.text_content(".side-sign"), "♭")
        until(page, "document.querySelector('.readout').dataset.side === 'good'")
        self.assertTrue(page.is_visible(".side .icon"))
        self.assertEqual(page.text_content(".side-word"), "in tune")

    def test_single_keys_can_be_switched_off(self):
        page = self.open()
        page.keyboard.press("3")
        self.assertTrue(page.is_visible("metronome-panel"))
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('shortcuts', false)")
        page.keyboard.press("1")
        self.assertTrue(page.is_visible("metronome-panel"))

    def test_left_handed_mirrors_the_strings(self):
        page = self.open("instrument=Guitar")
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('leftHanded', true)")
        low = page.locator(".string[data-number='6']").bounding_box()
        high = page.locator(".string[data-number='1']").bounding_box()
        self.assertGreater(low["x"], high["x"])

    def test_clicks_are_faster_the_farther_off(self):
        page = self.open(
            "simulate&tolerance=1",
            script="""
            window.clicks = [];
            import('/session/heard.js').then((module) => {
              const start = OscillatorNode.prototype.start;
              OscillatorNode.prototype.start = function (...values) {
                const { frequency, targetFrequency } = module.heard.state;
                window.clicks.push([performance.now(), Math.abs(frequency - targetFrequency)]);
                start.apply(this, values);
              };
            });
            localStorage.setItem('kammerton.settings', JSON.stringify({ clicks: true }));""",
            has_own_clock=True,
        )
        # Strings are plucked 35 cents flat, and drawn up within five seconds.
        clicks = []
        for _ in range(60):
            page.clock.run_for(500)
            clicks = page.evaluate("window.clicks")
            if len(clicks) > 24:
                break
        gaps = sorted((error, now - last) for (last, _), (now, error) in zip(clicks, clicks[1:]))
        # Never slower than 0.7 a second: what is longer lies between two strings.
        gaps = [(error, gap) for error, gap in gaps if gap < 1500]
        self.assertGreater(len(gaps), 5)
        half = len(gaps) // 2
        near, far = (statistics.median(gap for _, gap in part) for part in (gaps[:half], gaps[half:]))
        self.assertLess(far, near)


if __name__ == "__main__":
    unittest.main()
