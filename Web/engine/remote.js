// What the server's own microphone hears, as `kammerton serve --listen` sends it: pitch and level, and the
// notes that it has counted, no sound. Its settings are the server's.

import { silence, sounds as kindsOfSound } from '../vocabulary/engine.js';
import { leavingFactor, standardTolerance } from '../vocabulary/settings.js';
import { midiNumber } from './note-names.js';
import { Listener, stateOf } from './state.js';

/** How long until a refusal is asked about again, in milliseconds. */
const retryAfter = 5000;

/** Whether the server has refused this page, so that its user is told only once. */
let isRefused = false;

/**
 * Where the server sends its readings, or passes on the beat of a metronome in the network; `null` if it does not, or is
 * only a host of files.
 *
 * A page that the browser has kept may lack the token of a server that was started again: the window then gets the event
 * `refused`.
 *
 * @param {'readings' | 'beat'} kind
 * @returns {Promise<URL | null>}
 */
export async function serverAddress(kind) {
  const address = new URL('../server.json', import.meta.url);
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    const wasRefused = isRefused;
    isRefused = answer.status === 403;
    if (isRefused && !wasRefused) dispatchEvent(new Event('refused'));
    const path = answer.ok && (await answer.json())[kind];
    return path ? new URL(path, address) : null;
  } catch { return null; }  // offline
}

/**
 * Has the state and the events of an engine, and `connection` when that comes or goes.
 * It comes back by itself when the server does.
 */
export class RemoteEngine extends Listener {
  /** @param {URL} url */
  constructor(url) {
    super(48000);
    /** @type {'connecting' | 'listening' | 'lost'} */
    this.connection = 'connecting';
    /** The name of the server's microphone, or why it is lost. */
    this.detail = '';
    /** What is nearer to the target is in tune, in cents, as this page is set. */
    this.tolerance = standardTolerance;
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
        serverAddress('readings');  // which tells why
        this.timer = setTimeout(() => this.open(url), retryAfter);
      }
    };
    source.addEventListener('status', (event) => {
      isRefused = false;
      const { state, detail } = JSON.parse(event.data);
      this.connect(state === 'listening' ? 'listening' : 'lost', detail);
    });
    source.addEventListener('note', (event) => this.tell('note', noteDetail(JSON.parse(event.data))));
    source.addEventListener('strum', (event) => this.tell('strum', strumReading(JSON.parse(event.data))));
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
    this.become({ voiced: false, frequency: 0, rawFrequency: 0, note: 0, cents: 0, side: 0, held: false, level: silence, inTune: false });
  }

  /** @param {any} line A line of `tune --jsonl`; docs/tuner.md lists its keys. */
  take(line) {
    const { state: before } = this;
    const sounds = line.frequency !== null;
    const name = line.target ?? (sounds ? `${line.note}${line.octave}` : null);
    const midi = name === null ? null : midiNumber(name);
    const voiced = midi !== null;
    // While the last value is held, the target stays and the pitch is null.
    const pitch = sounds ? {
      frequency: line.frequency, cents: line.targetCents ?? line.cents,
      targetFrequency: line.targetFrequency ?? line.frequency / 2 ** (line.cents / 1200),
    } : voiced && before.note === midi ? {} : { frequency: 0, cents: 0, targetFrequency: 0 };
    const isShown = voiced && (pitch.frequency ?? before.frequency) > 0;
    const cents = pitch.cents ?? before.cents;
    const sound = kindsOfSound.find((name) => isShown && name === line.sound) ?? 'tone';
    const side = isShown ? this.sideOf(cents, midi === before.note) : 0;
    this.become({
      ...pitch, time: line.time, level: line.level ?? silence, periodicity: line.periodicity ?? 0,
      voiced: isShown, held: isShown && !sounds, rawFrequency: sounds ? line.frequency : 0, note: isShown ? midi ?? 0 : 0,
      string: isShown ? line.string ?? 0 : 0, inharmonicity: line.inharmonicity ?? 0,
      sound, side, inTune: isShown && side === 0 && sound !== 'several' && line.inTune === true,
    });
  }

  /**
   * As the core decides it: a tone in tune stays so until it is half as far again as the tolerance.
   *
   * @param {number} cents
   * @param {boolean} isSameNote
   */
  sideOf(cents, isSameNote) {
    const limit = isSameNote && this.state.verdict === 'good' ? leavingFactor * this.tolerance : this.tolerance;
    return Math.abs(cents) <= limit ? 0 : Math.sign(cents);
  }

  /** @param {Partial<import('../vocabulary/engine.js').TunerState>} reading What is new. */
  become(reading) {
    const { inTune } = this.state;
    this.state = stateOf({ ...this.state, ...reading }, this.state);
    if (this.state.inTune !== inTune) this.tell('intune', inTune ? 'left' : 'entered');
    this.dispatchEvent(new Event('state'));
  }
}

/**
 * @param {any} line A line of `tune --strum --jsonl`; docs/strum.md lists its keys.
 * @returns {import('./types.js').StrumReading}
 */
function strumReading(line) {
  return {
    time: line.time, isOther: line.sound === 'other', isClipped: line.clipped === true,
    strings: line.strings.map((/** @type {any} */ row) => ({
      number: row.string, midi: midiNumber(row.note) ?? 69, cents: row.cents, frequency: row.frequency ?? 0,
      isGliding: row.gliding === true, beat: row.beat ?? null, isMerged: row.merged === true,
    })),
  };
}

/**
 * @param {any} note A note as `kammerton history --format json` writes it; docs/serve.md lists its keys.
 * @returns {import('./types.js').NoteDetail}
 */
function noteDetail(note) {
  return {
    start: note.startTime, duration: note.duration, midi: note.midi, meanCents: note.meanCents,
    spreadCents: note.spread, secondsInTune: note.timeInTune,
  };
}
