/// A string that cannot be calculated.
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
        "The scale length must be between 0.05 and 4 m, but is \(Self.rounded(length, 1e4)) m."
      case .frequencyOutOfRange(let frequency):
        "The pitch must be between 8 and 10000 Hz, but is \(Self.rounded(frequency, 100)) Hz."
      case .tensionOutOfRange(let tension):
        "The tension must be between 0.1 and 10000 N, but is \(Self.rounded(tension, 100)) N."
      case .massOutOfRange(let mass):
        "The unit weight must be between 0.001 and 1000 g/m, but is \(mass * 1000) g/m."
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
