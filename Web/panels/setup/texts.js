// The texts of what is set up or looked up now and then, in the form of app/texts.js, whose table they join: apart, so
// that who only tunes does not load them.

import { texts } from '../../app/texts.js';

/** @type {Record<string, string[]>} */
export const setupTexts = {
  // Instruments.
  tunings: ['Tunings', 'Stimmungen', 'Accords', 'Afinaciones', 'チューニング', '定弦'],
  favourites: ['Favourites', 'Favoriten', 'Favoris', 'Favoritos', 'お気に入り', '收藏'],
  recent: ['Recent', 'Zuletzt', 'Récents', 'Recientes', '最近', '最近使用'],
  favourite: ['Favourite', 'Favorit', 'Favori', 'Favorito', 'お気に入り', '收藏'],
  capo: ['Capo', 'Kapodaster', 'Capodastre', 'Cejilla', 'カポ', '变调夹'],
  'capo-none': ['None', 'Keiner', 'Aucun', 'Ninguna', 'なし', '无'],
  'capo-fret': ['Fret {fret}', 'Bund {fret}', 'Case {fret}', 'Traste {fret}', '{fret}フレット', '{fret} 品'],
  'own-instruments': ['Your own instruments', 'Eigene Instrumente', 'Vos instruments', 'Tus instrumentos', '自作の楽器', '自定义乐器'],
  'own-instruments-note': ['Open a text file of instruments, with lines such as “instrument: Cigar box”, “tuning: Open G” and “strings: G2 D3 G3”.', 'Eine Textdatei mit Instrumenten öffnen, mit Zeilen wie „instrument: Cigar box“, „tuning: Open G“ und „strings: G2 D3 G3“.', 'Ouvrez un fichier texte d’instruments, aux lignes comme « instrument: Cigar box », « tuning: Open G » et « strings: G2 D3 G3 ».', 'Abre un archivo de texto con instrumentos, con líneas como «instrument: Cigar box», «tuning: Open G» y «strings: G2 D3 G3».', '「instrument: Cigar box」、「tuning: Open G」、「strings: G2 D3 G3」のような行からなる楽器のテキストファイルを開きます。', '打开乐器文本文件，其中的行如 “instrument: Cigar box”、“tuning: Open G”、“strings: G2 D3 G3”。'],
  'open-instruments': ['Open a file of instruments', 'Instrumentendatei öffnen', 'Ouvrir un fichier d’instruments', 'Abrir archivo de instrumentos', '楽器ファイルを開く', '打开乐器文件'],
  'own-remove': ['Remove', 'Entfernen', 'Retirer', 'Quitar', '削除', '移除'],

  // Scales and the clock.
  'own-scales': ['Scala files and equal divisions', 'Scala-Dateien und gleiche Teilungen', 'Fichiers Scala et divisions égales', 'Archivos Scala y divisiones iguales', 'Scalaファイルと等分律', 'Scala 文件与等分律'],
  'open-scala': ['Open a .scl or .kbm file', 'Datei .scl oder .kbm öffnen', 'Ouvrir un fichier .scl ou .kbm', 'Abrir archivo .scl o .kbm', '.scl／.kbm を開く', '打开 .scl 或 .kbm 文件'],
  'paste-scala': ['Or paste a scale (.scl) here', 'Oder eine Skala (.scl) hier einfügen', 'Ou collez une gamme (.scl) ici', 'O pega una escala (.scl) aquí', 'または音階（.scl）を貼り付け', '或在此粘贴音阶（.scl）'],
  'take-pasted': ['Use the pasted scale', 'Eingefügte Skala verwenden', 'Utiliser la gamme collée', 'Usar la escala pegada', '貼り付けた音階を使う', '使用粘贴的音阶'],
  pasted: ['Pasted scale', 'Eingefügte Skala', 'Gamme collée', 'Escala pegada', '貼り付けた音階', '粘贴的音阶'],
  division: ['Equal steps per octave', 'Gleiche Stufen je Oktave', 'Degrés égaux par octave', 'Pasos iguales por octava', 'オクターブの等分数', '每八度等分数'],
  'take-division': ['Use this division', 'Diese Teilung verwenden', 'Utiliser cette division', 'Usar esta división', 'この等分律を使う', '使用此等分律'],
  'division-title': ['{count} equal steps per octave', '{count} gleiche Stufen je Oktave', '{count} degrés égaux par octave', '{count} pasos iguales por octava', 'オクターブ{count}等分', '每八度 {count} 等分'],
  'degree-count': ['degrees: {count}', 'Stufen: {count}', 'degrés : {count}', 'grados: {count}', '音数：{count}', '音级数：{count}'],
  'scales-note': ['A scale that does not have twelve notes per octave is tuned degree by degree, without an instrument.', 'Eine Skala ohne zwölf Töne je Oktave wird Stufe für Stufe gestimmt, ohne Instrument.', 'Une gamme qui n’a pas douze notes par octave s’accorde degré par degré, sans instrument.', 'Una escala que no tiene doce notas por octava se afina grado a grado, sin instrumento.', '1オクターブ12音でない音階は、楽器を使わず音ごとに合わせます。', '每八度不是十二个音的音阶按音级调音，不使用乐器。'],
  'scale-taken': ['Now in use: {name}, degrees: {count}.', 'Jetzt in Gebrauch: {name}, Stufen: {count}.', 'Utilisée maintenant : {name}, degrés : {count}.', 'En uso ahora: {name}, grados: {count}.', '使用中：{name}（音数：{count}）', '现在使用：{name}，音级数：{count}。'],
  clock: ['Clock of the microphone', 'Uhr des Mikrofons', 'Horloge du microphone', 'Reloj del micrófono', 'マイクのクロック', '麦克风时钟'],
  'clock-ppm': ['Correction in parts per million', 'Korrektur in Millionstel', 'Correction en millionièmes', 'Corrección en millonésimas', '補正（ppm）', '校正（百万分之一）'],
  'clock-note': ['If a tone of exactly 440 Hz reads 439.96 Hz, write 91.', 'Zeigt ein Ton von genau 440 Hz 439,96 Hz, dann 91 eintragen.', 'Si un son d’exactement 440 Hz affiche 439,96 Hz, écrivez 91.', 'Si un tono de exactamente 440 Hz marca 439,96 Hz, escribe 91.', '正確な440 Hzが439.96 Hzと表示されるなら91と入力します。', '若准确的 440 Hz 显示为 439.96 Hz，请填 91。'],
  'clock-range': ['Write a number between {low} and {high}.', 'Eine Zahl zwischen {low} und {high} schreiben.', 'Écrivez un nombre entre {low} et {high}.', 'Escribe un número entre {low} y {high}.', '{low}から{high}までの数を入力してください。', '请填写 {low} 到 {high} 之间的数。'],

  // What is wrong with a file.
  'file-line': ['line {line}', 'Zeile {line}', 'ligne {line}', 'línea {line}', '{line}行目', '第 {line} 行'],
  'file-none': ['The file cannot be read.', 'Die Datei lässt sich nicht lesen.', 'Le fichier est illisible.', 'No se puede leer el archivo.', 'ファイルを読めません。', '无法读取该文件。'],
  'file-fileTooLarge': ['The file is larger than 1 MiB. Choose another one.', 'Die Datei ist größer als 1 MiB. Eine andere wählen.', 'Le fichier dépasse 1 Mio. Choisissez-en un autre.', 'El archivo pasa de 1 MiB. Elige otro.', 'ファイルが1 MiBを超えています。別のファイルを選んでください。', '文件超过 1 MiB。请另选。'],
  'file-missing': ['The file ends here, but needs {part}. Add it.', 'Die Datei endet hier, braucht aber {part}. Bitte ergänzen.', 'Le fichier s’arrête ici, mais il manque {part}. Ajoutez-le.', 'El archivo acaba aquí, pero falta {part}. Añádelo.', 'ファイルがここで終わっています。{part}が必要です。', '文件到此结束，但还需要{part}。请补上。'],
  'file-invalid': ['Write {part} here.', 'Hier {part} schreiben.', 'Écrivez ici {part}.', 'Escribe aquí {part}.', 'ここに{part}を書いてください。', '此处请写{part}。'],
  'file-countOutOfRange': ['The number of notes must be between 1 and 10000.', 'Die Anzahl der Töne muss zwischen 1 und 10000 liegen.', 'Le nombre de notes doit être entre 1 et 10000.', 'El número de notas debe estar entre 1 y 10000.', '音の数は1から10000までです。', '音数须在 1 到 10000 之间。'],
  'file-zeroDenominator': ['The denominator is zero. Write a ratio such as 3/2.', 'Der Nenner ist null. Ein Verhältnis wie 3/2 schreiben.', 'Le dénominateur est nul. Écrivez un rapport tel que 3/2.', 'El denominador es cero. Escribe una razón como 3/2.', '分母が0です。3/2のような比を書いてください。', '分母为零。请写 3/2 这样的比。'],
  'file-ratioNotPositive': ['A ratio must be above 0. For an interval downwards, write cents.', 'Ein Verhältnis muss über 0 liegen. Für Intervalle abwärts Cent schreiben.', 'Un rapport doit être supérieur à 0. Pour descendre, écrivez des cents.', 'Una razón debe ser mayor que 0. Para bajar, escribe cents.', '比は0より大きい必要があります。下向きの音程はセントで書いてください。', '比必须大于 0。向下的音程请写音分。'],
  'file-numberTooLarge': ['The number is too large.', 'Die Zahl ist zu groß.', 'Le nombre est trop grand.', 'El número es demasiado grande.', '数が大きすぎます。', '数字太大。'],
  'file-periodNotPositive': ['The last pitch is the period, and must be above the root.', 'Die letzte Tonhöhe ist die Periode und muss über dem Grundton liegen.', 'La dernière hauteur est la période : elle doit être au-dessus de la fondamentale.', 'La última altura es el período y debe estar por encima de la tónica.', '最後の音は周期です。根音より上にしてください。', '最后一个音是周期，必须高于根音。'],
  'file-tooManyLines': ['There are more values than the count above states. Correct the count.', 'Es folgen mehr Werte, als die Anzahl oben sagt. Die Anzahl berichtigen.', 'Il y a plus de valeurs que le nombre indiqué plus haut. Corrigez-le.', 'Hay más valores de los que dice el número de arriba. Corrígelo.', '上の個数より多くの値があります。個数を直してください。', '数值比上面声明的多。请更正个数。'],
  'file-referenceUnmapped': ['The key of the reference frequency has no degree. Map it, or choose another key.', 'Die Taste der Bezugsfrequenz hat keine Stufe. Eine zuordnen oder eine andere Taste wählen.', 'La touche de la fréquence de référence n’a pas de degré. Donnez-lui-en un ou changez de touche.', 'La tecla de la frecuencia de referencia no tiene grado. Asígnale uno o elige otra.', '基準周波数の鍵に音がありません。割り当てるか、別の鍵にしてください。', '参考频率的键没有音级。请指定，或换一个键。'],
  'file-noScaleOfKeys': ['Open the scale (.scl) together with this mapping. At least one key must sound.', 'Die Skala (.scl) zusammen mit dieser Belegung öffnen. Mindestens eine Taste muss klingen.', 'Ouvrez la gamme (.scl) avec cette disposition. Une touche au moins doit sonner.', 'Abre la escala (.scl) junto con este mapa. Al menos una tecla debe sonar.', '音階（.scl）をこのマッピングと一緒に開いてください。少なくとも1つの鍵が鳴る必要があります。', '请把音阶（.scl）与此映射一起打开。至少要有一个键发声。'],
  'file-tooManyDegrees': ['The page tunes scales of up to {limit} degrees. The command line takes more.', 'Die Seite stimmt Skalen mit bis zu {limit} Stufen. Die Kommandozeile nimmt mehr.', 'La page accorde des gammes de {limit} degrés au plus. La ligne de commande en accepte davantage.', 'La página afina escalas de hasta {limit} grados. La línea de órdenes admite más.', 'このページで扱えるのは{limit}音までです。コマンドラインはそれ以上も扱えます。', '本页最多支持 {limit} 个音级。命令行支持更多。'],
  'file-notText': ['This is not UTF-8 text, or longer than {limit} bytes. Save the file as UTF-8.', 'Das ist kein UTF-8-Text oder länger als {limit} Byte. Die Datei als UTF-8 speichern.', 'Ce n’est pas du texte UTF-8, ou la ligne dépasse {limit} octets. Enregistrez en UTF-8.', 'No es texto UTF-8 o pasa de {limit} bytes. Guarda el archivo como UTF-8.', 'UTF-8でないか、{limit}バイトを超えています。UTF-8で保存してください。', '不是 UTF-8 文本，或超过 {limit} 字节。请存为 UTF-8。'],
  'file-noKey': ['“{text}” has no colon. Write a key and a value, such as “tuning: Drop D”.', '„{text}“ hat keinen Doppelpunkt. Schlüssel und Wert schreiben, etwa „tuning: Drop D“.', '« {text} » n’a pas de deux-points. Écrivez une clé et une valeur, comme « tuning: Drop D ».', '«{text}» no tiene dos puntos. Escribe clave y valor, como «tuning: Drop D».', '「{text}」にコロンがありません。「tuning: Drop D」のように書いてください。', '“{text}”没有冒号。请写键和值，如“tuning: Drop D”。'],
  'file-unknownKey': ['“{text}” is not a key. Write instrument, group, also, tuning or strings.', '„{text}“ ist kein Schlüssel. instrument, group, also, tuning oder strings schreiben.', '« {text} » n’est pas une clé. Écrivez instrument, group, also, tuning ou strings.', '«{text}» no es una clave. Escribe instrument, group, also, tuning o strings.', '「{text}」はキーではありません。instrument、group、also、tuning、stringsのいずれかを書いてください。', '“{text}”不是键。请写 instrument、group、also、tuning 或 strings。'],
  'file-misplaced': ['“{text}:” comes too early. Write the line that it belongs to first.', '„{text}:“ steht zu früh. Zuerst die Zeile schreiben, zu der es gehört.', '« {text}: » arrive trop tôt. Écrivez d’abord la ligne dont elle dépend.', '«{text}:» llega demasiado pronto. Escribe antes la línea a la que pertenece.', '「{text}:」が早すぎます。先に対応する行を書いてください。', '“{text}:”出现过早。请先写它所属的行。'],
  'file-repeatedKey': ['“{text}:” appears twice. Remove one of the two.', '„{text}:“ steht zweimal da. Eines davon entfernen.', '« {text}: » apparaît deux fois. Supprimez-en une.', '«{text}:» aparece dos veces. Quita una.', '「{text}:」が2回あります。1つ削除してください。', '“{text}:”出现两次。请删去一个。'],
  'file-incomplete': ['“{text}” is incomplete: an instrument needs a tuning, and a tuning needs strings.', '„{text}“ ist unvollständig: Ein Instrument braucht eine Stimmung, eine Stimmung Saiten.', '« {text} » est incomplet : un instrument a besoin d’un accord, un accord de cordes.', '«{text}» está incompleto: un instrumento necesita una afinación, y una afinación, cuerdas.', '「{text}」が不完全です。楽器にはtuning、tuningにはstringsが必要です。', '“{text}”不完整：乐器需要 tuning，tuning 需要 strings。'],
  'file-notAString': ['“{text}” is not a string. Write a note with its octave, such as E2, Bb3 or E4(-2.5).', '„{text}“ ist keine Saite. Einen Ton mit Oktave schreiben, etwa E2, Bb3 oder E4(-2.5).', '« {text} » n’est pas une corde. Écrivez une note et son octave, comme E2, Bb3 ou E4(-2.5).', '«{text}» no es una cuerda. Escribe una nota con su octava, como E2, Bb3 o E4(-2.5).', '「{text}」は弦ではありません。E2、Bb3、E4(-2.5)のように書いてください。', '“{text}”不是弦。请写带八度的音，如 E2、Bb3 或 E4(-2.5)。'],
  'file-tooMany': ['At most {limit} are allowed. Split the file.', 'Höchstens {limit} sind erlaubt. Die Datei teilen.', '{limit} au plus. Divisez le fichier.', 'Se admiten {limit} como máximo. Divide el archivo.', '{limit}個までです。ファイルを分けてください。', '最多 {limit} 个。请拆分文件。'],
  'file-impossible': ['A name, note, offset or number of strings is out of range or used twice. {text}', 'Ein Name, Ton, Versatz oder eine Anzahl von Saiten ist unzulässig oder doppelt. {text}', 'Un nom, une note, un écart ou un nombre de cordes est hors limites ou répété. {text}', 'Un nombre, nota, desvío o número de cuerdas está fuera de rango o repetido. {text}', '名前・音・ずれ・弦の数のいずれかが範囲外か重複しています。{text}', '名称、音、偏移或弦数超出范围或重复。{text}'],
  'scala-part-title': ['a line that describes the scale', 'eine Zeile, die die Skala beschreibt', 'une ligne qui décrit la gamme', 'una línea que describa la escala', '音階の説明の行', '描述音阶的一行'],
  'scala-part-count': ['the number of values that follow, such as 12', 'die Anzahl der folgenden Werte, etwa 12', 'le nombre de valeurs qui suivent, comme 12', 'el número de valores que siguen, como 12', '続く値の個数（例：12）', '后面数值的个数，如 12'],
  'scala-part-pitch': ['a pitch: cents with a decimal point such as 701.955, or a ratio such as 3/2', 'eine Tonhöhe: Cent mit Punkt wie 701.955 oder ein Verhältnis wie 3/2', 'une hauteur : des cents avec un point comme 701.955, ou un rapport comme 3/2', 'una altura: cents con punto, como 701.955, o una razón, como 3/2', '音高（701.955のようなセント、または3/2のような比）', '音高：带小数点的音分如 701.955，或比如 3/2'],
  'scala-part-key': ['the MIDI number of a key between 0 and 127', 'die MIDI-Nummer einer Taste zwischen 0 und 127', 'le numéro MIDI d’une touche entre 0 et 127', 'el número MIDI de una tecla entre 0 y 127', '鍵のMIDI番号（0〜127）', '键的 MIDI 编号（0 到 127）'],
  'scala-part-frequency': ['a frequency in hertz above 0, such as 440.0', 'eine Frequenz in Hertz über 0, etwa 440.0', 'une fréquence en hertz supérieure à 0, comme 440.0', 'una frecuencia en hercios mayor que 0, como 440.0', '0より大きい周波数（例：440.0）', '大于 0 的频率，如 440.0'],
  'scala-part-octaveDegree': ['the degree of the formal octave, such as 12', 'die Stufe der formalen Oktave, etwa 12', 'le degré de l’octave formelle, comme 12', 'el grado de la octava formal, como 12', '形式オクターブの音の番号（例：12）', '形式八度的音级，如 12'],
  'scala-part-degree': ['a degree such as 7, or x for a key without sound', 'eine Stufe wie 7 oder x für eine stumme Taste', 'un degré comme 7, ou x pour une touche muette', 'un grado como 7, o x para una tecla muda', '7のような番号、鳴らない鍵はx', '音级如 7，或用 x 表示不发声的键'],

  // Settings and history as files.
  'import-too-large': ['{file}: the file is larger than 8 MiB. Nothing was changed.', '{file}: Die Datei ist größer als 8 MiB. Nichts wurde geändert.', '{file} : le fichier dépasse 8 Mio. Rien n’a été modifié.', '{file}: el archivo pasa de 8 MiB. No se cambió nada.', '{file}：8 MiBを超えています。何も変更していません。', '{file}：文件超过 8 MiB。未作任何更改。'],
  'import-not-ours': ['{file}: this is not a file that the page exported. Nothing was changed.', '{file}: Diese Datei hat die Seite nicht geschrieben. Nichts wurde geändert.', '{file} : la page n’a pas écrit ce fichier. Rien n’a été modifié.', '{file}: la página no escribió este archivo. No se cambió nada.', '{file}：このページが書き出したファイルではありません。何も変更していません。', '{file}：不是本页面导出的文件。未作任何更改。'],
  'settings-refused': ['{file}: the value of “{key}” is not allowed. Nothing was changed.', '{file}: Der Wert von „{key}“ ist nicht erlaubt. Nichts wurde geändert.', '{file} : la valeur de « {key} » n’est pas admise. Rien n’a été modifié.', '{file}: el valor de «{key}» no se admite. No se cambió nada.', '{file}：「{key}」の値は使えません。何も変更していません。', '{file}：“{key}”的值不允许。未作任何更改。'],
  'settings-imported': ['The settings of {file} are in use.', 'Die Einstellungen aus {file} gelten.', 'Les réglages de {file} sont appliqués.', 'Los ajustes de {file} están en uso.', '{file}の設定を使います。', '已应用 {file} 的设置。'],
  'history-refused': ['{file}: note {number} lacks a value or has an impossible one. Nothing was changed.', '{file}: Ton {number} fehlt ein Wert, oder einer ist unmöglich. Nichts wurde geändert.', '{file} : à la note {number}, une valeur manque ou est impossible. Rien n’a été modifié.', '{file}: a la nota {number} le falta un valor o tiene uno imposible. No se cambió nada.', '{file}：{number}番目の音の値が欠けているか不正です。何も変更していません。', '{file}：第 {number} 个音缺少数值或数值不合法。未作任何更改。'],
  'history-imported': ['New notes: {count}. Notes that were here already: {known}.', 'Neue Töne: {count}. Schon vorhanden: {known}.', 'Nouvelles notes : {count}. Déjà présentes : {known}.', 'Notas nuevas: {count}. Ya presentes: {known}.', '新しい音：{count}、既存の音：{known}', '新音符：{count}。已有：{known}。'],

  // Sessions and weeks.
  weeks: ['Minutes per week', 'Minuten je Woche', 'Minutes par semaine', 'Minutos por semana', '週ごとの分数', '每周分钟数'],
  'weeks-note': ['The sum of how long your notes were.', 'Die Summe der Dauer der Töne.', 'La somme des durées de vos notes.', 'La suma de lo que duraron tus notas.', '弾いた音の長さの合計です。', '所有音符时长之和。'],
  sessions: ['Sessions', 'Sitzungen', 'Séances', 'Sesiones', 'セッション', '练习'],
  'column-in-time': ['In time', 'Im Takt', 'En rythme', 'A tiempo', 'タイミング', '准时'],
  'column-date': ['Date', 'Datum', 'Date', 'Fecha', '日付', '日期'],
  'column-week': ['Week of', 'Woche ab', 'Semaine du', 'Semana del', '週の始め', '起始日'],
  'column-minutes': ['Minutes', 'Minuten', 'Minutes', 'Minutos', '分', '分钟'],
  'column-notes': ['Notes', 'Töne', 'Notes', 'Notas', '音数', '音符数'],
};

Object.assign(texts, setupTexts);
