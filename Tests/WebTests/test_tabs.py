"""Several tabs of a browser: what is stored is the union of what was done in them; and values that cannot be."""

import itertools
import json
import pathlib
import unittest

from browser import SELDOM, WATCH, PageTest, until
from test_bells import BELLS

NOTES = "async () => (await import('/session/note-log.js')).noteLog.notes.map((note) => note.meanCents).sort((one, other) => one - other)"
VALUE = "async (key) => (await import('/app/settings.js')).settings.get(key)"
SET = "async ([key, value]) => (await import('/app/settings.js')).settings.set(key, value)"
SCALES = "async () => (await import('/app/own.js')).own.scales.map((row) => row.name).sort()"
BELL = "async () => (await import('/panels/bells/model.js')).bellModel.snapshot?.file ?? ''"
# Leaves no room for anything more.
FILL = """() => {
  for (let size = 1 << 20, number = 0; size > 0; number += 1) {
    try { localStorage.setItem(`full-${number}`, 'x'.repeat(size)); } catch { size >>= 1; }
  }
}"""


def row(number, **values):
    return {"time": f"2026-11-03T10:{number // 60:02}:{number % 60:02}Z", "session": "2026-11-03T10:00:00Z", "note": "A4", "midi": 69, "duration": 30,
            "meanCents": number, "spreadCents": 2, "secondsInTune": 15, "concertPitch": 440, "temperament": "equal", **values}


class TabTest(PageTest):
    def another(self, fragment=""):
        """One more tab of the browser in which the first page is open."""
        page = self.page.context.new_page()
        page.add_init_script(WATCH)
        page.add_init_script(SELDOM)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto("about:blank")
        page.goto(f"{self.server.url}#{fragment}")
        page.wait_for_selector("main .panel:not([hidden]) h1", state="attached")
        return page

    @staticmethod
    def close(page):
        """As a user does: the page hears of it."""
        page.goto("about:blank")
        page.close()

    @staticmethod
    def drop(page, selector, name, content):
        payload = content if isinstance(content, bytes) else content.encode()
        page.set_input_files(f"{selector}-file", [{"name": name, "mimeType": "text/plain", "buffer": payload}])

    def import_notes(self, page, *numbers):
        self.drop(page, "#import-history", "notes.json", json.dumps([row(number) for number in numbers]))
        page.wait_for_selector("app-notice:not([hidden])")

    def wait(self, page, expression, wanted, argument=None):
        """Waits until an expression has a value: what another tab did arrives a little later."""
        for _ in range(1500):
            found = page.evaluate(expression, argument)
            if found == wanted:
                return
            page.wait_for_timeout(40)
        self.assertEqual(found, wanted)


class Histories(TabTest):
    def test_a_reload_of_an_idle_tab_leaves_ten_notes_of_another_one(self):
        idle = self.open("panel=history")
        busy = self.another("panel=history")
        self.import_notes(busy, *range(10))
        idle.reload()
        for page in [idle, busy, self.another("panel=history")]:
            self.wait(page, NOTES, list(range(10)))
        until(idle, "document.querySelector('history-panel .history') !== null")

    def test_a_tab_shows_at_once_what_another_one_records(self):
        idle = self.open("panel=history")
        self.assertTrue(idle.is_visible("history-panel .empty"))
        busy = self.another("panel=history")
        self.import_notes(busy, 1, 2)
        until(idle, "document.querySelectorAll('history-panel .history tbody tr').length === 1")

    def test_deleted_notes_do_not_come_back_from_a_tab_that_closes(self):
        first = self.open("panel=history")
        self.import_notes(first, 1, 2, 3)
        stale = self.another("panel=history")
        self.wait(stale, NOTES, [1, 2, 3])
        first.click("#clear")
        first.click("dialog .button.strong")
        self.wait(first, NOTES, [])
        self.close(stale)
        first.reload()
        self.wait(first, NOTES, [])

    def test_three_tabs_store_all_their_notes_in_whichever_order_they_close(self):
        first = self.open("panel=history")
        wanted = []
        for count, order in enumerate(itertools.permutations(range(3))):
            tabs = [self.another("panel=history") for _ in range(3)]
            for number, tab in enumerate(tabs):
                self.import_notes(tab, 3 * count + number)
            wanted += range(3 * count, 3 * count + 3)
            for place in order:
                self.close(tabs[place])
        self.wait(first, NOTES, wanted)
        self.wait(self.another("panel=history"), NOTES, wanted)


