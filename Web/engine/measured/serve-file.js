// What the workers of pianos and bells have in common: they listen and keep a file, away from the page and the audio thread.

import { deafen, listen, opened, serve, tell } from '../shell.js';
import { FileRefusal } from './file-core.js';

/** @typedef {{outcome: import('../types.js').MeasuredOutcome | null}} News What a core has heard, each by the name of its message. */

/**
 * @template {import('./file-core.js').FileCore<import('../objects/measured.js').MeasuredObject> & {readonly snapshot: {file: string}, push(samples: Float32Array, now: Date): News}} Core
 * @param {(module: import('../module.js').Module) => Core} make
 * @param {string} kind The message that says how the file is now.
 */
export function serveFile(make, kind) {
  /** @type {Core | null} */
  let core = null;
  /** @type {Uint8Array} What was open last: for a new module, after one that has stopped. */
  let file = new Uint8Array();
  let aim = { mode: /** @type {import('../../vocabulary/measured.js').MeasuringPurpose} */ ('tune'), midi: 0 };

  /** The core, with what was open. */
  const current = () => {
    if (!core) {
      core = make(opened());
      core.open(file);
    }
    return core;
  };
  const show = (isStored = false) => {
    const { snapshot } = current();
    file = new TextEncoder().encode(snapshot.file);
    tell(kind, { ...snapshot, isStored });
  };
  /** @param {Float32Array} samples */
  const hear = (samples) => {
    const news = current().push(samples, new Date());
    if (news.outcome?.kind === 'measured') show();
    for (const [name, detail] of Object.entries(news)) if (detail) tell(name, detail);
  };
  serve({
    open({ bytes, name, isStored }) {
      try {
        current().open(bytes);
        show(isStored);
        if (name) tell('opened', name);
      } catch (error) {
        if (!(error instanceof FileRefusal)) throw error;
        tell('refused', { name, isStored, problem: error.problem, line: error.line, text: error.text });
      }
    },
    write({ text, value }) { if (!current().write(text, value)) tell('invalid', text); show(); },
    set({ setting, value }) { if (!current().set(setting, value)) tell('invalid', setting); show(); },
    drop() { current().object.drop(); show(); },
    aim({ mode, midi }) {
      aim = { mode, midi };
      current().object.aim(mode, midi);
      show();
    },
    start({ sampleRate, port }) {
      deafen();
      current().object.start(sampleRate);
      current().object.aim(aim.mode, aim.midi);
      listen(port, hear, () => core?.object.interrupt());
    },
    stop() {
      deafen();
      core?.object.interrupt();
    },
  }, () => { core = null; });
}
