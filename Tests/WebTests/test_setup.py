"""What is tuned to: strings that sound, capo, names, links, files of scales, instruments, settings and notes."""

import json
import pathlib
import unittest

from browser import PageTest, until

SETTINGS = "async ([key, value]) => (await import('/app/settings.js')).settings.set(key, value)"
VALUES = "async () => (await import('/app/settings.js')).settings.values"
PEN = "Just, by Ptolemy\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2/1\n"
WHITE_KEYS = "12\n0\n127\n60\n69\n432.0\n7\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n"
CIGAR_BOX = "instrument: Cigar box\ntuning: Open G\nstrings: G2(-4) D3 G3(+1.5)\ninstrument: Guitar\ntuning: Mine\nstrings: E2 A2 D3 G3 C4 D4\n"


def strings(page):
    return [text.replace("\n", "") for text in page.locator(".string-note").all_inner_texts()]


class Guitarist(PageTest):
    def test_a_capo_at_fret_2_raises_all_six_strings_a_whole_tone(self):
        page = self.open("guitar/capo=2")
        until(page, "document.querySelectorAll('.string')[0]?.dataset.midi === '42'")
        self.assertEqual(strings(page), ["F♯2", "B2", "E3", "A3", "C♯4", "F♯4"])
        self.assertIn("capo 2", page.text_content("#instrument"))
        mode = page.evaluate("async () => (await import('/app/targets.js')).tunerSettings().mode")
        self.assertEqual([string["midi"] for string in mode["strings"]], [42, 47, 52, 57, 61, 66])

    def test_a_tap_on_a_string_plays_it_and_another_tap_ends_it(self):
        page = self.open("guitar/a4=442")
        page.click("#hear-strings")
        self.assertEqual(page.get_attribute("#hear-strings", "aria-pressed"), "true")
        page.click(".string[data-number='5']")
        until(page, "async () => (await import('/session/playing.js')).playing.isSounding")
        frequency = page.evaluate("async () => (await import('/session/reference-tone.js')).referenceTone.frequency")
        self.assertAlmostEqual(frequency, 110.5)
        until(page, "document.querySelector('.string[data-number=\"5\"]').dataset.sounds === 'true'")
        self.assertEqual(page.get_attribute(".string[data-number='5']", "aria-pressed"), "false", "it plays, and locks nothing")
        page.click(".string[data-number='5']")
        until(page, "async () => !(await import('/session/playing.js')).playing.isSounding")

    def test_the_picker_finds_tunings_and_names_in_other_languages_and_keeps_favourites(self):
        page = self.open()
        page.click("#instrument")
        page.fill("dialog input[type=search]", "drop d")
        page.click("dialog .pill:has-text('Guitar · Drop D') >> nth=0")
        self.assertEqual(strings(page)[0], "D2")
        page.click("#favourite")
        page.click("dialog .chooser-title >> nth=0")
        page.fill("dialog input[type=search]", "barockgitarre")
        page.click("dialog .pill:text-is('Baroque guitar')")
        values = page.evaluate(VALUES)
        self.assertEqual(values["favourites"], [["Guitar", "Drop D"]])
        self.assertEqual([pair[0] for pair in values["recent"]], ["Baroque guitar", "Guitar"])
        page.reload()
        page.click("#instrument")
        page.click("dialog .chooser-title >> nth=0")
        page.click("dialog [data-kept=favourites] .pill")
        self.assertEqual(strings(page)[0], "D2")

    def test_instruments_have_names_in_the_language_of_the_page(self):
        page = self.open("violin/language=de")
        until(page, "/Geige/.test(document.querySelector('#instrument').textContent)")
        names = page.evaluate("async () => (await import('/app/instrument-names.js')).instrumentNames")
        rows = page.evaluate("async () => (await import('/app/targets.js')).instruments")
        for name in {text for row in rows for text in (row["name"], row["group"])}:
            self.assertEqual(len(names.get(name, [])), 5, name)
            self.assertTrue(all(names[name]), name)

    def test_the_simulated_guitar_follows_the_tuning_the_capo_and_the_lock(self):
        page = self.open("simulate&instrument=Ukulele")
        page.wait_for_selector("tuner-panel[data-status=listening]")
        page.wait_for_selector(".string")
        until(page, "[...document.querySelectorAll('.knob-octave')].filter((octave) => octave.textContent === '4').length >= 3")
        engine = "async () => { const { host } = await import('/session/host.js'); return host.engine.strings.map((string) => string.midi); }"
        self.assertEqual(page.evaluate(engine), [67, 60, 64, 69])
        page.evaluate(SETTINGS, ["capo", 1])
        self.assertEqual(page.evaluate(engine), [68, 61, 65, 70])
        page.evaluate(SETTINGS, ["locked", 2])
        self.assertEqual(page.evaluate(engine), [65])


