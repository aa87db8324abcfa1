"""Measures how long after a pluck the page names the note, and whether the first name is right.

    first_text.py [--clips FOLDER] [--limit N] [--output FILE]

The plucks are sox's: strings from E2 to E5. With --clips, they are the WAV files of a folder, named NAME-NOTE-…, such as
steel-Cs3-soft.wav; a clip begins where it reaches a twentieth of its peak. They enter the engine at a known time of
the audio clock, in the place of a microphone, and the page's text is compared with that clock when it changes: so the
figures have all of the page, and nothing of device and driver. Between two plucks are two seconds of faint noise.
Writes the figures as JSON.
"""

import argparse
import base64
import json
import pathlib
import re
import statistics
import subprocess

from browser import SITE, launch, patience, stop
from site_server import SiteServer

RATE = 48_000
# As the page spells them by default, and as sox and files do.
NAMES = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"]
SHARPS = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
# The page's microphone is a node of its own context.
SOURCE = """
(() => {
  const { createMediaStreamSource } = AudioContext.prototype;
  navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;
  AudioContext.prototype.createMediaStreamSource = function (stream) {
    window.context = this;
    const silence = createMediaStreamSource.call(this, stream);
    window.input = new GainNode(this);
    silence.connect(window.input);
    const noise = this.createBuffer(1, this.sampleRate, this.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0, seed = 1; index < samples.length; index += 1) {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      samples[index] = (seed / 2 ** 30 - 1) * 1e-4;
    }
    const room = new AudioBufferSourceNode(this, { buffer: noise, loop: true });
    room.connect(window.input);
    room.start();
    return window.input;
  };
})();
"""
PLUCK = """async ({ data, seconds }) => {
  const { context, input } = window;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const numbers = new Int16Array(bytes.buffer);
  const buffer = context.createBuffer(1, numbers.length, 48000);
  buffer.getChannelData(0).set(Float32Array.from(numbers, (number) => number / 32768));
  const node = new AudioBufferSourceNode(context, { buffer });
  const gain = new GainNode(context);
  node.connect(gain).connect(input);
  const start = context.currentTime + 0.1 + 0.1 * Math.random();  // at no fixed phase of frames and readings
  gain.gain.setValueAtTime(1, start + seconds);
  gain.gain.linearRampToValueAtTime(0, start + seconds + 0.05);
  node.start(start);
  node.stop(start + seconds + 0.06);
  const place = document.querySelector('.note');
  const texts = [];
  const watch = new MutationObserver(() => {
    const text = place.querySelector('.note-letter').textContent + place.querySelector('.note-accidental').textContent
      + place.querySelector('.note-octave').textContent;
    if (text.length > 1 && text !== texts.at(-1)?.text) texts.push({ text, time: context.currentTime - start });
  });
  watch.observe(place, { subtree: true, childList: true, characterData: true });
  await new Promise((done) => { setTimeout(done, 1000 * (seconds + 0.3)); });
  watch.disconnect();
  return texts;
}"""


def name(midi):
    return f"{NAMES[midi % 12]}{midi // 12 - 1}"


def sox_plucks():
    for midi in range(40, 77, 2):
        letter = f"{SHARPS[midi % 12]}{midi // 12 - 1}"
        command = ["sox", "-n", "-R", "-D", "-r", str(RATE), "-c", "1", "-t", "s16", "-", "synth", "1.2", "pluck", letter, "gain", "-10"]
        yield name(midi), name(midi), subprocess.run(command, check=True, capture_output=True).stdout


def clips(folder):
    for path in sorted(pathlib.Path(folder).glob("*.wav")):
        found = re.match(r"[^-]+(?:-[a-z]+)?-([A-G])(s?)(-?\d)-", path.name)
        if not found:
            continue
        midi = SHARPS.index(found[1] + ("#" if found[2] else "")) + 12 * (int(found[3]) + 1)
        command = ["sox", "-D", str(path), "-r", str(RATE), "-c", "1", "-t", "s16", "-", "norm", "-10", "silence", "1", "0.0001", "1.6%"]
        yield path.name, name(midi), subprocess.run(command, check=True, capture_output=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", help="a folder of WAV files (default: plucks by sox)")
    parser.add_argument("--pattern", default=".", help="only clips whose name has this regular expression")
    parser.add_argument("--limit", type=int, default=1000, help="at most so many")
    parser.add_argument("--output", help="also write the figures to this file")
    options = parser.parse_args()
    found = [clip for clip in (clips(options.clips) if options.clips else sox_plucks()) if re.search(options.pattern, clip[0])]
    plucks = []
    browser = launch()
    with SiteServer(SITE) as server:
        page = browser.new_context(locale="en-US", service_workers="block", viewport={"width": 800, "height": 600}).new_page()
        page.set_default_timeout(patience)
        page.add_init_script(SOURCE)
        page.goto(server.url)
        page.click(".answer:last-child")  # chromatic
        page.wait_for_selector("tuner-panel[data-status=listening]")
        page.wait_for_timeout(3000)
        for file, expected, samples in found[:options.limit]:
            texts = page.evaluate(PLUCK, {"data": base64.b64encode(samples[:2 * RATE]).decode(), "seconds": 0.9})
            page.wait_for_timeout(2000)
            first = texts[0] if texts else {"text": None, "time": None}
            plucks.append({"clip": file, "expected": expected, "text": first["text"],
                           "seconds": first["time"] and round(first["time"], 4), "texts": [text["text"] for text in texts]})
    browser.close()
    stop()
    times = sorted(pluck["seconds"] for pluck in plucks if pluck["seconds"])
    figures = {
        "plucks": len(plucks), "named": len(times),
        "right": sum(pluck["text"] == pluck["expected"] for pluck in plucks),
        "wrong": [pluck for pluck in plucks if pluck["text"] not in (None, pluck["expected"])],
        "seconds": {"least": times[0], "median": statistics.median(times), "most": times[-1]},
    }
    text = json.dumps({**figures, "all": plucks}, indent=1, ensure_ascii=False) + "\n"
    print(json.dumps(figures, ensure_ascii=False))
    if options.output:
        pathlib.Path(options.output).write_text(text)


if __name__ == "__main__":
    main()
