// The metronome among others: it follows the beat of one in the network, and aligns this loudspeaker with theirs.

import { settings } from '../../app/settings.js';
import { Ear } from '../../engine/beat/ear.js';
import { SharedBeat } from '../../engine/beat/shared-beat.js';
import { heardTime } from '../../session/heard-time.js';
import { host } from '../../session/host.js';
import { microphone } from '../../session/microphone.js';
import { playing } from '../../session/playing.js';
import { session } from '../../session/session.js';
import { readSharedCourse, sharedCourseFields } from '../../vocabulary/beat.js';

/** From one look at clocks and chirps to the next, in milliseconds. */
const step = 50;
/** Chirps are handed to the audio thread so long before they sound, and worked out so long after the last, in seconds. */
const [ahead, after] = [1.5, 0.4];
/** So often what was heard is forgotten while no session needs it, in milliseconds. */
const forgetting = 2000;

/** @typedef {'off' | 'waiting' | 'running' | 'aligned' | 'unheard' | 'unanswered'} AlignmentState */

/** Events: `change` when what is followed, or the alignment, is another; `failed` if it cannot begin. */
class Together extends EventTarget {
  constructor() {
    super();
    /** @type {SharedBeat | null} */
    this.beat = null;
    /** What is followed, as it was last sent to the audio thread. */
    /** @type {import('../../vocabulary/beat.js').SharedCourse | null} */
    this.course = null;
    /** The groups of its bar. */
    /** @type {number[]} */
    this.groups = [];
    /** @type {AlignmentState} */
    this.alignment = 'off';
    /** @type {Ear | null} */
    this.ear = null;
    /** @type {Float32Array | null} */
    this.chirp = null;
    /** When the ear's first sample was heard, in seconds of the context; not a number until then. */
    this.origin = NaN;
    /** The slots whose chirps the audio thread has, and the session that is being worked out. */
    /** @type {Set<string>} */
    this.played = new Set();
    this.finding = 0;
    this.opensMicrophone = false;
    this.lastForgotten = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Raised by every start and stop, so that a late answer is recognised. */
    this.turn = 0;
    settings.watch(['alignBeat'], () => this.align());
    session.addEventListener('status', () => this.listen());
    host.addEventListener('closed', () => {
      this.stop();
      this.chirp = null;  // the next context may have another rate
    });
  }

  /** @param {URL} url Of the server's WebSocket. */
  async start(url) {
    const turn = this.turn += 1;
    const engine = await host.open();
    const beat = await SharedBeat.join(url, host.context?.sampleRate ?? 48000);
    if (turn !== this.turn || host.engine !== engine) { beat.close(); return; }
    this.beat = beat;
    beat.addEventListener('change', () => this.tell());
    beat.addEventListener('alignment', (event) => this.follow(/** @type {CustomEvent} */ (event).detail));
    playing.setFollowing(true);
    this.timer = setInterval(() => this.step(), step);
    this.align();
    this.tell();
  }

  stop() {
    this.turn += 1;
    clearInterval(this.timer);
    this.beat?.close();
    const wasOn = this.beat !== null;
    this.beat = null;
    this.course = null;
    this.align();
    if (wasOn) { playing.setFollowing(false); this.tell(); }
  }

  /** Tells the follower which sound is heard now, and the audio thread which beat to follow. */
  step() {
    const { context } = host;
    const { beat } = this;
    if (!beat || !context) return;
    if (context.state === 'running') beat.core.hear(heardTime(context), performance.now());
    beat.watch();
    const course = beat.core.courseAt(context.currentTime);
    if (course) {
      course[sharedCourseFields.level] = settings.get('clickLevel');
      playing.follow(course);
      this.show(course);
    }
    if (this.alignment !== 'off') this.chirps(context);
  }

  /** @param {Float64Array} numbers */
  show(numbers) {
    const course = readSharedCourse(numbers);
    const groups = [...numbers.subarray(sharedCourseFields.groups)].filter((count) => count > 0);
    const isNew = !this.course || course.tempo !== this.course.tempo || course.beats !== this.course.beats
      || course.isMuted !== this.course.isMuted || groups.join() !== this.groups.join();
    this.course = course;
    this.groups = groups;
    if (isNew) this.tell();
  }

