"""Practice with time: tempo, clicks, the lane, early and late, rhythm alone, latency, waiting, loops and exports."""

import json
import math
import pathlib
import random
import statistics
import unittest

from browser import until, write_wave
from test_practice import MODEL, Practice, tones
import test_accessibility

RATE = 48000
STEPS = [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0]


def claps(path, times, seconds):
    """Short bursts of noise at these times."""
    noise = random.Random(1)
    samples = [0.0] * int(seconds * RATE)
    for time in times:
        start = int(time * RATE)
        for index in range(int(0.06 * RATE)):
            if start + index < len(samples):
                samples[start + index] += 0.6 * math.exp(-index / 500) * noise.uniform(-1, 1)
    return write_wave(path, samples, RATE)


class InTime(Practice):
    """A scale at 120, every second note 30 ms late."""

    @classmethod
    def make_clip(cls):
        late = [0.03 if index % 2 else 0 for index in range(16)]
        notes = []
        for index, step in enumerate(STEPS):
            length = 0.5 + late[index + 1] - late[index]
            notes += [(62 + step, 4, length - 0.06), (0, 0, 0.06)]
        return tones(pathlib.Path(cls.folder.name) / "scale.wav", (0, 0, 2.5), *notes, (0, 0, 6))

    def test_a_take_without_a_click_is_judged_by_its_own_beat_kept_and_exported(self):
        page = self.open_practice("&practiceTonic=D&practiceTime=tempo&practiceTempo=120&practiceClick=false")
        self.assertTrue(page.is_visible(".practice-lane"))
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        times = self.state()["times"]
        self.assertTrue(times["isTimed"])
        self.assertEqual((times["reference"], times["count"]), ("ownBeat", 15))
        self.assertAlmostEqual(times["tempo"], 120, delta=0.6)
        late = [row["late"] for row in self.state()["notes"]]
        self.assertAlmostEqual(statistics.median(late[1::2]) - statistics.median(late[0::2]), 30, delta=4)
        self.assertIn("practice-take", page.evaluate("document.querySelector('.practice-poster svg').getAttribute('class')"))
        saved = json.loads(self.state()["json"])
        self.assertEqual(saved["timing"]["reference"], "own-beat")
        self.assertEqual(len([row for row in saved["notes"] if row["late"] is not None]), 15)
        self.assertEqual(page.locator(".practice-late").nth(1).text_content()[0], "✓" if abs(late[1]) <= 20 else "▸")
        page.click("practice-result summary")
        self.assertEqual(test_accessibility.Audit.violations(self), [])
        self.check_exports()
        self.check_history(late)

    def check_exports(self):
        page = self.page
        with page.expect_download() as download:
            page.click("#practice-save-midi")
        self.assertEqual(pathlib.Path(download.value.path()).read_bytes()[:4], b"MThd")
        with page.expect_download() as download:
            page.click("#practice-save-musicxml")
        text = pathlib.Path(download.value.path()).read_text(encoding="utf-8")
        self.assertEqual(text.count("<step>"), 15)

    def check_history(self, late):
        page = self.page
        self.show("history")
        page.wait_for_selector("#history-sessions td")
        text = page.locator("#history-sessions tbody tr").first.locator("td").last.text_content()
        late = [round(value, 1) for value in late if value is not None]  # The history keeps tenths.
        middle = statistics.median(late)
        spread = 1.4826 * statistics.median(abs(value - middle) for value in late)
        self.assertEqual(text, f"±{spread:.0f} ms")

    def test_a_curve_follows_the_player_if_that_is_asked_for(self):
        page = self.open_practice("&practiceTonic=D&practiceTime=tempo&practiceTempo=120&practiceClick=false&practiceRubato=true&practiceSwing=own")
        self.assertTrue(page.is_visible("#field-practiceRubato"))
        page.check("#field-practiceClick")
        self.assertFalse(page.is_visible("#field-practiceRubato"))
        page.uncheck("#field-practiceClick")
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        self.assertEqual(self.state()["times"]["reference"], "curve")

    def test_the_score_waits_for_each_note(self):
        page = self.open_practice("&practiceTonic=D&practiceMode=wait")
        self.assertFalse(page.is_visible("#field-practiceTime"))
        page.click("#practice-begin")
        until(page, "document.querySelector('.practice-drill').textContent.startsWith('Waiting for ')")
        page.wait_for_selector("practice-result:not([hidden])")
        self.assertEqual(self.state()["position"], 15)

    def test_a_passage_has_its_own_notes(self):
        page = self.open_practice("&practiceTonic=D")
        page.fill("#practice-from", "2")
        page.fill("#practice-to", "2")
        page.press("#practice-to", "Tab")
        until(page, "document.querySelectorAll('.practice-note').length === 4")
        self.assertEqual(page.locator(".practice-name").all_text_contents(), ["A4", "B4", "C♯5", "D5"])


