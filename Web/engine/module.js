// The modules of the core: their bytes, and their memory once they run.

/**
 * @typedef {'tuner' | 'views' | 'names' | 'tones' | 'metronome' | 'air' | 'files' | 'strum' | 'piano' | 'practice' | 'midi'
 *   | 'playing'} ModuleName
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

  /** @param {number} address @param {number} count */
  doubles(address, count) { return new Float64Array(this.buffer, address, count); }
  /** @param {number} address @param {number} count */
  floats(address, count) { return new Float32Array(this.buffer, address, count); }
  /** @param {number} address @param {number} count */
  bytes(address, count) { return new Uint8Array(this.buffer, address, count); }

  /** The number of blocks of memory that were allocated so far. */
  get allocations() { return this.functions.memory_allocations(); }
}

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
 * @param {Float32Array} input
 * @param {(count: number) => void} push
 */
export function pushAll(samples, input, push) {
  for (let start = 0; start < samples.length; start += input.length) {
    const part = samples.subarray(start, start + input.length);
    input.set(part);
    push(part.length);
  }
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
