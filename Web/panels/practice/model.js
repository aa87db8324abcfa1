// The score that is practised, what is heard of it, and where the result is kept.

import { inputSettings, settings } from '../../app/settings.js';
import { currentTemperament, temperaments } from '../../app/targets.js';
import { Practice } from '../../engine/practice/practice.js';
import { microphone } from '../../session/microphone.js';
import { noteLog } from '../../session/note-log.js';
import { session } from '../../session/session.js';
import { practicePatterns } from '../../vocabulary/practice.js';
import { letters, pitchClassCount } from '../../vocabulary/settings.js';

/** @typedef {import('../../engine/types.js').PracticeScale} PracticeScale */
/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

/**
 * Events: `score` when another one is chosen, `heard` when there is more of it, `state`, and `refused` and `error` as the
 * engine tells them.
 */
class PracticeModel extends EventTarget {
  constructor() {
    super();
    /** @type {Practice | null} */
    this.engine = null;
    /** @type {PracticeSnapshot | null} */
    this.snapshot = null;
    /** @type {'idle' | 'starting' | 'running' | 'done'} */
    this.state = 'idle';
    /** The name of the file; none for a scale. */
    this.file = '';
    /** Milliseconds since 1970, when the playing began. */
    this.began = 0;
    /** Whether the microphone was opened for the practice, which then closes it. */
    this.opensMicrophone = false;
    /** Whether the last playing ended without a note. */
    this.wasSilent = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
  }

  load() {
    this.loading ??= this.start().catch((error) => { this.loading = null; throw error; });
    return this.loading;
  }

