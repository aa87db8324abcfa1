// What the core refuses is told in words, since nothing else shows that settings do not count.

import { formatNumber, t } from './i18n.js';
import { notify } from './notice.js';
import { session } from './session.js';

export function startRefusals() {
  session.addEventListener('refused', (event) => {
    const part = /** @type {CustomEvent} */ (event).detail;
    notify(part === 'tones'
      ? t('refused-tones', { hertz: formatNumber((session.context?.sampleRate ?? 0) / 2) })
      : t('refused', { part: t(`panel-${part}`) }));
  });
}
