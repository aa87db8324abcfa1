"""Practice: what the microphone hears has the same result in the page as in the command."""

import datetime
import json
import math
import pathlib
import re
import subprocess
import tempfile
import unittest

from browser import PageTest, until, write_wave
import test_accessibility
from test_serve import KAMMERTON

RATE = 48000
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
"""


def note(step, octave=4, alter=0, duration=1, more=""):
    return f"<note><pitch><step>{step}</step><alter>{alter}</alter><octave>{octave}</octave></pitch><duration>{duration}</duration>{more}</note>"


def document(*measures, more="", head=HEAD):
    body = "".join(f'<measure number="{number}">{measure}</measure>' for number, measure in enumerate(measures, 1))
    return (
        f"""{head}<score-partwise version="4.0"><work><work-title>A  tune &amp; a half</work-title></work>
<part-list><score-part id="P1"><part-name>Flûte</part-name></score-part><score-part id="P2"><part-name>Bass</part-name></score-part></part-list>
<part id="P1">{body}</part>{more}</score-partwise>""")


VOICES = document(
    note("C", 5, more="<voice>1</voice>") + note("D", 5, more="<voice>1</voice>") + "<backup><duration>2</duration></backup>"
    + note("G", 3, duration=2, more="<voice>2</voice>")
    + "<note><chord/><pitch><step>B</step><octave>3</octave></pitch><duration>2</duration><voice>2</voice></note>",
    more=f'<part id="P2"><measure number="1"><note><unpitched/><duration>1</duration></note>{note("C", 2)}</measure></part>')
STATE = "async () => { const { practiceModel: model } = await import('/panels/practice/model.js'); return { ...model.snapshot, json: model.json }; }"


def tones(path, *notes):
    """Notes one after another: MIDI number, or 0 for a rest; cents; seconds."""
    samples = []
    for midi, cents, seconds in notes:
        step = 2 * math.pi * 440 * 2 ** ((midi - 69 + cents / 100) / 12) / RATE
        count = int(seconds * RATE)
        for index in range(count):
            swell = min(1, index / 500, (count - index) / 500)
            samples.append(0.18 * swell * sum(math.sin(order * step * index) / order for order in range(1, 6)) if midi else 0)
    return write_wave(path, samples, RATE)


def command(*words):
    """What the command prints as JSON beside the version of the program, or why it does not."""
    done = subprocess.run([KAMMERTON, "practice", *map(str, words), "--json", "--no-history"], capture_output=True, text=True)
    result = json.loads(done.stdout) if done.stdout else None
    return {name: value for name, value in result.items() if name != "version"} if result else None, done.stderr


class Practice(PageTest):
    def printed(self, page):
        """The result comes first and on one sheet, with whose it is and when, without controls; and no note of the score is cut."""
        page.get_by_label("Your name, for the print").fill("Anna Beispiel")
        before = page.viewport_size
        page.emulate_media(media="print")
        # A4 with margins of 12 mm, on its side and upright, in CSS pixels.
        for width, height in [(1032, 703), (703, 1032)]:
            page.set_viewport_size({"width": width, "height": height})
            with self.subTest(sheet=f"{width}×{height}"):
                shown = page.evaluate("""() => [...document.querySelectorAll('button, select, input, nav, .hint')]
                  .filter((element) => element.checkVisibility() && !element.closest('figure')).map((element) => element.outerHTML.slice(0, 80))""")
                self.assertEqual(shown, [])
                head = page.inner_text(".practice-sheet-head")
                for words in ["Anna Beispiel", "D4 major", str(datetime.date.today().year)]:
                    self.assertIn(words, head)
                boxes = page.evaluate("""() => ['practice-result', '.practice-strip'].map((selector) => {
                  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
                  return [top + scrollY, bottom + scrollY];
                })""")
                self.assertLess(boxes[0][1], height, "the result fits the first sheet")
                self.assertLess(boxes[0][1], boxes[1][0], "the score follows")
                cut = page.evaluate("(width) => [...document.querySelectorAll('.practice-note')].filter((note) => note.getBoundingClientRect().right > width).length", width)
                self.assertEqual(cut, 0)
        for landscape in [True, False]:
            sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", landscape=landscape)))
            self.assertLessEqual(sheets, 2)
        page.emulate_media(media="screen")
        page.set_viewport_size(before)

    def open_practice(self, fragment="", **options):
        page = self.open(f"panel=practice{fragment}", **options)
        page.wait_for_selector(".practice-note")
        return page

    def state(self):
        return self.page.evaluate(STATE)

    def open_file(self, name, contents):
        payload = contents.encode() if isinstance(contents, str) else contents
        path = pathlib.Path(self.folder.name) / name
        path.write_bytes(payload)
        self.page.set_input_files("#practice-open-file", path)  # not its contents, of which Playwright would make text

    def message(self, words):
        until(self.page, f"document.querySelector('.practice-message').textContent.includes({json.dumps(words)})")
        return self.page.text_content(".practice-message")


class Playing(Practice):
    steps = [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0]
    cents = [3, -8, 12, 0, -4, 15, -20, 5, 2, 9, -11, 6, 1, -3, 4]

    @classmethod
    def make_clip(cls):
        notes = [(62 + step, 7 + cents, 0.4) for step, cents in zip(cls.steps, cls.cents)]
        return tones(pathlib.Path(cls.folder.name) / "scale.wav", (0, 0, 2.5), *notes, (0, 0, 6))

    def test_what_is_played_is_scored_as_by_the_command_and_kept(self):
        page = self.open_practice("&practiceTonic=D&practiceTemperament=just&a4=441", width=390, height=844)
        bottom = page.evaluate("document.querySelector('.practice-staff').getBoundingClientRect().bottom")
        self.assertLess(bottom, page.evaluate("document.querySelector('#practice-begin').getBoundingClientRect().top"))
        # As the page is when it has heard five notes, or more of them at once, before anything else comes.
        page.evaluate("""() => new MutationObserver(() => {
          const count = Number.parseInt(document.querySelector('.practice-count').textContent, 10);
          if (!(count >= 5) || window.onTheWay) return;
          window.onTheWay = { count, sides: [...document.querySelectorAll('.practice-note')].map((note) => note.dataset.side) };
        }).observe(document.querySelector('practice-panel'), { subtree: true, childList: true, characterData: true, attributes: true })""")
        page.click("#practice-begin")
        until(page, "window.onTheWay !== undefined")
        count, sides = page.evaluate("[window.onTheWay.count, window.onTheWay.sides]")
        self.assertEqual(len(sides), 15)
        self.assertNotIn("none", sides[:count - 1])
        self.assertLessEqual(set(sides[count + 3:]), {"none"})
        page.wait_for_selector("practice-result:not([hidden])")
        # The sentence comes first, names the note that is farthest off, both times that it is played, and is in view.
        rows = json.loads(self.state()["json"])["notes"]
        worst = max(rows, key=lambda row: abs(row["cents"]))["note"]
        same = [row["cents"] for row in rows if row["note"] == worst]
        self.assertGreater(min(same), 10)
        others = sum(abs(row["cents"]) > 10 for row in rows) - len(same)
        self.assertEqual(
            page.text_content("practice-result p"),
            f"{worst} is off each time, by +{sum(same) / 2:.0f} ct on average over 2 notes. Further notes more than 10 ct off: {others}.")
        until(page, """(() => {
          const { top, bottom } = document.querySelector('.practice-sentence').getBoundingClientRect();
          return top >= 0 && bottom < innerHeight - 70;
        })()""")
        with page.expect_download() as download:
            page.click("#practice-save")
        saved = json.loads(pathlib.Path(download.value.path()).read_text(encoding="utf-8"))
        expected, _ = command("D-major", self.clip, "--temperament", "just", "--a4", "441")
        self.assertEqual(list(saved), list(expected))
        for key in ["title", "tuning", "extra", "octaves"]:
            self.assertEqual(saved[key], expected[key])
        self.assertEqual([list(row) for row in saved["notes"]], [list(row) for row in expected["notes"]])
        # The browser may have resampled the sound, and its clip has begun before the page listens.
        self.assertAlmostEqual(saved["offset"], expected["offset"], delta=0.1)
        for mine, other in zip(saved["notes"], expected["notes"], strict=True):
            self.assertEqual((mine["note"], mine["quarter"], mine["wrong"]), (other["note"], other["quarter"], other["wrong"]))
            self.assertAlmostEqual(mine["cents"], other["cents"], delta=0.1)
        for mine, other in zip(saved["intervals"], expected["intervals"], strict=True):
            self.assertEqual((mine["semitones"], mine["count"]), (other["semitones"], other["count"]))
            self.assertAlmostEqual(mine["cents"], other["cents"], delta=0.1)
        self.assertEqual(page.locator(".practice-plot").count(), 2)
        self.assertEqual(page.locator(".practice-plot").first.locator(".plot-dot").count(), 15)
        summary = page.locator(".practice-summary p").all_text_contents()
        self.assertIn("from A4 = 441.0 Hz", summary[0])
        self.assertEqual(summary[1], "15 right, 0 wrong, 0 missing, 0 extra")
        self.assertIn("15 right", page.text_content("#status"))
        self.assertEqual(page.get_attribute("#practice-begin", "data-runs"), "false")
        page.click("practice-result summary")
        self.assertEqual(test_accessibility.Audit.violations(self), [])
        page.click("practice-result summary")
        self.printed(page)
        # With another temperament it is compared anew.
        page.locator("#field-practiceTemperament").select_option("equal")
        until(page, f"async () => JSON.parse((await ({STATE})()).json).tuning.endsWith('equal')")
        equal, _ = command("D-major", self.clip, "--a4", "441")
        self.assertAlmostEqual(self.state()["offset"], equal["offset"], delta=0.1)
        # The history has it as a session, with what was set and with the player's own A4.
        kept = page.evaluate("async () => (await import('/session/note-log.js')).noteLog.notes")
        self.assertEqual([row["midi"] for row in kept], [62 + step for step in self.steps])
        self.assertEqual({row["temperament"] for row in kept}, {"just"})
        self.assertEqual(kept[0]["concertPitch"], 441)
        self.assertAlmostEqual(kept[0]["ownConcertPitch"], 441 * 2 ** (expected["offset"] / 1200), delta=0.05)
        for row, other in zip(kept, expected["notes"]):
            self.assertAlmostEqual(row["meanCents"], other["cents"], delta=0.1)
            self.assertEqual(row["secondsInTune"] > 0, abs(row["meanCents"]) <= 10)

    def test_a_button_ends_it_and_so_does_another_panel_and_what_is_not_played_is_missing(self):
        page = self.open_practice("&practiceTonic=D")
        page.click("#practice-begin")
        until(page, "document.querySelector('.practice-count').textContent.match(/^[0-9]+/)?.[0] >= 3")
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        state = self.state()
        self.assertGreaterEqual(state["rightCount"], 3)
        self.assertEqual(state["rightCount"] + state["missingCount"], 15)
        until(page, "async () => (await import('/session/session.js')).session.status === 'off'")
        page.click("#practice-begin")
        until(page, "async () => (await import('/panels/practice/model.js')).practiceModel.state === 'running'")
        self.show("tones")
        until(page, "async () => (await import('/session/session.js')).session.status === 'off'")

    def test_the_drone_sounds_while_it_is_played(self):
        page = self.open_practice("&practiceTonic=D")
        page.check("#field-practiceDrone", force=True)
        page.click("#practice-begin")
        until(page, "async () => (await import('/session/playing.js')).playing.isSounding")
        self.assertAlmostEqual(self.state()["droneFrequency"], 440 * 2 ** (-19 / 12), places=6)
        page.click("#practice-begin")
        until(page, "async () => !(await import('/session/playing.js')).playing.isSounding")


def corrected(path, *notes, lead=2.5, tail=6):
    """Notes whose pitch moves in the middle, in a tenth of a second: MIDI number, cents first, cents then, seconds."""
    samples = [0.0] * int(lead * RATE)
    for midi, first, then, seconds in notes:
        phase, count = 0.0, int(seconds * RATE)
        for index in range(count):
            moved = max(0, min(1, (index - count / 2) / RATE / 0.1))
            phase += 440 * 2 ** ((midi - 69 + (first + (then - first) * moved) / 100) / 12) / RATE
            swell = min(1, index / 500, (count - index) / 500)
            samples.append(0.18 * swell * sum(math.sin(2 * math.pi * order * phase) / order for order in range(1, 5)))
    samples += [0.0] * int(tail * RATE)
    return write_wave(path, samples, RATE)


class Frozen(Practice):
    """A scale of which every second note begins 30 cents off, and is corrected while it sounds."""

    FIRST = {"E4": 30, "G4": -30, "B4": 30, "D5": -30}

    @classmethod
    def make_clip(cls):
        notes = [(62 + step, [0, 30, 0, -30][index % 4], 0, 1.2) for index, step in enumerate([0, 2, 4, 5, 7, 9, 11, 12])]
        return corrected(pathlib.Path(cls.folder.name) / "corrected.wav", *notes)

    def test_the_first_pitch_stays_while_it_is_corrected_and_the_correction_stands_apart(self):
        page = self.open_practice("&practiceTonic=D&practiceFreeze=true")
        self.assertTrue(page.is_checked("#field-practiceFreeze"))
        page.evaluate("""() => {
          window.shown = [];
          new MutationObserver(() => {
            const text = document.querySelector('.practice-frozen').textContent;
            if (window.shown.at(-1) !== text) window.shown.push(text);
          }).observe(document.querySelector('practice-panel'), { childList: true, characterData: true, subtree: true });
        }""")
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        shown = [text for text in page.evaluate("window.shown") if text]
        self.assertGreaterEqual(len(shown), 6, shown)
        off = [text for text in shown if text.split(", ")[0] in self.FIRST]
        first = [text for text in off if re.fullmatch(r"(E4|B4), (2[5-9]|3[0-5]) cents sharp|(G4|D5), (2[5-9]|3[0-5]) cents flat", text)]
        # Never the pitch that it was corrected to; but what a busy machine cuts in two begins again.
        self.assertGreaterEqual(len(first), 3, shown)
        self.assertLessEqual(len(off) - len(first), 1, shown)
        self.assertFalse(page.is_visible(".practice-frozen"))
        rows = self.state()["notes"][:8]
        corrected_ones = [index for index in [1, 3, 5, 7] if rows[index]["isCorrected"]]
        self.assertGreaterEqual(len(corrected_ones), 2, rows)
        index = corrected_ones[-1]
        texts = page.locator(".practice-note").nth(index).locator("span").all_text_contents()
        self.assertEqual(texts[1], f"{'♯ +' if rows[index]['first'] > 0 else '♭ −'}{abs(rows[index]['first']):.0f}")
        self.assertRegex(texts[3], r"^→ [+−]?\d+$")
        self.assertEqual(test_accessibility.Audit.violations(self), [])
        page.uncheck("#field-practiceFreeze", force=True)
        until(page, f"document.querySelectorAll('.practice-corrected')[{index}].textContent === ''")


class Cued(Practice):
    @classmethod
    def make_clip(cls):
        cents = {3: 30, 6: -30}
        steps = [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0]
        notes = [(62 + step + (3 if index == 9 else 0), cents.get(index, 0), 0.45) for index, step in enumerate(steps)]
        return tones(pathlib.Path(cls.folder.name) / "cued.wav", (0, 0, 2.5), *notes, (0, 0, 6))

    SCRIPT = """
      window.tones = [];
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...rest) { window.tones.push(this.buffer.duration); return start.apply(this, rest); };
    """

    def test_tones_tell_how_notes_were_off_and_the_summary_is_spoken(self):
        page = self.open_practice("&practiceTonic=D", script=self.SCRIPT)
        self.assertFalse(page.is_visible("#practice-cues-hear"))
        page.check("#field-practiceCues", force=True)
        page.click("#practice-cues-hear")
        until(page, "window.tones.length === 5")
        for duration in page.evaluate("window.tones"):
            self.assertAlmostEqual(duration, 0.09, delta=0.001)
        page.evaluate(f"async () => {{ window.cues = []; {MODEL}.addEventListener('cue', ({{ detail }}) => window.cues.push(detail)); }}")
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        cues = page.evaluate("window.cues")
        # What a busy machine cuts in two is a wrong note as well, wherever that happens.
        self.assertEqual(list(dict.fromkeys(cue for cue in cues if cue != "wrong")), ["sharp", "flat"], cues)
        self.assertIn("wrong", cues[cues.index("flat"):])
        self.assertEqual(page.evaluate("window.tones.length"), 5 + len(cues))
        self.assertRegex(page.text_content("#status"), r"\d+ right, \d wrong")
        # A player who is waited for is answered instead.
        page.select_option("#field-practiceMode", "wait")
        self.assertFalse(page.is_visible("#field-practiceCues"))


class AnyOctave(Practice):
    @classmethod
    def make_clip(cls):
        steps = [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0]
        notes = [part for index, step in enumerate(steps) for part in [(62 + step + 12 * (index % 2), 0, 0.5), (0, 0, 0.15)]]
        return tones(pathlib.Path(cls.folder.name) / "octaves.wav", (0, 0, 2.5), *notes, (0, 0, 6))

    def test_a_score_that_waits_takes_every_octave_if_that_is_wished_for(self):
        page = self.open_practice("&practiceTonic=D")
        self.assertFalse(page.is_visible("#field-practiceIgnoreOctave"))
        page.select_option("#field-practiceMode", "wait")
        page.check("#field-practiceIgnoreOctave", force=True)
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        self.assertEqual(self.state()["position"], 15)
        page.reload()
        page.wait_for_selector(".practice-note")
        self.assertTrue(page.is_checked("#field-practiceIgnoreOctave"))


class TooMany(Practice):
    @classmethod
    def make_clip(cls):
        notes = [(60 + step, 0, 0.4) for step in [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0]]
        return tones(pathlib.Path(cls.folder.name) / "more.wav", (0, 0, 2.5), *notes[:4], (70, 0, 0.4), *notes[4:], (0, 0, 6))

    def test_a_note_too_many_is_none_of_the_score(self):
        page = self.open_practice()
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        # What a busy machine cuts in two, or hears of the beginning, is too many as well.
        self.assertRegex(page.text_content(".practice-count"), r"^15 of 15 · \d extra$")
        many = page.text_content(".practice-count").split(" · ")[1].split(" ")[0]
        self.assertEqual(page.text_content(".practice-sentence"), f"Wrong notes: 0, missing: 0, extra: {many}.")


MODEL = "(await import('/panels/practice/model.js')).practiceModel"
IS_OFF = """async () => (await import('/session/session.js')).session.status === 'off'
    && (await import('/session/microphone.js')).microphone.source === null"""
STALLED = """
    const addModule = AudioWorklet.prototype.addModule;
    AudioWorklet.prototype.addModule = function (url) {
      return String(url).endsWith('engine/processor.js') ? new Promise(() => {}) : addModule.call(this, url);
    };
