// The modules of the core: their bytes, and their memory once they run.

import { limits } from '../vocabulary/settings.js';

/**
 * @typedef {'tuner' | 'views' | 'names' | 'tones' | 'metronome' | 'air' | 'files' | 'strum' | 'chord' | 'piano' | 'bell'
 *   | 'practice' | 'midi' | 'playing' | 'calibration' | 'beat' | 'freeze' | 'evidence'} ModuleName
 */

/** A module's functions; see docs/web.md. */
export class Module {
  /** @param {BufferSource} bytes */
  static compiled(bytes) {
    return new Module(new WebAssembly.Instance(new WebAssembly.Module(bytes), {}));
  }

  /**
   * Fetches a module for the page's own thread.
   *
   * @param {ModuleName} name
   * @throws {Error} If it cannot be fetched, or does not run here.
   */
  static async load(name) {
    const { instance } = await WebAssembly.instantiate(await fetchModule(name), {});
    return new Module(instance);
  }

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** @type {any} */
    this.functions = instance.exports;
    /** The memory never grows, so that views of it stay valid. */
    this.buffer = /** @type {WebAssembly.Memory} */ (instance.exports.memory).buffer;
  }

  /** @param {number} address @param {number} [count] */
  doubles(address, count) { return new Float64Array(this.buffer, address, count); }
  /** @param {number} address @param {number} [count] */
  floats(address, count) { return new Float32Array(this.buffer, address, count); }
  /** @param {number} address @param {number} [count] */
  bytes(address, count) { return new Uint8Array(this.buffer, address, count); }

  /** The number of blocks of memory that were allocated so far. */
  get allocations() { return this.functions.memory_allocations(); }
}

/** A request that an object of the core refuses, unchanged: a setting out of its range. */
export class Refusal extends RangeError {}

/** An object of the core, which a module creates. Those of `objects/` have its functions and its memory. */
export class CoreObject {
  /** @param {Module} module @param {number} handle 0 if the module refuses it. @param {string} request The function that was called. */
  constructor(module, handle, request) {
    if (!handle) throw new RangeError(refused(request));
    this.module = module;
    this.functions = module.functions;
    this.handle = handle;
  }

  /** @param {number} part The address of a part of its memory. */
  address(part) { return this.functions.core_part(this.handle, part); }
  /** @param {number} part @param {number} [count] Of the numbers; all up to the end of the memory, unless it is said. */
  doubles(part, count) { return this.module.doubles(this.address(part), count); }
  /** @param {number} part @param {number} [count] */
  floats(part, count) { return this.module.floats(this.address(part), count); }
  /** @param {number} part @param {number} [count] */
  bytes(part, count) { return this.module.bytes(this.address(part), count); }

  /**
   * @template Row
   * @param {(numbers: Float64Array, row: number) => Row} read
   * @param {number} part
   * @param {number} count Of the rows.
   * @param {number} [start] The first one.
   * @returns {Row[]}
   */
  readRows(read, part, count, start = 0) {
    const numbers = this.doubles(part);
    return Array.from({ length: count }, (_, row) => read(numbers, start + row));
  }

  /** @param {number} address Of room for bytes; 0 if they are too many. @param {Uint8Array} bytes @returns {boolean} Whether they have room. */
  put(address, bytes) {
    if (address) this.module.bytes(address, bytes.length).set(bytes);
    return address !== 0;
  }

  /** @param {number} isAccepted @param {string} request The function that was called. @param {new (message: string) => Error} [Kind] Thrown if not. */
  accept(isAccepted, request, Kind = RangeError) { if (!isAccepted) throw new Kind(refused(request)); }

  /** @param {number} isLegible Whether a file is understood: those that read files say why it is not. */
  demand(isLegible) { this.accept(isLegible, 'file'); }

  release() { this.functions.core_release(this.handle); }
}

/** @param {string} request */
const refused = (request) => `${request}: a value is out of its range.`;

/** @type {Map<ModuleName, Promise<ArrayBuffer>>} */
const modules = new Map();

/**
 * The bytes of a module. They are fetched once; after a failure, the next call tries again.
 *
 * @param {ModuleName} name
 * @returns {Promise<ArrayBuffer>}
 */
export function fetchModule(name) {
  let fetched = modules.get(name);
  if (!fetched) {
    fetched = fetchBytes(name);
    fetched.catch(() => modules.delete(name));
    modules.set(name, fetched);
  }
  return fetched;
}

/** @param {ModuleName} name */
async function fetchBytes(name) {
  const response = await fetch(new URL(`./${name}.wasm`, import.meta.url));
  if (!response.ok) throw new Error(`The core could not be loaded (status ${response.status}).`);
  return response.arrayBuffer();
}

/**
 * Passes samples to an object of the core, as many at once as its input holds.
 *
 * @param {Float32Array} samples
 * @param {{input: Float32Array, push(count: number): void}} object
 */
export function pushAll(samples, object) {
  const { input } = object;
  for (let start = 0; start < samples.length; start += input.length) {
    const part = samples.subarray(start, start + input.length);
    input.set(part);
    object.push(part.length);
  }
}

/**
 * The true sample rate: the only place where the error of a microphone's clock is corrected. Whoever is told it gets
 * frequencies, times and beats right. A rate that the core accepts stays one.
 *
 * @param {number} sampleRate Of the context, in hertz.
 * @param {number} clock True frequencies relative to measured ones.
 * @throws {RangeError} If no clock is this wrong.
 */
export function trueRate(sampleRate, clock) {
  const [[slowest, fastest], [lowest, highest]] = [limits.clock, limits.sampleRate];
  if (!(clock >= slowest && clock <= fastest)) throw new RangeError('No clock of a microphone is this wrong.');
  const isAccepted = sampleRate >= lowest && sampleRate <= highest;
  return isAccepted ? Math.min(highest, Math.max(lowest, sampleRate * clock)) : sampleRate * clock;
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
