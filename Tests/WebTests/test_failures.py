"""Each way to fail has a message of its own with one next step, and a way on."""

import unittest

from browser import PageTest, until


def refuse(name, state="prompt"):
    return f"""
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '{name}'));
    navigator.permissions.query = () => Promise.resolve({{ state: '{state}' }});
    """


class Failures(PageTest):
    def message(self, script, key):
        page = self.open(script=script)
        page.click("#listen")
        page.wait_for_selector(f"tuner-banner[data-key={key}]:not([hidden])")
        title = page.text_content(".banner-title")
        self.assertIn(title, page.text_content("#status"), "told to screen readers as well")
        return title

    def test_each_failure_is_told_apart(self):
        cases = {
            "fail-denied": refuse("NotAllowedError", "denied"),
            "fail-dismissed": refuse("NotAllowedError", "prompt"),
            "fail-no-device": refuse("NotFoundError"),
            "fail-busy": refuse("NotReadableError"),
            "fail-unknown": refuse("DataCloneError"),
            "fail-insecure": "Object.defineProperty(window, 'isSecureContext', { value: false });",
            "fail-policy": "Object.defineProperty(document, 'permissionsPolicy', { value: { allowsFeature: () => false } });",
            "fail-unsupported": "delete window.AudioWorkletNode;",
        }
        titles = set()
        for key, script in cases.items():
            with self.subTest(key):
                titles.add(self.message(script, key))
        self.assertEqual(len(titles), len(cases))

    def test_a_second_try_can_succeed(self):
        page = self.open(
            script="""
            let calls = 0;
            navigator.mediaDevices.getUserMedia = async () => {
              calls += 1;
              if (calls === 1) throw new DOMException('no', 'NotReadableError');
              const context = new AudioContext();
              return context.createMediaStreamDestination().stream;
            };"""
        )
        page.click("#listen")
        page.click("tuner-banner .button.strong")
        page.wait_for_selector("tuner-panel[data-status=listening]")
        self.assertTrue(page.is_hidden("tuner-banner"))

    def test_a_simulated_guitar_shows_without_a_microphone(self):
        page = self.open(script=refuse("NotFoundError"))
        page.click("#listen")
        page.click("text=Show a simulated guitar")
        until(page, "document.querySelector('.note-letter').textContent === 'E'")
        self.assertIn("simulated", page.inner_text(".other-source"))

    def test_a_simulated_guitar_that_is_asked_for_before_the_engine_is_there_plays(self):
        page = self.open(script=refuse("NotFoundError"))
        plays = page.evaluate("""async () => {
          const { host } = await import('/session/host.js');
          const late = host.open().catch(() => {});
          await Promise.all([host.simulate(), late]);
          return host.simulated && host.engine !== null && !('node' in host.engine);
        }""")
        self.assertTrue(plays)

    def test_processing_that_stays_on_is_told(self):
        page = self.open(
            script="""
            navigator.mediaDevices.getUserMedia = async () => {
              const stream = new AudioContext().createMediaStreamDestination().stream;
              stream.getAudioTracks()[0].getSettings = () => ({ autoGainControl: true, sampleRate: 16000, channelCount: 1 });
              return stream;
            };"""
        )
        page.click("#listen")
        page.wait_for_selector("tuner-banner[data-key=hint-processed]:not([hidden])")
        self.press_listed(".facts summary", "#tuner-settings")
        self.assertIn("Automatic gain\non", page.inner_text(".facts dl"))
        self.assertIn("Echo cancellation\nunknown", page.inner_text(".facts dl"))

    def test_gaps_of_the_playback_are_told_where_the_browser_counts_them(self):
        ears = "navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;"
        counts = "Object.defineProperty(AudioContext.prototype, 'playbackStats', { value: %s, configurable: true });"
        for stats, told in [("{ underrunEvents: 3, underrunDuration: 0.4 }", True), ("undefined", False)]:
            with self.subTest(stats):
                page = self.open(script=ears + counts % stats)
                self.listen()
                self.press_listed(".facts summary", "#tuner-settings")
                self.assertEqual("Gaps in playback\n3 (0.4 s)" in page.inner_text(".facts dl"), told)
                self.assertEqual("Gaps in playback" in page.inner_text(".facts dl"), told)

    def test_asks_for_raw_sound_without_demands(self):
        page = self.open(
            script="""
            navigator.mediaDevices.getUserMedia = async (wishes) => {
              window.wishes = wishes;
              throw new DOMException('no', 'NotFoundError');
            };"""
        )
        page.click("#listen")
        page.wait_for_selector("tuner-banner:not([hidden])")
        audio = page.evaluate("window.wishes.audio")
        for name in ["echoCancellation", "noiseSuppression", "autoGainControl"]:
            self.assertIs(audio[name], False)
        self.assertNotIn("exact", str(audio))
        self.assertNotIn("sampleRate", audio)


if __name__ == "__main__":
    unittest.main()
