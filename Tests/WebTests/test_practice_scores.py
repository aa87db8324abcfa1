"""Scores of the page and of the command are the same: read alike, refused alike, chosen, remembered, and shown on a phone."""

import io
import json
import pathlib
import unittest
import zipfile

from browser import until
from test_practice import VOICES, Practice, command, document, note, tones

BACKWARD = '<barline><repeat direction="backward"/></barline>'


def mxl(*files, method=zipfile.ZIP_DEFLATED):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", method) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return memory.getvalue()


def container(path="a/tune.xml"):
    return "META-INF/container.xml", f'<container><rootfiles><rootfile full-path="{path}"/></rootfiles></container>'


TUNE = document(
    "<attributes><divisions>2</divisions><key><fifths>-2</fifths></key></attributes>" + note("B", 4, -1, 2) + note("D", 5),
    note("F", 5, 1, 4))
SCORES = {
    "title, key and durations.musicxml": TUNE,
    "no name.xml": "<score-partwise><part id='P1'><measure>" + note("A") + "</measure></part></score-partwise>",
    "repeats.musicxml": document(
        note("C"), '<barline><ending number="1" type="start"/></barline>' + note("D") + '<barline><ending number="1" type="stop"/><repeat direction="backward"/></barline>',
        '<barline><ending number="2" type="start"/></barline>' + note("E") + '<barline><ending number="2" type="discontinue"/></barline>', note("F") + BACKWARD),
    "ties.musicxml": document(note("C", duration=4, more='<tie type="start"/>'), note("C", duration=2, more='<tie type="stop"/>') + note("C", duration=2)),
    "trumpet.musicxml": document(
        "<attributes><divisions>1</divisions><key><fifths>2</fifths></key><transpose><diatonic>-1</diatonic><chromatic>-2</chromatic></transpose></attributes>"
        + note("D") + note("F", 4, 1)),
    "graces.musicxml": document(
        "<note><grace/><pitch><step>D</step><octave>4</octave></pitch></note>" + note("C") + "<note><rest/><duration>1</duration></note>"
        "<note><cue/><pitch><step>A</step><octave>4</octave></pitch><duration>1</duration></note>" + note("E")),
    "jumps.musicxml": document(note("C"), '<direction><sound dacapo="yes"/></direction>' + note("D")),
    "utf-16.xml": TUNE.replace("UTF-8", "UTF-16").encode("utf-16"),
    "latin.xml": TUNE.replace("UTF-8", "ISO-8859-1").encode("latin-1"),
    "cdata.xml": document(note("C"), note("<![CDATA[D]]>")),
    "tune.mxl": mxl(container(), ("a/tune.xml", TUNE), ("picture.png", "x")),
    "stored.mxl": mxl(container(), ("a/tune.xml", TUNE), method=zipfile.ZIP_STORED),
}
BOMB = '<!DOCTYPE score-partwise [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY a{index} "{("&a;" if index == 0 else f"&a{index - 1};") * 10}">' for index in range(9)
) + "]><score-partwise><work><work-title>&a8;</work-title></work></score-partwise>"
ARCHIVE = mxl(container(), ("a/tune.xml", TUNE))
REFUSED = {
    "bomb.xml": BOMB,
    "outside.xml": '<!DOCTYPE score-partwise [<!ENTITY x SYSTEM "file:///etc/passwd">]><score-partwise><work><work-title>&x;</work-title></work></score-partwise>',
    "parameter.xml": '<!DOCTYPE score-partwise [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]><score-partwise/>',
    "empty.xml": "",
    "cut.xml": "<score-partwise>\n</part>",
    "truncated.musicxml": TUNE[: len(TUNE) // 2],
    "timewise.xml": "<score-timewise/>",
    "html.xml": "<html/>",
    "no notes.xml": document(),
    "rests.xml": document("<note><rest/><duration>4</duration></note>"),
    "high.xml": document(note("B", 9)),
    "deep.xml": "<score-partwise>" + "<a>" * 64 + "</a>" * 64 + "</score-partwise>",
    "many notes.xml": document((note("C") + note("D")) * 2001),
    "many measures.xml": document(*[note("C")] * 300, note("D") + '<barline><repeat direction="backward" times="100"/></barline>'),
    "cut.mxl": ARCHIVE[:-30],
    "no container.mxl": mxl(("a/tune.xml", TUNE)),
    "wrong container.mxl": mxl(("META-INF/container.xml", "<container"), ("a/tune.xml", TUNE)),
    "elsewhere.mxl": mxl(container("../../etc/passwd"), ("a/tune.xml", TUNE)),
    "bomb.mxl": mxl(container(), ("a/tune.xml", BOMB)),
    "large.mxl": mxl(container(), ("a/tune.xml", " " * 32_000_001)),
    "large container.mxl": mxl(("META-INF/container.xml", " " * 100_001), ("a/tune.xml", TUNE)),
    "changed.mxl": ARCHIVE.replace(TUNE.encode()[:0] + b"PK\x03\x04", b"PK\x03\x04", 1)[:60] + bytes([ARCHIVE[60] ^ 0xFF]) + ARCHIVE[61:],
    "long.xml": " " * 32_000_001,
    "notes.mid": b"MThd\0\0\0\6\0\2\0\0\0\x60",
    "tune.txt": "x",
}


class Scores(Practice):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.silence = tones(pathlib.Path(cls.folder.name) / "silence.wav", (0, 0, 0.5))

    def write(self, name, contents):
        path = pathlib.Path(self.folder.name) / name
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        return path

    def test_files_have_the_title_and_the_notes_that_the_command_reads(self):
        self.open_practice()
        for name, contents in SCORES.items():
            with self.subTest(name):
                self.open_file(name, contents)
                self.message(f"{name} is open")
                expected, _ = command(self.write(name, contents), self.silence)
                self.assertEqual(json.loads(self.state()["json"]), expected)

    def test_another_voice_and_the_remarks_are_those_of_the_command(self):
        page = self.open_practice()
        path = self.write("voices.xml", VOICES)
        self.open_file("voices.xml", VOICES)
        self.message("is open")
        self.assertEqual(page.locator(".practice-remarks li").all_text_contents(), ["Voice 1 of 3 (Flûte) is chosen.", "Percussion is left out."])
        for voice in ["2", "3"]:
            page.select_option(".practice-voice", voice)
            until(page, f"document.querySelector('.practice-remarks li').textContent.startsWith('Voice {voice}')")
            self.assertEqual(json.loads(self.state()["json"]), command(path, self.silence, "--voice", voice)[0])
        page.select_option(".practice-voice", "2")
        until(page, "document.querySelector('.practice-remarks').textContent.includes('the highest is kept. Left out: 1.')")
        page.click("#practice-back")
        until(page, "document.querySelector('.practice-title').textContent === 'C4 major: 15 notes'")

    def test_what_the_command_refuses_the_page_refuses_for_the_same_reason(self):
        self.open_practice()
        for name, contents in REFUSED.items():
            with self.subTest(name):
                self.open_file(name, contents)
                said = self.message(f"{name}: ").removeprefix(f"{name}: ")
                result, error = command(self.write(name, contents), self.silence)
                self.assertIsNone(result)
                # The command names the file in the sentence, and the page has other quotation marks.
                same = said.split(": ", 1)[1] if name == "tune.txt" else said.removeprefix("This ")[:30].replace("“", "'")
                self.assertIn(same, error)
                self.assertEqual(len(self.state()["notes"]), 15)
        # In Chromium's own report of what is no XML, which is never shown, there is a style, which the policy blocks.
        self.assertEqual(set(self.page.evaluate("window.violations.splice(0)")), {"style-src-attr inline"})
        self.errors = [error for error in self.errors if "style" not in error]

    def test_of_too_many_notes_the_first_bars_are_practised_and_told(self):
        page = self.open_practice()
        score = document(*[note("C") + note("D")] * 2001)
        self.open_file("long.xml", score)
        self.message("long.xml is open")
        self.assertEqual(page.locator(".practice-remarks li").all_text_contents(),
                         ["The score has more than 4000 notes: bars 1 to 2000 are practised. Others can be chosen."])
        path = self.write("long.xml", score)
        result, error = command(path, self.silence)
        self.assertIsNone(result)
        self.assertIn("more than 4000 notes. Practise some bars of it", error)
        part, _ = command(path, self.silence, "--loop", "1-2000")
        self.assertIsNotNone(part)
        self.assertEqual([row["note"] for row in json.loads(self.state()["json"])["notes"]], ["C4", "D4"] * 2000)

    def test_a_scale_is_chosen_remembered_and_in_a_link(self):
        page = self.open_practice()
        page.locator("#field-practiceTonic").select_option("Bb")
        page.locator("#field-practiceOctave").select_option("3")
        page.locator("#field-practiceScale").select_option("melodic-minor")
        page.locator("#field-practiceOctaves").select_option("2")
        until(page, "document.querySelectorAll('.practice-note').length === 29")
        expected, _ = command("Bb3-melodic-minor", self.silence, "--octaves", "2")
        self.assertEqual(json.loads(self.state()["json"]), expected)
        self.assertEqual(page.text_content(".practice-name"), "B♭3")
        link = page.evaluate("async () => (await import('/app/settings.js')).settings.link()")
        for part in ["practiceTonic=Bb", "practiceOctave=3", "practiceScale=melodic-minor", "practiceOctaves=2"]:
            self.assertIn(part, link)
        page.reload()
        until(page, "document.querySelectorAll('.practice-note').length === 29")
        page.locator("#field-practiceOctaves").select_option("4")
        page.locator("#field-practiceOctave").select_option("7")
        self.message("beyond the keys of MIDI")

    def test_the_module_is_loaded_when_the_panel_is_first_shown(self):
        page = self.open()
        loaded = "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/practice.wasm'))"
        self.assertFalse(page.evaluate(loaded))
        self.show("practice")
        until(page, loaded)


class Fits(Practice):
    clip = None
    CUT = """() => {
      const parts = [...document.querySelectorAll('practice-panel :is(button, label, p, legend, select, .segment span, .practice-note > span)')];
      return parts.filter((part) => part.checkVisibility() && (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'
        || part.getBoundingClientRect().right > innerWidth) && !part.closest('.practice-staff')).map((part) => part.textContent);
    }"""
    SMALL = """() => [...document.querySelectorAll('practice-panel :is(button, select, .toggle label)')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < 43.5).map((part) => part.outerHTML)"""

    def test_switches_are_large_enough_and_not_cut_at_320_pixels_in_six_languages(self):
        for language in ["en", "de", "fr", "es", "ja", "zh-Hans"]:
            page = self.open_practice(f"&language={language}&practiceFreeze=true", width=320, height=568)
            page.check("#field-practiceCues", force=True)
            page.wait_for_selector("#practice-cues-hear")
            for mode in ["through", "wait"]:
                page.select_option("#field-practiceMode", mode)
                with self.subTest(language=language, mode=mode):
                    self.assertEqual(page.evaluate(self.CUT), [])
                    self.assertEqual(page.evaluate(self.SMALL), [])
                    self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), 320)


if __name__ == "__main__":
    unittest.main()
