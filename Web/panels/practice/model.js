// The score that is practised, what is heard of it, and where the result is kept.

import { inputSettings, settings } from '../../app/settings.js';
import { trueRate } from '../../engine/module.js';
import { isScore } from '../../engine/practice/files.js';
import { Practice } from '../../engine/practice/practice.js';
import { PracticeRefusal } from '../../engine/practice/refusal.js';
import { host } from '../../session/host.js';
import { microphone } from '../../session/microphone.js';
import { noteLog } from '../../session/note-log.js';
import { session } from '../../session/session.js';
import { chosenMode, chosenPlan, chosenRhythm, chosenScale, comparison, isRhythmChosen } from './chosen.js';
import { Clicks } from './clicks.js';
import { Cues } from './cues.js';
import { devicePair } from './device-pair.js';
import { loggedNotes, loggedRhythms, resultJSON } from './record.js';
import { decoded, recordingRate } from './recording.js';
import { Trail } from './trail.js';

/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */
/** @typedef {import('../../engine/types.js').PracticeFrozen} PracticeFrozen */

/** The first click follows the microphone by this, in seconds. */
const clickLead = 0.6;

/**
 * Events: `score` when another one is chosen, `hearing` with the name of a recording that is heard for one, `heard` when there is more of it, `state`, `plan` when its times are judged in another way, `pass` after a pass of a loop, `frozen` with a note that begins or has its first pitch, `cue` with how the last note was off, `file` with a take, and
 * `refused` and `error` as the engine tells them.
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
    /** The time signature of the rhythm that is played. */
    this.rhythm = '';
    /** Whether the microphone was opened for the practice, which then closes it. */
    this.opensMicrophone = false;
    /** Whether the last playing ended without a note. */
    this.wasSilent = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
    /** Whether the latency is measured meanwhile. */
    this.isMeasuring = false;
    /** @type {import('../../engine/types.js').PracticeClick[]} That are to sound. */
    this.clicks = [];
    /** @type {Float32Array[]} The normal and the strong click. */
    this.sounds = [];
    /** @type {Clicks | null} That sound. */
    this.clicker = null;
    /** The tones after notes that were off. */
    this.cues = new Cues();
    /** What was heard of what is played now, or was played last. */
    this.trail = new Trail();
    /** Whether the player ends a loop. */
    this.isEnding = false;
    /** How many passes of a loop were kept. */
    this.passCount = 0;
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
    on('pass', (snapshot) => {
      this.keep(snapshot);
      this.tell('pass', snapshot);
      this.tell('heard');
    });
    on('clicks', (clicks) => { this.clicks = clicks; this.startClicks(); });
    on('sound', (sounds) => { this.sounds = sounds; this.startClicks(); });
    on('began', (time) => this.begun(time));
    on('voice', (readings) => this.trail.takeVoice(readings, this.snapshot));
    on('frozen', (note) => this.takeFirst(note));
    on('cue', (cue) => this.takeCue(cue));
    on('refused', (refusal) => { this.pending -= 1; this.tell('refused', refusal); });
    on('rejected', (message) => {
      console.warn(message);
      this.abandon();
      this.pending = 0;
      this.tell('error');
    });
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
    const chosen = ['practiceTonic', 'practiceOctave', 'practiceScale', 'practiceOctaves', 'practiceDirection', 'practiceKind', 'practiceMetre', 'practiceSubdivision', 'practicePattern'];
    settings.watch(chosen, () => this.choose());
    settings.watch(['practiceTime', 'practiceTempo', 'practiceClick', 'practiceMute', 'practiceMode', 'practiceIgnoreOctave', 'practiceSwing', 'practiceRubato'], () => this.setPlan());
    on('file', (file) => this.tell('file', file));
    session.addEventListener('status', () => this.follow());
    addEventListener('panel', () => { if (document.documentElement.dataset.shown !== 'practice') this.end(); });
  }

  /** How many scores were asked for and have not come. */
  pending = 0;

  /** Whether a score is awaited after an error. */
  isRecovering = false;

  /** Whether a rhythm is practised alone. */
  get isRhythm() { return isRhythmChosen(); }

  /** Whether a recording is followed. */
  get isRecording() { return (this.snapshot?.recordedPitch ?? null) !== null; }

  /** Whether the first pitch of each note is shown, and what follows is hidden while it sounds. */
  get isFrozen() { return settings.get('practiceFreeze') && !this.isRhythm; }

  /** Whether tones tell how notes were off. A player who is waited for is answered anyway, and a rhythm has no pitch. */
  get hasCues() { return settings.get('practiceCues') && !this.isRhythm && this.mode !== 'wait'; }

  /** How the score is gone through. */
  get mode() { return chosenMode(); }

  /** How times are judged. */
  get plan() { return chosenPlan((this.snapshot?.tempo ?? null) !== null, this.isRecording); }

  setPlan() {
    if (this.state === 'running' || this.state === 'starting') this.end();
    this.engine?.plan(this.plan);
    this.engine?.mode(this.mode, settings.get('practiceIgnoreOctave'));
    this.passCount = 0;
    this.tell('plan');
  }

  /** Takes the scale or the rhythm that is set. */
  choose() {
    this.end();
    if (!this.engine) return;
    this.pending += 1;
    if (this.isRhythm) this.engine.rhythm(chosenRhythm());
    else this.engine.scale(chosenScale());
  }

  /** @param {Uint8Array} bytes Of a score, or of a recording that is followed. @param {string} name */
  open(bytes, name) {
    this.end();
    if (!this.engine) return;
    settings.set('practiceKind', 'notes');
    this.pending += 1;
    if (isScore(name)) this.engine.open(bytes, name);
    else this.followRecording(this.engine, bytes, name);
  }

  /**
   * Follows a recording: its notes are the score.
   *
   * @param {Practice} engine
   * @param {Uint8Array} bytes Of a sound file.
   * @param {string} name
   */
  async followRecording(engine, bytes, name) {
    this.tell('hearing', name);
    try {
      engine.follow(await decoded(bytes, name), recordingRate, name);
      // A recording has no bars to repeat, and no beat to slow down.
      if (this.mode === 'loop') settings.set('practiceMode', 'through');
    } catch (error) {
      if (!(error instanceof PracticeRefusal)) throw error;
      this.pending -= 1;
      this.tell('refused', { name, problem: error.problem, number: error.number, text: '' });
    }
  }

  /** @param {[number, number]} bars The first and the last; all, if the last is before the first. */
  passage(bars) {
    this.end();
    if (!this.engine) return;
    this.pending += 1;
    this.engine.passage(bars, this.file);
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
    this.trail = new Trail();
    this.setState('idle');
    this.tell('score');
    this.setPlan();
    this.isRecovering = false;
  }

  /** The name of the piece; that of its file if it has none. */
  get title() { return this.snapshot?.title || this.file; }

  tune() {
    this.engine?.tune({ concertPitch: settings.get('concertPitch'), degrees: comparison().cents });
  }

  /** Begins to hear: four seconds of silence, or `end`, end it. */
  begin() {
    if (!this.engine || !this.snapshot || this.pending > 0 || this.isMeasuring || this.state === 'running' || this.state === 'starting') return;
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
      this.isEnding = false;
      this.rhythm = settings.get('practiceMetre');
      this.listen(engine);
    } else if (this.state === 'starting' && (session.status === 'failed' || session.status === 'off')) {
      this.setState('idle');
    } else if (this.state === 'running') {
      const isOther = engine?.source && engine.source !== microphone.source;
      if (isOther || session.status === 'failed' || session.status === 'off') this.end();
    }
  }

  /** @param {Practice} engine Hears the microphone, which is open. */
  listen(engine) {
    const source = /** @type {AudioNode} */ (microphone.source);
    [this.began, this.trail, this.sounds, this.clicks] = [Date.now(), new Trail(), [], []];
    this.tell('frozen', null);
    this.setState('running');
    if (this.plan.hasClick) engine.sound(source.context.sampleRate);
    engine.listen(source, inputSettings()).catch((error) => {
      console.warn(error);
      this.abandon();
      this.tell('error');
    });
  }

  /** @param {number} origin When the first sample is heard, in seconds of the context. */
  begun(origin) {
    const context = /** @type {AudioContext | undefined} */ (this.engine?.source?.context);
    if (this.state !== 'running' || !context) return;
    const { sampleRate } = context;
    this.trail.timeline = { context, origin, scale: trueRate(sampleRate, settings.get('clock')) / sampleRate, start: null, click: null };
    this.startClicks();
  }

  /** Begins to click once it is known how, and tells the core when. */
  startClicks() {
    const { sounds, clicks, engine, trail: { timeline } } = this;
    if (!timeline || !engine || timeline.start !== null || sounds.length === 0 || clicks.length === 0 || this.state !== 'running') return;
    const { context, scale, origin } = timeline;
    const known = devicePair.latency;
    timeline.start = context.currentTime + clickLead - clicks[0].time * scale;
    timeline.click = (timeline.start - origin) / scale + (known?.latency ?? 0);
    this.clicker = new Clicks(context, sounds, settings.get('clickLevel'));
    this.clicker.start(clicks, timeline.start, scale);
    engine.click(timeline.click, known);
  }

  stopClicks() {
    this.clicker?.stop();
    this.clicker = null;
  }

  /** @param {PracticeFrozen} note */
  takeFirst(note) {
    this.trail.takeFirst(note);
    this.tell('frozen', note);
  }

  /** @param {import('../../vocabulary/practice.js').PracticeCue} cue */
  takeCue(cue) {
    const context = this.trail.timeline?.context;
    if (!this.hasCues || this.state !== 'running' || !context) return;
    this.tell('cue', cue);
    this.cues.into(context, this.engine).then((tones) => { if (this.state === 'running') tones.play(cue); });
  }

  /** Plays every tone once, so that one knows them. @throws {Error} If there is no sound. */
  async showCues() {
    if (!this.engine || this.state === 'running' || this.state === 'starting') return;
    await host.open();
    const tones = await this.cues.into(/** @type {AudioContext} */ (host.context), this.engine);
    setTimeout(() => host.rest(), 1000 * tones.playAll());
  }

  /**
   * Where the score is.
   *
   * @returns {{now: number, zero: number} | null} Now, in seconds from its start; and its start in what is heard.
   */
  get place() { return this.trail.place(this.snapshot); }

  /** Ends the playing. */
  end() {
    this.isEnding = true;
    this.stopClicks();
    if (this.state === 'running' && this.engine?.node) this.engine.finish();
    else if (this.state === 'running' || this.state === 'starting') this.abandon();
  }

  /** Ends what has not begun, or cannot go on: there is no result. */
  abandon() {
    this.stopClicks();
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
    this.stopClicks();
    this.engine?.stop();
    this.wasSilent = snapshot.playedCount === 0;
    this.keep(snapshot);
    const goesOn = snapshot.wantsNextPass && !this.isEnding && microphone.source !== null;
    if (goesOn && this.engine) {
      this.tell('pass', snapshot);
      this.listen(this.engine);
      return;
    }
    this.state = this.wasSilent ? 'idle' : 'done';
    // First, so that the result is what is said last.
    this.closeMicrophone();
    this.setState(this.state);
    this.tell('heard');
  }

  /**
   * Keeps the right notes, or the times of a rhythm, in the history, as a session of its own; of a loop, each pass.
   *
   * @param {PracticeSnapshot} snapshot
   */
  keep(snapshot) {
    const isKept = this.mode === 'loop' && snapshot.passCount === this.passCount;
    [this.snapshot, this.passCount] = [snapshot, snapshot.passCount];
    if (snapshot.isRhythm) noteLog.mergeRhythms(loggedRhythms(snapshot, this.began, this.rhythm));
    else if (!isKept) noteLog.merge(loggedNotes(snapshot, this.began));
  }

  /** The result as the command prints it with --json. */
  get json() { return this.snapshot ? resultJSON(this.snapshot, this.isRecording ? `like ${this.file}` : this.title) : ''; }

  /** @param {PracticeModel['state']} state */
  setState(state) {
    this.state = state;
    this.tell('state');
  }

  /** @param {string} name @param {unknown} [detail] */
  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

export const practiceModel = new PracticeModel();
