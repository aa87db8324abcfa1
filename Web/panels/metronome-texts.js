// The texts of the panel metronome, which come with it: rows as in app/texts.js.

import { texts } from '../app/texts.js';

/** @type {Record<string, string[]>} */
export const metronomeTexts = {
  tempo: ['Tempo', 'Tempo', 'Tempo', 'Tempo', 'テンポ', '速度'],
  'beats-per-minute': ['beats per minute', 'Schläge pro Minute', 'battements par minute', 'pulsos por minuto', '拍/分', '拍/分钟'],
  slower: ['Slower by one', 'Um eins langsamer', 'Plus lent d’un', 'Uno más lento', '1遅く', '慢一拍'],
  faster: ['Faster by one', 'Um eins schneller', 'Plus rapide d’un', 'Uno más rápido', '1速く', '快一拍'],
  tap: ['Tap', 'Tippen', 'Taper', 'Marcar', 'タップ', '敲击'],
  beats: ['Beats per bar', 'Schläge im Takt', 'Temps par mesure', 'Pulsos por compás', '1小節の拍数', '每小节拍数'],
  subdivision: ['Clicks per beat', 'Klicks pro Schlag', 'Clics par temps', 'Clics por pulso', '1拍の分割', '每拍细分'],
  polyrhythm: ['Polyrhythm', 'Gegen den Takt', 'Contre la mesure', 'Contra el compás', 'ポリリズム', '复节奏'],
  swing: ['Swing', 'Swing', 'Swing', 'Swing', 'スウィング', '摇摆'],
  accents: ['Accents: press a beat to change it', 'Betonungen: einen Schlag drücken ändert ihn', 'Accents : touchez un temps pour le changer', 'Acentos: pulsa un pulso para cambiarlo', 'アクセント（押して変更）', '重音：按下可更改'],
  'beat-label': ['Beat {beat}, {accent}', 'Schlag {beat}, {accent}', 'Temps {beat}, {accent}', 'Pulso {beat}, {accent}', '{beat}拍目、{accent}', '第{beat}拍，{accent}'],
  'accent-0': ['silent', 'still', 'muet', 'en silencio', '無音', '静音'],
  'accent-1': ['normal', 'normal', 'normal', 'normal', '通常', '普通'],
  'accent-2': ['strong', 'betont', 'accentué', 'acentuado', '強', '重音'],
  'accent-3': ['medium', 'halb betont', 'mi-accentué', 'semiacentuado', '中強', '次重音'],
  'metre-own': ['Your own', 'Eigene', 'La vôtre', 'Propio', 'その他', '自定义'],
  'metre-note': ['The tempo counts the beats: in 7/8, eighth notes.', 'Das Tempo zählt die Schläge: im 7/8 die Achtel.', 'Le tempo compte les temps : en 7/8, les croches.', 'El tempo cuenta los pulsos: en 7/8, las corcheas.', 'テンポは拍を数えます。7/8なら8分音符です。', '速度按拍计算：7/8 中即八分音符。'],
  flash: ['Flash on beats', 'Bei Schlägen blitzen', 'Flash à chaque temps', 'Destello en cada pulso', '拍で光らせる', '按拍闪光'],
  'flash-note': ['The whole page, at most three times per second; not with reduced motion.', 'Die ganze Seite, höchstens dreimal pro Sekunde; nicht bei ruhiger Bewegung.', 'Toute la page, trois fois par seconde au plus ; pas si le mouvement est réduit.', 'Toda la página, tres veces por segundo como máximo; no con movimiento reducido.', '画面全体、1秒に3回まで。動きが控えめなときは光りません。', '整个页面，每秒最多三次；减少动画时不闪。'],
  vibrate: ['Vibrate on beats', 'Bei Schlägen vibrieren', 'Vibrer à chaque temps', 'Vibrar en cada pulso', '拍で振動', '按拍振动'],
  'vibrate-note': ['If this device has a motor; longer on accents.', 'Falls das Gerät einen Motor hat; bei Betonungen länger.', 'Si l’appareil a un moteur ; plus long sur les accents.', 'Si el dispositivo tiene motor; más largo en los acentos.', '振動できる端末のみ。アクセントでは長め。', '限有马达的设备；重音更长。'],
  'save-tempo': ['Save this tempo', 'Dieses Tempo merken', 'Garder ce tempo', 'Guardar este tempo', 'このテンポを保存', '保存此速度'],
  'recall-tempo': ['Back to {tempo}', 'Zurück zu {tempo}', 'Revenir à {tempo}', 'Volver a {tempo}', '{tempo}に戻す', '回到 {tempo}'],
};

Object.assign(texts, metronomeTexts);
