/// One hypothesis for the fundamental frequency of a frame.
public struct PitchCandidate: Sendable, Hashable {
  /// The fundamental frequency, in hertz, greater than zero.
  public var frequency: Double
  /// How exactly the frame repeats at that period, in 0...1: 1 − d′ for YIN, clarity for MPM.
  public var periodicity: Double
  /// How stiff the string is, as far as the partials tell: partial k lies at
  /// k f₀ √(1 + B k²) for the B given here, and ``frequency`` is that of the first one. 0 if there
  /// is no evidence of any, or if the method does not measure it.
  public var inharmonicity: Double

  /// Creates a candidate.
  ///
  /// - Parameters:
  ///   - frequency: The fundamental frequency, in hertz.
  ///   - periodicity: How exactly the frame repeats, in 0...1.
  ///   - inharmonicity: B of the string, 0 or more.
  public init(frequency: Double, periodicity: Double, inharmonicity: Double = 0) {
    self.frequency = frequency
    self.periodicity = periodicity
    self.inharmonicity = inharmonicity
  }
}
