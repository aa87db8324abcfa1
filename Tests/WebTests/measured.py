"""What the panels share that measure strokes and keep them in files: pianos and bells."""

import pathlib
import struct
import subprocess
import tempfile
import wave

from browser import PageTest, until
from test_serve import KAMMERTON

RATE = 48000


def write_clip(folder, name, samples):
    """A sound in a file, the clip of a fake microphone: which has begun before the page listens."""
    path = pathlib.Path(folder) / f"{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *(int(32767 * max(-1, min(1, value))) for value in samples)))
    return path


def reported(command, text, *words):
    """What the command says of a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"page.{command}"
        path.write_text(text, encoding="utf-8")
        return subprocess.run([KAMMERTON, command, *words, path], capture_output=True, text=True, check=True).stdout


class MeasuredPanel(PageTest):
    """A panel with a file, whose name its elements begin with."""

    panel = ""

    def open_file(self, text, name):
        payload = text.encode() if isinstance(text, str) else text
        self.page.set_input_files(f"#{self.panel}-open-file", {"name": name, "mimeType": "text/plain", "buffer": payload})

    def saved(self):
        """What the page saves, and how the file is called."""
        with self.page.expect_download() as download:
            self.page.click(f"#{self.panel}-save")
        return pathlib.Path(download.value.path()).read_text(encoding="utf-8"), download.value.suggested_filename

    def message(self, words):
        until(self.page, f"[...document.querySelectorAll('.measured-message')].some((message) => message.textContent.includes({words!r}))")

    def listen(self):
        self.page.click(f"#{self.panel}-listen")
        until(self.page, f"document.querySelector('#{self.panel}-listen').dataset.runs === 'true'")

    def module_is_loaded_when_the_panel_is_first_shown(self, panel):
        page = self.open()
        loaded = f"performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/{self.panel}.wasm'))"
        self.assertFalse(page.evaluate(loaded))
        self.show(panel)
        until(page, loaded)
