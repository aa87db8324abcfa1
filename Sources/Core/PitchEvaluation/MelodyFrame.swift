public import PitchEstimation

/// One frame of a melody: the pitch of a reference or an estimate at one moment.
public struct MelodyFrame: Sendable, Hashable {
  /// Seconds since the start of the recording, at least 0.
  public var time: Double
  /// The fundamental frequency, in hertz, greater than 0; `nil` if there is not even a guess.
  public var frequency: Double?
  /// True if a pitch exists. An unvoiced frame may have a guess, so that pitch and voicing can be
  /// scored separately.
  public var isVoiced: Bool

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the recording.
  ///   - frequency: Hertz; `nil` makes the frame unvoiced.
  ///   - isVoiced: Whether a pitch exists.
  public init(time: Double, frequency: Double?, isVoiced: Bool = true) {
    self.time = time
    self.frequency = frequency
    self.isVoiced = isVoiced && frequency != nil
  }

  /// Creates a frame from mir_eval's signed frequencies.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the recording.
  ///   - signedFrequency: Hertz; negative for a guess in an unvoiced frame; 0, NaN or `nil` for no
  ///     pitch.
  public init(time: Double, signedFrequency: Double?) {
    let signed = signedFrequency ?? 0
    let frequency = signed == 0 || signed.isNaN ? nil : signed.magnitude
    self.init(time: time, frequency: frequency, isVoiced: signed > 0)
  }

  /// Creates the frame that a reading of a tracker claims; its best candidate is the guess.
  ///
  /// - Parameter reading: A reading of a ``PitchEstimation/PitchTracking``.
  public init(_ reading: PitchReading) {
    self.init(
      time: reading.time, frequency: reading.candidate?.frequency, isVoiced: reading.isVoiced)
  }
}
