// Starts the page: settings first, then the words, then everything that listens to them.

import '../views/all.js';
import './tabs.js';
import '../panels/readout.js';
import '../panels/level.js';
import '../panels/banner.js';
import '../panels/input-facts.js';
import '../panels/strings.js';
import '../panels/tuner.js';
import '../panels/tones.js';
import '../panels/metronome.js';
import '../panels/history.js';
import '../panels/settings.js';
import { startAids } from './aids.js';
import { startAnnouncer } from './announcer.js';
import { startHearing } from './heard.js';
import { startLanguage } from './i18n.js';
import { startIdle } from './idle.js';
import { startKeyboard } from './keyboard.js';
import { startNames } from './names.js';
import { startNoteLog } from './note-log.js';
import { startRefusals } from './notice.js';
import { startReferenceTone } from './reference-tone.js';
import { session, startSession } from './session.js';
import { loadTargets, tunerSettings } from './targets.js';
import { startTheme } from './theme.js';
import { startUpdates } from './updates.js';
import { startWakeLock } from './wake-lock.js';

startTheme();
startNames();
startLanguage();
startHearing();
startSession();
startRefusals();
startReferenceTone();
startAnnouncer();
startAids();
startKeyboard();
startNoteLog();
startWakeLock();
startIdle();
startUpdates();

loadTargets().catch((error) => console.warn(error)).finally(() => {
  // The settings may name what was not known until now.
  dispatchEvent(new Event('targets'));
  session.engine?.configure(tunerSettings());
});

if (new URLSearchParams(location.hash.slice(1)).has('simulate')) session.start({ simulated: true });
