/// A pitch for the eye, as a ``PitchStabilizer`` gives it: smoothed, and held while a note decays.
public struct StablePitch: Sendable, Hashable {
  /// What changed with this reading.
  public enum Event: Sendable, Hashable {
    /// A note began, after silence or with a leap.
    case started
    /// The note was released: its pitch is no longer held.
    case ended
    /// The level fell below the gate; the last pitch may still be held.
    case wentBelowThreshold
  }

  /// The moment of the reading, in seconds since the first sample.
  public var time: Double
  /// The smoothed fundamental frequency, in hertz; `nil` if no note sounds or is held.
  public var frequency: Double?
  /// Whether ``frequency`` is the last one heard rather than one that sounds now.
  public var isHeld: Bool
  /// What changed with this reading; `nil` if nothing did.
  public var event: Event?

  /// Creates a pitch.
  ///
  /// - Parameters:
  ///   - time: Seconds since the first sample.
  ///   - frequency: The smoothed fundamental frequency, in hertz.
  ///   - isHeld: Whether `frequency` is the last one heard.
  ///   - event: What changed with this reading.
  public init(time: Double, frequency: Double?, isHeld: Bool = false, event: Event? = nil) {
    self.time = time
    self.frequency = frequency
    self.isHeld = isHeld
    self.event = event
  }
}
