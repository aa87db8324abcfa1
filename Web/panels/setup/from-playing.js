// A4 from a note that is played: what is steady for two seconds is in tune afterwards. It ends with the dialog that it is in.

import { button } from '../../app/controls.js';
import { h } from '../../app/dom.js';
import { formatNumber, t } from '../../app/i18n.js';
import { note } from '../../app/names.js';
import { settings } from '../../app/settings.js';
import { ownSpelling } from '../../app/targets.js';
import { SteadyTone } from '../../engine/stage/steady-tone.js';
import { session } from '../../session/session.js';

/**
 * @param {(value: number) => boolean} change Sets A4, in hertz, unless that is out of its range.
 * @returns {{elements: HTMLElement[], say: (text: string) => void, end: () => void}} The button and what it says; `end` leaves
 *   A4 as it is.
 */
export function fromPlaying(change) {
  const message = h('p', { class: 'hint', role: 'status' });
  const say = (/** @type {string} */ text) => { message.textContent = text; };
  /** @type {SteadyTone | null} */
  let tone = null;
  /** Raised by every beginning and end, so that a late module is recognised. */
  let turn = 0;
  const take = () => {
    const { state } = session;
    const frequency = tone?.take(state.rawFrequency, state.time);
    // The note is known a moment after its frequency.
    if (!frequency || !state.voiced || state.targetFrequency <= 0) return;
    end();
    if (!change(settings.get('concertPitch') * frequency / state.targetFrequency)) return;
    say(t('take-done', { hertz: formatNumber(settings.get('concertPitch'), 1), note: note(state.note, ownSpelling(state.note)).plain }));
  };
  const watch = () => {
    if (session.status === 'listening') return;
    end();
    say(t('take-needs-listening'));
  };
  const end = () => {
    turn += 1;
    tone?.release();
    tone = null;
    session.removeEventListener('state', take);
    session.removeEventListener('status', watch);
    main.setAttribute('aria-pressed', 'false');
    say('');
  };
  const begin = () => {
    if (session.status !== 'listening') { say(t('take-needs-listening')); return; }
    const mine = turn += 1;
    main.setAttribute('aria-pressed', 'true');
    say(t('take-listening'));
    session.addEventListener('status', watch);
    SteadyTone.load().then((loaded) => {
      if (mine !== turn) { loaded.release(); return; }
      tone = loaded;
      session.addEventListener('state', take);
    }, (error) => {
      console.warn(error);
      if (mine !== turn) return;
      end();
      say(t('not-loaded'));
    });
  };
  const main = button(t('take-from-playing'), () => {
    if (main.getAttribute('aria-pressed') === 'true') end(); else begin();
  }, { picture: 'ear', id: 'take-from-playing' });
  main.setAttribute('aria-pressed', 'false');
  return { elements: [main, message], say, end };
}
