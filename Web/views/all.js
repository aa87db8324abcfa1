// Every view, by the name of its setting: <view-NAME>.

import './knob.js';
import './wave.js';
import './needle.js';
import './strobe.js';
import './trace.js';
import './spectrum.js';
import './waveform.js';
import './giant.js';
