// Starts the page: settings first, then the words, then everything that listens to them.

import './panels/tabs.js';
import './panels/sounding.js';
import './panels/readout.js';
import './panels/level.js';
import { startRefusals } from './panels/banner.js';
import './panels/input-facts.js';
import './panels/strings.js';
import './panels/target.js';
import './panels/first-run.js';
import './panels/tuner.js';
import { startAnnouncer } from './ear/announcer.js';
import { startHearing } from './session/heard.js';
import { readAddress } from './app/address.js';
import { startLanguage } from './app/i18n.js';
import { later } from './app/later.js';
import { startKeyboard } from './panels/keyboard.js';
import { startNames } from './app/names.js';
import { startNoteLog } from './session/note-log.js';
import { startReferenceTone } from './session/reference-tone.js';
import { playing } from './session/playing.js';
import { session, startSession } from './session/session.js';
import { settings } from './app/settings.js';
import { checkAddress, loadTargets } from './app/targets.js';
import { startTheme } from './app/theme.js';
import { startUpdates } from './app/updates.js';
import { startWakeLock } from './session/wake-lock.js';

startTheme();
startNames();
startLanguage();
startHearing();
startSession();
startRefusals();
startReferenceTone();
startAnnouncer();
startKeyboard();
startNoteLog();
startWakeLock();
const isBusy = () => session.isOn || playing.isSounding || playing.isClicking || playing.isSending;
startUpdates(new Promise((done) => {
  session.addEventListener('status', () => { if (session.status === 'listening') done(true); });
}), () => (isBusy() ? new Promise((done) => {
  const check = () => { if (!isBusy()) done(true); };
  session.addEventListener('status', check);
  playing.addEventListener('sounding', check);
}) : null));

loadTargets().catch((error) => console.warn(error)).then(checkAddress).finally(() => dispatchEvent(new Event('targets')));
addEventListener('hashchange', checkAddress);
// The link to the contents leads there without taking the place of the panel in the address.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main')?.focus();
});

const { values } = readAddress();
if (values.has('simulate')) session.start({ simulated: true });
// The page speaks and clicks once that is wanted.
const aids = ['speak', 'clicks', 'chime'];
settings.watch(aids, () => { if (aids.some((name) => settings.get(name))) later(() => import('./ear/aids.js'), () => {}); });
// A synthesizer that played the last time plays again.
if (settings.get('midiOutput')[1] !== '') {
  later(() => Promise.all([import('./session/midi-output.js'), import('./panels/midi/notices.js')]), ([{ midiOutput }]) => midiOutput.resume());
}
// Decoration of minutes without sound: it comes a while after all else, and nobody misses it.
setTimeout(() => { import('./views/idle.js').then(({ startIdle }) => startIdle(), () => {}); }, values.has('idle-after') ? 0 : 10_000);
if (values.has('overlay')) later(() => import('./panels/overlay.js'), () => {});
