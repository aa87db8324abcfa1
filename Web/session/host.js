// The audio context and the engine in it: made when something is first heard or played, asleep while nothing is.

import { useNames } from '../app/names.js';
import { Engine } from '../engine/engine.js';

/** @typedef {'listening' | 'microphone' | 'tone' | 'metronome' | 'message'} User Who needs the context awake. */

/** How long a context may take to start, in milliseconds: without a loudspeaker Firefox never starts one. */
const startLimit = 10_000;

export class EngineFailure extends Error {}

/** The browser does not start its sound. */
export class OutputFailure extends EngineFailure {}

/**
 * Events: `engine` when there is a new one; `closed` when it is gone, with whether it was simulated; `stopped` when
 * it has failed; `context` when the context's state changes.
 */
class EngineHost extends EventTarget {
  constructor() {
    super();
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {any} */
    this.engine = null;
    this.simulated = false;
    /** @type {Set<User>} */
    this.users = new Set();
  }

  /** The engine, with or without a microphone; it takes the place of a simulated one. */
  async open() {
    if (this.simulated) this.close();
    if (!this.context || this.context.state === 'closed') {
      this.context = new AudioContext({ latencyHint: 'interactive' });
      this.context.addEventListener('statechange', () => this.dispatchEvent(new Event('context')));
    }
    const context = this.context;
    const resumed = context.state === 'suspended' ? context.resume() : Promise.resolve();
    if (!this.engine) {
      let engine;
      try {
        engine = await Engine.create(context);
      } catch (error) { throw new EngineFailure(String(error)); }
      if (this.simulated) {
        // The microphone failed before, and the simulated guitar was asked for meanwhile.
        engine.close();
        throw new EngineFailure('The simulated guitar has taken its place.');
      }
      this.adopt(engine);
    }
    await within(startLimit, resumed);
    return this.engine;
  }

  /** A guitar that is being tuned, without a microphone. */
  async simulate() {
    this.close();
    this.simulated = true;
    const engine = await Engine.simulated();
    // Closed meanwhile, or made by another call.
    if (!this.simulated || this.engine) engine.close();
    else this.adopt(engine);
  }

  /** @param {any} engine */
  adopt(engine) {
    this.engine = engine;
    if (!this.simulated) useNames(engine.names);
    engine.addEventListener('error', () => this.dispatchEvent(new Event('stopped')));
    this.dispatchEvent(new Event('engine'));
  }

  close() {
    const wasSimulated = this.simulated;
    this.engine?.close?.();
    this.engine = null;
    this.simulated = false;
    this.dispatchEvent(new CustomEvent('closed', { detail: wasSimulated }));
  }

  /** Ends engine and context: the next ones are new. */
  abandon() {
    this.close();
    this.context?.close().catch(() => {});
    this.context = null;
  }

  /**
   * @param {User} user
   * @param {boolean} needsIt
   */
  hold(user, needsIt) {
    if (needsIt) this.users.add(user);
    else this.users.delete(user);
  }

  /** Lets the audio thread sleep while nothing is heard and nothing sounds. */
  rest() {
    if (this.users.size === 0) this.context?.suspend().catch(() => {});
  }
}

/**
 * @param {number} limit Milliseconds.
 * @param {Promise<void>} started
 */
async function within(limit, started) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new OutputFailure('The sound does not start.')), limit); });
  try {
    await Promise.race([started, late]);
  } finally { clearTimeout(timer); }
}

export const host = new EngineHost();

/**
 * Where the system asks what sound is for, as on iPhones, so that tones are not sent to the earpiece.
 *
 * @param {'playback' | 'play-and-record'} type
 */
export function audioSession(type) {
  const system = /** @type {any} */ (navigator).audioSession;
  if (system) system.type = type;
}
