"""The piano: a key is found and measured through the microphone, and files go between the page and the command."""

import math
import unittest

from browser import until
from measured import RATE, MeasuredPanel, reported, write_clip

PIANO = """kammerton-piano 1
# A piano for kammerton piano and kammerton tune --piano: docs/piano.md describes this file.
name: Krone
concert-pitch: 441.000
style: octaves
temperament: vallotti
lowest-plain-key: A#2
temperature: 20.5
key: C4 before 2026-11-22T10:15:00Z 262.000000 0.0500 0.000340000 0.004000 12 0.0200 -0.6000 0.6000
key: A4 before 2026-11-22T10:16:00Z 441.000000 0.0500 0.000750000 0.004000 12 0.0200 0.0000
end: 2
"""


def struck(frequency, stiffness, seconds):
    """A key: partials of a stiff string that decay."""
    samples = [0.0] * int(seconds * RATE)
    for order in range(1, 9):
        partial = order * frequency * math.sqrt((1 + stiffness * order * order) / (1 + stiffness))
        step, rate = 2 * math.pi * partial / RATE, math.sqrt(order) / RATE
        for index in range(len(samples)):
            samples[index] += 0.15 / order * math.sin(step * index + order) * math.exp(-rate * index)
    return samples


def make_keys(folder, *keys, seconds=5.5):
    """Keys one after another."""
    samples = [0.0] * (2 * RATE)
    for _ in range(3):
        for frequency, stiffness in keys:
            samples += struck(frequency, stiffness, seconds) + [0.0] * (RATE // 4)
    return write_clip(folder, "keys", samples)


class Piano(MeasuredPanel):
    panel = "piano"

    def open_piano(self, fragment="", **options):
        page = self.open(f"panel=piano{fragment}", **options)
        page.wait_for_selector(".piano-strip")
        return page


class Files(Piano):
    def test_a_file_of_the_command_is_shown_and_saved_without_a_change(self):
        page = self.open_piano()
        self.assertEqual(page.locator(".strip-key").count(), 88)
        self.assertEqual(page.locator(".plot-curve").count(), 2)
        self.open_file(PIANO, "krone.piano")
        self.message("krone.piano is open")
        self.assertEqual(page.text_content(".measured-progress"), "Measured: 2 of 88 keys")
        states = page.evaluate("[...document.querySelectorAll('.strip-key')].map((key) => key.dataset.state)")
        self.assertEqual([21 + place for place, state in enumerate(states) if state == "before"], [60, 69])
        self.assertEqual(page.locator(".plot-before").count(), 2)
        saved, name = self.saved()
        self.assertEqual(name, "Krone.piano")
        self.assertEqual(saved, PIANO)
        report = reported("piano", saved, "report")
        self.assertIn("Krone", report)
        self.assertIn("441.00 Hz", report)
        targets = reported("piano", saved, "targets")
        shown = page.evaluate("[...document.querySelectorAll('.measured-table tbody tr td:nth-child(2)')].map((cell) => cell.textContent)")
        self.assertEqual([cents.replace("\u2212", "-") for cents in shown], [line.split()[1] for line in targets.splitlines()[1:]])

    def test_what_is_set_is_in_the_file_and_kept_when_the_page_is_opened_again(self):
        page = self.open_piano()
        page.get_by_label("Name").fill("Salon")
        page.get_by_label("A4 in Hz").fill("443.5")
        page.get_by_label("Stretch", exact=True).select_option("2")
        page.get_by_label("Temperament").select_option("kirnberger-iii")
        page.get_by_label("Room temperature in °C").fill("19.5")
        page.get_by_label("Room temperature in °C").press("Tab")
        until(page, "Object.entries(localStorage).some(([key, value]) => key.startsWith('kammerton.piano/') && value.includes('temperature: 19.5'))")
        text, name = self.saved()
        self.assertEqual(name, "Salon.piano")
        for line in ["name: Salon", "concert-pitch: 443.500", "style: twelfths", "temperament: kirnberger-iii", "temperature: 19.5", "end: 0"]:
            self.assertIn(f"\n{line}\n", text)
        page.get_by_label("A4 in Hz").fill("700")
        page.get_by_label("A4 in Hz").press("Tab")
        self.message("out of range")
        until(page, "document.querySelector('.measured-number').value === '443.5'")
        page.reload()
        page.wait_for_selector(".piano-strip")
        self.assertEqual(page.get_by_label("Name").input_value(), "Salon")
        page.click("#piano-new")
        until(page, "document.querySelector('piano-file input[type=text]').value === 'Piano'")

    def test_a_damaged_file_is_refused_with_its_line_and_the_piano_stays(self):
        self.open_piano()
        self.open_file(PIANO, "krone.piano")
        self.message("is open")
        self.open_file(PIANO.replace("style: octaves", "style: wild"), "bad.piano")
        self.message("bad.piano, line 5: What follows “style:”")
        self.open_file(b"\xff\xfe", "bytes.piano")
        self.message("bytes.piano, line 1: This is not UTF-8 text")
        self.assertIn("name: Krone", self.saved()[0])

    def test_the_module_is_loaded_when_the_panel_is_first_shown(self):
        self.module_is_loaded_when_the_panel_is_first_shown("piano")


class Listening(Piano):
    # A new piano's C4 belongs a little below 261.6 Hz: 12 cents above.
    @classmethod
    def make_clip(cls):
        return make_keys(cls.folder.name, (261.626 * 2 ** (12 / 1200), 3.4e-4))

    def test_the_key_is_found_and_shown_with_target_partial_cents_sign_and_word(self):
        page = self.open_piano()
        self.listen()
        until(page, "document.querySelector('.measured-note').textContent === 'C4'")
        shown = page.evaluate(
            """() => {
              const text = (name) => document.querySelector(name).textContent;
              return { cents: text('.measured-cents'), word: text('.measured-word'), sign: text('.measured-meter .side-sign'), facts: text('.measured-facts'),
                side: document.querySelector('.measured-meter').dataset.side, value: document.querySelector('.measured-meter').ariaValueText,
                target: document.querySelector('.measured-table tbody tr:nth-child(40) td').textContent,
                sounds: [...document.querySelectorAll('.strip-key')].findIndex((key) => key.dataset.sounds === 'true') };
            }""")
        number = lambda text: float(text.replace("\u2212", "-"))
        self.assertLess(abs(number(shown["cents"]) + number(shown["target"]) - 12), 0.6)
        self.assertEqual((shown["side"], shown["sign"], shown["sounds"]), ("sharp", "♯", 39))
        self.assertIn("sharp", shown["word"])
        self.assertIn("Partial 2", shown["facts"])
        self.assertIn("C4, +", shown["value"])
        until(page, "document.querySelector('.piano-unison').textContent.includes('No beat of 0.25 Hz')")

    def test_a_key_that_is_measured_is_marked_and_in_the_file_that_the_command_reports(self):
        page = self.open_piano()
        page.check("#piano-mode-before", force=True)
        self.listen()
        until(page, "document.querySelector('.measured-hint').textContent.includes('C4: measured')")
        self.assertEqual(page.get_attribute(".strip-key[data-midi='60']", "data-state"), "before")
        self.assertIn("C4: measured", page.text_content("#status"))
        text, _ = self.saved()
        self.assertRegex(text, r"\nkey: C4 before 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ 263\.4")
        self.assertRegex(reported("piano", text, "report"), r"Before +1 keys")

    def test_nothing_is_heard_while_another_panel_is_shown(self):
        page = self.open_piano()
        self.listen()
        self.show("tones")
        source = "async () => (await import('/panels/piano/model.js')).pianoModel.heardFrom === null"
        until(page, source)
        self.show("piano")
        until(page, "async () => (await import('/panels/piano/model.js')).pianoModel.heardFrom !== null")


if __name__ == "__main__":
    unittest.main()
