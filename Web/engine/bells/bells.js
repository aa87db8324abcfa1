// The page's side of bells and their kin: what came of each stroke, and the objects of the file.

import { Measured } from '../measured/measured.js';
import { fetchModule } from '../module.js';

/** Events of its own: `bell` with a {@link import('../types.js').BellSnapshot}, and `outcome`. */
export class Bells extends Measured {
  /** @throws {Error} If its module cannot be fetched. */
  static async load() {
    return new Bells(await fetchModule('bell'), () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  }
}
