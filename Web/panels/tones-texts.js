// The texts of the panel tones, which come with it: rows as in app/texts.js.

import { texts } from '../app/texts.js';

/** @type {Record<string, string[]>} */
export const tonesTexts = {
  'tone-kind': ['Sound', 'Was klingt', 'Ce qui sonne', 'Qué suena', '種類', '类型'],
  'tone-note': ['The tuner pauses while a tone plays, and for half a second after.', 'Solange ein Ton klingt, und eine halbe Sekunde länger, hört das Stimmgerät nicht zu.', 'Pendant qu’un son est joué, et une demi-seconde de plus, l’accordeur n’écoute pas.', 'Mientras suena un tono, y medio segundo más, el afinador no escucha.', '音が鳴っている間とその後0.5秒は、チューナーは聞き取りません。', '发声期间及其后半秒，调音器不聆听。'],
  'tone-drone': ['Drone', 'Bordun', 'Bourdon', 'Bordón', 'ドローン', '持续音'],
  'tone-free': ['Hertz', 'Hertz', 'Hertz', 'Hercios', '周波数', '频率'],
  'tone-one': ['Note', 'Note', 'Note', 'Nota', '音', '音符'],
  waveform: ['Waveform', 'Wellenform', 'Forme d’onde', 'Forma de onda', '波形', '波形'],
  'wave-sine': ['Sine', 'Sinus', 'Sinus', 'Seno', '正弦', '正弦'],
  'wave-triangle': ['Triangle', 'Dreieck', 'Triangle', 'Triángulo', '三角', '三角'],
  'wave-sawtooth': ['Saw', 'Sägezahn', 'Scie', 'Sierra', 'のこぎり', '锯齿'],
  'wave-square': ['Square', 'Rechteck', 'Carré', 'Cuadrada', '矩形', '方波'],
  'wave-pulse': ['Pulse', 'Impuls', 'Impulsion', 'Impulso', 'パルス', '脉冲'],
  'octave-lower': ['An octave lower', 'Eine Oktave tiefer', 'Une octave plus bas', 'Una octava abajo', '1オクターブ下げる', '低八度'],
  'octave-higher': ['An octave higher', 'Eine Oktave höher', 'Une octave plus haut', 'Una octava arriba', '1オクターブ上げる', '高八度'],
  keyboard: ['Keyboard', 'Klaviatur', 'Clavier', 'Teclado', '鍵盤', '键盘'],
  frequency: ['Frequency', 'Frequenz', 'Fréquence', 'Frecuencia', '周波数', '频率'],
};

Object.assign(texts, tonesTexts);
