internal import SignalProcessing

/// The material of a string, which gives its mass per length by its gauge.
///
/// Plain steel is a solid wire of one density. A wound string has a core, a wrap and air between
/// them, which only its maker knows, so wound materials have a table of published unit weights.
public enum StringMaterial: String, Sendable, Hashable, CaseIterable {
  /// Plain steel, such as the trebles of a guitar.
  case plainSteel = "steel"
  /// Nickel-plated steel wound on steel, such as the basses of an electric guitar.
  case nickelWound = "nickel-wound"
  /// Phosphor bronze wound on steel, such as the basses of an acoustic guitar.
  case bronzeWound = "bronze-wound"
  /// Nickel-plated steel wound on steel, for the long scale of a bass guitar.
  case bassNickelWound = "bass-nickel-wound"

  /// The density of plain steel strings, in kilograms per cubic metre.
  ///
  /// The mean of D'Addario's unit weights of plain steel, which all lie within 0.1 % of it.
  static var densityOfSteel: Double { 7807 }

  /// The gauges for which the material's weight is known, in metres.
  public var gaugeLimits: ClosedRange<Double> {
    guard let first = unitWeights.first, let last = unitWeights.last else { return 5e-5...0.005 }
    return Self.meters(inches: first.gauge)...Self.meters(inches: last.gauge)
  }

  /// Returns the mass per length of a string.
  ///
  /// Between the gauges of a table, the mean density of the string is interpolated.
  ///
  /// - Parameter gauge: The diameter, in metres, in ``gaugeLimits``.
  /// - Returns: Kilograms per metre.
  /// - Throws: ``StringError/gaugeOutOfRange(_:limits:)``.
  public func massPerLength(gauge: Double) throws(StringError) -> Double {
    guard (gaugeLimits.lowerBound * 0.9999...gaugeLimits.upperBound * 1.0001).contains(gauge) else {
      throw .gaugeOutOfRange(gauge, limits: gaugeLimits)
    }
    return density(gauge: gauge) * Self.area(gauge: gauge)
  }

  /// Returns the gauge that has a mass per length, the inverse of ``massPerLength(gauge:)``.
  ///
  /// - Parameter massPerLength: Kilograms per metre.
  /// - Returns: The diameter, in metres; between the gauges of a table, interpolated.
  /// - Throws: ``StringError/noGauge(massPerLength:)`` if no gauge of the material is that heavy or
  ///   that light.
  /// - Complexity: O(1): 60 halvings of the range.
  public func gauge(massPerLength: Double) throws(StringError) -> Double {
    var (low, high) = (gaugeLimits.lowerBound, gaugeLimits.upperBound)
    let lightest = density(gauge: low) * Self.area(gauge: low)
    let heaviest = density(gauge: high) * Self.area(gauge: high)
    guard massPerLength >= lightest, massPerLength <= heaviest else {
      throw .noGauge(massPerLength: massPerLength)
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if density(gauge: middle) * Self.area(gauge: middle) < massPerLength {
        low = middle
      } else {
        high = middle
      }
    }
    return (low + high) / 2
  }

  /// Returns the mass over the volume of a cylinder of this gauge, in kilograms per cubic metre.
  private func density(gauge: Double) -> Double {
    let table = unitWeights
    guard let first = table.first, let last = table.last else { return Self.densityOfSteel }
    let inches = gauge / Self.metersPerInch
    if inches <= first.gauge { return Self.density(first) }
    guard let upper = table.firstIndex(where: { $0.gauge >= inches }), upper > 0 else {
      return Self.density(last)
    }
    let (left, right) = (table[upper - 1], table[upper])
    let share = (inches - left.gauge) / (right.gauge - left.gauge)
    return Self.density(left) + share * (Self.density(right) - Self.density(left))
  }

  private static func density(_ entry: UnitWeight) -> Double {
    entry.poundsPerInch * kilogramsPerMeter / area(gauge: meters(inches: entry.gauge))
  }

  /// Returns the cross-section of a round wire, in square metres.
  private static func area(gauge: Double) -> Double { Double.pi / 4 * gauge * gauge }

  private static func meters(inches: Double) -> Double { inches * metersPerInch }

  private static var metersPerInch: Double { 0.0254 }
  /// The kilograms per metre of one pound per inch.
  private static var kilogramsPerMeter: Double { 0.45359237 / 0.0254 }
}

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
