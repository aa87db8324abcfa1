// Chords without a microphone, for working on the page: a major triad whose third is sharp, and a pure minor one.

export const simulatedRate = 48000;
const chunkSize = 2048;
/** The time of each chord with the silence after it, and of the chord, in seconds. */
const [period, length] = [6, 5];
/** Hertz: C4 and G4 in equal temperament with an E4 12 cents above it, and A3 with a pure minor third and fifth. */
const chords = [[261.626, 331.918, 391.995], [220, 264, 330]];
const partials = [0.5, 0.25, 0.15, 0.1];

/**
 * Sends samples as they come from a microphone.
 *
 * @param {MessagePort} port Of the worker.
 * @returns {() => void} Ends it.
 */
export function simulateChords(port) {
  let start = performance.now();
  let position = 0;
  const timer = setInterval(() => {
    const missing = (performance.now() - start) / 1000 - position / simulatedRate;
    if (missing > 1) start += 1000 * missing;  // a page that was asleep goes on where it was
    const count = missing > 1 ? 0 : Math.floor(missing * simulatedRate / chunkSize);
    for (let chunk = 0; chunk < count; chunk += 1, position += chunkSize) {
      const { buffer } = samplesFrom(position);
      port.postMessage(buffer, [buffer]);
    }
  }, 50);
  port.onmessage = () => {};  // each chunk comes back
  return () => {
    clearInterval(timer);
    port.close();
  };
}

/** @param {number} position */
function samplesFrom(position) {
  const samples = new Float32Array(chunkSize);
  for (let index = 0; index < chunkSize; index += 1) {
    const time = (position + index) / simulatedRate;
    const place = time % period;
    // Begins and ends without a click.
    const amplitude = 0.15 * Math.max(0, Math.min(1, place / 0.02, (length - place) / 0.02));
    if (amplitude === 0) continue;
    for (const frequency of chords[Math.floor(time / period) % chords.length]) {
      for (let order = 1; order <= partials.length; order += 1) {
        samples[index] += amplitude * partials[order - 1] * Math.sin(2 * Math.PI * order * frequency * time);
      }
    }
  }
  return samples;
}
