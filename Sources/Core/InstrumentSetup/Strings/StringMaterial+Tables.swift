/// A published weight of a string.
struct UnitWeight: Sendable, Hashable {
  /// The diameter, in inches.
  var gauge: Double
  /// Pounds per inch.
  var poundsPerInch: Double
}

extension StringMaterial {
  /// The published unit weights of a wound material, by rising gauge; none for plain steel.
  ///
  /// - SeeAlso: D'Addario, "A complete technical reference for fretted instrument string tensions"
  ///   (tension chart 13934): XL nickel wound, phosphor bronze, XL bass nickel wound.
  var unitWeights: [UnitWeight] {
    switch self {
    case .plainSteel: []
    case .nickelWound: Self.weights(Self.nickel)
    case .bronzeWound: Self.weights(Self.bronze)
    case .bassNickelWound: Self.weights(Self.bass)
    }
  }

  private static func weights(_ rows: [(gauge: Int, weight: Int)]) -> [UnitWeight] {
    rows.map { row in
      UnitWeight(gauge: Double(row.gauge) / 1000, poundsPerInch: Double(row.weight) * 1e-8)
    }
  }

  // Thousandths of an inch, and hundred-millionths of a pound per inch.
  private static let nickel: [(gauge: Int, weight: Int)] = [
    (17, 5524), (18, 6215), (19, 6947), (20, 7495), (21, 8293), (22, 9184), (24, 10857),
    (26, 12671), (28, 14666), (30, 17236), (32, 19347), (34, 21590), (36, 23964), (38, 26471),
    (39, 27932), (42, 32279), (44, 35182), (46, 38216), (48, 41382), (49, 43014), (52, 48109),
    (56, 57598), (59, 64191), (60, 66542), (62, 70697), (64, 74984), (66, 79889), (68, 84614),
    (70, 89304), (72, 94124), (74, 98869), (80, 115011),
  ]
  private static let bronze: [(gauge: Int, weight: Int)] = [
    (20, 8106), (21, 8944), (22, 9876), (23, 10801), (24, 11682), (25, 12686), (26, 13640),
    (27, 14834), (29, 17381), (30, 18660), (32, 21018), (34, 23887), (35, 25365), (36, 26824),
    (39, 31124), (42, 36722), (45, 41751), (47, 45289), (49, 49151), (52, 55223), (53, 56962),
    (56, 63477), (59, 70535), (60, 73039), (62, 77682), (64, 82780), (66, 87718), (70, 96833),
  ]
  private static let bass: [(gauge: Int, weight: Int)] = [
    (28, 15433), (32, 19000), (35, 22362), (40, 29322), (45, 37240), (50, 46463), (55, 54816),
    (60, 66540), (65, 79569), (70, 93218), (75, 104973), (80, 116023), (85, 133702),
    (90, 150277), (95, 169349), (100, 179687), (105, 198395), (110, 227440), (120, 250280),
    (125, 274810), (130, 301941), (135, 315944), (145, 363204),
  ]
}