class Others(TabTest):
    def test_a_name_that_is_typed_in_a_second_tab_leaves_the_bells_that_the_first_one_measured(self):
        first = self.open("panel=bells")
        second = self.another("panel=bells")
        for page in [first, second]:
            until(page, f"({BELL})().then((file) => file !== '')")
        # As if it were measured: the file has three strokes now.
        self.drop(first, "#bell-open", "krone.bells", BELLS)
        self.wait(first, BELL, BELLS)
        second.get_by_label("Name").fill("Dom")
        second.get_by_label("Name").press("Tab")
        both = BELLS.replace("name: Krone", "name: Dom")
        for page in [second, first]:
            self.wait(page, BELL, both)
        self.close(first)
        self.close(second)
        third = self.another("panel=bells")
        self.wait(third, BELL, both)
        third.click("#bell-drop")
        self.wait(self.another("panel=bells"), BELL, both[:both.index("stroke: 60 after")] + "end: 2\n")
        self.page = third

    def test_equal_divisions_of_two_tabs_both_stay(self):
        pages = [self.open(), self.another()]
        for page, count in zip(pages, [19, 31]):
            page.click("#chip-temperament")
            page.click("dialog summary")
            page.fill("dialog .small-number", str(count))
            page.click("#take-division")
            until(page, f"/{count} equal/.test(document.querySelector('#chip-temperament').textContent)")
        for page in pages:
            page.reload()
            self.wait(page, SCALES, ["own:19-edo", "own:31-edo"])

    def test_settings_that_two_tabs_change_both_stay(self):
        pages = [self.open(), self.another()]
        pages[0].evaluate(SET, ["tempo", 111])
        pages[1].evaluate(SET, ["capo", 3])
        for page in pages:
            self.wait(page, VALUE, 111, "tempo")
            self.wait(page, VALUE, 3, "capo")
        self.close(pages[1])
        pages[0].reload()
        self.assertEqual([pages[0].evaluate(VALUE, key) for key in ["tempo", "capo"]], [111, 3])


class Full(TabTest):
    def test_full_storage_is_told_in_history_bells_and_scales(self):
        page = self.open("panel=history")
        page.evaluate(FILL)
        self.import_notes(page, 1, 2)
        words = "storage for this page is full"
        self.assertIn(words, page.text_content("app-notice"))
        page.wait_for_selector("#history-trouble")
        self.assertIn(words, page.text_content("#history-trouble"))
        self.assertEqual(page.evaluate(NOTES), [1, 2])
        for panel in ["bells", "piano"]:
            self.show(panel)
            name = page.locator(f"{panel}-file").get_by_label("Name", exact=True)
            name.fill("Dom" * 60)
            name.press("Tab")
            until(page, f"document.querySelector('{panel}-panel .measured-message').textContent.includes('{words}')")
        self.show("tuner")
        page.click("#chip-temperament")
        page.click("dialog summary")
        page.click("#take-division")
        until(page, f"document.querySelector('dialog').textContent.includes('{words}')")
        # Once there is room, another tab's change or the end of this one stores what was told.
        page.evaluate("for (const key of Object.keys(localStorage)) if (key.startsWith('full-')) localStorage.removeItem(key)")
        page.reload()
        self.wait(page, NOTES, [1, 2])
        self.wait(page, SCALES, ["own:19-edo"])


