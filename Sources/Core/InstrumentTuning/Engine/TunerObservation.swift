public import PitchEstimation

/// What a tuner knows of one moment of the sound: its pitch, and what the pitch belongs to.
public struct TunerObservation: Sendable, Hashable {
  /// The reading of the track. While a strike note sounds, its frequency is that of the strike note.
  public var pitch: PitchReading
  /// What the pitch belongs to.
  public var sound: TunerSound
  /// True while several tones sound at once, whether or not one of them is the pitch.
  public var hasSeveralTones: Bool
  /// The onsets that have been detected since the last observation, in seconds on the clock of
  /// ``pitch``; none if onsets are not detected.
  public var onsets: [Double]
  /// The clear strokes and plucks that were noticed since the last observation, in seconds on the clock of
  /// ``pitch``: sooner than ``onsets``, and fewer. None if strokes are not detected.
  public var strokes: [Double] = []

  /// Creates an observation.
  ///
  /// - Parameters:
  ///   - pitch: The reading of the track.
  ///   - sound: What the pitch belongs to; a single tone by default.
  ///   - hasSeveralTones: Whether several tones sound at once.
  ///   - onsets: The onsets since the last observation, in seconds.
  public init(
    _ pitch: PitchReading, sound: TunerSound = .tone, hasSeveralTones: Bool = false,
    onsets: [Double] = []
  ) {
    self.pitch = pitch
    self.sound = sound
    self.hasSeveralTones = hasSeveralTones
    self.onsets = onsets
  }
}

/// What the pitch of a reading belongs to, as far as a tuner can tell.
public enum TunerSound: Sendable, Hashable {
  /// A tone, whose partials are harmonic.
  case tone
  /// The strike note of the object that the tuner listens for.
  case strikeNote
  /// The strike note of a bell, although the tuner does not listen for bells.
  case unexpectedBell
  /// Several tones at once: the pitch is only their common divisor, and none of them.
  case commonDivisor
}
