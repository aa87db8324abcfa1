"""Page and command line hear each other: both use a PulseAudio server whose loudspeaker is its microphone.

Where other programs want the processor, the sound has gaps, and what is read across one is another pitch. So a
frequency is the median of some seconds, which a few gaps do not move, and is taken anew where many did. A test
that failed is repeated unless the sound has proved to be whole."""

import array
import functools
import json
import math
import os
import pathlib
import re
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

from playwright.sync_api import Error

from browser import KNOWN, SELDOM, SITE, launch, patience, until
from site_server import SiteServer
from test_serve import KAMMERTON

# How often a frequency is taken, and for how many seconds of sound.
ATTEMPTS = 6
DURATION = 3
# Milliseconds, after which a pairing has ended by itself in any case: its time is 120 s.
PAIRING = 150_000
# The readings of the tuner from now on; their times are those of the sound.
COLLECT = """async () => {
  const { session } = await import('/session/session.js');
  window.readings = [];
  session.addEventListener('state', () => {
    const { state } = session;
    if (state.rawFrequency > 0) window.readings.push([state.time, state.rawFrequency]);
  });
}"""
HAS_SERVER = shutil.which("pulseaudio") and shutil.which("pactl")


class SoundServer:
    """Knows nothing of the user's own server: sockets, settings and cookie are its own."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        run = folder / "run"
        (run / "pulse").mkdir(parents=True, mode=0o700)
        config = "pcm.pulse { type pulse }\nctl.pulse { type pulse }\npcm.!default { type pulse }\nctl.!default { type pulse }\n"
        (folder / ".asoundrc").write_text(config)
        socket = run / "pulse" / "native"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PULSE_", "XDG_"))}
        self.environment = {
            **kept,
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(run),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PULSE_RUNTIME_PATH": str(run / "pulse"),
            "PULSE_STATE_PATH": str(folder / "state"),
            "PULSE_SERVER": f"unix:{socket}",
        }
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
            + ["-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1"]
            + ["-L", "module-null-sink sink_name=air rate=48000 channels=2"]
            # Browsers do not offer monitors, so it is given a name as a microphone.
            + ["-L", "module-remap-source master=air.monitor source_name=ears"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + patience / 1000
        while subprocess.run(["pactl", "info"], env=self.environment, capture_output=True).returncode:
            if time.monotonic() > end:
                raise AssertionError("the sound server does not answer")
            time.sleep(0.1)
        subprocess.run(["pactl", "set-default-source", "ears"], env=self.environment, check=True)

    def gaps(self, seconds=3):
        """How many gaps a sine has between loudspeaker and microphone: where a sample is not what the two before it
        say, by x[n] = 2 cos ω x[n-1] - x[n-2]."""
        quiet = {"env": self.environment, "stderr": subprocess.DEVNULL}
        tone = subprocess.Popen([KAMMERTON, "tone", "1000", "--duration", f"{seconds + 1}s", "--loudspeaker", "pulse"], **quiet)
        format = ["--format=s16le", "--rate=48000", "--channels=1", "--raw"]
        recorder = subprocess.Popen(["parec", "--device=ears", *format], stdout=subprocess.PIPE, **quiet)
        try:
            samples = array.array("h", recorder.stdout.read(2 * 48_000 * seconds))
        finally:
            for process in (recorder, tone):
                process.terminate()
                process.wait()
            recorder.stdout.close()
        loud = max(samples, default=0) / 2
        start = next((index for index, sample in enumerate(samples) if sample > loud), 0)
        factor = 2 * math.cos(2 * math.pi * 1000 / 48_000)
        gaps, last = 0, start
        for index in range(start + 2, len(samples)):
            wrong = abs(samples[index] - factor * samples[index - 1] + samples[index - 2])
            # Rounding makes 2; a gap at a crossing of zero a tenth of the amplitude.
            if wrong > 0.03 * 2 * loud:
                gaps += index > last + 480
                last = index
        return gaps

    def close(self):
        self.process.kill()
        self.process.wait()


def despite_gaps(test):
    """Repeats a test that failed, up to thrice. It has failed if the sound was whole afterwards twice; otherwise
    nothing is known, which is said."""

    @functools.wraps(test)
    def repeated(self):
        failures, gaps = 0, []
        while len(gaps) < 3:
            try:
                return test(self)
            except (AssertionError, Error, subprocess.TimeoutExpired) as error:
                self.doCleanups()
                gaps.append(self.sound.gaps())
                failures += gaps[-1] == 0
                if failures == 2:
                    raise
                print(f"{test.__name__}: {error}; gaps in 3 s of sound: {gaps[-1]}", file=sys.stderr)
        self.skipTest(f"the sound has gaps here ({gaps} in 3 s), so that nothing can be said")

    return repeated


@unittest.skipUnless(HAS_SERVER, "needs PulseAudio")
@unittest.skipUnless(pathlib.Path(KAMMERTON).exists(), "make build makes the command")
class Air(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.sound = SoundServer(folder.name)
        cls.addClassCleanup(cls.sound.close)
        cls.server = SiteServer(SITE)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.close)
        cls.browser = launch(environment=cls.sound.environment)
        cls.addClassCleanup(cls.browser.close)

    def open(self):
        context = self.browser.new_context(locale="en-US", service_workers="block", permissions=["microphone"])
        self.addCleanup(context.close)
        page = context.new_page()
        page.add_init_script(SELDOM)
        page.add_init_script(KNOWN)
        page.set_default_timeout(patience)
        page.goto(self.server.url)
        page.wait_for_selector("#listen", state="attached")
        return page

    def start(self, *arguments, **options):
        process = subprocess.Popen([KAMMERTON, *arguments], env=self.sound.environment, **options)

        def end():
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(timeout=patience / 1000)

        self.addCleanup(end)
        return process

    def assert_frequency(self, wanted, take, explain=lambda: ""):
        """One clock plays and records, so that only the tuner's own error is left: 0.1 cents.

        `take` gives some readings; `explain` says how many gaps were counted."""
        medians = []
        while len(medians) < ATTEMPTS:
            medians.append(statistics.median(take()))
            if abs(medians[-1] - wanted) <= wanted * 0.1 / 1731:
                return
        self.fail(f"{wanted} Hz was read as {medians} {explain()}")

    @despite_gaps
    def test_the_page_tunes_what_the_command_line_plays(self):
        page = self.open()
        page.click("#listen")
        page.wait_for_selector("tuner-panel[data-status=listening]")
        tone = self.start(
            "tone", "147.5", "--wave", "saw", "--loudspeaker", "pulse", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(tone.stderr.close)
        until(page, "document.querySelector('.note').textContent === 'D3'")
        page.evaluate(COLLECT)

        def take():
            until(page, f"window.readings.length > 1 && window.readings.at(-1)[0] - window.readings[0][0] >= {DURATION}")
            return [frequency for _, frequency in page.evaluate("window.readings.splice(0)")]

        def underruns():
            tone.send_signal(signal.SIGINT)
            return tone.communicate(timeout=patience / 1000)[1]

        self.assert_frequency(147.5, take, underruns)

    @despite_gaps
    def test_the_command_line_tunes_what_the_page_plays(self):
        tuner = self.start(
            "tune", "--jsonl", "--no-history", "--no-config", "--microphone", "pulse", stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(tuner.stdout.close)
        page = self.open()
        page.click("[data-tab=tones]")
        page.click("#tone")

        def take():
            heard, start, end = [], None, time.monotonic() + patience / 1000
            for line in tuner.stdout:
                reading = json.loads(line)
                if (reading["note"], reading["octave"]) == ("A", 4):
                    start = reading["time"] if start is None else start
                    heard.append(reading["frequency"])
                    if reading["time"] - start >= DURATION:
                        return heard
                if time.monotonic() > end:
                    break
            raise AssertionError(f"the tone was not heard for {DURATION} s: {heard}")

        self.assert_frequency(440, take)

    def open_messages(self, distance="desk"):
        page = self.open()
        page.click("[data-more]")
        page.click("[data-tab=messages]")
        page.wait_for_selector("#send")
        page.select_option("#field-airDistance", distance)
        return page

    @despite_gaps
    def test_the_command_line_receives_what_the_page_sends(self):
        text = "Grüße aus der Seite"
        receiver = self.start(
            "receive", "--once", "--jsonl", "--microphone", "pulse", "--timeout", "1min", stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(receiver.stdout.close)
        self.addCleanup(receiver.stderr.close)
        page = self.open_messages("automatic")
        page.fill("#send-text", text)
        listening = self.recorders()
        self.assertGreater(listening, 0)
        # Where too much else goes on, a sound server has gaps: so once more, as people would.
        for _ in range(8):
            page.click("#send")
            until(page, "document.querySelector('#send').dataset.runs === 'false'")
            if select.select([receiver.stdout], [], [], 3)[0]:
                break
        message = json.loads(receiver.stdout.readline())
        self.assertEqual((message["text"], message["band"], message["mode"]), (text, "U", "room"))

    @despite_gaps
    def test_the_page_receives_what_the_command_line_sends(self):
        page = self.open_messages()
        page.click("#receive")
        page.wait_for_selector("band-view")
        self.start("send", "see you at eight", "--band", "x", "--repeat", "8", "--loudspeaker", "pulse", stderr=subprocess.DEVNULL)
        until(page, "document.querySelector('.message-text')?.textContent === 'see you at eight'")

    @despite_gaps
    def test_the_page_joins_and_takes_over_the_tuning_when_asked(self):
        page = self.open_messages()
        tuning = "a4: 415\ntemperament: vallotti\nroot: D\npiece: Bach"
        offerer = self.pair("--offer", "--kind", "tuner", "--payload", tuning)
        page.click("#pair-join")
        self.compare(page, offerer)
        page.wait_for_selector("#pair-apply", timeout=PAIRING)
        self.assertIn("piece: Bach", page.text_content("#pair-received"))
        pitch = "async () => (await import('/app/settings.js')).settings.get('concertPitch')"
        self.assertEqual(page.evaluate(pitch), 440)
        page.click("#pair-apply")
        self.assertEqual(page.evaluate(pitch), 415)
        self.assertEqual(offerer.wait(timeout=patience / 1000), 0)

    @despite_gaps
    def test_the_page_offers_and_hands_a_url_over(self):
        page = self.open_messages()
        page.click("label:has(#pair-kind-text)")
        page.fill("#pair-text", "https://example.org/a")
        joiner = self.pair("--join")
        page.click("#pair-offer")
        self.compare(page, joiner)
        until(page, "document.querySelector('#pair-done')?.textContent.includes('handed over')", PAIRING)
        self.assertEqual(joiner.wait(timeout=patience / 1000), 0)
        self.assertEqual(joiner.stdout.read(), "https://example.org/a\n")

    @despite_gaps
    def test_digits_that_do_not_match_end_the_pairing_on_both(self):
        page = self.open_messages()
        joiner = self.pair("--join")
        page.click("#pair-offer")
        self.digits(page, joiner)
        page.click("#pair-none")
        page.wait_for_selector("#pair-failure[data-code=strings-differ]")
        self.assertEqual(joiner.wait(timeout=patience / 1000), 2)
        self.assertIn("On the other device, the digits did not match", joiner.stderr.read())

    def pair(self, *arguments):
        process = self.start(
            "pair", *arguments, "--mode", "desk", "--microphone", "pulse", "--loudspeaker", "pulse",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for pipe in [process.stdin, process.stdout, process.stderr]:
            self.addCleanup(pipe.close)
        return process

    def digits(self, page, process):
        """What both show, once both do."""
        page.wait_for_selector("#pair-other", timeout=PAIRING)
        while (line := process.stderr.readline()) and "This device shows" not in line:
            pass
        return page.text_content("#pair-digits"), "".join(re.findall(r"\d", line.split("shows")[1].split(".")[0]))

    def compare(self, page, process):
        """Both users type the digits that the other device shows."""
        one, other = self.digits(page, process)
        self.assertNotEqual(one, other)
        page.fill("#pair-other", f"{other[:3]} {other[3:]}")
        page.press("#pair-other", "Enter")
        process.stdin.write(f"{one}\n")
        process.stdin.flush()

    def recorders(self):
        """How many programs hear the microphone, once there is one."""
        end = time.monotonic() + patience / 1000
        while time.monotonic() < end:
            listed = subprocess.run(
                ["pactl", "list", "short", "source-outputs"], env=self.sound.environment, capture_output=True, text=True)
            # The named microphone is one of them.
            count = len(listed.stdout.splitlines()) - 1
            if count > 0:
                return count
            time.sleep(0.1)
        return 0


if __name__ == "__main__":
    unittest.main()