"""
BROKEN = """
    const get = window.fetch;
    window.fetch = (url, ...rest) => (String(url).includes('practice.wasm')
      ? Promise.resolve(new Response(new Uint8Array(8))) : get(url, ...rest));
"""


class Interrupted(Practice):
    @classmethod
    def make_clip(cls):
        return tones(pathlib.Path(cls.folder.name) / "notes.wav", *[(60 + step, 0, 0.5) for step in range(12)])

    def test_a_button_pressed_twice_at_once_leaves_no_microphone_open(self):
        page = self.open_practice()
        page.evaluate(f"async () => {{ const model = {MODEL}; model.begin(); model.end(); }}")
        page.wait_for_timeout(1500)
        self.assertTrue(page.evaluate(IS_OFF))
        self.assertEqual(page.evaluate(f"async () => {MODEL}.state"), "idle")

    def test_it_can_be_ended_before_the_audio_thread_listens(self):
        page = self.open_practice(script=STALLED)
        page.click("#practice-begin")
        until(page, f"async () => {MODEL}.state === 'running'")
        page.click("#practice-begin")
        until(page, f"async () => {MODEL}.state === 'idle'")
        until(page, IS_OFF)

    def test_another_microphone_ends_it_with_what_was_heard(self):
        page = self.open_practice()
        page.click("#practice-begin")
        until(page, f"async () => {MODEL}.engine.node !== null")
        page.wait_for_timeout(500)
        page.evaluate("async () => (await import('/session/session.js')).session.lost()")
        until(page, f"async () => ['idle', 'done'].includes({MODEL}.state)")
        until(page, IS_OFF)

    def test_two_voices_chosen_quickly_keep_the_name_of_the_file(self):
        page = self.open_practice()
        self.open_file("voices.xml", VOICES)
        self.message("is open")
        page.evaluate(f"async () => {{ const model = {MODEL}; model.voice(2); model.voice(3); model.begin(); }}")
        until(page, f"async () => {MODEL}.snapshot.voice === 3")
        self.assertEqual(page.evaluate(f"async () => [{MODEL}.file, {MODEL}.state]"), ["voices.xml", "idle"])
        self.assertTrue(page.is_visible("#practice-back"))
        page.focus(".practice-voice")
        page.select_option(".practice-voice", "1")
        until(page, f"async () => {MODEL}.snapshot.voice === 1")
        self.assertEqual(page.evaluate("document.activeElement.className"), "practice-voice")

    def test_a_module_that_cannot_start_says_so_once_and_again(self):
        page = self.open("panel=practice", script=BROKEN)
        until(page, f"async () => {MODEL}.engine !== null")
        page.evaluate(f"async () => {{ window.count = 0; {MODEL}.engine.addEventListener('error', () => {{ window.count += 1; }}); }}")
        self.message("Practice has stopped because of an error")
        # Once for each message that was on its way, and not for ever.
        page.wait_for_timeout(1000)
        count = page.evaluate("window.count")
        page.wait_for_timeout(1000)
        self.assertEqual(page.evaluate("window.count"), count)


class Silence(Practice):
    @classmethod
    def make_clip(cls):
        return tones(pathlib.Path(cls.folder.name) / "silence.wav", (0, 0, 3))

    def test_where_nothing_is_heard_it_is_said_and_nothing_is_kept(self):
        page = self.open_practice()
        page.click("#practice-begin")
        until(page, "async () => (await import('/panels/practice/model.js')).practiceModel.state === 'running'")
        page.wait_for_timeout(1000)
        page.click("#practice-begin")
        until(page, "document.querySelector('.practice-hint').textContent.startsWith('Nothing was heard')")
        self.assertTrue(page.evaluate("document.querySelector('practice-result').hidden"))
        self.assertEqual(page.evaluate("async () => (await import('/session/note-log.js')).noteLog.notes"), [])


if __name__ == "__main__":
    unittest.main()
