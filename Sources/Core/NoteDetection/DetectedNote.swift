public import PitchEstimation

/// A note: its pitch, and whether it was attacked.
public struct DetectedNote: Sendable, Hashable {
  /// The note. It starts with its attack, or else when its pitch does.
  public var note: PitchNote
  /// True if an attack was heard, and false for a slur, which has none.
  public var hasAttack: Bool
  /// The frequency of its first stable pitch, in hertz; `nil` if it has none.
  public var firstFrequency: Double?
  /// The frequency of its last stable pitch, in hertz; `nil` if it has none.
  public var lastFrequency: Double?

  /// Creates a note of these properties.
  public init(
    note: PitchNote, hasAttack: Bool, firstFrequency: Double? = nil, lastFrequency: Double? = nil
  ) {
    self.note = note
    self.hasAttack = hasAttack
    self.firstFrequency = firstFrequency
    self.lastFrequency = lastFrequency
  }
}
