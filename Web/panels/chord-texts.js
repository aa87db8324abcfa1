// The texts of the view of chords, in the form of app/texts.js, whose table they join: apart, so that they are loaded
// with it. The intervals are those of two notes, by their semitones; fourths and fifths are named as chords.

import { texts } from '../app/texts.js';

/** @type {Record<string, string[]>} */
export const chordTexts = {
  'chord-hint': ['Play or sing several notes at once.', 'Mehrere Töne zugleich spielen oder singen.', 'Jouez ou chantez plusieurs notes à la fois.', 'Toca o canta varias notas a la vez.', '複数の音を同時に弾くか歌ってください。', '同时奏响或唱出几个音。'],
  'chord-told': ['{name}: {notes}', '{name}: {notes}', '{name} : {notes}', '{name}: {notes}', '{name}：{notes}', '{name}：{notes}'],
  'chord-above': ['{cents} cents above {ratio}', '{cents} Cent über {ratio}', '{cents} cents au-dessus de {ratio}', '{cents} cents por encima de {ratio}', '{ratio}より{cents}セント高い', '比 {ratio} 高 {cents} 音分'],
  'chord-below': ['{cents} cents below {ratio}', '{cents} Cent unter {ratio}', '{cents} cents au-dessous de {ratio}', '{cents} cents por debajo de {ratio}', '{ratio}より{cents}セント低い', '比 {ratio} 低 {cents} 音分'],
  'chord-pure': ['pure {ratio}', 'rein {ratio}', '{ratio} pur', '{ratio} puro', '純正な{ratio}', '纯 {ratio}'],
  'chord-beats': ['Beats', 'Schwebungen', 'Battements', 'Batidos', 'うなり', '拍频'],
  'chord-locked': ['locked', 'schwebungsfrei', 'sans battement', 'sin batido', 'うなりなし', '无拍频'],
  'interval-1': ['minor second', 'kleine Sekunde', 'seconde mineure', 'segunda menor', '短2度', '小二度'],
  'interval-2': ['major second', 'große Sekunde', 'seconde majeure', 'segunda mayor', '長2度', '大二度'],
  'interval-3': ['minor third', 'kleine Terz', 'tierce mineure', 'tercera menor', '短3度', '小三度'],
  'interval-4': ['major third', 'große Terz', 'tierce majeure', 'tercera mayor', '長3度', '大三度'],
  'interval-6': ['tritone', 'Tritonus', 'triton', 'tritono', '三全音', '三全音'],
  'interval-8': ['minor sixth', 'kleine Sexte', 'sixte mineure', 'sexta menor', '短6度', '小六度'],
  'interval-9': ['major sixth', 'große Sexte', 'sixte majeure', 'sexta mayor', '長6度', '大六度'],
  'interval-10': ['minor seventh', 'kleine Septime', 'septième mineure', 'séptima menor', '短7度', '小七度'],
  'interval-11': ['major seventh', 'große Septime', 'septième majeure', 'séptima mayor', '長7度', '大七度'],
  'interval-12': ['octave', 'Oktave', 'octave', 'octava', 'オクターブ', '八度'],
};

Object.assign(texts, chordTexts);