class Impossible(TabTest):
    WRONG = [
        {"time": "2026-02-30T10:00:00Z"}, {"time": "-271821-04-20T00:00:00Z"}, {"session": "yesterday"}, {"duration": 1e300},
        {"duration": -1}, {"meanCents": 1e300}, {"spreadCents": None}, {"midi": 400},
    ]

    def told(self, page, *words):
        for word in words:
            until(page, f"document.querySelector('app-notice').textContent.includes({json.dumps(word)})")

    def test_imported_notes_with_impossible_values_are_left_out_and_told(self):
        page = self.open("panel=history")
        rows = [row(1), *[row(10 + number, **values) for number, values in enumerate(self.WRONG)], row(2)]
        self.drop(page, "#import-history", "notes.json", json.dumps([*rows, None]))
        self.told(page, "New notes and rhythms: 2.", f"{len(self.WRONG) + 1}. The first is entry 2", "time, session, duration, meanCents")
        page.reload()
        page.click("#range-true")
        page.wait_for_selector("#history-weeks")
        self.assertEqual(page.evaluate(NOTES), [1, 2])

    def test_the_table_that_the_page_exports_is_opened_again(self):
        page = self.open("panel=history", accept_downloads=True)
        rhythm = {"time": "2026-11-03T11:00:00Z", "session": "2026-11-03T11:00:00Z", "rhythm": "6/8", "duration": 9.5, "beats": 12, "late": -3.5,
                  "timeSpread": 8, "tempo": 92, "tempoChange": -1}
        self.drop(page, "#import-history", "notes.json", json.dumps([row(1), row(2, temperament='own:say "a, b"', late=-12.5), rhythm]))
        self.told(page, "rhythms: 3.")
        page.click("#range-true")
        with page.expect_download() as download:
            page.click("#csv")
        table = pathlib.Path(download.value.path()).read_bytes()
        both = "async () => { const { noteLog } = await import('/session/note-log.js'); return [noteLog.notes, noteLog.rhythms]; }"
        wanted = page.evaluate(both)
        page.click("#clear")
        page.click("dialog .button.strong")
        self.drop(page, "#import-history", "kammerton.csv", table.replace(b"2026-11-03T10:00:01", b"2026-13-03T10:00:01"))
        self.told(page, "rhythms: 2.", "(time): 1. The first is entry 1")
        self.drop(page, "#import-history", "kammerton.csv", table)
        self.told(page, "rhythms: 1.")
        self.assertEqual(page.evaluate(both), wanted)
        self.drop(page, "#import-history", "other.csv", b"a,b\r\n1,2\r\n")
        self.told(page, "other.csv: this is not a file")

    def test_stored_notes_with_impossible_values_are_removed_and_told_once(self):
        note = {"time": 1_762_000_000_000, "session": 1_762_000_000_000, "midi": 69, "duration": 30, "meanCents": 1, "spreadCents": 2,
                "secondsInTune": 15, "concertPitch": 440, "temperament": "equal"}
        notes = json.dumps([note, {**note, "time": 1e300}, {**note, "session": -1e300}, {**note, "duration": 1e308, "midi": 70}])
        script = f"if (!sessionStorage.done) {{ sessionStorage.done = 1; localStorage.setItem('kammerton.notes', {json.dumps(notes)}); }}"
        page = self.open("panel=history", script=script)
        self.told(page, "impossible values were removed: 3")
        page.click("#range-true")
        page.wait_for_selector("#history-weeks")
        self.assertEqual(page.evaluate(NOTES), [1])
        page.reload()
        page.wait_for_selector("history-panel h1")
        self.assertTrue(page.evaluate("document.querySelector('app-notice').hidden"))

    def test_a_damaged_measurement_of_the_stored_bells_is_removed_and_told_and_the_others_stay(self):
        script = f"if (!sessionStorage.done) {{ sessionStorage.done = 1; localStorage.setItem('kammerton.bell', {json.dumps(BELLS.replace('62 before', '620 before'))}); }}"
        page = self.open("panel=bells", script=script)
        until(page, "document.querySelector('bells-panel .measured-message')?.textContent.includes('were removed: 1')")
        kept = BELLS[:BELLS.index("stroke: 62")] + BELLS[BELLS.index("stroke: 60 after"):].replace("end: 3", "end: 2")
        self.wait(page, BELL, kept)
        page.reload()
        self.wait(page, BELL, kept)

    def test_unknown_words_of_a_settings_file_are_told_by_name(self):
        page = self.open("panel=settings")
        file = '{"kammerton": "settings", "settings": {"constructor": 1, "__proto__": {"tempo": 7}, "loud\\u202e\\u0000ness": 2, "capo": 3}, "extra": 1}'
        self.drop(page, "#import-settings", "odd.json", file)
        self.told(page, "odd.json are in use", "left out: constructor, __proto__, loud\ufffd\ufffdness, extra")
        self.assertEqual(page.evaluate(VALUE, "capo"), 3)

    def test_instruments_may_be_called_like_words_that_every_object_has(self):
        page = self.open("language=de")
        page.click("#instrument")
        page.click("dialog details:has(#open-instruments) summary")
        text = "".join(f"instrument: {name}\ngroup: toString\ntuning: constructor\nstrings: G2 D3\n" for name in ["constructor", "__proto__"])
        self.drop(page, "#open-instruments", "odd.txt", text)
        until(page, "/constructor, __proto__/.test(document.querySelector('dialog').textContent)")
        page.fill("dialog input[type=search]", "constructor")
        page.click("dialog .pill:text-is('constructor')")
        until(page, "document.querySelectorAll('.string').length === 2")
        self.assertIn("constructor", page.text_content("#instrument"))


if __name__ == "__main__":
    unittest.main()