class Capo(PageTest):
    def test_a_capo_stays_with_its_instrument(self):
        page = self.open("guitar/capo=2")
        until(page, "document.querySelectorAll('.string')[0]?.dataset.midi === '42'")
        page.click("#instrument")
        page.check("dialog .tunings .row:has-text('Drop D') input >> nth=0")
        self.assertEqual(strings(page)[0], "E2")
        for name, first, takes_capo in [("Violin", "G3", 0), ("Guitar", "E2", 1)]:
            page.click("dialog .chooser-title >> nth=0")
            page.fill("dialog input[type=search]", name)
            page.click(f"dialog .pill:text-is('{name}') >> nth=-1")
            self.assertEqual(strings(page)[0], first)
            self.assertEqual(page.evaluate(VALUES)["capo"], 0)
            self.assertEqual(page.locator("#field-capo").count(), takes_capo)
        # An older version kept a capo for a violin.
        page = self.open(script="""localStorage.setItem('kammerton.settings', '{"asked":true,"instrument":"Violin","capo":2}');""")
        until(page, "document.querySelectorAll('.string').length === 4")
        self.assertEqual(strings(page), ["G3", "D4", "A4", "E5"])


class ConcertPitch(PageTest):
    # A microphone that hears what it is given: hertz for each sixtieth of a second.
    GIVEN = """async () => {
      const { host } = await import('/session/host.js');
      const { emptyState, stateOf } = await import('/engine/state.js');
      const { session } = await import('/session/session.js');
      const empty = emptyState(48000);
      host.engine = { state: empty, configure() {}, reset() {}, follow() {}, async draw() {}, close() {} };
      session.setStatus('listening');
      let time = 0;
      window.hear = (frequencies) => frequencies.forEach((frequency) => {
        time += 1 / 60;
        const note = Math.round(69 + 12 * Math.log2(frequency / 440));
        host.engine.state = stateOf({ ...empty, time, rawFrequency: frequency, frequency, voiced: true, note, targetFrequency: 440 * 2 ** ((note - 69) / 12) }, empty);
        session.dispatchEvent(new Event('state'));
      });
      window.steady = (frequency, seconds) => hear(Array(Math.round(60 * seconds)).fill(frequency));
      window.melody = (seconds) => hear(Array.from({ length: 60 * seconds }, (_, index) => 440 * 2 ** ([0.2, 2.1, 3.9, 5.3][Math.floor(index / 30) % 4] / 12)));
    }"""

    def begin(self):
        page = self.page
        page.click("#chip-pitch")
        page.click("#take-from-playing")
        until(page, "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/calibration.wasm'))")
        page.wait_for_timeout(100)  # The module runs now.
        self.assertEqual(page.get_attribute("#take-from-playing", "aria-pressed"), "true")

    def test_a4_from_what_is_played_needs_a_steady_note_and_ends_with_its_dialog(self):
        page = self.open()
        page.evaluate(self.GIVEN)
        value = "async () => (await import('/app/settings.js')).settings.get('concertPitch')"
        self.begin()
        page.evaluate("melody(20)")
        self.assertEqual(page.evaluate(value), 440)
        self.assertIn("two seconds", page.text_content("dialog [role=status]"))
        # What is closed hears no more, and neither does another button.
        for end in [lambda: page.keyboard.press("Escape"), lambda: page.click("#take-from-playing"), lambda: page.click("dialog .pill:text-is('440')"),
                    lambda: page.evaluate("location.hash = 'panel=tones'")]:
            if page.locator("dialog").count() == 0:
                self.begin()
            end()
            # Closing is an event, so it comes a moment after the key, the press or the address.
            until(page, "document.querySelector('#take-from-playing')?.getAttribute('aria-pressed') !== 'true'")
            page.evaluate("steady(442, 4)")
            self.assertEqual(page.evaluate(value), 440)
            if page.locator("dialog").count() > 0:
                self.assertEqual(page.get_attribute("#take-from-playing", "aria-pressed"), "false")
                page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
        page.evaluate("location.hash = ''")
        page.wait_for_selector("#chip-pitch")
        self.begin()
        page.evaluate("steady(330.5, 2.5)")
        self.assertEqual(page.evaluate(value), 441.2)  # 440 · 330.5 / 329.63
        self.assertEqual(page.text_content("dialog [role=status]"), "A4 is now 441.2 Hz, from the E4 you played.")
        # Once set, it hears no more.
        page.evaluate("steady(335, 4)")
        self.assertEqual(page.evaluate(value), 441.2)


