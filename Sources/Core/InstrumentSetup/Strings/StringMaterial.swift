internal import SignalProcessing

/// What a string is made of: how its mass per length follows from its gauge.
///
/// Plain steel is a solid wire of one density. A wound string has a core, a wrap and air between
/// them, which only its maker knows, so wound materials have a table of published unit weights.
public enum StringMaterial: String, Sendable, Hashable, CaseIterable {
  /// Plain steel, as the trebles of a guitar.
  case plainSteel = "steel"
  /// Nickel-plated steel wound on steel, as the basses of an electric guitar.
  case nickelWound = "nickel-wound"
  /// Phosphor bronze wound on steel, as the basses of an acoustic guitar.
  case bronzeWound = "bronze-wound"
  /// Nickel-plated steel wound on steel, for the long scale of a bass guitar.
  case bassNickelWound = "bass-nickel-wound"

  /// The density of plain steel strings, in kilograms per cubic metre.
  ///
  /// The mean of D'Addario's unit weights of plain steel, which all lie within 0.1 % of it.
  static var densityOfSteel: Double { 7807 }

  /// The gauges that this material is known for, in metres.
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

  /// The mass over the volume of a cylinder of this gauge, in kilograms per cubic metre.
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

  /// The area of a round wire, in square metres.
  private static func area(gauge: Double) -> Double { Double.pi / 4 * gauge * gauge }

  private static func meters(inches: Double) -> Double { inches * metersPerInch }

  private static var metersPerInch: Double { 0.0254 }
  /// Of one pound per inch.
  private static var kilogramsPerMeter: Double { 0.45359237 / 0.0254 }
}
