// What the server's own microphone hears, as `kammerton serve --listen` sends it: pitch, note and level,
// no sound. Its settings are the server's.

import { emptyState } from './state.js';

/** @typedef {import('./types.js').EngineState} EngineState */

/** A note shorter than this is none, in seconds. */
const shortestNote = 0.1;
/** How long until a refusal is asked about again, in milliseconds. */
const retryAfter = 5000;

/**
 * Where the server sends its readings; `null` if it does not listen, or is only a host of files.
 *
 * @returns {Promise<URL | null>}
 */
export async function remoteReadings() {
  const address = new URL('../server.json', import.meta.url);
  try {
    const { readings } = await (await fetch(address, { cache: 'no-store' })).json();
    return readings ? new URL(readings, address) : null;
  } catch { return null; }  // offline
}

/**
 * Has the state and the events of an engine, and `connection` when that comes or goes.
 * It comes back by itself when the server does.
 */
export class RemoteEngine extends EventTarget {
  /** @param {URL} url */
  constructor(url) {
    super();
    /** @type {EngineState} */
    this.state = emptyState(48000);
    /** @type {'connecting' | 'listening' | 'lost'} */
    this.connection = 'connecting';
    /** The name of the server's microphone, or why it is lost. */
    this.detail = '';
    /** Nearer to the target counts as near enough, in cents. */
    this.tolerance = 3;
    /** @type {{start: number, midi: number, cents: number[], times: number[], inTune: number} | null} */
    this.note = null;
    /** @type {EventSource | undefined} */
    this.source = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.open(url);
  }

  /** @param {URL} url */
  open(url) {
    const source = new EventSource(url);
    this.source = source;
    source.onerror = () => {
      this.connect('lost', '');
      // A lost connection is tried again by the browser itself, a refusal is not.
      if (source.readyState === EventSource.CLOSED) {
        this.timer = setTimeout(() => this.open(url), retryAfter);
      }
    };
    source.addEventListener('status', (event) => {
      const { state, detail } = JSON.parse(event.data);
      this.connect(state === 'listening' ? 'listening' : 'lost', detail);
    });
    source.onmessage = (event) => this.take(JSON.parse(event.data));
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
  }

  /** @param {RemoteEngine['connection']} connection @param {string} detail */
  connect(connection, detail) {
    this.connection = connection;
    this.detail = detail;
    if (connection !== 'listening') this.silence();
    this.dispatchEvent(new Event('connection'));
  }

  silence() {
    Object.assign(this.state, { voiced: false, frequency: 0, rawFrequency: 0, note: 0, cents: 0, level: -150 });
    this.judge(false);
    this.endNote();
    this.dispatchEvent(new Event('state'));
  }

  /** @param {any} line A line of `tune --jsonl`; docs/tuner.md lists its keys. */
  take(line) {
    const { state } = this;
    state.time = line.time;
    state.level = line.level ?? -150;
    state.periodicity = line.periodicity ?? 0;
    const sounds = line.frequency !== null;
    const name = line.target ?? (sounds ? `${line.note}${line.octave}` : null);
    const midi = name === null ? null : midiNumber(name);
    state.voiced = midi !== null;
    // While the last value is held, the target stays and the pitch is null.
    state.held = state.voiced && !sounds;
    state.rawFrequency = sounds ? line.frequency : 0;
    state.note = midi ?? 0;
    state.string = line.string ?? 0;
    state.inharmonicity = line.inharmonicity ?? 0;
    if (sounds) {
      state.frequency = line.frequency;
      state.cents = line.targetCents ?? line.cents;
      state.targetFrequency = line.targetFrequency ?? line.frequency / 2 ** (line.cents / 1200);
    } else if (!state.voiced) {
      state.frequency = 0;
      state.cents = 0;
      state.targetFrequency = 0;
    }
    state.side = !state.voiced || Math.abs(state.cents) <= this.tolerance ? 0 : state.cents < 0 ? -1 : 1;
    this.judge(state.voiced && line.inTune === true);
    this.follow(sounds);
    this.dispatchEvent(new Event('state'));
  }

  /** @param {boolean} inTune */
  judge(inTune) {
    if (inTune === this.state.inTune) return;
    this.state.inTune = inTune;
    this.tell('intune', inTune ? 'entered' : 'left');
  }

  /** @param {boolean} sounds */
  follow(sounds) {
    const { state } = this;
    if (this.note && this.note.midi !== state.note) this.endNote();
    if (!sounds || !state.voiced) return;
    this.note ??= { start: state.time, midi: state.note, cents: [], times: [], inTune: 0 };
    const last = this.note.times.at(-1) ?? state.time;
    if (state.inTune) this.note.inTune += state.time - last;
    this.note.cents.push(state.cents);
    this.note.times.push(state.time);
  }

  endNote() {
    const { note } = this;
    this.note = null;
    if (!note) return;
    const duration = (note.times.at(-1) ?? note.start) - note.start;
    if (duration < shortestNote) return;
    const meanCents = note.cents.reduce((sum, value) => sum + value, 0) / note.cents.length;
    const square = note.cents.reduce((sum, value) => sum + (value - meanCents) ** 2, 0) / note.cents.length;
    this.tell('note', {
      start: note.start, duration, midi: note.midi, meanCents, spreadCents: Math.sqrt(square),
      secondsInTune: note.inTune,
    });
  }

  /** @param {string} kind @param {unknown} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}

/** @type {Record<string, number>} */
const letters = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/**
 * @param {string} name As in C#4, Bb-1, F##3.
 * @returns {number | null}
 */
export function midiNumber(name) {
  const parts = /^([A-G])(#*|b*)(-?\d+)$/.exec(name);
  if (!parts) return null;
  const [, letter, accidentals, octave] = parts;
  const alteration = accidentals.length * (accidentals.startsWith('b') ? -1 : 1);
  return 12 * (Number(octave) + 1) + letters[letter] + alteration;
}
