extension PolyphonicTuner {
  /// What is believed of strings.
  public struct Settings: Sendable, Hashable {
    /// By how much partials scatter around the series of a stiff string, in cents.
    public var scatter: Double
    /// How far another string's partial must be to be told apart, in bins of the frame.
    public var resolution: Double
    /// A standard error that no single frame shows, in cents: how much readings of the same string
    /// from other partials differ.
    public var modelError: Double
    /// The share of the strongest string's score from which on a string counts as present.
    public var presence: Float

    /// Creates settings; the defaults suit plucked strings.
    ///
    /// - Parameters:
    ///   - scatter: In cents, at least 0.001.
    ///   - resolution: In bins of the frame.
    ///   - modelError: In cents, 0 or more.
    ///   - presence: 0...1.
    public init(
      scatter: Double = 0.5, resolution: Double = 0.8, modelError: Double = 0.4,
      presence: Float = 0.125
    ) {
      self.scatter = max(0.001, scatter)
      self.resolution = resolution
      self.modelError = modelError
      self.presence = presence
    }

    /// For sounds that are stiff strings exactly, such as synthesized ones.
    public static let exact = Settings(scatter: 0.001, resolution: 0, modelError: 0)
  }
}
