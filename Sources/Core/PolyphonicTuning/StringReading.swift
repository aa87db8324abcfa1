internal import SignalProcessing

/// What was heard of one string among several.
public struct StringReading: Sendable, Hashable {
  /// The frequency that the string is tuned to, in hertz.
  public let target: Double
  /// The frequency of the first partial, in hertz. Means something only if ``isPresent``.
  public internal(set) var frequency: Double
  /// B, where partial k lies at k f1 √((1 + B k²) / (1 + B)); 0 for an ideal string.
  public internal(set) var inharmonicity = 0.0
  /// One standard error of the frequency, in cents, with what the model of a string does not say.
  public internal(set) var error = Double.infinity
  /// Whether the string sounds.
  public internal(set) var isPresent = false

  /// The distance from the target, in cents.
  public var cents: Double { SeriesFit.centsPerUnit * Elementary.log(frequency / target) }

  init(target: Double) {
    self.target = target
    frequency = target
  }
}
