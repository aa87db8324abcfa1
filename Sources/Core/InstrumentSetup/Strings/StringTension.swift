internal import SignalProcessing

/// The tension of a string, which follows from its mass, its length and its pitch.
///
/// An ideal string, without stiffness: T = μ·(2·L·f)². The stiffness of a guitar string raises its
/// pitch by a few cents at most, and its tension follows by as little.
public struct StringTension: Sendable, Hashable {
  /// The accepted scale lengths, in metres.
  public static var lengthLimits: ClosedRange<Double> { 0.05...4 }
  /// The accepted frequencies, in hertz.
  public static var frequencyLimits: ClosedRange<Double> { 8...10_000 }
  /// The accepted tensions, in newtons.
  public static var tensionLimits: ClosedRange<Double> { 0.1...10_000 }
  /// The accepted masses per length, in kilograms per metre.
  public static var massLimits: ClosedRange<Double> { 1e-6...1 }

  /// The mass per length, in kilograms per metre.
  public let massPerLength: Double
  /// The vibrating length, in metres.
  public let length: Double
  /// The frequency of the open string, in hertz.
  public let frequency: Double
  /// The tension, in newtons.
  public let newtons: Double

  /// Calculates the tension of a string.
  ///
  /// - Parameters:
  ///   - massPerLength: Kilograms per metre, in ``massLimits``.
  ///   - length: The vibrating length, in metres, in ``lengthLimits``.
  ///   - frequency: The frequency of the open string, in hertz, in ``frequencyLimits``.
  /// - Throws: ``StringError`` with the value that is out of its limits.
  public init(massPerLength: Double, length: Double, frequency: Double) throws(StringError) {
    guard Self.massLimits.contains(massPerLength) else { throw .massOutOfRange(massPerLength) }
    try Self.check(length: length, frequency: frequency)
    let waveSpeed = 2 * length * frequency
    self.massPerLength = massPerLength
    self.length = length
    self.frequency = frequency
    newtons = massPerLength * waveSpeed * waveSpeed
  }

  /// Calculates the mass of a string that has a tension.
  ///
  /// - Parameters:
  ///   - newtons: The tension, in newtons, in ``tensionLimits``.
  ///   - length: The vibrating length, in metres, in ``lengthLimits``.
  ///   - frequency: The frequency of the open string, in hertz, in ``frequencyLimits``.
  /// - Throws: ``StringError`` with the value that is out of its limits.
  public init(newtons: Double, length: Double, frequency: Double) throws(StringError) {
    guard Self.tensionLimits.contains(newtons) else { throw .tensionOutOfRange(newtons) }
    try Self.check(length: length, frequency: frequency)
    let waveSpeed = 2 * length * frequency
    massPerLength = newtons / (waveSpeed * waveSpeed)
    self.length = length
    self.frequency = frequency
    self.newtons = newtons
  }

  /// The tension in pounds-force.
  public var poundsForce: Double { newtons / Self.newtonsPerPoundForce }
  /// The tension in kilograms-force.
  public var kilogramsForce: Double { newtons / Self.newtonsPerKilogramForce }
  /// The mass per length in pounds per inch, as makers of strings publish it.
  public var poundsPerInch: Double { massPerLength / Self.kilogramsPerMeterOfPoundPerInch }

  /// The newtons of one pound-force.
  public static var newtonsPerPoundForce: Double { 0.45359237 * newtonsPerKilogramForce }
  /// The newtons of one kilogram-force: standard gravity.
  public static var newtonsPerKilogramForce: Double { 9.80665 }
  /// The kilograms per metre of one pound per inch.
  public static var kilogramsPerMeterOfPoundPerInch: Double { 0.45359237 / 0.0254 }

  private static func check(length: Double, frequency: Double) throws(StringError) {
    guard lengthLimits.contains(length) else { throw .lengthOutOfRange(length) }
    guard frequencyLimits.contains(frequency) else { throw .frequencyOutOfRange(frequency) }
  }
}

/// A value with which a string cannot be calculated.
public enum StringError: Error, Equatable, Sendable {
  /// The gauge, in metres, must be in the limits of its material.
  case gaugeOutOfRange(Double, limits: ClosedRange<Double>)
  /// The scale length, in metres, must be in ``StringTension/lengthLimits``.
  case lengthOutOfRange(Double)
  /// The frequency, in hertz, must be in ``StringTension/frequencyLimits``.
  case frequencyOutOfRange(Double)
  /// The tension, in newtons, must be in ``StringTension/tensionLimits``.
  case tensionOutOfRange(Double)
  /// The mass per length, in kilograms per metre, must be in ``StringTension/massLimits``.
  case massOutOfRange(Double)
  /// No gauge of the material has this mass per length, in kilograms per metre.
  case noGauge(massPerLength: Double)
}

#if !hasFeature(Embedded)
  extension StringError: CustomStringConvertible {
    /// One or two sentences with the offending value and its limits.
    public var description: String {
      switch self {
      case .gaugeOutOfRange(let gauge, let limits):
        """
        The gauge must be between \(Self.inches(limits.lowerBound)) and \
        \(Self.inches(limits.upperBound)) in for this material, but is \(Self.inches(gauge)) in.
        """
      case .lengthOutOfRange(let length):
        outOfRange(
          "The scale length", Self.rounded(length, 1e4), StringTension.lengthLimits, "m")
      case .frequencyOutOfRange(let frequency):
        outOfRange("The pitch", Self.rounded(frequency, 100), StringTension.frequencyLimits, "Hz")
      case .tensionOutOfRange(let tension):
        outOfRange("The tension", Self.rounded(tension, 100), StringTension.tensionLimits, "N")
      case .massOutOfRange(let mass):
        outOfRange("The unit weight", mass * 1000, 0.001...1000, "g/m")
      case .noGauge(let mass):
        """
        No gauge of this material weighs the \(Self.rounded(mass * 1000, 1e4)) g/m that it takes. \
        Choose another material, tension, length or pitch.
        """
      }
    }

    private static func inches(_ meters: Double) -> Double { rounded(meters / 0.0254, 1e4) }

    private static func rounded(_ value: Double, _ steps: Double) -> Double {
      (value * steps).rounded() / steps
    }
  }
#endif