class Claps(Practice):
    """Claps in a beat of 100, as unsteady as people are: by 10 ms."""

    @classmethod
    def make_clip(cls):
        chance = random.Random(3)
        times = [2.9 + 0.6 * index + chance.gauss(0, 0.01) for index in range(16)]
        return claps(pathlib.Path(cls.folder.name) / "claps.wav", times, 18)

    def test_beats_that_are_rests_are_chosen_by_signs(self):
        page = self.open_practice("&practiceKind=rhythm")
        page.fill("#practice-pattern", "x.")
        page.press("#practice-pattern", "Tab")
        self.assertEqual(page.get_attribute("#practice-pattern", "aria-invalid"), "true")
        self.assertIn("Write 4 signs", page.text_content("#practice-pattern-note"))
        count = page.locator(".practice-note").count()
        page.fill("#practice-pattern", "x.x.")
        page.press("#practice-pattern", "Tab")
        until(page, f"document.querySelectorAll('.practice-note').length * 2 === {count}")
        self.assertEqual(page.get_attribute("#practice-pattern", "aria-invalid"), "false")

    def test_a_rhythm_is_judged_by_its_own_beat_and_kept_in_history_and_file(self):
        page = self.open_practice("&practiceKind=rhythm", accept_downloads=True)
        self.assertFalse(page.is_visible("#field-practiceTonic"))
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        state = self.state()
        self.assertTrue(state["isRhythm"])
        self.assertEqual(state["rightCount"], 16)
        self.assertAlmostEqual(state["times"]["tempo"], 100, delta=0.8)
        self.assertAlmostEqual(state["times"]["spread"], 10, delta=6)
        self.assertNotEqual(page.text_content(".practice-sentence"), "")
        self.assertIn("in the history", page.locator("practice-result .hint").last.text_content())
        self.assertIn("Rhythm in 4/4", page.evaluate(f"async () => {MODEL}.json"))
        times = state["times"]
        self.show("history")
        page.wait_for_selector("#history-sessions td")
        cells = page.locator("#history-sessions tbody tr td").all_text_contents()
        # Its own beat has no early and late: only the spread means something.
        self.assertEqual(cells[1:], ["Rhythm in 4/4, beats: 16", "–", f"±{times['spread']:.0f} ms"])
        self.assertEqual(page.locator("#history-weeks").count(), 0)
        with page.expect_download() as download:
            page.click("#csv")
        head, row = (line.split(",") for line in pathlib.Path(download.value.path()).read_text().split())
        kept = dict(zip(head, row, strict=True))
        self.assertEqual((kept["note"], kept["rhythm"], kept["beats"], kept["late"]), ("", "4/4", "16", ""))
        self.assertAlmostEqual(float(kept["timeSpread"]), times["spread"], delta=0.06)
        self.assertAlmostEqual(float(kept["tempo"]), times["tempo"], delta=0.01)
        with page.expect_download() as download:
            page.click("#json")
        saved = pathlib.Path(download.value.path()).read_bytes()
        page.click("#clear")
        page.click("dialog .button.strong")
        page.wait_for_selector("history-panel .empty")
        wrong = json.loads(saved)
        wrong[0]["tempo"] = -1
        for contents, words in [(json.dumps(wrong).encode(), "entry 1"), (saved, "here already: 0"), (saved, "here already: 1")]:
            page.set_input_files("#import-history-file", {"name": "history.json", "mimeType": "application/json", "buffer": contents})
            until(page, f"document.querySelector('app-notice').textContent.includes('{words}')")
        until(page, "document.querySelectorAll('#history-sessions tbody tr').length === 1")
        self.assertEqual(page.locator("#history-sessions tbody tr td").all_text_contents(), cells)
        page.reload()
        page.wait_for_selector("#history-sessions td")
        self.assertEqual(page.locator("#history-sessions tbody tr td").all_text_contents(), cells)


