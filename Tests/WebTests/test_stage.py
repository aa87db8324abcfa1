"""What is met when the page is used with an instrument in hand: the dial fills the stage, a guitar is led to its end, the stage
mode is read at two metres, notes are called as the language calls them, and a pluck that is like the last is told again."""

import unittest

from browser import PageTest, make_clip, until

# A microphone that hears nothing.
EARS = "navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;"
BOX = """(selector) => {
  const { left, top, right, bottom, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { left, top, right, bottom, width, height, x: (left + right) / 2, y: (top + bottom) / 2 };
}"""
SETTINGS = "async ([key, value]) => (await import('/app/settings.js')).settings.set(key, value)"


class Space(PageTest):
    def box(self, selector):
        return self.page.evaluate(BOX, selector)

    def open_listening(self, fragment="guitar", **options):
        page = self.open(fragment, script=EARS, **options)
        until(page, "document.querySelectorAll('.string').length === 6")
        self.listen()
        self.settle()
        return page

    def test_the_dial_fills_a_stage_that_stands_in_the_middle(self):
        self.open_listening(width=1280, height=800)
        disc = self.box(".knob-disc")
        self.assertGreaterEqual(disc["width"], 370)
        self.assertAlmostEqual(disc["x"], 640, delta=2)
        display, strings, views = self.box(".display"), self.box(".strings"), self.box(".views")
        self.assertLess(strings["top"] - display["bottom"], 20, "nothing takes a band between them")
        self.assertLess(views["right"], display["left"], "the views stand beside the stage")

    def test_the_microphone_is_a_switch_beside_its_level_and_tells_what_it_does(self):
        for width, height in [(320, 568), (390, 844), (844, 390), (1280, 800)]:
            with self.subTest(width=width):
                page = self.open("guitar", script=EARS, width=width, height=height)
                self.assertEqual(page.inner_text("#listen"), "Start listening")
                self.assertFalse(page.is_visible("tuner-level"), "a microphone that is off has no level")
                display = self.box(".display")
                self.listen()
                self.settle()
                switch, level = self.box("#listen"), self.box(".level-track")
                self.assertLessEqual(switch["width"], 54)
                self.assertLess(abs(switch["y"] - level["y"]), 14)
                self.assertLess(level["left"] - switch["right"], 16)
                self.assertEqual(page.get_attribute("#listen", "aria-label"), "Stop listening")
                self.assertEqual(self.box(".display"), display, "the view stays where it is")

    def test_concert_pitch_and_temperament_are_labelled_on_every_screen(self):
        page = self.open("guitar")
        for width, height in [(320, 568), (390, 844), (568, 320), (844, 390), (1280, 800)]:
            page.set_viewport_size({"width": width, "height": height})
            with self.subTest(width=width):
                self.assertEqual(page.inner_text("#chip-pitch").split("\n"), ["A4", "440.0" if width < 360 else "440.0 Hz"])
                self.assertEqual(page.inner_text("#chip-temperament").split("\n"), ["Temperament", "Equal"])
                for chip in ["#chip-pitch", "#chip-temperament"]:
                    label = self.box(f"{chip} .chip-label")
                    self.assertGreater(label["width"] * label["height"], 100, "it is seen, not only read out")

    def test_what_is_pressed_beside_the_level_looks_alike(self):
        page = self.open_listening()
        styles = page.evaluate("""() => [...document.querySelectorAll('.target :is(.chip, .round)')].map((element) => {
          const { borderTopLeftRadius, height } = getComputedStyle(element);
          return `${borderTopLeftRadius} ${Math.round(parseFloat(height))}`;
        })""")
        self.assertEqual(len(styles), 6)
        self.assertEqual(len(set(styles)), 1, styles)

    def test_the_card_opens_by_its_button_and_comes_back_after_its_dialogs(self):
        page = self.open_listening(width=1280, height=800)
        self.assertFalse(page.is_visible("#tuner-card"))
        page.click("#tuner-settings")
        for part in ["#chip-transposition", "#chip-tolerance", "#field-freeze", "#gate-auto", ".facts summary"]:
            self.assertTrue(page.is_visible(part), part)
        page.click("#chip-tolerance")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
        until(page, "document.activeElement.id === 'chip-tolerance'")
        self.assertTrue(page.is_visible("#tuner-card"))
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible("#tuner-card"))

    def test_rows_of_all_strings_take_the_width_and_tell_number_and_note_apart(self):
        page = self.open_listening("guitar/view=strum")
        page.wait_for_selector(".strum-row")
        self.assertGreater(self.box(".strum-row")["width"], 0.98 * self.box(".display")["width"])
        rows = page.locator(".strum-row")
        self.assertEqual(rows.nth(3).locator(".strum-number").inner_text(), "3")
        self.assertEqual(rows.nth(3).locator(".strum-name").inner_text(), "G3")


