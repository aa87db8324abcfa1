// The page's side of strums: a source in, readings of all strings out.

/** @typedef {import('./solver.js').StrumTarget} StrumTarget */

/** Events: `reading` with a {@link import('../types.js').StrumReading}, and `error` with a message. */
export class Strum extends EventTarget {
  /**
   * Loads the solver.
   *
   * @throws {Error} If its module cannot be fetched.
   */
  static async load() {
    const response = await fetch(new URL('../strum.wasm', import.meta.url));
    if (!response.ok) throw new Error(`The module of strums could not be loaded (status ${response.status}).`);
    return new Strum(await response.arrayBuffer());
  }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super();
    this.bytes = bytes;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {AudioNode | null} */
    this.source = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** Raised by every start and stop, so that a late answer is recognised. */
    this.turn = 0;
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   * @param {StrumTarget[]} targets
   * @param {'mix' | number} channel
   */
  async listen(source, targets, channel) {
    this.stop();
    const turn = this.turn += 1;
    const { context } = source;
    await context.audioWorklet.addModule(new URL('./processor.js', import.meta.url));
    if (turn !== this.turn) return;
    const node = new AudioWorkletNode(context, 'kammerton-strum', {
      numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [1], channelInterpretation: 'discrete',
    });
    const channels = new MessageChannel();
    this.worker ??= this.makeWorker();
    this.worker.postMessage(
      { kind: 'start', bytes: this.bytes, sampleRate: context.sampleRate, targets, port: channels.port1 }, [channels.port1]);
    node.port.postMessage({ kind: 'listen', port: channels.port2, channel }, [channels.port2]);
    node.onprocessorerror = () => this.tell('error', 'The audio thread has stopped listening for strums.');
    source.connect(node);
    node.connect(context.destination);
    this.node = node;
    this.source = source;
  }

  makeWorker() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => this.tell(data.kind, data.kind === 'reading' ? data.reading : data.message);
    worker.onerror = () => this.tell('error', 'The module of strums could not be started.');
    return worker;
  }

  /** Hears nothing. */
  stop() {
    this.turn += 1;
    if (this.source && this.node) {
      try { this.source.disconnect(this.node); } catch { /* Already gone. */ }
    }
    this.node?.port.postMessage({ kind: 'close' });
    this.node?.disconnect();
    this.node = null;
    this.source = null;
    this.worker?.postMessage({ kind: 'stop' });
  }

  /** @param {string} kind @param {unknown} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}
