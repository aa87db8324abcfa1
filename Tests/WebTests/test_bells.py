"""Bells and their kin: a stroke is measured through the microphone, and files go between the page and the command."""

import math
import unittest

from browser import until
from measured import RATE, MeasuredPanel, reported, write_clip

# Cents above the strike note, level and seconds for 60 dB.
MODES = [(-1195, 0.3, 18), (12, 0.2, 12), (308, 0.5, 9), (715, 0.1, 5), (1200, 0.6, 6), (1895, 0.3, 4), (2440, 0.2, 3)]
BELLS = """kammerton-bells 1
# Bells, bars, reeds or pipes for kammerton bell: docs/formats.md describes this file.
name: Krone
object: bell
concert-pitch: 441.000
temperament: vallotti
third: minor
temperature: 20.0
stroke: 60 before 2026-11-22T10:15:00Z bell 261.100000 6.000 0.900 -
line: 1 130.900000 0.001000 0.020000 20.000 heard 130.900000 50.0
line: 2 262.900000 0.001000 0.020000 15.000 heard 262.900000 50.0
line: 2 263.700000 0.001000 0.010000 15.000
line: 3 312.600000 0.001000 0.050000 9.000 heard 312.600000 50.0
line: 5 522.200000 0.001000 0.060000 6.000 heard 522.200000 50.0
stroke: 62 before 2026-11-22T10:16:00Z bell 294.900000 6.000 0.900 -
line: 3 351.900000 0.001000 0.050000 9.000 heard 351.900000 50.0
line: 5 589.800000 0.001000 0.060000 6.000 heard 589.800000 50.0
stroke: 60 after 2026-11-24T10:15:00Z bell 262.300000 6.000 0.900 -
line: 1 131.100000 0.001000 0.020000 20.000 heard 131.100000 50.0
line: 3 312.000000 0.001000 0.050000 9.000 heard 312.000000 50.0
line: 5 524.600000 0.001000 0.060000 6.000 heard 524.600000 50.0
end: 3
"""