class Led(PageTest):
    def test_a_plucked_instrument_is_led_to_its_end(self):
        page = self.open("ukulele/simulate")
        page.evaluate("""() => {
          window.told = [];
          new MutationObserver(() => window.told.push(document.getElementById('status').textContent))
            .observe(document.getElementById('status'), { childList: true });
        }""")
        for rest in ["to tune: C4 · E4 · A4", "to tune: E4 · A4", "to tune: A4"]:
            until(page, f"document.querySelector('.target-value').textContent === '{rest}'")
        until(page, "document.querySelector('.side-word').textContent === 'all 4 in tune'")
        self.assertEqual(page.locator(".string[data-tuned=true]").count(), 4)
        self.assertEqual(page.get_attribute(".readout", "data-side"), "good")
        until(page, "window.told.includes('all 4 in tune')")
        # What goes out again is asked for again.
        page.evaluate("""async () => {
          const { session } = await import('/session/session.js');
          session.dispatchEvent(new CustomEvent('note', { detail: { midi: 64, meanCents: -12, secondsInTune: 0 } }));
        }""")
        self.assertEqual(page.evaluate("async () => (await import('/session/tuned.js')).tuned.words()"), "to tune: E4")

    def test_a_strummed_guitar_is_led_to_its_end(self):
        page = self.open("guitar/view=strum", script=EARS)
        page.wait_for_selector(".strum-row")
        self.listen()
        take = """async (cents) => {
          const strings = [40, 45, 50, 55, 59, 64].map((midi, index) => (
            { number: 6 - index, midi, cents: cents[index], frequency: 100, isGliding: false, isMerged: false, beat: null }));
          const { session } = await import('/session/session.js');
          session.dispatchEvent(new CustomEvent('strum', { detail: { strings, isOther: false, isClipped: false } }));
        }"""
        hint = "document.querySelector('.strum-hint').textContent"
        page.evaluate(take, [1, -9, 2, 14, 0, -1])
        self.assertEqual(page.evaluate(hint), "to tune: A2 · G3")
        self.assertEqual(page.locator(".strum-row[data-tuned=true]").count(), 4)
        page.evaluate(take, [-7, 1, 2, 14, 0, None])
        self.assertEqual(page.evaluate(hint), "to tune: E2 · G3", "the low string has gone out, and a silent one stays")
        page.evaluate(take, [0, 1, 2, 1, 0, 1])
        self.assertEqual(page.evaluate(hint), "all 6 in tune")


