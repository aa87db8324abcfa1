// The texts of the card of MIDI, in the form of app/texts.js, whose table they join: apart, so that they are loaded
// with it.

import { texts } from '../../app/texts.js';

/** @type {Record<string, string[]>} */
export const midiTexts = {
  midi: ['MIDI output', 'MIDI-Ausgang', 'Sortie MIDI', 'Salida MIDI', 'MIDI出力', 'MIDI 输出'],
  'midi-note': ['A synthesizer plays what the microphone hears, with pitch bend.', 'Ein Synthesizer spielt mit, was das Mikrofon hört, mit Pitch-Bend.', 'Un synthétiseur joue ce que le microphone entend, avec pitch bend.', 'Un sintetizador toca lo que oye el micrófono, con pitch bend.', 'マイクの音をシンセサイザーがピッチベンド付きで鳴らします。', '合成器用弯音演奏麦克风听到的音。'],
  'midi-missing': ['This browser has no MIDI for pages. Use a current Chrome, Edge or Firefox over https.', 'Dieser Browser hat kein MIDI für Seiten. Ein aktuelles Chrome, Edge oder Firefox über https verwenden.', 'Ce navigateur n’offre pas MIDI aux pages. Utilisez un Chrome, Edge ou Firefox récent, en https.', 'Este navegador no ofrece MIDI a las páginas. Usa un Chrome, Edge o Firefox actual con https.', 'このブラウザーではMIDIを使えません。最新のChrome、Edge、Firefoxでhttpsを使ってください。', '此浏览器不向网页提供 MIDI。请通过 https 使用新版 Chrome、Edge 或 Firefox。'],
  'midi-connect': ['Use MIDI', 'MIDI verwenden', 'Utiliser MIDI', 'Usar MIDI', 'MIDIを使う', '使用 MIDI'],
  'midi-refused': ['MIDI is blocked for this page. Open the site settings beside the address, allow MIDI, then try again.', 'MIDI ist für diese Seite gesperrt. Neben der Adresse die Website-Einstellungen öffnen, MIDI erlauben und noch einmal versuchen.', 'MIDI est bloqué pour cette page. Ouvrez les réglages du site près de l’adresse, autorisez MIDI et réessayez.', 'MIDI está bloqueado para esta página. Abre los ajustes del sitio junto a la dirección, permite MIDI y reintenta.', 'このページではMIDIがブロックされています。アドレス横のサイト設定でMIDIを許可し、もう一度お試しください。', '此页面的 MIDI 被阻止。请在地址旁的网站设置中允许 MIDI，然后重试。'],
  'midi-failed': ['MIDI did not start. Close other programs that use it, then try again.', 'MIDI startete nicht. Andere Programme schließen, die es verwenden, und noch einmal versuchen.', 'MIDI n’a pas démarré. Fermez les programmes qui l’utilisent et réessayez.', 'MIDI no arrancó. Cierra otros programas que lo usen y reintenta.', 'MIDIを開始できません。MIDIを使っているほかのプログラムを閉じて、もう一度お試しください。', 'MIDI 未能启动。请关闭使用它的其他程序，然后重试。'],
  'midi-output': ['Output', 'Ausgang', 'Sortie', 'Salida', '出力', '输出'],
  'midi-no-output': ['No MIDI output was found. Connect a synthesizer, or start one on this device: it appears here.', 'Kein MIDI-Ausgang gefunden. Einen Synthesizer anschließen oder auf diesem Gerät starten: Er erscheint hier.', 'Aucune sortie MIDI trouvée. Branchez un synthétiseur ou lancez-en un sur cet appareil : il apparaîtra ici.', 'No se encontró ninguna salida MIDI. Conecta un sintetizador o inicia uno en este dispositivo: aparecerá aquí.', 'MIDI出力が見つかりません。シンセサイザーを接続するか、この端末で起動すると、ここに表示されます。', '未找到 MIDI 输出。请连接合成器或在本设备上启动一个，它会出现在这里。'],
  'midi-plays': ['{name} plays while the tuner listens.', '{name} spielt, solange das Stimmgerät zuhört.', '{name} joue tant que l’accordeur écoute.', '{name} toca mientras el afinador escucha.', 'チューナーが聞いている間、{name}が鳴ります。', '调音器聆听时，{name} 会演奏。'],
  'midi-away': ['{name} is not connected. Connect it: it plays again by itself.', '{name} ist nicht angeschlossen. Wieder anschließen: Es geht von selbst weiter.', '{name} n’est pas branché. Branchez-le : il rejouera de lui-même.', '{name} no está conectado. Conéctalo: volverá a tocar solo.', '{name}が接続されていません。接続すると、また鳴ります。', '{name} 未连接。连接后会自动继续演奏。'],
  'midi-chosen': ['{name} was chosen here. To connect it, press “Use MIDI”.', '{name} war hier gewählt. „MIDI verwenden“ verbindet es wieder.', '{name} était choisi ici. « Utiliser MIDI » le reconnecte.', '{name} estaba elegido aquí. «Usar MIDI» lo conecta de nuevo.', '前回は{name}を選びました。「MIDIを使う」で接続します。', '此前选择了 {name}。按“使用 MIDI”即可连接。'],
  'midi-lost': ['{name} was unplugged. Connect it again; the tuner continues.', '{name} wurde abgezogen. Wieder anschließen; das Stimmgerät läuft weiter.', '{name} a été débranché. Rebranchez-le ; l’accordeur continue.', 'Se desconectó {name}. Conéctalo de nuevo; el afinador sigue.', '{name}が取り外されました。もう一度接続してください。チューナーは続きます。', '{name} 已拔出。请重新连接；调音器继续工作。'],
  'midi-back': ['{name} plays again.', '{name} spielt wieder.', '{name} joue de nouveau.', '{name} vuelve a tocar.', '{name}がまた鳴ります。', '{name} 又开始演奏。'],
  'midi-mpe': ['MPE', 'MPE', 'MPE', 'MPE', 'MPE', 'MPE'],
  'midi-mpe-note': ['One channel per note, for synthesizers that know it.', 'Ein Kanal je Ton, für Synthesizer, die es kennen.', 'Un canal par note, pour les synthétiseurs qui le connaissent.', 'Un canal por nota, para sintetizadores que lo conocen.', '対応するシンセサイザー向け。音ごとに1チャンネル。', '每个音一个通道，用于支持它的合成器。'],
  'midi-bend': ['Range of the pitch bend', 'Umfang des Pitch-Bends', 'Étendue du pitch bend', 'Rango del pitch bend', 'ピッチベンドの幅', '弯音范围'],
  'midi-bend-usual': ['Usual: {count}', 'Üblich: {count}', 'Usuelle : {count}', 'Usual: {count}', '標準：{count}', '常用：{count}'],
  'midi-semitones': ['Semitones: {count}', 'Halbtöne: {count}', 'Demi-tons : {count}', 'Semitonos: {count}', '半音：{count}', '半音：{count}'],
};

Object.assign(texts, midiTexts);