class Latency(Practice):
    """The probe itself in the microphone: its latency is some hundredths, by how late the clip is."""

    clip = None

    def test_six_clicks_measure_the_latency_and_it_is_kept(self):
        # What is played comes back to the microphone 184 ms later.
        page = self.open_practice("&practiceTime=tempo", script="""
          navigator.mediaDevices.getUserMedia = async () => {
            const context = new AudioContext();
            return context.createMediaStreamDestination().stream;
          };
          const connect = AudioNode.prototype.connect;
          AudioContext.prototype.createMediaStreamSource = function () {
            const delay = new DelayNode(this, { delayTime: 0.184, maxDelayTime: 1 });
            window.echo = delay;
            return delay;
          };
          AudioNode.prototype.connect = function (target, ...rest) {
            if (target === this.context.destination && this instanceof AudioBufferSourceNode) connect.call(this, window.echo);
            return connect.call(this, target, ...rest);
          };
        """)
        self.assertIn("not measured", page.text_content(".practice-latency"))
        page.click("#practice-measure")
        until(page, "/Latency \\d/.test(document.querySelector('.practice-latency').textContent)")
        self.assertRegex(page.text_content(".practice-latency"), r"^Latency 18[345] ms ± 0\.\d$")
        page.reload()
        page.wait_for_selector(".practice-note")
        # The microphone opens anew, and a browser may buffer it otherwise then.
        self.assertRegex(page.text_content(".practice-latency"), r"^Latency about 18[345] ms ± 0\.\d, from earlier openings of this microphone: 1\.")

    def test_ten_openings_of_a_microphone_are_told_apart(self):
        page = self.open_practice("&practiceTime=tempo")
        found = page.evaluate("""async () => {
          const { devicePair } = await import('/panels/practice/device-pair.js');
          const { microphone } = await import('/session/microphone.js');
          const { settings } = await import('/app/settings.js');
          devicePair.name = 'Interface | Headphones';
          const measured = [52.1, 60.9, 47.2, 55.0, 58.3, 49.9, 51.4, 57.6, 50.2, 54.8];
          const said = [];
          for (const latency of measured) {
            microphone.source = { opening: latency };
            devicePair.keep(40, 0.4);  // measured twice in one opening: the second time counts
            devicePair.keep(latency, 0.3);
            said.push(devicePair.latency);
          }
          const stored = settings.get('latencies').length;
          microphone.source = { opening: 'the next' };
          return { said, next: devicePair.latency, stored };
        }""")
        self.assertEqual([round(1000 * row["latency"], 1) for row in found["said"]], [52.1, 60.9, 47.2, 55.0, 58.3, 49.9, 51.4, 57.6, 50.2, 54.8])
        self.assertTrue(all(round(1000 * row["spread"], 2) == 0.3 and not row["isEarlier"] for row in found["said"]))
        self.assertEqual(found["stored"], 10)
        self.assertEqual((round(1000 * found["next"]["latency"], 2), found["next"]["count"], found["next"]["isEarlier"]), (53.45, 10, True))
        self.assertAlmostEqual(1000 * found["next"]["spread"], (60.9 - 47.2) / 2)

    def test_silence_is_said(self):
        page = self.open_practice("&practiceTime=tempo", script="""
          navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;
        """)
        page.click("#practice-measure")
        until(page, "document.querySelector('.practice-latency').classList.contains('is-problem')")
        self.assertIn("silence", page.text_content(".practice-latency"))


if __name__ == "__main__":
    unittest.main()