class StageMode(PageTest):
    def test_one_tap_leaves_note_cents_and_strings_on_true_black(self):
        for scheme in ["light", "dark"]:
            page = self.open("guitar/simulate", width=390, height=844, color_scheme=scheme)
            page.wait_for_selector(".readout[data-active=true]")
            page.click("#stage")
            page.wait_for_selector(".stage-mode[open]")
            page.wait_for_selector(".stage-mode .readout[data-active=true]")
            with self.subTest(scheme):
                colours = page.evaluate("""() => {
                  const style = getComputedStyle(document.querySelector('.stage-mode'));
                  return [style.backgroundColor, getComputedStyle(document.querySelector('.stage-mode'), '::backdrop').backgroundColor];
                }""")
                self.assertEqual(colours, ["rgb(0, 0, 0)", "rgb(0, 0, 0)"])
                for part in [".note-letter", ".cents-value", ".strings", ".stage-bar"]:
                    self.assertTrue(page.is_visible(f".stage-mode {part}"), part)
                seen = page.evaluate("""() => {
                  const { innerWidth: width, innerHeight: height } = window;
                  return [...Array(400).keys()].every((index) => document.elementFromPoint(
                    (index % 20 + 0.5) * width / 20, (Math.floor(index / 20) + 0.5) * height / 20).closest('.stage-mode'));
                }""")
                self.assertTrue(seen, "nothing else is left of the page")
                page.keyboard.press("Escape")
                page.wait_for_selector(".stage-mode", state="detached")
                self.assertTrue(page.is_visible("tuner-panel .string"), "the strings are back")
                self.assertEqual(page.evaluate("document.activeElement.id"), "stage")

    def test_it_is_read_at_two_metres(self):
        # Good eyes tell letters of 5 minutes of arc: 2.9 mm at 2 m. A phone has about 6.2 CSS pixels per millimetre, and digits
        # are 0.7 as high as their font size.
        least = 2.9 * 6.2 / 0.7
        for width, height in [(390, 844), (844, 390), (820, 1180)]:
            page = self.open("guitar/simulate", width=width, height=height)
            page.wait_for_selector(".readout[data-active=true]")
            page.click("#stage")
            page.wait_for_selector(".stage-mode[open] .readout[data-active=true]")
            with self.subTest(width=width):
                size = "(part) => parseFloat(getComputedStyle(document.querySelector(`.stage-mode ${part}`)).fontSize)"
                self.assertGreaterEqual(page.evaluate(size, ".note-letter"), 6 * least)
                self.assertGreaterEqual(page.evaluate(size, ".cents-value"), 2.5 * least)
                self.assertGreaterEqual(page.evaluate(size, ".string-note"), 1.2 * least)
                self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), width)
                parts = page.evaluate("""() => [...document.querySelectorAll('.stage-mode :is(.note-letter, .cents, .side, .stage-bar, .string)')]
                  .map((part) => part.getBoundingClientRect()).every(({ left, top, right, bottom }) => (
                    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight))""")
                self.assertTrue(parts, "everything is on the screen")

    def test_it_listens_and_a_failure_is_told_on_the_page(self):
        page = self.open("guitar", script="navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));")
        page.click("#stage")
        page.wait_for_selector("tuner-banner[data-key=fail-no-device]:not([hidden])")
        page.wait_for_selector(".stage-mode", state="detached")


class Glance(PageTest):
    def test_the_note_is_always_in_one_place(self):
        page = self.open("guitar/simulate")
        page.wait_for_selector(".readout[data-active=true]")
        places = """(rows) => {
          const readout = document.querySelector('tuner-readout');
          readout.update = () => {};  // it stays as it is set here
          return rows.map(([letter, accidental, octave, cents]) => {
            readout.querySelector('.note-letter').textContent = letter;
            readout.querySelector('.note-accidental').textContent = accidental;
            readout.querySelector('.note-octave').textContent = octave;
            readout.querySelector('.cents-value').textContent = cents;
            const { left, right, top } = readout.querySelector('.note-letter').getBoundingClientRect();
            return [Math.round((left + right) / 2), Math.round(top)];
          });
        }"""
        rows = [["E", "", "2", "−5.0"], ["E", "♭", "2", "+12.4"], ["–", "", "", ""], ["Sol", "♯", "−1", "−1186"]]
        for width, height in [(390, 844), (1280, 800)]:
            page.set_viewport_size({"width": width, "height": height})
            for view in ["knob", "needle", "strobe", "trace", "spectrum", "waveform", "giant"]:
                page.dispatch_event(f".view-button[data-view={view}]", "click")
                self.settle()
                with self.subTest(view, width=width):
                    found = page.evaluate(places, rows)
                    self.assertEqual(len({tuple(place) for place in found}), 1, found)
                    self.assertAlmostEqual(found[0][0], width / 2, delta=2)


