// The views that the page starts with, by the names of their settings: <view-NAME>. The others are loaded when they are first
// shown.

import './knob.js';
import './needle.js';

/** @type {Record<string, () => Promise<unknown>>} */
export const otherViews = {
  strobe: () => import('./strobe.js'),
  playing: () => import('./playing.js'),
  trace: () => import('./trace.js'),
  spectrum: () => import('./spectrum.js'),
  waveform: () => import('./waveform.js'),
  giant: () => import('./giant.js'),
};
