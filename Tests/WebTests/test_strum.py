"""The view of all strings, through a microphone that plays a strum, a single string, or a chord."""

import math
import pathlib
import struct
import unittest
import wave

from browser import PageTest, until

RATE = 48000
GUITAR = [40, 45, 50, 55, 59, 64]


def make_strum(folder, name, strings, seconds=12):
    """Plucked strings, MIDI numbers with cents, strummed every three seconds: the clip of a fake microphone."""
    period = 3 * RATE
    strum = [0.0] * period
    for place, (midi, cents) in enumerate(strings):
        frequency = 440 * 2 ** ((midi - 69 + cents / 100) / 12)
        first = place * RATE // 100
        for order in range(1, 9):
            partial = order * frequency * math.sqrt((1 + 8e-5 * order * order) / (1 + 8e-5))
            step = 2 * math.pi * partial / RATE
            for index in range(first, period):
                time = (index - first) / RATE
                strum[index] += 0.05 / order * math.sin(step * (index - first) + order) * math.exp(-2.2 * time)
    path = pathlib.Path(folder) / f"{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        samples = struct.pack(f"<{period}h", *(int(32767 * max(-1, min(1, value))) for value in strum))
        file.writeframes(b"\0\0" * RATE * 2 + samples * (seconds // 3) + b"\0\0" * RATE)
    return path


class Strum(PageTest):
    def rows(self):
        return self.page.evaluate(
            """() => [...document.querySelectorAll('.strum-row')].map((row) => ({
              side: row.dataset.side, name: `${row.querySelector('.strum-number').textContent} ${row.querySelector('.strum-name').textContent}`,
              cents: row.querySelector('.strum-cents').textContent, word: row.querySelector('.strum-word').textContent,
              sign: row.querySelector('.strum-sign').textContent, place: row.querySelector('.strum-dot').style.insetInlineStart }))"""
        )


class SixStrings(Strum):
    CENTS = [-22, 0, 14, -8, 0, 31]

    @classmethod
    def make_clip(cls):
        return make_strum(cls.folder.name, "strum", list(zip(GUITAR, cls.CENTS)))

    def test_all_strings_have_place_sign_word_and_cents(self):
        page = self.open("view=strum")
        page.wait_for_selector(".strum-row")
        self.assertEqual(len(self.rows()), 6)
        self.assertIn("Strum", page.text_content(".strum-hint"))
        self.listen()
        until(page, "[...document.querySelectorAll('.strum-row')].every((row) => row.dataset.side !== 'none')")
        rows = self.rows()
        self.assertEqual([row["name"] for row in rows], ["6 E2", "5 A2", "4 D3", "3 G3", "2 B3", "1 E4"])
        self.assertEqual([row["side"] for row in rows], ["flat", "good", "sharp", "flat", "good", "sharp"])
        self.assertEqual([row["sign"] for row in rows], ["♭", "", "♯", "♭", "", "♯"])
        for row, cents in zip(rows, self.CENTS):
            shown = float(row["cents"].replace("\u2212", "-"))
            self.assertLess(abs(shown - cents), 1)
            self.assertLess(abs(float(row["place"].rstrip("%")) - 50 - cents), 1)
        self.assertTrue(rows[0]["word"].startswith("flat") and rows[5]["word"].startswith("sharp"))
        self.assertFalse(page.is_visible("tuner-readout"))
        page.click(".view-button[data-view=needle]")
        self.assertTrue(page.is_visible("tuner-readout"))

    def test_the_solver_is_loaded_when_the_view_is_first_shown(self):
        page = self.open()
        loaded = "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/strum.wasm'))"
        self.assertFalse(page.evaluate(loaded))
        page.click(".view-button[data-view=strum]")
        until(page, loaded)


class OneString(Strum):
    @classmethod
    def make_clip(cls):
        return make_strum(cls.folder.name, "single", [(45, 12)])

    def test_a_single_string_brings_the_fine_view_by_itself(self):
        page = self.open("view=strum&instrument=Guitar")
        page.wait_for_selector(".strum-row")
        self.listen()
        until(page, "document.querySelector('tuner-panel').hasAttribute('data-fine')")
        self.assertTrue(page.is_visible("view-strum view-needle"))
        self.assertTrue(page.is_visible("tuner-readout"))
        self.assertFalse(page.is_visible(".strum-rows"))


class Chord(Strum):
    @classmethod
    def make_clip(cls):
        return make_strum(cls.folder.name, "chord", [(midi, 0) for midi in [43, 47, 50, 55, 59, 67]])

    def test_a_chord_is_said_to_be_none_of_the_open_strings(self):
        page = self.open("view=strum")
        page.wait_for_selector(".strum-row")
        self.listen()
        until(page, "document.querySelector('.strum-hint').textContent.includes('not the open strings')")
        self.assertEqual({row["side"] for row in self.rows()}, {"none"})


if __name__ == "__main__":
    unittest.main()
