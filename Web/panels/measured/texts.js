// The texts that pianos and bells share, in the form of app/texts.js, whose table they join: loaded with the first of both.

import { texts } from '../../app/texts.js';

/** @type {Record<string, string[]>} */
export const measuredTexts = {
  'measured-mode': ['Task', 'Aufgabe', 'Tâche', 'Tarea', '作業', '任务'],
  'measured-mode-tune': ['Tune', 'Stimmen', 'Accorder', 'Afinar', '調律', '调律'],
  'measured-mode-before': ['Measure before', 'Vorher messen', 'Mesurer avant', 'Medir antes', '調律前を測定', '调前测量'],
  'measured-mode-after': ['Measure after', 'Nachher messen', 'Mesurer après', 'Medir después', '調律後を測定', '调后测量'],
  'measured-outcome-interrupted': ['Sound of this stroke is missing. Play it again.', 'Von diesem Anschlag fehlt ein Stück. Noch einmal anschlagen.', 'Il manque du son à cette frappe. Rejouez-la.', 'Falta sonido de este golpe. Tócalo otra vez.', 'この音の一部が欠けています。もう一度鳴らしてください。', '这次敲击的声音有缺失。请再敲一次。'],
  'measured-column-before': ['Before (ct)', 'Vorher (ct)', 'Avant (ct)', 'Antes (ct)', '調律前（ct）', '调前 (ct)'],
  'measured-column-after': ['After (ct)', 'Nachher (ct)', 'Après (ct)', 'Después (ct)', '調律後（ct）', '调后 (ct)'],
  'measured-column-beat': ['Beat (Hz)', 'Schwebung (Hz)', 'Battement (Hz)', 'Batido (Hz)', 'うなり（Hz）', '拍频 (Hz)'],
  'measured-open': ['Open a file', 'Datei öffnen', 'Ouvrir un fichier', 'Abrir un archivo', 'ファイルを開く', '打开文件'],
  'measured-save': ['Save the file', 'Datei speichern', 'Enregistrer', 'Guardar el archivo', 'ファイルに保存', '保存文件'],
  'measured-drop': ['Remove the last measurement', 'Letzte Messung entfernen', 'Retirer la dernière mesure', 'Quitar la última medición', '最後の測定を削除', '移除最后一次测量'],
  'measured-name': ['Name', 'Name', 'Nom', 'Nombre', '名前', '名称'],
  'measured-hertz': ['A4 in Hz', 'A4 in Hz', 'La3 en Hz', 'La4 en Hz', 'A4（Hz）', 'A4 (Hz)'],
  'measured-temperature': ['Room temperature in °C', 'Raumtemperatur in °C', 'Température en °C', 'Temperatura en °C', '室温（°C）', '室温 (°C)'],
  'measured-opened': ['{name} is open.', '{name} ist geöffnet.', '{name} est ouvert.', '{name} está abierto.', '{name}を開きました。', '已打开 {name}。'],
  'measured-invalid': ['{part}: the value is out of range and does not count.', '{part}: Der Wert liegt außerhalb des Bereichs und zählt nicht.', '{part} : la valeur est hors limites et ne compte pas.', '{part}: el valor está fuera de rango y no cuenta.', '{part}：範囲外の値は使われません。', '{part}：数值超出范围，无效。'],
  'measured-mended': ['Damaged parts of the stored file were removed: {count}.', 'Beschädigte Teile der gespeicherten Datei wurden entfernt: {count}.', 'Parties abîmées du fichier enregistré retirées : {count}.', 'Se quitaron partes dañadas del archivo guardado: {count}.', '保存されたファイルの壊れた部分を削除しました：{count}', '已移除所存文件的损坏部分：{count}。'],
  'measured-line': ['line {line}', 'Zeile {line}', 'ligne {line}', 'línea {line}', '{line}行目', '第 {line} 行'],
  'measured-problem-none': ['The file cannot be read.', 'Die Datei lässt sich nicht lesen.', 'Le fichier est illisible.', 'No se puede leer el archivo.', 'ファイルを読めません。', '无法读取该文件。'],
  'measured-problem-otherVersion': ['The version is “{text}”, but only 1 is known. Update the page.', 'Die Version ist „{text}“, bekannt ist nur 1. Die Seite aktualisieren.', 'La version est « {text} », seule 1 est connue. Actualisez la page.', 'La versión es «{text}», solo se conoce la 1. Actualiza la página.', 'バージョンは「{text}」ですが、対応は1のみです。ページを更新してください。', '版本是“{text}”，但只支持 1。请更新页面。'],
  'measured-problem-unknownWord': ['“{text}” is not known here. Remove the line or correct it.', '„{text}“ ist hier unbekannt. Die Zeile entfernen oder berichtigen.', '« {text} » est inconnu ici. Retirez ou corrigez la ligne.', '«{text}» no se conoce aquí. Quita o corrige la línea.', '「{text}」は使えません。行を削除するか直してください。', '此处不认识“{text}”。请删除或更正该行。'],
  'measured-problem-badValue': ['What follows “{text}” is missing, misspelled or out of range. Correct it.', 'Was auf „{text}“ folgt, fehlt, ist falsch geschrieben oder außerhalb des Bereichs. Bitte berichtigen.', 'Ce qui suit « {text} » manque, est mal écrit ou hors limites. Corrigez-le.', 'Lo que sigue a «{text}» falta, está mal escrito o fuera de rango. Corrígelo.', '「{text}」の後の値がないか、書き方か範囲が違います。直してください。', '“{text}”之后的内容缺失、拼写错误或超出范围。请更正。'],
  'measured-problem-cut': ['The file is cut: its last line must be “end:” and the number of measurements. Choose another copy.', 'Die Datei ist abgeschnitten: Die letzte Zeile muss „end:“ und die Zahl der Messungen sein. Eine andere Kopie wählen.', 'Le fichier est tronqué : la dernière ligne doit être « end: » et le nombre de mesures. Prenez une autre copie.', 'El archivo está cortado: la última línea debe ser «end:» y el número de mediciones. Elige otra copia.', 'ファイルが途中で切れています。最後の行は「end:」と測定数でなければなりません。別のコピーを選んでください。', '文件被截断：最后一行必须是“end:”和测量次数。请选择其他副本。'],
  'measured-problem-afterTheEnd': ['Nothing may follow the line “end:”. Remove what does.', 'Nach der Zeile „end:“ darf nichts folgen. Es entfernen.', 'Rien ne peut suivre la ligne « end: ». Retirez la suite.', 'Nada puede seguir a la línea «end:». Quítalo.', '「end:」の行の後には何も書けません。削除してください。', '“end:”行之后不能有内容。请删除。'],
};

Object.assign(texts, measuredTexts);
