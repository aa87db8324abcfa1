// Beside the tuner, while the microphone listens: a worker that tells bells and several tones at once. Without it the tuner
// works too, and calls a chord by the name of its common divisor.

import { inputSettings, settings } from '../app/settings.js';
import { WorkerListener } from '../engine/listener.js';
import { fetchModule } from '../engine/module.js';
import { evidenceCount } from '../vocabulary/engine.js';
import { host } from './host.js';
import { microphone } from './microphone.js';
import { playing } from './playing.js';
import { session } from './session.js';

/** @param {WorkerListener} listener */
function run(listener) {
  /** @type {AudioNode | null} What is heard. */
  let source = null;
  let input = '';

  function stop() {
    source = null;
    listener.stop();
    host.engine?.judge?.(new Float32Array(evidenceCount));
  }

  /** @param {unknown} error */
  function fail(error) {
    console.warn(error);
    stop();
  }

  function follow() {
    // A sound of the page's own is not judged, and practising has a listener of its own.
    const isWanted = session.status === 'listening' && !session.remote && !session.isMuted
      && document.documentElement.dataset.shown !== 'practice';
    const wanted = isWanted ? microphone.source : null;
    const settingsOfInput = inputSettings();
    const key = JSON.stringify(settingsOfInput);
    if (wanted === source && (key === input || !source)) return;
    if (source) stop();
    [source, input] = [wanted, key];
    if (source) listener.hear(source, settingsOfInput).catch(fail);
  }

  listener.addEventListener('evidence', (event) => {
    if (source) host.engine?.judge?.(/** @type {CustomEvent} */ (event).detail);
  });
  listener.addEventListener('error', (event) => fail(/** @type {CustomEvent} */ (event).detail));
  for (const name of ['status', 'input']) session.addEventListener(name, follow);
  playing.addEventListener('sounding', follow);
  settings.watch(['channel', 'clock'], follow);
  addEventListener('panel', follow);
}

/** @throws {Error} If the module cannot be fetched; the next call tries again. */
export async function startEvidence() {
  const makeWorker = () => new Worker(new URL('../engine/evidence/worker.js', import.meta.url), { type: 'module' });
  run(new WorkerListener(await fetchModule('evidence'), makeWorker));
}
