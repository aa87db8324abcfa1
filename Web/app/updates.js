// Works offline after the first visit; says when a new version has come, and waits to be told.

import { t } from './i18n.js';
import { notify } from './notice.js';

const hour = 3600_000;

/** How long the first visit waits for a tap, in milliseconds, before it fetches what a visit without a network needs. */
const patience = 5000;

/** Whether the update was asked for in this tab. */
let isAsked = false;

/**
 * @param {Promise<unknown>} isListening Until then, or for a while, the first visit leaves the network to what the tuner
 * needs.
 * @param {() => Promise<unknown> | null} busy What is to end before the page may reload by itself, if there is something: who
 * plays is not interrupted by what was pressed in another tab.
 */
export function startUpdates(isListening, busy) {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  let isReloading = false;
  let hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of all takes over what is already its own version.
    if (!hadController) { hadController = true; return; }
    if (isReloading) return;
    isReloading = true;
    const end = isAsked ? null : busy();
    if (!end) { location.reload(); return; }
    notify(t('update-later'), { action: t('update-now'), onaction: () => location.reload() });
    end.then(() => location.reload());
  });
  const begin = async () => {
    if (!hadController) await Promise.race([isListening, new Promise((done) => { setTimeout(done, patience); })]);
    register();
  };
  addEventListener('load', begin);
  if (document.readyState === 'complete') begin();
}

async function register() {
  try {
    const registration = await navigator.serviceWorker.register('service-worker.js', { updateViaCache: 'none' });
    if (!registration) return;
    const offer = () => { if (registration.waiting && navigator.serviceWorker.controller) tell(registration.waiting); };
    offer();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', offer);
    });
    setInterval(() => { registration.update().catch(() => {}); }, hour);
  } catch (error) { console.warn(error); }  // Private windows may forbid it: the page works without.
}

/** @param {ServiceWorker} worker */
function tell(worker) {
  notify(t('update-ready'), { action: t('update-now'), onaction: () => { isAsked = true; worker.postMessage('activate'); } });
}