  async start() {
    const engine = await Practice.load();
    this.engine = engine;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ use) => (
      engine.addEventListener(name, (event) => use(/** @type {CustomEvent} */ (event).detail)));
    on('score', (snapshot) => this.take(snapshot));
    on('compared', (snapshot) => { this.snapshot = snapshot; this.tell('heard'); });
    on('heard', (snapshot) => { this.snapshot = snapshot; this.tell('heard'); });
    on('ended', (snapshot) => this.finished(snapshot));
    on('refused', (refusal) => { this.pending -= 1; this.tell('refused', refusal); });
    on('error', (message) => {
      console.warn(message);
      this.abandon();
      [this.file, this.pending] = ['', 0];
      // For the module that takes its place; once, because that one may fail too.
      if (!this.isRecovering) { this.isRecovering = true; this.choose(); }
      this.tell('error');
    });
    settings.watch(['concertPitch', 'temperament', 'practiceTemperament'], () => this.tune());
    addEventListener('targets', () => this.tune());
    settings.watch(['practiceTonic', 'practiceOctave', 'practiceScale', 'practiceOctaves'], () => this.choose());
    session.addEventListener('status', () => this.follow());
    addEventListener('panel', () => { if (document.documentElement.dataset.shown !== 'practice') this.end(); });
  }

  /** How many scores were asked for and have not come. */
  pending = 0;

  /** Whether a score is awaited after an error. */
  isRecovering = false;

  /** Takes the scale that is set. */
  choose() {
    this.end();
    if (!this.engine) return;
    this.pending += 1;
    this.engine.scale(chosenScale());
  }

  /** @param {Uint8Array} bytes @param {string} name */
  open(bytes, name) {
    this.end();
    if (!this.engine) return;
    this.pending += 1;
    this.engine.open(bytes, name);
  }

  /** @param {number} number Of a voice of the file. */
  voice(number) {
    this.end();
    if (!this.engine) return;
    this.pending += 1;
    this.engine.voice(number, this.file);
  }

  /** @param {PracticeSnapshot} snapshot */
  take(snapshot) {
    this.file = snapshot.file ?? '';
    this.pending = Math.max(0, this.pending - 1);
    this.snapshot = snapshot;
    this.wasSilent = false;
    this.setState('idle');
    this.tell('score');
    this.isRecovering = false;
  }

  /** The name of the piece; that of its file if it has none. */
  get title() { return this.snapshot?.title || this.file; }

  tune() {
    this.engine?.tune({ concertPitch: settings.get('concertPitch'), degrees: comparison().cents });
  }

  /** Begins to hear: four seconds of silence, or `end`, end it. */
  begin() {
    if (!this.engine || !this.snapshot || this.pending > 0 || this.state === 'running' || this.state === 'starting') return;
    this.wasSilent = false;
    this.setState('starting');
    this.opensMicrophone = session.status !== 'listening' || !microphone.source;
    if (this.opensMicrophone) session.start();
    this.follow();
  }

  /** Hears the microphone once it is open, and ends when it is lost or another one takes its place. */
  follow() {
    const { engine } = this;
    const isOpen = session.status === 'listening' && microphone.source !== null;
    if (engine && this.state === 'starting' && isOpen) {
      this.began = Date.now();
      this.setState('running');
      engine.listen(/** @type {AudioNode} */ (microphone.source), inputSettings()).catch((error) => {
        console.warn(error);
        this.abandon();
        this.tell('error');
      });
    } else if (this.state === 'starting' && (session.status === 'failed' || session.status === 'off')) {
      this.setState('idle');
    } else if (this.state === 'running') {
      const isOther = engine?.source && engine.source !== microphone.source;
      if (isOther || session.status === 'failed' || session.status === 'off') this.end();
    }
  }

  /** Ends the playing. */
  end() {
    if (this.state === 'running' && this.engine?.node) this.engine.finish();
    else if (this.state === 'running' || this.state === 'starting') this.abandon();
  }

  /** Ends what has not begun, or cannot go on: there is no result. */
  abandon() {
    this.engine?.stop();
    this.setState('idle');
    this.closeMicrophone();
  }

  /** Closes the microphone if it was opened for the practice, also while the browser still asks. */
  closeMicrophone() {
    const isOurs = this.opensMicrophone && session.isOn && !session.remote;
    this.opensMicrophone = false;
    if (isOurs) session.stop();
  }

  /** @param {PracticeSnapshot} snapshot */
  finished(snapshot) {
    this.snapshot = snapshot;
    this.engine?.stop();
    this.wasSilent = snapshot.playedCount === 0;
    if (!this.wasSilent) this.keep();
    this.state = this.wasSilent ? 'idle' : 'done';
    // First, so that the result is what is said last.
    this.closeMicrophone();
    this.setState(this.state);
    this.tell('heard');
  }

  /** Keeps the right notes in the history, as a session of its own: against the player's own A4, as the command does. */
  keep() {
    const { snapshot, began } = this;
    if (!snapshot) return;
    const rounded = (/** @type {number | null} */ value) => Math.round(1000 * (value ?? 0)) / 1000;
    noteLog.merge(snapshot.notes.filter((row) => row.cents !== null && row.time !== null).map((row) => ({
      time: Math.round(began + 1000 * (row.time ?? 0)), session: began, midi: row.midi + 12 * snapshot.octaves,
      duration: rounded(row.duration), meanCents: rounded(row.cents), spreadCents: rounded(row.spread),
      secondsInTune: row.isInTune ? rounded(row.duration) : 0, concertPitch: rounded(snapshot.ownConcertPitch),
      temperament: comparison().name,
    })));
  }

  /** The result as the command prints it with --json. */
  get json() {
    const { snapshot, title } = this;
    const tuning = `A4 = ${settings.get('concertPitch').toFixed(1)} Hz, ${comparison().name}`;
    return `{"title": ${JSON.stringify(title)}, "tuning": ${JSON.stringify(tuning)}, ${snapshot?.json ?? ''}}\n`;
  }

  /** @param {PracticeModel['state']} state */
  setState(state) {
    this.state = state;
    this.tell('state');
  }

  /** @param {string} name @param {unknown} [detail] */
  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

const equalDegrees = Array.from({ length: pitchClassCount }, (_, degree) => 100 * degree);

/**
 * What notes are compared with: equal, just, or the temperament that is set, if it has twelve degrees in an octave.
 *
 * @returns {{name: string, cents: number[]}}
 */
export function comparison() {
  const kind = settings.get('practiceTemperament');
  const row = kind === 'settings' ? currentTemperament() : temperaments.find(({ name }) => name === kind);
  const fits = row && !row.isScale && row.cents.length === pitchClassCount && Math.abs(row.period - 1200) < 1e-6;
  return fits ? { name: row.name, cents: row.cents } : { name: 'equal', cents: equalDegrees };
}

/** @returns {PracticeScale} */
function chosenScale() {
  const tonic = settings.get('practiceTonic');
  const wanted = settings.get('practiceScale');
  return {
    pattern: practicePatterns.includes(wanted) ? wanted : practicePatterns[0],
    letter: Object.keys(letters).indexOf(tonic[0]), accidental: tonic.endsWith('#') ? 1 : tonic.endsWith('b') ? -1 : 0,
    octave: settings.get('practiceOctave'), octaves: settings.get('practiceOctaves'),
  };
}

export const practiceModel = new PracticeModel();
