// The golden clips in a browser: serve the site with Tests/Web/golden.js and the clips beside it, and
// call this from a page.

/**
 * Renders a clip through the worklet, and compares every state with the native build's reading.
 *
 * @param {string} engineURL Where engine.js is.
 * @param {string} clipURL Where NAME.f32 and NAME.json are, without the ending.
 * @returns {Promise<{compared: number, others: number[][]}>} How many readings were compared, and those that differ in a bit.
 */
export async function compareWithNative(engineURL, clipURL) {
  const { Engine } = await import(engineURL);
  const { sampleRate, readings } = await (await fetch(`${clipURL}.json`)).json();
  const samples = new Float32Array(await (await fetch(`${clipURL}.f32`)).arrayBuffer());
  const context = new OfflineAudioContext(1, samples.length, sampleRate);
  const engine = await Engine.create(context);
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  engine.connect(source);
  const result = { compared: 0, others: [] };
  engine.addEventListener('state', () => {
    const { time, rawFrequency, cents } = engine.state;
    const [, frequency, , , , nativeCents] = readings[Math.round(time * 100)];
    result.compared += 1;
    if (rawFrequency !== frequency || cents !== nativeCents) result.others.push([time, rawFrequency, frequency, cents, nativeCents]);
  });
  source.start();
  await context.startRendering();
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  return result;
}
