"""The way through the page: tabs, views and lists behind More; panels as addresses; the first question; what is tuned to; what
sounds; and messages that cover nothing."""

import json
import unittest

from browser import PageTest, until

LANGUAGES = ["en", "de", "fr", "es", "ja", "zh-Hans"]
PANELS = ["tuner", "tones", "metronome", "practice", "piano", "bells", "messages", "history", "settings"]
PHONES = [(320, 568), (390, 844)]
VALUES = "async () => (await import('/app/settings.js')).settings.values"
# The tables are there, and with them what the names in the address mean.
NAMED = "async () => (await import('/app/targets.js')).instruments.length > 60 && (await import('/app/settings.js')).settings.linked === null"
SET = "async (changes) => { for (const [key, value] of changes) (await import('/app/settings.js')).settings.set(key, value); }"
PLAYS = "async () => (await import('/session/playing.js')).playing.isSounding"
# A microphone that hears nothing, and how often it was asked for.
EARS = """
window.asked = 0;
navigator.mediaDevices.getUserMedia = async () => { window.asked += 1; return new AudioContext().createMediaStreamDestination().stream; };
"""
# Labels that are wider than their place, or outside the window.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).filter((element) => {
  const { left, right } = element.getBoundingClientRect();
  return element.scrollWidth > element.clientWidth || left < 0 || right > innerWidth;
}).map((element) => element.textContent)"""
LABELS = ".tab span, .view-button:not(.menu-item), .view-button span, .menu-item span, .chip-value, #end-sound, .answer span"
# Controls of which not every part can be pressed, since something lies over them or they are outside the window.
COVERED = """(selector) => {
  const inset = 4;
  return [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).filter((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [[(left + right) / 2, top + inset], [(left + right) / 2, bottom - inset], [left + inset, (top + bottom) / 2], [right - inset, (top + bottom) / 2]]
      .some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
  }).map((element) => element.id || element.textContent);
}"""
SMALL = """(selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  .map((element) => [element.textContent, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 40 || height < 43.5).map(([text, { width, height }]) => `${text} ${width}x${height}`)"""


class ScreenTest(PageTest):
    def resize(self, width, height):
        """What lies where is known once it is drawn."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); })")


class Labels(ScreenTest):
    def test_no_label_is_cut_on_a_phone_in_any_language(self):
        for language in LANGUAGES:
            page = self.open(f"language={language}/guitar/drop-d")
            until(page, "document.querySelectorAll('.string').length === 6")
            for width, height in [*PHONES, (568, 320), (844, 390), (900, 700)]:
                self.resize(width, height)
                for sounding in [False, True]:
                    with self.subTest(language=language, width=width, sounding=sounding):
                        page.evaluate(
                            "async (player) => (await import('/session/playing.js')).playing.setPlayer(player)", {} if sounding else None)
                        self.assertEqual(page.is_visible("#end-sound"), sounding)
                        self.assertEqual(page.evaluate(CUT, LABELS), [])
                        self.assertEqual(page.evaluate(SMALL, "app-tabs button, .views button, .target button, #end-sound"), [])

    def test_lists_behind_more_are_whole_in_any_language(self):
        for language in LANGUAGES:
            page = self.open(f"language={language}")
            for width, height in [*PHONES, (568, 320), (1280, 800)]:
                self.resize(width, height)
                for opener, count in [("[data-more]", 5), ("#more-views", 6)]:
                    with self.subTest(language=language, width=width, opener=opener):
                        page.click(opener)
                        self.assertEqual(page.locator(".menu-item:visible").count(), count)
                        self.assertEqual(page.evaluate(CUT, ".menu-item, .menu-item span"), [])
                        self.assertEqual(page.evaluate(SMALL, ".menu-item"), [])
                        self.assertEqual(page.evaluate(COVERED, ".menu-item"), [])
                        page.keyboard.press("Escape")
                        self.assertEqual(page.locator(".menu-item:visible").count(), 0)


class Tabs(PageTest):
    def test_five_tabs_are_seen_and_the_fifth_has_the_other_panels(self):
        page = self.open(width=390, height=844)
        self.assertEqual(page.locator("app-tabs button:visible").all_inner_texts(), ["Tuner", "Tones", "Metronome", "Practice", "More"])
        page.click("[data-more]")
        self.assertEqual(page.locator(".menu-item:visible").all_inner_texts(), ["Piano", "Bells", "Messages", "History", "Settings"])
        page.click("[data-tab=history]")
        page.wait_for_selector("history-panel h1")
        self.assertFalse(page.is_visible("[data-tab=history]"), "the list is closed again")
        self.assertEqual(page.locator("[data-more][aria-current]").count(), 1)
        self.show("tones")
        self.assertEqual(page.locator("[data-more][aria-current]").count(), 0)

    def test_a_view_behind_more_is_shown_and_marked(self):
        page = self.open(width=390, height=844)
        self.assertEqual(page.locator(".views button:visible").all_inner_texts(), ["Dial", "Needle", "Strobe", "All strings", "More", "Stage"])
        page.click("#more-views")
        page.click("[data-view=giant].view-button")
        page.wait_for_selector("view-giant")
        self.assertEqual(page.locator("#more-views[data-current]").count(), 1)
        self.assertEqual(page.get_attribute("#more-views", "aria-label"), "More, Giant note")
        self.choose_view("needle")
        self.assertEqual(page.locator("#more-views[data-current]").count(), 0)

    def test_the_lists_are_opened_and_left_by_the_keyboard(self):
        page = self.open()
        page.focus("[data-more]")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.dataset.tab"), "piano")
        page.keyboard.press("Escape")
        self.assertTrue(page.evaluate("'more' in document.activeElement.dataset"))
        page.keyboard.press("9")
        self.assertTrue(page.is_visible("settings-panel"))


class Addresses(PageTest):
    def shown(self):
        return self.page.evaluate("document.documentElement.dataset.shown")

    def wait_for(self, panel):
        until(self.page, f"document.documentElement.dataset.shown === '{panel}'")

    def test_back_and_forward_go_through_the_panels_in_their_order(self):
        page = self.open()
        before = page.url
        for panel in PANELS[1:]:
            self.show(panel)
            self.assertTrue(page.url.endswith(f"#panel={panel}"), page.url)
        for panel in reversed(PANELS[:-1]):
            page.go_back()
            self.wait_for(panel)
            self.assertTrue(page.is_visible(f"{panel}-panel"))
        self.assertEqual(page.url.rstrip("#"), before.rstrip("#"))
        page.go_forward()
        self.wait_for("tones")
        self.assertEqual(page.get_attribute("[data-tab=tones]", "aria-current"), "page")

    def test_the_same_panel_again_is_no_step(self):
        page = self.open()
        steps = page.evaluate("history.length")
        for _ in range(3):
            self.show("tones")
        self.assertEqual(page.evaluate("history.length"), steps + 1)

    def test_a_reload_stays_in_the_panel(self):
        page = self.open()
        for panel in PANELS:
            with self.subTest(panel):
                self.show(panel)
                page.reload()
                page.wait_for_selector(f"{panel}-panel h1", state="attached")
                self.assertEqual(self.shown(), panel)

    def test_back_leaves_what_was_opened(self):
        page = self.open("guitar")
        self.show("tones")
        self.show("tuner")
        page.click("#chip-pitch")
        page.wait_for_selector("dialog[open]")
        page.go_back()
        self.wait_for("tones")
        page.wait_for_selector("dialog[open]", state="detached")

    def test_settings_of_the_address_are_applied_once(self):
        page = self.open("guitar/drop-d/a4=432/panel=settings/temperament=vallotti")
        until(page, NAMED)
        values = page.evaluate(VALUES)
        self.assertEqual((values["concertPitch"], values["instrument"], values["temperament"]), (432, "guitar", "vallotti"))
        self.assertTrue(page.url.endswith("#panel=settings"), page.url)
        page.reload()
        page.wait_for_selector("#reset")
        self.assertEqual(page.evaluate(VALUES)["concertPitch"], 432, "they are kept")
        page.click("#reset")
        page.click("dialog .button.strong")
        page.reload()
        page.wait_for_selector("#reset")
        values = page.evaluate(VALUES)
        self.assertEqual((values["concertPitch"], values["instrument"], values["temperament"]), (440, "", "equal"))

    def test_back_applies_no_settings_again(self):
        page = self.open("a4=432")
        self.show("tones")
        page.evaluate(SET, [["concertPitch", 445]])
        page.go_back()
        self.wait_for("tuner")
        self.assertEqual(page.evaluate(VALUES)["concertPitch"], 445)

    def test_a_link_in_an_open_page_is_applied_and_what_it_names_wrongly_is_told(self):
        page = self.open()
        until(page, "async () => (await import('/app/targets.js')).instruments.length > 60")
        page.evaluate("location.hash = 'ukulele/a4=442/panel=metronome'")
        self.wait_for("metronome")
        values = page.evaluate(VALUES)
        self.assertEqual((values["instrument"], values["concertPitch"]), ("ukulele", 442))
        page.evaluate("location.hash = 'guitarre'")
        page.wait_for_selector("app-notice:not([hidden])")
        self.assertIn("guitarre", page.text_content("app-notice"))

    def test_what_a_link_has_that_is_unknown_is_told_and_changes_nothing(self):
        for language in LANGUAGES:
            page = self.open(f"language={language}/ukulele/tempo=90")
            until(page, NAMED)
            before = page.evaluate(VALUES)
            self.assertEqual((before["instrument"], before["tempo"]), ("ukulele", 90))
            self.assertTrue(page.is_hidden("app-notice"))
            page.evaluate("location.hash = 'practiceMetre=6/8'")
            until(page, "location.hash === ''")
            self.assertEqual(page.evaluate(VALUES), {**before, "practiceMetre": "6/8"})
            page.evaluate("location.hash = 'panel=tones'")
            self.wait_for("tones")
            page.evaluate("location.hash = 'a4=900/capo=2x/%E2%80%AEneila/panel=nowhere'")
            page.wait_for_selector("app-notice:not([hidden])")
            notice = page.text_content("app-notice p")
            for part in ["“a4=900”", "“capo=2x”", "“\ufffdneila”", "“panel=nowhere”"]:
                self.assertIn(part, notice)
            self.assertEqual(page.evaluate(VALUES), {**before, "practiceMetre": "6/8"})
            self.assertEqual((self.shown(), page.evaluate("location.hash")), ("tones", "#panel=tones"))

    def test_the_link_to_the_contents_changes_neither_panel_nor_instrument(self):
        page = self.open("guitar/panel=metronome")
        until(page, NAMED)
        page.focus(".skip")
        page.keyboard.press("Enter")
        until(page, "document.activeElement?.id === 'main'")
        self.assertEqual((self.shown(), page.evaluate("location.hash")), ("metronome", "#panel=metronome"))
        page.evaluate("location.hash = 'main'")
        page.wait_for_timeout(100)
        self.assertEqual(page.evaluate(VALUES)["instrument"], "guitar")
        self.assertTrue(page.is_hidden("app-notice"))

    def test_how_the_page_is_shown_stays_in_the_address(self):
        page = self.open("simulate&instrument=Guitar&panel=tones")
        self.assertTrue(page.url.endswith("#simulate/panel=tones"), page.url)
        self.show("metronome")
        page.reload()
        page.wait_for_selector("tuner-panel[data-status=listening]", state="attached")
        self.assertEqual(self.shown(), "metronome")

    def test_where_nothing_can_be_stored_the_address_stays_as_it_is(self):
        page = self.open("guitar/a4=432", script="Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };")
        self.assertTrue(page.url.endswith("#guitar/a4=432"), page.url)
        page.reload()
        until(page, "document.querySelectorAll('.string').length === 6")
        self.assertEqual(page.evaluate(VALUES)["concertPitch"], 432)


class FirstRun(ScreenTest):
    def test_a_new_visitor_is_asked_what_they_play_and_then_for_the_microphone(self):
        page = self.open(is_new=True, script=EARS)
        self.assertEqual(page.text_content("first-run h2"), "What do you play?")
        answers = [text.split("\n")[0] for text in page.locator(".answer").all_inner_texts()]
        self.assertEqual(answers, ["Guitar", "Bass guitar", "Ukulele", "Violin", "Chromatic"])
        self.assertFalse(page.is_visible("#listen"))
        self.assertEqual(page.evaluate("window.asked"), 0)
        page.click(".answer:has-text('Ukulele')")
        page.wait_for_selector("tuner-panel[data-status=listening]")
        self.assertEqual(page.evaluate("window.asked"), 1)
        self.assertEqual(page.evaluate("document.activeElement.id"), "listen", "the keyboard is not lost")
        self.assertFalse(page.is_visible("first-run"))
        self.assertEqual([text.replace("\n", "") for text in page.locator(".string-note").all_inner_texts()], ["G4", "C4", "E4", "A4"])
        page.reload()
        page.wait_for_selector("#listen")
        until(page, "document.querySelectorAll('.string').length === 4")
        self.assertFalse(page.is_visible("first-run"), "asked once")

    def test_chromatic_listens_for_any_note(self):
        page = self.open(is_new=True, script=EARS)
        page.click(".answer:has-text('Chromatic')")
        page.wait_for_selector("tuner-panel[data-status=listening]")
        self.assertEqual(page.evaluate("async () => (await import('/app/targets.js')).tunerSettings().mode"), "chromatic")
        page.click("#listen")
        page.wait_for_selector("tuner-panel[data-status=off]")
        self.assertFalse(page.is_visible("first-run"))

    def test_another_instrument_is_chosen_from_all_of_them(self):
        page = self.open(is_new=True)
        page.click("#ask-others")
        page.fill("dialog input[type=search]", "cello")
        page.click("dialog .pill:text-is('Cello')")
        page.keyboard.press("Escape")
        until(page, "document.activeElement.id === 'instrument'")
        self.assertTrue(page.is_visible("#listen"))
        self.assertIn("Cello", page.text_content("#instrument"))

    def test_a_microphone_that_is_refused_is_told_after_the_answer(self):
        page = self.open(is_new=True, script="navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));")
        page.click(".answer >> nth=0")
        page.wait_for_selector("tuner-banner[data-key=fail-no-device]:not([hidden])")
        self.assertFalse(page.is_visible("first-run"))

    def test_nobody_is_asked_who_came_for_something_else(self):
        for fragment in ["guitar", "simulate"]:
            with self.subTest(fragment):
                page = self.open(fragment, is_new=True)
                page.wait_for_selector("#listen")
                self.assertFalse(page.is_visible("first-run"))
        page = self.open("panel=tones", is_new=True)
        self.assertTrue(page.is_visible("#tone"))
        self.show("tuner")
        self.assertTrue(page.is_visible("first-run"))

    def test_the_question_fits_every_phone_in_any_language(self):
        for language in LANGUAGES:
            page = self.open(f"language={language}", is_new=True)
            if language != "en":
                until(page, "document.querySelector('.answer').textContent !== 'Guitar'")
            for width, height in [*PHONES, (568, 320), (844, 390), (1280, 800)]:
                self.resize(width, height)
                with self.subTest(language=language, width=width):
                    self.assertEqual(page.evaluate(CUT, ".answer, .answer span, first-run h2, first-run p"), [])
                    self.assertEqual(page.evaluate(COVERED, ".answer, #ask-others"), [])
                    self.assertEqual(page.evaluate(SMALL, ".answer, #ask-others"), [])


class Target(ScreenTest):
    PARTS = "#instrument, #hear-strings, #chip-pitch, #chip-temperament, tuner-level .level-track"

    def test_what_is_tuned_to_stands_together_above_the_fold(self):
        for language in LANGUAGES:
            page = self.open(f"language={language}/guitar/drop-d/a4=432", script=EARS)
            until(page, "document.querySelectorAll('.string').length === 6")
            self.listen()
            for width, height in PHONES:
                self.resize(width, height)
                with self.subTest(language=language, width=width):
                    self.assertEqual(page.evaluate("scrollY"), 0)
                    boxes = page.evaluate("""(selector) => [...document.querySelectorAll(selector)]
                      .map((element) => element.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])""", self.PARTS)
                    self.assertEqual(len(boxes), 5)
                    tabs = page.locator("app-tabs nav").bounding_box()["y"]
                    self.assertLess(max(bottom for _, bottom in boxes), tabs)
                    self.assertLess(max(bottom for _, bottom in boxes) - min(top for top, _ in boxes), 140, "they are one group")
                    self.assertEqual(page.evaluate(COVERED, "#instrument, #hear-strings, #chip-pitch, #chip-temperament"), [])
            self.assertIn("Drop D", page.text_content("#instrument .chip-value"))
            self.assertIn("432", page.text_content("#chip-pitch .chip-value"))

    def test_the_strings_and_the_button_are_in_sight_with_them(self):
        page = self.open("guitar/drop-d/a4=432")
        until(page, "document.querySelectorAll('.string').length === 6")
        for width, height in [*PHONES, (844, 390), (1280, 800)]:
            self.resize(width, height)
            with self.subTest(width=width):
                self.assertEqual(page.evaluate(COVERED, ".string, #listen, .views button"), [])


class Sounding(PageTest):
    def test_a_tone_is_told_and_ended_in_every_panel(self):
        page = self.open("panel=tones", width=390, height=844)
        for panel in PANELS:
            with self.subTest(panel):
                self.show("tones")
                page.click("#tone")
                until(page, PLAYS)
                self.show(panel)
                self.assertEqual(page.evaluate(COVERED, "#end-sound"), [])
                self.assertEqual(page.inner_text("#end-sound").split("\n")[0], "Sounding")
                page.click("#end-sound")
                until(page, "document.querySelector('now-sounding').hidden")
                self.assertEqual(page.get_attribute("#tone", "data-runs"), "false")

    def test_the_tuner_does_not_claim_silence_while_a_tone_sounds(self):
        page = self.open("panel=tones")
        page.click("#tone")
        until(page, PLAYS)
        self.show("tuner")
        until(page, "document.querySelector('.side-word').textContent === 'Playing, not listening'")
        page.click("#end-sound")
        until(page, "document.querySelector('.side-word').textContent === 'Not listening'")

    def test_the_metronome_is_ended_from_another_panel(self):
        page = self.open("panel=metronome")
        page.click("#metronome")
        until(page, "document.querySelector('#metronome').dataset.runs === 'true'")
        self.show("history")
        page.click("#end-sound")
        until(page, "document.querySelector('#metronome').dataset.runs === 'false'")
        self.assertFalse(page.is_visible("#end-sound"))


class Messages(ScreenTest):
    FAIL = "async (kind) => { const { session } = await import('/session/session.js'); session.setStatus('off'); session.fail(kind); }"
    HINT = """async (kind) => {
      const { microphone } = await import('/session/microphone.js');
      const { session } = await import('/session/session.js');
      Object.defineProperty(microphone, 'hint', { value: kind, configurable: true });
      session.setStatus('off');
      session.setStatus('listening');
    }"""
    BUTTONS = "tuner-banner button, #listen"

    def test_no_message_pushes_a_button_under_the_tabs(self):
        for language in ["en", "de", "fr"]:
            page = self.open(f"language={language}/guitar")
            until(page, "document.querySelectorAll('.string').length === 6")
            for script, kinds in [(self.FAIL, ["denied", "no-device", "insecure", "unknown"]), (self.HINT, ["silent", "channel"])]:
                for kind in kinds:
                    page.evaluate(script, kind)
                    page.wait_for_selector("tuner-banner:not([hidden])")
                    for width, height in [*PHONES, (844, 390), (1280, 800)]:
                        self.resize(width, height)
                        self.settle()
                        with self.subTest(kind=kind, language=language, width=width):
                            self.assertEqual(page.evaluate("scrollY"), 0)
                            self.assertEqual(page.evaluate(COVERED, self.BUTTONS), [])
                            self.assertEqual(page.evaluate(CUT, "tuner-banner, tuner-banner p, tuner-banner button"), [])


class History(PageTest):
    NOTES = [{"time": 1_700_000_000_000, "session": 1_700_000_000_000, "midi": 69, "duration": 1, "meanCents": 1, "spreadCents": 0,
              "secondsInTune": 1, "concertPitch": 440, "temperament": "equal"}]

    def test_it_opens_with_the_notes_that_are_there(self):
        # Of another session, as those of practice are.
        page = self.open("panel=history", script=f"localStorage.setItem('kammerton.notes', {json.dumps(json.dumps(self.NOTES))});")
        page.wait_for_selector("history-panel .history tbody tr")
        self.assertEqual(page.get_attribute("#range-true", "aria-pressed"), "true")
        page.click("#range-false")
        page.wait_for_selector("history-panel .empty")

    def test_it_opens_with_this_session_if_that_has_notes(self):
        page = self.open("panel=history", script=f"localStorage.setItem('kammerton.notes', {json.dumps(json.dumps(self.NOTES))});")
        page.evaluate("""async (note) => {
          const { noteLog } = await import('/session/note-log.js');
          noteLog.merge([{ ...note, time: noteLog.session, session: noteLog.session, midi: 40 }]);
        }""", self.NOTES[0])
        until(page, "document.querySelector('#range-false').ariaPressed === 'true'")
        self.assertEqual(page.locator("history-panel tbody th").all_inner_texts(), ["E2"])


if __name__ == "__main__":
    unittest.main()
