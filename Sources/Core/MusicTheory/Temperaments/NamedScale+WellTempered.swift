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
