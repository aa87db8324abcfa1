// Names of the built-in instruments and their groups in the page's languages but English, in the order of `languages`
// in language.js. Loaded for the search, which finds a name in any language; the build
// also writes each column into the file of its language, such as texts/de.js: a row stands on one line.

/** @type {Record<string, string[]>} */
export const instrumentNames = {
  // Groups.
  Guitars: ['Gitarren', 'Guitares', 'Guitarras', 'ギター', '吉他'],
  Basses: ['Bässe', 'Basses', 'Bajos', 'ベース', '贝斯'],
  Ukuleles: ['Ukulelen', 'Ukulélés', 'Ukeleles', 'ウクレレ', '尤克里里'],
  Bowed: ['Streichinstrumente', 'Cordes frottées', 'Cuerda frotada', '擦弦楽器', '弓弦乐器'],
  Mandolins: ['Mandolinen', 'Mandolines', 'Mandolinas', 'マンドリン', '曼陀林'],
  Banjos: ['Banjos', 'Banjos', 'Banjos', 'バンジョー', '班卓琴'],
  Lutes: ['Lauten', 'Luths', 'Laúdes', 'リュート', '鲁特琴'],
  'Zithers and others': ['Zithern und andere', 'Cithares et autres', 'Cítaras y otros', 'ツィターほか', '齐特琴及其他'],
  Harps: ['Harfen', 'Harpes', 'Arpas', 'ハープ', '竖琴'],
  Other: ['Andere', 'Autres', 'Otros', 'その他', '其他'],

  // Guitars.
  Guitar: ['Gitarre', 'Guitare', 'Guitarra', 'ギター', '吉他'],
  '7-string guitar': ['7-saitige Gitarre', 'Guitare à 7 cordes', 'Guitarra de 7 cuerdas', '7弦ギター', '七弦吉他'],
  '8-string guitar': ['8-saitige Gitarre', 'Guitare à 8 cordes', 'Guitarra de 8 cuerdas', '8弦ギター', '八弦吉他'],
  '12-string guitar': ['12-saitige Gitarre', 'Guitare à 12 cordes', 'Guitarra de 12 cuerdas', '12弦ギター', '十二弦吉他'],
  'Baritone guitar': ['Baritongitarre', 'Guitare baryton', 'Guitarra barítono', 'バリトンギター', '上低音吉他'],
  'Tenor guitar': ['Tenorgitarre', 'Guitare ténor', 'Guitarra tenor', 'テナーギター', '次中音吉他'],
  'Russian guitar': ['Russische Gitarre', 'Guitare russe', 'Guitarra rusa', 'ロシアンギター', '俄罗斯吉他'],
  'Portuguese guitar': ['Portugiesische Gitarre', 'Guitare portugaise', 'Guitarra portuguesa', 'ポルトガルギター', '葡萄牙吉他'],
  'Resonator guitar': ['Resonatorgitarre', 'Guitare à résonateur', 'Guitarra resonadora', 'リゾネーターギター', '共鸣器吉他'],
  'Lap steel guitar': ['Lap-Steel-Gitarre', 'Guitare lap steel', 'Guitarra lap steel', 'ラップスティールギター', '平放式钢棒吉他'],
  'Pedal steel guitar': ['Pedal-Steel-Gitarre', 'Guitare pedal steel', 'Guitarra pedal steel', 'ペダルスティールギター', '踏板钢棒吉他'],
  Cuatro: ['Cuatro', 'Cuatro', 'Cuatro', 'クアトロ', '库阿特罗'],
  Charango: ['Charango', 'Charango', 'Charango', 'チャランゴ', '恰兰戈'],

  // Basses.
  'Bass guitar': ['Bassgitarre', 'Guitare basse', 'Bajo eléctrico', 'ベース', '贝斯'],
  '5-string bass': ['5-saitiger Bass', 'Basse à 5 cordes', 'Bajo de 5 cuerdas', '5弦ベース', '五弦贝斯'],
  '6-string bass': ['6-saitiger Bass', 'Basse à 6 cordes', 'Bajo de 6 cuerdas', '6弦ベース', '六弦贝斯'],
  'Bass VI': ['Bass VI', 'Bass VI', 'Bajo VI', 'ベースVI', '贝斯VI'],

  // Ukuleles.
  Ukulele: ['Ukulele', 'Ukulélé', 'Ukelele', 'ウクレレ', '尤克里里'],
  'Baritone ukulele': ['Bariton-Ukulele', 'Ukulélé baryton', 'Ukelele barítono', 'バリトンウクレレ', '上低音尤克里里'],
  Guitalele: ['Guitalele', 'Guitalélé', 'Guitalele', 'ギタレレ', '吉他里里'],

  // Bowed.
  Violin: ['Geige, Violine', 'Violon', 'Violín', 'バイオリン', '小提琴'],
  Viola: ['Bratsche, Viola', 'Alto', 'Viola', 'ビオラ', '中提琴'],
  Cello: ['Cello', 'Violoncelle', 'Violonchelo', 'チェロ', '大提琴'],
  'Double bass': ['Kontrabass', 'Contrebasse', 'Contrabajo', 'コントラバス', '低音提琴'],
  'Bass viol': ['Bassgambe', 'Basse de viole', 'Viola da gamba bajo', 'バス・ヴィオール', '低音维奥尔琴'],
  'Tenor viol': ['Tenorgambe', 'Ténor de viole', 'Viola da gamba tenor', 'テナー・ヴィオール', '次中音维奥尔琴'],
  'Treble viol': ['Diskantgambe', 'Dessus de viole', 'Viola da gamba soprano', 'トレブル・ヴィオール', '高音维奥尔琴'],
  "Viola d'amore": ['Viola d’amore', 'Viole d’amour', 'Viola de amor', 'ヴィオラ・ダモーレ', '柔音中提琴'],
  Nyckelharpa: ['Nyckelharpa', 'Nyckelharpa', 'Nyckelharpa', 'ニッケルハルパ', '尼古赫帕琴'],
  Erhu: ['Erhu', 'Erhu', 'Erhu', '二胡', '二胡'],
  Zhonghu: ['Zhonghu', 'Zhonghu', 'Zhonghu', '中胡', '中胡'],
  Gaohu: ['Gaohu', 'Gaohu', 'Gaohu', '高胡', '高胡'],
  Kamancheh: ['Kamantsche', 'Kamantche', 'Kamanché', 'ケマンチェ', '卡曼恰'],

  // Mandolins.
  Mandolin: ['Mandoline', 'Mandoline', 'Mandolina', 'マンドリン', '曼陀林'],
  Mandola: ['Mandola', 'Mandole', 'Mandola', 'マンドラ', '中音曼陀林'],
  'Octave mandolin': ['Oktavmandoline', 'Mandoline octave', 'Mandolina octava', 'オクターブマンドリン', '八度曼陀林'],
  Mandocello: ['Mandoloncello', 'Mandoloncelle', 'Mandoloncello', 'マンドセロ', '大曼陀林'],
  'Irish bouzouki': ['Irische Bouzouki', 'Bouzouki irlandais', 'Buzuki irlandés', 'アイリッシュ・ブズーキ', '爱尔兰布祖基琴'],
  'Greek bouzouki': ['Griechische Bouzouki', 'Bouzouki grec', 'Buzuki griego', 'ギリシャ・ブズーキ', '希腊布祖基琴'],
  Cittern: ['Cister', 'Cistre', 'Cistro', 'シターン', '西特恩琴'],
  Balalaika: ['Balalaika', 'Balalaïka', 'Balalaica', 'バラライカ', '巴拉莱卡'],
  'Contrabass balalaika': ['Kontrabass-Balalaika', 'Balalaïka contrebasse', 'Balalaica contrabajo', 'コントラバス・バラライカ', '低音巴拉莱卡'],
  Domra: ['Domra', 'Domra', 'Domra', 'ドムラ', '冬不拉'],

  // Banjos.
  Banjo: ['Banjo', 'Banjo', 'Banjo', 'バンジョー', '班卓琴'],
  'Tenor banjo': ['Tenorbanjo', 'Banjo ténor', 'Banjo tenor', 'テナーバンジョー', '次中音班卓琴'],
  'Plectrum banjo': ['Plektrumbanjo', 'Banjo plectre', 'Banjo plectrum', 'プレクトラムバンジョー', '拨片班卓琴'],

  // Lutes.
  Oud: ['Oud', 'Oud', 'Ud', 'ウード', '乌德琴'],
  Saz: ['Saz', 'Saz', 'Saz', 'サズ', '萨兹琴'],
  Tar: ['Tar', 'Tar', 'Tar', 'タール', '塔尔琴'],
  Setar: ['Setar', 'Setâr', 'Setar', 'セタール', '塞塔尔琴'],
  Pipa: ['Pipa', 'Pipa', 'Pipa', '琵琶（中国）', '琵琶'],
  Liuqin: ['Liuqin', 'Liuqin', 'Liuqin', '柳琴', '柳琴'],
  Zhongruan: ['Zhongruan', 'Zhongruan', 'Zhongruan', '中阮', '中阮'],
  Shamisen: ['Shamisen', 'Shamisen', 'Shamisen', '三味線', '三味线'],
  'Renaissance lute': ['Renaissancelaute', 'Luth Renaissance', 'Laúd renacentista', 'ルネサンスリュート', '文艺复兴鲁特琴'],
  'Baroque lute': ['Barocklaute', 'Luth baroque', 'Laúd barroco', 'バロックリュート', '巴洛克鲁特琴'],
  Theorbo: ['Theorbe', 'Théorbe', 'Tiorba', 'テオルボ', '双颈琵琶'],
  'Baroque guitar': ['Barockgitarre', 'Guitare baroque', 'Guitarra barroca', 'バロックギター', '巴洛克吉他'],

  // Zithers and others.
  Sitar: ['Sitar', 'Sitar', 'Sitar', 'シタール', '西塔琴'],
  Tanpura: ['Tanpura', 'Tampura', 'Tanpura', 'タンプーラ', '坦布拉琴'],
  Guzheng: ['Guzheng', 'Guzheng', 'Guzheng', '古箏', '古筝'],
  Guqin: ['Guqin', 'Guqin', 'Guqin', '古琴', '古琴'],
  'Mountain dulcimer': ['Appalachen-Dulcimer', 'Dulcimer des Appalaches', 'Dulcémele de los Apalaches', 'マウンテンダルシマー', '阿巴拉契亚扬琴'],
  Kantele: ['Kantele', 'Kantele', 'Kantele', 'カンテレ', '康特勒琴'],
  Kalimba: ['Kalimba', 'Kalimba', 'Kalimba', 'カリンバ', '卡林巴'],

  // Harps.
  'Concert harp': ['Konzertharfe', 'Harpe de concert', 'Arpa de concierto', 'グランドハープ', '音乐会竖琴'],
  'Lever harp': ['Hakenharfe', 'Harpe à leviers', 'Arpa de palancas', 'レバーハープ', '拨杆竖琴'],
};
