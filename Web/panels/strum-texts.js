// The texts of the view of all strings, in the form of app/texts.js, whose table they join: apart, so that they are
// loaded with it.

import { texts } from '../app/texts.js';

/** @type {Record<string, string[]>} */
export const strumTexts = {
  'strum-hint': ['Strum all open strings, or pick one.', 'Alle leeren Saiten anschlagen, oder eine zupfen.', 'Grattez toutes les cordes à vide, ou pincez-en une.', 'Rasguea todas las cuerdas al aire, o pulsa una.', '開放弦をすべて鳴らすか、1本だけ弾いてください。', '扫响所有空弦，或只拨一根。'],
  'strum-other': ['These are not the open strings, or something else sounds too.', 'Das sind nicht die leeren Saiten, oder etwas anderes klingt mit.', 'Ce ne sont pas les cordes à vide, ou autre chose sonne aussi.', 'Estas no son las cuerdas al aire, o suena algo más.', '開放弦ではないか、ほかの音も鳴っています。', '这不是空弦，或还有别的声音。'],
  'strum-silent': ['silent', 'stumm', 'muette', 'muda', '無音', '未响'],
  'strum-gliding': ['still settling', 'schwingt noch ein', 'se stabilise', 'aún se estabiliza', '安定待ち', '尚未稳定'],
  'strum-merged': ['two strings, not separated yet', 'zwei Saiten, noch nicht getrennt', 'deux cordes, pas encore séparées', 'dos cuerdas, aún sin separar', '2本の弦をまだ分離できません', '两根弦，尚未分开'],
  'strum-beat': ['beats at {hertz} Hz', 'schwebt mit {hertz} Hz', 'bat à {hertz} Hz', 'bate a {hertz} Hz', 'うなり {hertz} Hz', '拍频 {hertz} Hz'],
};

Object.assign(texts, strumTexts);
