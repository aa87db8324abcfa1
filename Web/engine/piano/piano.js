// The page's side of a piano: readings and unisons of what sounds, and what is known of the keys.

import { Measured } from '../measured/measured.js';
import { fetchModule } from '../module.js';

/** Events of its own: `piano` with a {@link import('../types.js').PianoSnapshot}, `reading`, `unison` and `outcome`. */
export class Piano extends Measured {
  /** @throws {Error} If its module cannot be fetched. */
  static async load() {
    return new Piano(await fetchModule('piano'), () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  }
}