  // The alignment.

  /** Begins or ends to take part, as it is set. */
  align() {
    const isWanted = this.beat !== null && settings.get('alignBeat');
    if (isWanted === (this.alignment !== 'off')) return;
    this.alignment = isWanted ? 'waiting' : 'off';
    this.played.clear();
    this.finding = 0;
    if (isWanted) {
      this.opensMicrophone = session.status !== 'listening' || !microphone.source;
      if (this.opensMicrophone) session.start();
    } else {
      this.ear?.stop();
      this.origin = NaN;
      if (this.opensMicrophone && session.isOn && !session.remote) session.stop();
      this.opensMicrophone = false;
    }
    this.listen();
    this.tell();
  }

  /** Hears the microphone while it is open: without one, the others hear this device. */
  async listen() {
    const { beat } = this;
    if (!beat || this.alignment === 'off') { beat?.core.align(false, false); return; }
    const { source } = microphone;
    const hears = session.status === 'listening' && source !== null;
    beat.core.align(true, hears);
    const turn = this.turn;
    try {
      this.ear ??= await this.makeEar();
      // Who cannot hear is heard all the same.
      if (!this.chirp && host.context) this.ear.make(host.context.sampleRate);
      if (turn !== this.turn || !hears || this.ear.source === source) return;
      this.origin = NaN;
      // The times of the context are counted by its own rate, whatever the true one of the microphone is.
      await this.ear.hear(source, { channel: settings.get('channel'), clock: 1 });
    } catch (error) {
      console.warn(error);
      beat.core.align(true, false);
    }
  }

  async makeEar() {
    const ear = await Ear.load();
    ear.addEventListener('chirp', (event) => { this.chirp = /** @type {CustomEvent} */ (event).detail; });
    ear.addEventListener('began', (event) => { this.origin = /** @type {CustomEvent} */ (event).detail; });
    ear.addEventListener('arrivals', (event) => this.take(/** @type {CustomEvent} */ (event).detail));
    ear.addEventListener('error', (event) => {
      console.warn(/** @type {CustomEvent} */ (event).detail);
      this.beat?.core.align(true, false);
    });
    return ear;
  }

  /** @param {AudioContext} context */
  chirps(context) {
    const { beat, ear } = this;
    if (!beat) return;
    const { session: number, end, roundCount, isUnheard } = beat.core.state;
    const now = context.currentTime;
    if (number === 0 || !(now < end + 10)) {
      if (performance.now() - this.lastForgotten > forgetting) {
        ear?.forget();
        this.lastForgotten = performance.now();
      }
      return;
    }
    const { own, slots } = beat.core.chirps;
    for (let round = 0; round < roundCount && own >= 0; round += 1) {
      const key = `${number} ${round}`;
      const slot = slots[own * roundCount + round];
      if (slot <= now || slot > now + ahead || this.played.has(key)) continue;
      this.played.add(key);
      this.play(context, slot);
    }
    if (isUnheard && heardTime(context) > end + after && this.finding !== number && ear && !Number.isNaN(this.origin)) {
      this.finding = number;
      ear.find([...slots].map((slot) => slot - this.origin));
    }
  }

  /** @param {AudioContext} context @param {number} time */
  play(context, time) {
    if (!this.chirp) return;
    const buffer = new AudioBuffer({ length: this.chirp.length, sampleRate: context.sampleRate });
    buffer.copyToChannel(this.chirp, 0);
    const source = new AudioBufferSourceNode(context, { buffer });
    const gain = new GainNode(context, { gain: 10 ** (settings.get('clickLevel') / 20) });
    source.connect(gain).connect(context.destination);
    source.onended = () => gain.disconnect();
    source.start(time);
  }

  /** @param {number[]} arrivals */
  take(arrivals) {
    const { beat } = this;
    if (!beat || beat.core.state.session !== this.finding) return;
    beat.core.heard(arrivals.map((second) => second + this.origin));
  }

  /** @param {'begins' | 'aligned' | 'unheard' | 'unanswered'} change */
  follow(change) {
    if (this.alignment === 'off') return;
    this.alignment = change === 'begins' ? 'running' : change;
    this.tell();
  }

  tell() { this.dispatchEvent(new Event('change')); }
}

export const together = new Together();