class Links(PageTest):
    def test_a_link_of_words_sets_everything_and_is_copied_the_same(self):
        link = "guitar/drop-d/a4=442/temperament=vallotti/root=2/capo=3/transposition=octave-down/view=strobe"
        page = self.open(link)
        page.wait_for_selector(".string")
        values = page.evaluate(VALUES)
        self.assertEqual((values["concertPitch"], values["root"], values["capo"], values["view"]), (442, 2, 3, "strobe"))
        self.assertIn("Drop D", page.text_content("#instrument"))
        made = page.evaluate("async () => (await import('/app/settings.js')).settings.link()").split("#", 1)[1]
        self.assertEqual(sorted(made.split("/")), sorted(link.split("/")))
        other = self.open("guitar/drop-z")
        other.wait_for_selector("app-notice:not([hidden])")
        self.assertIn("drop-z", other.text_content("app-notice"))

    def test_every_instrument_and_tuning_has_a_word_of_its_own(self):
        page = self.open()
        until(page, "async () => (await import('/app/targets.js')).instruments.length > 60")
        wrong = page.evaluate("""async () => {
          const { slug } = await import('/app/address.js');
          const { instruments } = await import('/app/targets.js');
          const doubled = (rows) => rows.length !== new Set(rows.map((row) => slug(row.name))).size;
          const moving = (rows) => rows.some((row) => slug(slug(row.name)) !== slug(row.name));
          return [instruments, ...instruments.map((row) => row.tunings)].filter((rows) => doubled(rows) || moving(rows));
        }""")
        self.assertEqual(wrong, [])


