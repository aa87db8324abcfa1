// The drawings on buttons, as strokes in a square of 24.

import { s } from './dom.js';

/** @type {Record<string, string>} */
const paths = {
  tuner: 'M4 17a9 9 0 1 1 16 0M12 15l4-6M12 15.5v.01',
  tones: 'M9 18V5l10-2v13M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  metronome: 'M8.5 3h7l4 18h-15ZM6 15h12M12 15l6-9',
  piano: 'M3 5h18v14H3ZM9 5v14M15 5v14',
  bells: 'M4 18h16c-2.5-2-2.5-4-2.5-8a5.5 5.5 0 0 0-11 0c0 4 0 6-2.5 8ZM12 2.5v2M10 21h4',
  practice: 'M3 7h18M3 12h18M3 17h18M8 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM14 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM20 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  messages: 'M5 12h.01M8.5 8.5a5 5 0 0 1 0 7M12 5.5a9.2 9.2 0 0 1 0 13M15.5 2.5a13.4 13.4 0 0 1 0 19',
  history: 'M4 20V10M9 20V4M14 20v-8M19 20V7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  knob: 'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 2v7',
  needle: 'M3 18a9 9 0 0 1 18 0M12 18 8.5 8',
  strobe: 'M4 7h3M10 7h4M17 7h3M4 12h1M8 12h3M14 12h3M20 12h.01M4 17h2M9 17h1.5M13.5 17h2M18.5 17H20',
  trace: 'M3 14c2-6 4-6 5.5-2s3.5 4 5-1 4-5 7.5-2',
  spectrum: 'M4 20v-5M7.2 20V6M10.4 20v-9M13.6 20v-5M16.8 20v-7M20 20v-2',
  waveform: 'M2 12h2l2-6 3 12 3-14 3 12 2-6 1.5 2H22',
  strum: 'M3 5h18M3 10h18M3 15h18M3 20h18M8 3v4M15 8v4M11 13v4M13 18v4',
  chord: 'M16 3v15a4 2.5 0 1 1-8 0 4 2.5 0 0 1 8 0M16 11a4 2.5 0 1 1-8 0 4 2.5 0 0 1 8 0',
  stage: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  giant: 'M5 20 12 4l7 16M8 14h8',
  playing: 'M3 5h18v14H3ZM12 15.5v-7M12 8.5l3.5-1M9.5 17a2 1.6 0 1 0 0-3.2 2 1.6 0 0 0 0 3.2Z',
  microphone: 'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15ZM5 11.5a7 7 0 0 0 14 0M12 18.5V22',
  stop: 'M7 7h10v10H7Z',
  play: 'M8 5v14l11-7Z',
  check: 'M4 12.5 9.5 18 20 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  down: 'M6 9l6 6 6-6',
  ear: 'M7 9a5 5 0 0 1 10 0c0 4-4 4.5-4 8a3 3 0 0 1-5 2M10 9.5a2 2 0 0 1 4 0c0 1.5-1.5 2-1.5 3',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  warning: 'M12 4 2.5 20h19ZM12 10v4.5M12 17.2v.01',
  lock: 'M6 11h12v9H6ZM9 11V8a3 3 0 0 1 6 0v3',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  save: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  speaker: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15 9a4 4 0 0 1 0 6M17.5 6.5a7.5 7.5 0 0 1 0 11',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8Z',
  open: 'M4 6h6l2 2h8v11H4Z',
  fork: 'M8 2v8a4 4 0 0 0 8 0V2M12 14v8',
};

/**
 * A drawing that says nothing to screen readers.
 *
 * @param {string} name
 */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: paths[name] }));
}
