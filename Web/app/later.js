// What is loaded when it is first asked for.

import { t } from './i18n.js';
import { notify } from './notice.js';

/**
 * Does something with a part of the page that comes now, or says that it does not come.
 *
 * @template Part
 * @param {() => Promise<Part>} load
 * @param {(part: Part) => void} use
 */
export async function later(load, use) {
  let part;
  try {
    part = await load();
  } catch (error) {
    console.warn(error);
    notify(t('not-loaded'));
    return;
  }
  use(part);
}