class Files(PageTest):
    def drop(self, selector, *files):
        self.page.set_input_files(f"{selector}-file", [
            {"name": name, "mimeType": "text/plain", "buffer": text if isinstance(text, bytes) else text.encode()} for name, text in files])

    def test_scala_files_are_tuned_to_degree_by_degree_and_refused_by_line(self):
        page = self.open("simulate")
        page.click("#chip-temperament")
        page.click("dialog summary")
        self.drop("#open-scala", ("just.scl", PEN), ("white.kbm", WHITE_KEYS))
        until(page, "/Just/.test(document.querySelector('#chip-temperament').textContent)")
        mode = page.evaluate("async () => (await import('/app/targets.js')).tunerSettings().mode")
        self.assertEqual((len(mode["degrees"]), mode["root"]), (7, 0))
        self.assertAlmostEqual(mode["degrees"][3], 701.955, places=3)
        self.assertEqual(page.evaluate(VALUES)["concertPitch"], 432)
        self.drop("#open-scala", ("broken.scl", "title\n2\n3/2\nhello\n"))
        until(page, "/broken.scl, line 4: Write a pitch/.test(document.querySelector('dialog').textContent)")
        page.fill("dialog .small-number", "31")
        page.click("#take-division")
        until(page, "/31 equal/.test(document.querySelector('#chip-temperament').textContent)")
        page.fill("dialog textarea", "Twelve\n12\n" + "".join(f"{100.0 * step}\n" for step in range(1, 13)))
        page.click("#take-pasted")
        until(page, "/Twelve/.test(document.querySelector('#chip-temperament').textContent)")
        self.assertEqual(page.evaluate("async () => (await import('/app/targets.js')).tunerSettings().mode"), "chromatic")
        page.reload()
        until(page, "/Twelve/.test(document.querySelector('#chip-temperament').textContent)")

    def test_own_instruments_are_found_tuned_kept_and_removed(self):
        page = self.open()
        page.click("#instrument")
        page.click("dialog summary:has-text('Your own')")
        self.drop("#open-instruments", ("mine.txt", "instrument: Box\ntuning: Usual\nstrings: G2 H3\n"))
        until(page, "/mine.txt, line 3: “H3” is not a string/.test(document.querySelector('dialog').textContent)")
        self.drop("#open-instruments", ("mine.txt", CIGAR_BOX))
        until(page, "/Cigar box/.test(document.querySelector('dialog').textContent)")
        page.fill("dialog input[type=search]", "cigar")
        page.click("dialog .pill:text-is('Cigar box')")
        self.assertEqual(strings(page), ["G2", "D3", "G3"])
        cents = page.evaluate("async () => (await import('/app/targets.js')).strings().map((string) => string.cents)")
        self.assertEqual(cents, [-4, 0, 1.5])
        page.reload()
        until(page, "document.querySelectorAll('.string').length === 3")
        tunings = page.evaluate("async () => (await import('/app/targets.js')).instruments.find((row) => row.name === 'Guitar').tunings.map((row) => row.name)")
        self.assertIn("Mine", tunings)
        self.assertIn("Drop D", tunings)
        page.click("#instrument")
        page.click("dialog summary:has-text('Your own')")
        page.click("#own-instruments-remove")
        until(page, "document.querySelectorAll('.string').length === 0")

    def test_settings_go_through_a_file_and_a_wrong_one_changes_nothing(self):
        page = self.open("guitar/drop-d/a4=415/capo=4/panel=settings", accept_downloads=True)
        with page.expect_download() as download:
            page.click("#export-settings")
        text = pathlib.Path(download.value.path()).read_text()
        self.assertNotIn("device", json.loads(text)["settings"])
        other = self.open("panel=settings")
        wrong = json.loads(text)
        wrong["settings"]["tempo"] = "fast"
        for name, content, words in [
            ("no.json", "{", "not a file that the page exported"), ("wrong.json", json.dumps(wrong), "“tempo”"),
            ("notes.json", "[]", "not a file that the page exported"),
        ]:
            self.drop("#import-settings", (name, content))
            until(other, f"document.querySelector('app-notice').textContent.includes({json.dumps(words)})")
            self.assertEqual(other.evaluate(VALUES)["concertPitch"], 440)
        self.drop("#import-settings", ("kammerton-settings.json", text))
        until(other, "document.querySelector('app-notice').textContent.includes('in use')")
        values = other.evaluate(VALUES)
        self.assertEqual((values["concertPitch"], values["capo"], values["instrument"]), (415, 4, "guitar"))

    def test_notes_are_merged_once_and_shown_by_week_and_session(self):
        page = self.open("panel=history")
        rows = [
            {"time": f"2026-11-{day:02}T10:00:{second:02}Z", "session": f"2026-11-{day:02}T10:00:00Z", "midi": 69, "duration": 30,
             "meanCents": 1, "spreadCents": 2, "secondsInTune": 15, "note": "A4", "concertPitch": 440, "temperament": "equal"}
            for day in (3, 5, 12) for second in (1, 40)
        ]
        rows[0]["late"] = -12.5  # practised in time
        self.drop("#import-history", ("bad.json", json.dumps([{**rows[0], "midi": 400}])))
        until(page, "document.querySelector('app-notice').textContent.includes('(midi): 1. The first is entry 1')")
        for known in (0, 6):
            self.drop("#import-history", ("notes.json", json.dumps(rows)))
            until(page, f"document.querySelector('app-notice').textContent.includes('here already: {known}')")
        page.click("#range-true")
        # The tables are made anew whenever a note comes.
        until(page, "document.querySelectorAll('#history-weeks tbody tr').length === 2")
        until(page, "document.querySelectorAll('#history-sessions tbody tr').length === 3")
        self.assertEqual(page.locator("#history-weeks tbody tr").all_inner_texts()[0].split()[-2:], ["1.0", "2"])
        self.assertIn("100 %", page.text_content("#history-sessions"))  # all are within 3 cents
        self.assertIn("Nov 12, 2026", page.text_content("#history-sessions"))
        late = page.evaluate("async () => (await import('/session/note-log.js')).noteLog.notes.map((note) => note.late ?? null)")
        self.assertEqual(sorted(late, key=str), [-12.5] + 5 * [None])

    def test_the_clock_of_the_microphone_is_corrected_within_its_limits(self):
        page = self.open()
        page.click("#chip-pitch")
        page.click("dialog summary")
        page.fill("dialog .small-number", "91")
        page.press("dialog .small-number", "Tab")
        clock = page.evaluate("async () => (await import('/app/targets.js')).tunerSettings().clock")
        self.assertAlmostEqual(clock, 1.000091, places=9)
        page.fill("dialog .small-number", "20000")
        page.press("dialog .small-number", "Tab")
        self.assertIn("-10000 and 10000", page.text_content("dialog"))


class Narrow(PageTest):
    def test_no_dialog_is_cut_at_320_pixels_and_with_doubled_text(self):
        page = self.open("guitar/drop-d/capo=2/language=de", width=320, height=568)
        page.evaluate(SETTINGS, ["favourites", [["12-string guitar", "Whole step down"]]])
        for width, size in [(320, 100), (640, 200), (2560, 100)]:
            page.set_viewport_size({"width": width, "height": 700})
            page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", size)
            for button in ["#instrument", "#chip-pitch", "#chip-temperament"]:
                with self.subTest(button, width=width, size=size):
                    page.click(button)
                    page.wait_for_selector("dialog[open]")
                    wide = page.evaluate("""() => {
                      for (const part of document.querySelectorAll('dialog details')) part.open = true;
                      const body = document.querySelector('.dialog-body');
                      const edge = body.getBoundingClientRect().right;
                      return [...body.querySelectorAll('button, input:not([hidden]), select, textarea, p, label, summary')]
                        .filter((element) => element.getBoundingClientRect().right > edge + 1)
                        .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`);
                    }""")
                    page.keyboard.press("Escape")
                    page.wait_for_selector("dialog[open]", state="hidden")
                    self.assertEqual(wide, [])


if __name__ == "__main__":
    unittest.main()