def make_bell(folder, strike, seconds=7):
    """A bell again and again."""
    stroke = [0.0] * int(seconds * RATE)
    for mode, (cents, level, decay) in enumerate(MODES):
        step = 2 * math.pi * strike * 2 ** (cents / 1200) / RATE
        loss = math.exp(-6.907755 / decay / RATE)
        amplitude = 0.3 * level
        for index in range(len(stroke)):
            stroke[index] += amplitude * math.sin(step * index + mode)
            amplitude *= loss
    return write_clip(folder, "bell", [0.0] * (2 * RATE) + 3 * ([0.0] * (RATE // 4) + stroke))


class Bells(MeasuredPanel):
    panel = "bell"

    def open_bells(self, fragment="", **options):
        page = self.open(f"panel=bells{fragment}", **options)
        page.wait_for_selector("bells-file select")
        until(page, "async () => (await import('/panels/bells/model.js')).bellModel.snapshot !== null")
        return page

    def cells(self, selector):
        return self.page.evaluate(f"[...document.querySelectorAll('{selector} tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")


class Files(Bells):
    def test_a_carillon_of_the_command_is_listed_drawn_and_saved_without_a_change(self):
        page = self.open_bells()
        self.open_file(BELLS, "krone.bells")
        self.message("krone.bells is open")
        self.assertEqual(page.text_content("bells-panel .measured-progress"), "Measured: 2")
        rows = self.cells(".bells-collection")
        self.assertEqual([[*row[:2], row[3]] for row in rows], [["C4", "before", "261.10"], ["C4", "after", "262.30"], ["D4", "before", "294.90"]])
        saved, name = self.saved()
        self.assertEqual(name, "Krone.bells")
        self.assertEqual(saved, BELLS)
        report = reported("bell", saved, "report")
        self.assertIn("Krone", report)
        # The strike note in cents from its note, as the command says it.
        numbers = [line.split()[1:3] for line in report.splitlines() if line.startswith(("  C4", "  D4"))]
        shown = sorted((float(row[3]), row[2].replace("\u2212", "-")) for row in rows)
        self.assertEqual([cents for _, cents in shown], [cents for _, cents in sorted((float(hertz), cents) for hertz, cents in numbers)])
        self.assertEqual(page.locator(".bells-collection .plot-before").count(), 2)
        self.assertEqual(page.locator(".bells-collection .plot-after").count(), 1)

    def test_an_object_that_is_chosen_shows_its_partials_before_and_after(self):
        page = self.open_bells()
        self.open_file(BELLS, "krone.bells")
        self.message("is open")
        page.click("#bell-row-60-true")
        self.assertEqual(page.get_attribute("#bell-row-60-true", "aria-pressed"), "true")
        self.assertEqual(page.text_content("bells-listening .measured-note"), "C4")
        self.assertEqual([row[0] for row in self.cells(".bells-partials")], ["Hum", "Tierce", "Nominal"])
        # Hum, prime, tierce and nominal before; the prime is not in the measurement after.
        self.assertEqual(page.locator(".bells-figure .plot-before").count(), 4)
        self.assertEqual(page.locator(".bells-figure .plot-after").count(), 3)
        page.click("#bell-row-60-false")
        prime = self.cells(".bells-partials")[1]
        self.assertEqual((prime[0], prime[2], prime[3]), ("Prime", "262.90", "0.80"))
        page.select_option("#bell-drawn", label="Hum")
        self.assertIn("Hum in cents", page.text_content(".bells-collection figcaption"))
        self.assertEqual(page.locator(".bells-collection .plot-before").count(), 1)

    def test_what_is_set_is_in_the_file_and_kept_when_the_page_is_opened_again(self):
        page = self.open_bells()
        self.assertTrue(page.get_by_label("Third of the bells").is_visible())
        page.get_by_label("What it is").select_option(label="Reeds of an accordion or harmonium")
        until(page, "!document.querySelector('[data-setting=beat]').hidden && document.querySelector('[data-setting=third]').hidden")
        page.select_option("#bell-key", label="A3")
        page.get_by_label("Beat of the reeds at A3 (Hz)").fill("1.8")
        page.get_by_label("A4 in Hz").fill("442")
        page.get_by_label("A4 in Hz").press("Tab")
        until(page, "Object.entries(localStorage).some(([key, value]) => key.startsWith('kammerton.bell/') && value.includes('concert-pitch: 442.000'))")
        text, name = self.saved()
        self.assertEqual(name, "Reeds.bells")
        for line in ["name: Reeds", "object: reed", "concert-pitch: 442.000", "beat: 57 1.800", "end: 0"]:
            self.assertIn(f"\n{line}\n", text)
        page.get_by_label("A4 in Hz").fill("700")
        page.get_by_label("A4 in Hz").press("Tab")
        self.message("out of range")
        page.reload()
        page.wait_for_selector("bells-file select")
        until(page, "document.querySelector('bells-file input[type=text]').value === 'Reeds'")

    def test_a_damaged_file_is_refused_with_its_line_and_the_bells_stay(self):
        self.open_bells()
        self.open_file(BELLS, "krone.bells")
        self.message("is open")
        self.open_file(BELLS.replace("third: minor", "third: wild"), "bad.bells")
        self.message("bad.bells, line 7: What follows “third:”")
        self.open_file("kammerton-piano 1\nend: 0\n", "salon.piano")
        self.message("salon.piano, line 1: This is no file of bells")
        self.assertIn("name: Krone", self.saved()[0])

    def test_the_module_is_loaded_when_the_panel_is_first_shown(self):
        self.module_is_loaded_when_the_panel_is_first_shown("bells")

    def test_the_list_fits_a_narrow_page_and_its_buttons_are_large_enough(self):
        page = self.open_bells(width=320, height=568)
        self.open_file(BELLS, "krone.bells")
        self.message("is open")
        page.click("#bell-row-60-true")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        heights = page.evaluate("[...document.querySelectorAll('.bells-choice')].map((button) => Math.min(button.offsetWidth, button.offsetHeight))")
        self.assertTrue(all(height >= 44 for height in heights), heights)


class Listening(Bells):
    # 12 cents above C4.
    @classmethod
    def make_clip(cls):
        return make_bell(cls.folder.name, 261.6256 * 2 ** (12 / 1200))

    def test_a_stroke_is_named_and_measured_and_kept_in_the_file_that_the_command_reports(self):
        page = self.open_bells()
        page.check("#bell-mode-before", force=True)
        self.listen()
        until(page, "document.querySelector('bells-listening .measured-note').textContent === 'C4'")
        until(page, "document.querySelector('bells-listening .measured-hint').textContent.includes('C4: measured and kept')")
        shown = page.evaluate(
            """() => {
              const text = (name) => document.querySelector(`bells-listening ${name}`).textContent;
              return { cents: text('.measured-cents'), word: text('.measured-word'), sign: text('.side-sign'), facts: text('.measured-facts'),
                value: document.querySelector('bells-listening .measured-meter').ariaValueText };
            }""")
        self.assertLess(abs(float(shown["cents"]) - 12), 0.5)
        self.assertEqual(shown["sign"], "♯")
        self.assertIn("sharp", shown["word"])
        self.assertIn("Minor third", shown["facts"])
        self.assertIn("C4, +", shown["value"])
        rows = self.cells(".bells-partials")
        self.assertEqual([row[0] for row in rows][:5], ["Hum", "Prime", "Tierce", "Quint", "Nominal"])
        self.assertLess(abs(float(rows[2][1].replace("\u2212", "-")) - 8), 0.6, rows)
        self.assertEqual(len(self.cells(".bells-collection")), 1)
        self.assertIn("C4", page.text_content("#status"))
        text, _ = self.saved()
        self.assertRegex(text, r"\nstroke: 60 before 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ bell 263\.4")
        self.assertIn("Before", reported("bell", text, "report"))

    def test_nothing_is_kept_while_tuning(self):
        page = self.open_bells()
        self.listen()
        until(page, "document.querySelector('.bells-partials tbody tr') !== null")
        self.assertEqual(page.text_content("bells-panel .measured-progress"), "Measured: 0")


if __name__ == "__main__":
    unittest.main()
