// The tables state each temperament as its source does: as fifths narrowed by parts of a comma, in
// the order C–G, G–D, D–A, A–E, E–B, B–F♯, F♯–C♯, C♯–G♯, G♯–E♭, E♭–B♭, B♭–F where the chain starts
// at C; F–C closes the circle. Sources are listed in docs/references.md.

extension NamedScale {
  static var fundamentals: [NamedScale] {
    [
      NamedScale(
        "equal", aliases: ["equal-temperament", "12-equal"], "Twelve equal semitones",
        source: "ISO 16", .fundamental, .equal(12, of: .ratio(2, 1))),
      NamedScale(
        "pythagorean", "Pure fifths from E♭ to G♯", source: "Barbour 1951", .fundamental,
        .fifths(from: -3, .pythagorean, parts: 1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
      NamedScale(
        "van-zwolle", aliases: ["arnaut-van-zwolle"], "Pure fifths from G♭ to B",
        source: "Arnaut van Zwolle, about 1440", .fundamental,
        .fifths(from: -6, .pythagorean, parts: 1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
      NamedScale(
        "just", aliases: ["just-intonation", "duodene"], "Just intonation to the limit of 5",
        source: "Ellis 1874, duodene", .fundamental,
        .ratios([
          (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5),
          (15, 8), (2, 1),
        ])),
      NamedScale(
        "just-marpurg", aliases: ["just-barbour"], "Just intonation, Marpurg's monochord no. 1",
        source: "Marpurg 1776, in Barbour 1951", .fundamental,
        .ratios([
          (25, 24), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (25, 16), (5, 3), (9, 5),
          (15, 8), (2, 1),
        ])),
    ]
  }

  static var meantones: [NamedScale] {
    [
      meantone("quarter", aliases: ["meantone", "aaron"], 1, of: 4, "Aaron 1523"),
      meantone("fifth", aliases: ["verheijen"], 1, of: 5, "Verheijen, about 1600; Rossi 1666"),
      meantone("sixth", aliases: ["silbermann"], 1, of: 6, "after Silbermann, in Barbour 1951"),
      meantone("third", aliases: ["salinas"], 1, of: 3, "Salinas 1577"),
      meantone("two-sevenths", aliases: ["zarlino"], 2, of: 7, "Zarlino 1558"),
      meantone("two-ninths", aliases: ["rossi"], 2, of: 9, "Rossi 1666"),
      NamedScale(
        "quarter-comma-meantone-sharps", "1/4-comma meantone from F to A♯",
        source: "Aaron 1523, other keys", .meantone,
        .fifths(from: -1, .syntonic, parts: 4, Array(repeating: 1, count: 11))),
      NamedScale(
        "quarter-comma-meantone-flats", "1/4-comma meantone from G♭ to B",
        source: "Aaron 1523, other keys", .meantone,
        .fifths(from: -6, .syntonic, parts: 4, Array(repeating: 1, count: 11))),
      NamedScale(
        "quarter-comma-meantone-15", "1/4-comma meantone from A♭ to A♯, 15 notes",
        source: "Aaron 1523, split keys", .meantone,
        .fifths(from: -4, .syntonic, parts: 4, Array(repeating: 1, count: 14))),
      NamedScale(
        "rameau", "Modified meantone, from sharps to flats through wide fifths",
        source: "Rameau 1726", .meantone,
        .cents([
          86.80214, 193.15686, 297.79957, 386.31371, 503.42157, 584.84714, 696.57843, 788.75714,
          889.73529, 1006.84314, 1082.89214,
        ])),
    ]
  }

  private static func meantone(
    _ fraction: String, aliases: [String], _ numerator: Int, of parts: Int, _ source: String
  ) -> NamedScale {
    NamedScale(
      fraction + "-comma-meantone", aliases: aliases,
      "\(numerator)/\(parts)-comma meantone from E♭ to G♯", source: source, .meantone,
      .fifths(from: -3, .syntonic, parts: parts, Array(repeating: numerator, count: 11)))
  }

  static var withoutOctave: [NamedScale] {
    [
      NamedScale(
        "bohlen-pierce", "Thirteen equal steps in a twelfth (3/1)", source: "Bohlen 1978",
        .withoutOctave, .equal(13, of: .ratio(3, 1))),
      NamedScale(
        "bohlen-pierce-just", "Just ratios of odd numbers in a twelfth (3/1)",
        source: "Bohlen 1978", .withoutOctave,
        .ratios([
          (27, 25), (25, 21), (9, 7), (7, 5), (75, 49), (5, 3), (9, 5), (49, 25), (15, 7), (7, 3),
          (63, 25), (25, 9), (3, 1),
        ])),
      // The steps that fit 3/2, 5/4 and 6/5 best, by least squares (Benson 2006, section 6.6).
      NamedScale(
        "carlos-alpha", aliases: ["alpha"], "Nine steps of 77.965 cents to a fifth",
        source: "Carlos 1987", .withoutOctave, carlos(9, 5, 4)),
      NamedScale(
        "carlos-beta", aliases: ["beta"], "Eleven steps of 63.833 cents to a fifth",
        source: "Carlos 1987", .withoutOctave, carlos(11, 6, 5)),
      NamedScale(
        "carlos-gamma", aliases: ["gamma"], "Twenty steps of 35.099 cents to a fifth",
        source: "Carlos 1987", .withoutOctave, carlos(20, 11, 9)),
      NamedScale(
        "stopper", aliases: ["19-root-3"], "Nineteen equal steps in a twelfth (3/1), for pianos",
        source: "Stopper 1988", .withoutOctave, .equal(19, of: .ratio(3, 1))),
    ]
  }

  /// The equal steps whose multiples come nearest to a fifth, a major and a minor third at once.
  private static func carlos(_ fifth: Int, _ major: Int, _ minor: Int) -> ScaleRecipe {
    let sizes = [(fifth, 3, 2), (major, 5, 4), (minor, 6, 5)] as [(Int, Int64, Int64)]
    let products = sizes.map { Double($0.0) * ScaleInterval.ratio($0.1, $0.2).cents }
    let squares = sizes.map { $0.0 * $0.0 }
    let step = products.reduce(0, +) / Double(squares.reduce(0, +))
    return .equal(fifth, of: .cents(Double(fifth) * step))
  }
}

extension NamedScale {
  static var wellTemperaments: [NamedScale] {
    german + bach + others
  }

  private static func circle(
    _ name: String, aliases: [String] = [], _ title: String, source: String, parts: Int,
    _ narrowed: [Int]
  ) -> NamedScale {
    NamedScale(
      name, aliases: aliases, title, source: source, .wellTempered,
      .fifths(from: 0, .pythagorean, parts: parts, narrowed))
  }

  private static var german: [NamedScale] {
    [
      circle(
        "werckmeister-iii", aliases: ["werckmeister", "werckmeister-3"],
        "Werckmeister III, 1/4 comma", source: "Werckmeister 1691", parts: 4,
        [1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0]),
      circle(
        "werckmeister-iv", aliases: ["werckmeister-4"], "Werckmeister IV, 1/3 comma",
        source: "Werckmeister 1691", parts: 3, [1, 0, 1, 0, 1, 0, 1, 0, -1, -1, 1]),
      circle(
        "werckmeister-v", aliases: ["werckmeister-5"], "Werckmeister V, 1/4 comma",
        source: "Werckmeister 1691", parts: 4, [0, 0, 1, 1, 0, 0, 1, 1, -1, 0, 0]),
      // Werckmeister prints 176 for D, which makes D 10 cents flat; 175 is the usual correction.
      NamedScale(
        "werckmeister-vi", aliases: ["werckmeister-6", "septenarius"],
        "Werckmeister VI, the Septenarius with D = 175", source: "Werckmeister 1691",
        .wellTempered,
        .ratios([
          (98, 93), (28, 25), (196, 165), (49, 39), (4, 3), (196, 139), (196, 131), (49, 31),
          (196, 117), (98, 55), (49, 26), (2, 1),
        ])),
      kirnberger(
        "i", aliases: ["kirnberger-1"], "Kirnberger I, 1 comma", "Kirnberger 1766", parts: 1,
        [0, 0, 1, 0]),
      kirnberger(
        "ii", aliases: ["kirnberger-2"], "Kirnberger II, 1/2 comma", "Kirnberger 1771", parts: 2,
        [0, 0, 1, 1]),
      kirnberger(
        "iii", aliases: ["kirnberger", "kirnberger-3"], "Kirnberger III, 1/4 comma",
        "Kirnberger, letter to Forkel, 1779",
        parts: 4, [1, 1, 1, 1]),
      circle(
        "neidhardt-1", aliases: ["neidhardt-i"], "Neidhardt 1, for a village",
        source: "Neidhardt 1724", parts: 12, [2, 2, 2, 2, 1, 1, 0, 0, 1, 1, 0]),
      circle(
        "neidhardt-2", aliases: ["neidhardt-ii"], "Neidhardt 2, for a small town",
        source: "Neidhardt 1724", parts: 12, [2, 2, 2, 1, 0, 1, 1, 1, 0, 0, 1]),
      circle(
        "neidhardt-3", aliases: ["neidhardt-iii"], "Neidhardt 3, for a large town",
        source: "Neidhardt 1724", parts: 12, [2, 2, 2, 1, 0, 1, 1, 1, 0, 1, 1]),
      circle(
        "bendeler-iii", aliases: ["bendeler", "bendeler-3"], "Bendeler III, 1/4 comma",
        source: "Bendeler, about 1690", parts: 4, [1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0]),
      circle(
        "bruder-1829", aliases: ["bruder"], "Ignaz Bruder's organs",
        source: "Ratte 1991, p. 406", parts: 48, [1, 1, 16, 16, 2, 1, 1, 2, 2, 2, 2]),
    ]
  }

  /// A chain from D♭ to F♯, pure except for the fifths C–G, G–D, D–A and A–E; F♯–D♭ lacks a
  /// schisma.
  private static func kirnberger(
    _ number: String, aliases: [String], _ title: String, _ source: String, parts: Int,
    _ narrowed: [Int]
  ) -> NamedScale {
    NamedScale(
      "kirnberger-" + number, aliases: aliases, title, source: source,
      .wellTempered,
      .fifths(from: -5, .syntonic, parts: parts, [0, 0, 0, 0, 0] + narrowed + [0, 0]))
  }

  private static var bach: [NamedScale] {
    [
      circle(
        "kellner", aliases: ["bach-kellner"], "Kellner's temperament for Bach, 1/5 comma",
        source: "Kellner 1977", parts: 5, [1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]),
      circle(
        "barnes", aliases: ["barnes-1977", "bach-barnes"],
        "Barnes's temperament for Bach, 1/6 comma", source: "Barnes 1979", parts: 6,
        [1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]),
      circle(
        "bach-lehman", aliases: ["lehman", "lehman-bach"],
        "Lehman's reading of Bach's title page of 1722", source: "Lehman 2005", parts: 12,
        [2, 2, 2, 2, 0, 0, 0, 1, 1, 1, -1]),
      circle(
        "bach-klais", aliases: ["klais"], "Klais's temperament for Bach, near Kelletat's",
        source: "Scala archive, klais.scl", parts: 24, [2, 6, 6, 7, 3, 0, 0, 0, 0, 0, 0]),
    ]
  }

  private static var others: [NamedScale] {
    [
      circle(
        "vallotti", "Vallotti, 1/6 comma from F to B",
        source: "Vallotti 1779", parts: 6, [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]),
      // Lengths of strings, as Young prints them.
      NamedScale(
        "young-1", aliases: ["young-i"], "Young's first temperament", source: "Young 1800",
        .wellTempered,
        .ratios([
          (100_000, 94_723), (100_000, 89_304), (100_000, 84_197), (100_000, 79_752),
          (100_000, 74_921), (100_000, 71_041), (100_000, 66_822), (100_000, 63_148),
          (100_000, 59_676), (100_000, 56_131), (100_000, 53_224), (2, 1),
        ])),
      circle(
        "young-2", aliases: ["young", "young-ii"], "Young's second temperament, 1/6 comma from C",
        source: "Young 1800", parts: 6, [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]),
      circle(
        "lambert-1774", aliases: ["lambert"], "Lambert, 1/7 comma", source: "Lambert 1774",
        parts: 7, [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]),
      circle(
        "schlick", aliases: ["schlick-vogel"], "Schlick as reconstructed by Vogel, 1/5 comma",
        source: "Schlick 1511", parts: 5, [1, 1, 1, 1, 1, 1, 0, 0, -1, -1, 0]),
    ]
  }
}
