/// What was tuned in a session, and how.
public struct SessionDescription: Sendable, Hashable {
  /// The microphone or the file.
  public var source: String
  /// Instrument and tuning, as in "Guitar, Drop D"; `nil` for a chromatic tuner.
  public var title: String?
  /// The frequency of A4, in hertz.
  public var concertPitch: Double
  /// The name of the temperament, as in "equal".
  public var temperament: String
  /// The root of the temperament, as in "C".
  public var root: String
  /// How far a tone in tune may be from its note, in cents.
  public var tolerance: Double

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - source: The microphone or the file.
  ///   - title: Instrument and tuning; `nil` for a chromatic tuner.
  ///   - concertPitch: The frequency of A4, in hertz; 440 by default.
  ///   - temperament: The name of the temperament; equal by default.
  ///   - root: The root of the temperament; C by default.
  ///   - tolerance: How far a tone in tune may be from its note, in cents; 3 by default.
  public init(
    source: String, title: String? = nil, concertPitch: Double = 440,
    temperament: String = "equal", root: String = "C", tolerance: Double = 3
  ) {
    self.source = source
    self.title = title
    self.concertPitch = concertPitch
    self.temperament = temperament
    self.root = root
    self.tolerance = tolerance
  }
}
