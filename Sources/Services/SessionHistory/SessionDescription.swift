/// The instrument, tuning and setup of a session.
public struct SessionDescription: Sendable, Hashable {
  /// The microphone or the file.
  public var source: String
  /// Instrument and tuning, such as "Guitar, Drop D"; `nil` for a chromatic tuner.
  public var title: String?
  /// The frequency of A4, in hertz.
  public var concertPitch: Double
  /// The name of the temperament, such as "equal".
  public var temperament: String
  /// The root of the temperament, such as "C".
  public var root: String
  /// The largest deviation that counts as in tune, in cents.
  public var tolerance: Double

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - source: The microphone or the file.
  ///   - title: Instrument and tuning; `nil` for a chromatic tuner.
  ///   - concertPitch: The frequency of A4, in hertz; 440 by default.
  ///   - temperament: The name of the temperament; equal by default.
  ///   - root: The root of the temperament; C by default.
  ///   - tolerance: The largest deviation that counts as in tune, in cents; 3 by default.
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
