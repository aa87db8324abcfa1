// The texts of the panel history, which come with it: rows as in app/texts.js.

import { texts } from '../app/texts.js';

/** @type {Record<string, string[]>} */
export const historyTexts = {
  'history-range': ['Notes to show', 'Welche Töne', 'Quelles notes', 'Qué notas', '範囲', '范围'],
  'this-session': ['This session', 'Diese Sitzung', 'Cette séance', 'Esta sesión', '今回', '本次'],
  everything: ['Everything', 'Alles', 'Tout', 'Todo', 'すべて', '全部'],
  'import-history': ['Open a file', 'Datei öffnen', 'Ouvrir un fichier', 'Abrir un archivo', 'ファイルを開く', '打开文件'],
  'clear-question': ['Delete all notes and rhythms stored in this browser?', 'Alle in diesem Browser behaltenen Töne und Rhythmen löschen?', 'Effacer les notes et les rythmes gardés dans ce navigateur ?', '¿Borrar todas las notas y los ritmos guardados en este navegador?', 'このブラウザーに保存した音とリズムをすべて削除しますか？', '删除此浏览器中保存的所有音符和节奏？'],
  'history-empty': ['No notes yet.', 'Noch keine Töne.', 'Aucune note pour l’instant.', 'Todavía no hay notas.', 'まだ音がありません。', '还没有音符。'],
  'history-note': ['Play with the tuner on: each note appears here when it ends, and stays in this browser.', 'Mit laufendem Stimmgerät spielen: Jeder beendete Ton erscheint hier und bleibt in diesem Browser.', 'Jouez avec l’accordeur : chaque note terminée apparaît ici et reste dans ce navigateur.', 'Toca con el afinador: cada nota terminada aparece aquí y queda en este navegador.', 'チューナーを使って弾くと、終わった音がここに表示され、このブラウザーに残ります。', '打开调音器演奏：每个结束的音都会出现在这里，并保存在此浏览器中。'],
  'history-judged': ['A note is in tune here if its mean is within ± {tolerance} cents of its target, as set in the tuner.', 'Ein Ton stimmt hier, wenn sein Mittel höchstens ± {tolerance} Cent vom Ziel liegt, wie im Stimmgerät eingestellt.', 'Une note est juste ici si sa moyenne est à ± {tolerance} cents au plus de sa cible, comme réglé dans l’accordeur.', 'Aquí una nota está afinada si su media queda a ± {tolerance} cents de su objetivo como mucho, según el ajuste del afinador.', '平均が目標から±{tolerance}セント以内の音を「合っている」とします（チューナーの設定）。', '平均值在目标 ± {tolerance} 音分以内的音算准（按调音器的设置）。'],
  'column-count': ['Count', 'Anzahl', 'Nombre', 'Veces', '回数', '次数'],
  'column-mean': ['Mean', 'Mittel', 'Moyenne', 'Media', '平均', '平均'],
  'column-spread': ['Spread', 'Streuung', 'Écart', 'Dispersión', 'ばらつき', '离散'],
  'column-time-in-tune': ['In tune', 'Gestimmt', 'Juste', 'Afinado', '合っていた割合', '准的时间'],
  'dots-label': ['Mean of each of the last {count} notes, in the order they were played', 'Das Mittel der letzten {count} Töne in ihrer Reihenfolge', 'La moyenne des {count} dernières notes, dans l’ordre', 'La media de las últimas {count} notas, en orden', '直近{count}音の平均（演奏順）', '最近 {count} 个音的平均值，按演奏顺序'],
};

Object.assign(texts, historyTexts);