class Called(PageTest):
    NAMES = """async (midis) => {
      const { note } = await import('/app/names.js');
      return midis.map((midi) => note(midi).plain);
    }"""

    def test_notes_are_called_as_the_language_calls_them_unless_one_is_chosen(self):
        wanted = {
            "en": ["B4", "B♭4", "D4", "A4"], "de": ["H4", "B4", "D4", "A4"], "fr": ["Si3", "Si♭3", "Ré3", "La3"],
            "es": ["Si4", "Si♭4", "Re4", "La4"], "ja": ["B4", "B♭4", "D4", "A4"], "zh-Hans": ["B4", "B♭4", "D4", "A4"],
        }
        for language, names in wanted.items():
            with self.subTest(language):
                page = self.open(f"language={language}/violin")
                until(page, "async () => (await import('/app/names.js')).notations().length > 1")
                self.assertEqual(page.evaluate(self.NAMES, [71, 70, 62, 69]), names)
                until(page, f"document.querySelector('#chip-pitch .chip-label').textContent === '{names[3]}'")
                until(page, f"document.querySelector('.string[data-number=\"2\"] .string-note').textContent === '{names[3]}'")
        page = self.open("language=fr/notation=english")
        until(page, "async () => (await import('/app/names.js')).notations().length > 1")
        self.assertEqual(page.evaluate(self.NAMES, [71, 69]), ["B4", "A4"])
        page.evaluate(SETTINGS, ["notation", "french"])
        page.evaluate(SETTINGS, ["octaves", "c4"])
        self.assertEqual(page.evaluate(self.NAMES, [71, 69, 33]), ["Si4", "La4", "La1"])

    def test_the_names_change_with_the_language_and_the_choice_is_in_the_settings(self):
        page = self.open("panel=settings")
        until(page, "document.querySelectorAll('#field-notation option').length > 12")
        self.assertEqual(page.locator("#field-notation option").first.inner_text(), "As in the language of the page")
        page.select_option("#field-language", "de")
        until(page, "document.documentElement.lang === 'de'")
        self.assertEqual(page.evaluate(self.NAMES, [71]), ["H4"])
        page.select_option("#field-notation", "english")
        self.assertEqual(page.evaluate(self.NAMES, [71]), ["B4"])

    def test_one_typeface_is_used_everywhere_and_none_is_fetched(self):
        page = self.open("guitar/simulate/view=spectrum")
        self.settle()
        for panel in ["tones", "metronome", "practice", "messages", "history", "settings", "tuner"]:
            self.show(panel)
        families = page.evaluate("""() => [...new Set([...document.querySelectorAll('body *')].map((element) => getComputedStyle(element).fontFamily))]""")
        self.assertEqual(len(families), 1, families)
        self.assertTrue(families[0].startswith("system-ui"))
        # A canvas has its own default until the view draws for the first time.
        until(page, f"document.querySelector('view-spectrum').context.font.includes({families[0].split(',')[0]!r})")
        self.assertEqual([url for url in self.requests if ".woff" in url or ".ttf" in url], [])


class Plucked(PageTest):
    @classmethod
    def make_clip(cls):
        # The same note twice, and silence between.
        return make_clip(cls.folder.name, "twice", "triangle", "440", "vol", "0.3", "trim", "0", "2", "pad", "0", "1.5", "repeat", "1", seconds=2)

    def test_a_note_that_is_plucked_again_is_told_again(self):
        page = self.open()
        page.evaluate("""() => {
          window.told = [];
          new MutationObserver(() => window.told.push(document.getElementById('status').textContent))
            .observe(document.getElementById('status'), { childList: true });
        }""")
        self.listen()
        until(page, "window.told.filter((text) => text === 'A4, in tune').length >= 2")


if __name__ == "__main__":
    unittest.main()
