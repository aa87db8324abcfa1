// What stands in the way of hearing, in words.

import { formatNumber, t } from '../../app/i18n.js';
import { session } from '../../session/session.js';
import { link } from './link.js';

/** A sentence and a next step; empty if nothing stands in the way. */
export function hearingProblem() {
  const { failure } = link;
  const kilohertz = (/** @type {number} */ rate) => formatNumber(rate / 1000, 1);
  const both = (/** @type {string} */ kind) => `${t(`fail-${kind}`)} ${t(`fail-${kind}-do`)}`;
  switch (failure?.kind) {
    case 'cannot-hear':
      return t('receive-cannot', { band: t(`air-band-${failure.band}`), rate: kilohertz(failure.rate), needed: kilohertz(failure.needed) });
    case 'session': return both(session.failure ?? 'unknown');
    case 'engine': return both('engine');
    default: return '';
  }
}
