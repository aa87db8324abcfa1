/// One hypothesis for the fundamental frequency of a frame.
public struct PitchCandidate: Sendable, Hashable {
  /// The fundamental frequency, in hertz, greater than zero.
  public var frequency: Double
  /// How exactly the frame repeats at that period, in 0...1: 1 − d′ for YIN, clarity for MPM.
  public var periodicity: Double

  /// Creates a candidate.
  ///
  /// - Parameters:
  ///   - frequency: The fundamental frequency, in hertz.
  ///   - periodicity: How exactly the frame repeats, in 0...1.
  public init(frequency: Double, periodicity: Double) {
    self.frequency = frequency
    self.periodicity = periodicity
  }
}
