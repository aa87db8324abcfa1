"""Practice to a recording: its notes are the score, and the result is the command's."""

import json
import math
import pathlib
import random
import unittest

from browser import until, write_wave
from test_practice import Practice, command, tones
import test_accessibility

RATE = 48000
MELODY = [0, 2, 4, 5, 7, 9, 11, 12]
LENGTHS = [0.5, 0.55, 0.6, 0.5, 0.45, 0.5, 0.6, 0.8]


def melody(path, cents, tempo, lead, tail):
    """The melody on G3, each note by some cents off and with its own length, which the tempo divides."""
    notes = [part for step, off, length in zip(MELODY, cents, LENGTHS) for part in [(55 + step, off, length / tempo - 0.06), (0, 0, 0.06)]]
    return tones(path, (0, 0, lead), *notes, (0, 0, tail))


class Recording(Practice):
    """A teacher at A4 = 443 Hz with a high leading note; a pupil 12 cents below, slower, with one note 25 cents too high."""

    TEACHER = [12, 12, 12, 12, 12, 12, 30, 12]
    PUPIL = [0, 0, 25, 0, 0, 0, 18, 0]

    @classmethod
    def make_clip(cls):
        return melody(pathlib.Path(cls.folder.name) / "pupil.wav", cls.PUPIL, 0.9, 2.5, 6)

    def follow(self, path):
        self.page.set_input_files("#practice-open-file", str(path))

    def test_its_notes_are_the_score_and_the_result_is_the_commands(self):
        teacher = melody(pathlib.Path(self.folder.name) / "teacher.wav", self.TEACHER, 1, 0.5, 1)
        page = self.open_practice("&practiceMode=loop")
        self.follow(teacher)
        self.message("teacher.wav is open.")
        self.assertEqual(page.text_content(".practice-title"), "teacher.wav: 8 notes")
        self.assertEqual(page.locator(".practice-note .practice-name").all_text_contents(), ["G3", "A3", "B3", "C4", "D4", "E4", "F♯4", "G4"])
        # It has its own tuning and its own times, and no bars to repeat.
        for hidden in ["#field-practiceTemperament", "#field-practiceTime", "#field-practiceSwing", "#field-practiceClick", "#practice-from"]:
            self.assertFalse(page.is_visible(hidden), hidden)
        self.assertEqual(page.input_value("#field-practiceMode"), "through")
        self.assertTrue(page.is_visible("practice-lane"))
        self.assertEqual(test_accessibility.Audit.violations(self), [])
        page.click("#practice-begin")
        page.wait_for_selector("practice-result:not([hidden])")
        expected, _ = command("--like", teacher, self.clip)
        mine = json.loads(self.state()["json"])
        self.assertEqual(list(mine), list(expected))
        for key in ["title", "tuning", "extra", "octaves"]:
            self.assertEqual(mine[key], expected[key])
        self.assertAlmostEqual(mine["offset"], expected["offset"], delta=0.2)
        for own, other in zip(mine["notes"], expected["notes"], strict=True):
            self.assertEqual((own["note"], own["wrong"]), (other["note"], other["wrong"]))
            self.assertAlmostEqual(own["wanted"], other["wanted"], delta=0.1)
            self.assertAlmostEqual(own["cents"], other["cents"], delta=0.3)
        # What the pupil did otherwise, and nothing else.
        off = [index for index, note in enumerate(mine["notes"]) if abs(note["cents"]) > 10]
        self.assertEqual(off, [2])
        self.assertIn("B3", page.text_content(".practice-sentence"))
        summary = page.text_content(".practice-summary")
        self.assertIn("against the recording, at your tempo", summary)
        self.assertRegex(summary, r"Tempo (89|90)\.\d % of the recording’s")
        self.assertRegex(summary, r"from A4 = 44[23]\.\d Hz")
        # The scale is compared with the settings again.
        page.click("#practice-back")
        until(page, "document.querySelectorAll('.practice-note').length === 15")
        self.assertTrue(page.is_visible("#field-practiceTemperament"))

    def test_what_cannot_be_followed_is_refused_with_the_reason_and_the_score_stays(self):
        page = self.open_practice()
        folder = pathlib.Path(self.folder.name)
        noise = random.Random(1)
        chord = [0.1 * sum(math.sin(2 * math.pi * frequency * index / RATE) for frequency in (220, 311.1, 415.3)) + noise.gauss(0, 0.1)
                 for index in range(3 * RATE)]
        for path, words in [
            (tones(folder / "silence.wav", (0, 0, 2)), "No note was found in the recording."),
            (write_wave(folder / "chord.wav", chord, RATE), "of the recording’s sound has no single clear pitch"),
        ]:
            self.follow(path)
            self.assertIn(f"{path.name}: ", self.message(words))
        for name, words in [("song.wav", "This browser cannot read it as sound."), ("song.txt", "This is neither a recording nor a score: .mid")]:
            self.open_file(name, b"no sound")
            self.message(f"{name}: {words}")
        self.assertEqual(page.locator(".practice-note").count(), 15)


if __name__ == "__main__":
    unittest.main()
