public import MusicTheory

/// The distance of a frequency from the note that it is to be.
public struct NoteDeviation: Sendable, Hashable {
  /// The side of the note on which the tone is.
  public enum State: Sendable, Hashable, CaseIterable {
    /// Too low: tune up.
    case flat
    /// Near enough to the note.
    case inTune
    /// Too high: tune down.
    case sharp
  }

  /// The displayed note.
  public let note: Note
  /// The exact frequency of the note, in hertz.
  public let targetFrequency: Double
  /// The measured frequency, in hertz.
  public let frequency: Double
  /// The deviation of the frequency from the note, in cents; negative below.
  ///
  /// It is within ±50, but up to ±``Tuner/noteHoldLimit`` while the note is held, and any value for
  /// a given target.
  public let cents: Double
  /// The side of the note on which the tone is, with the tuner's tolerance.
  public let state: State

  /// Creates a deviation from its parts, for example to simulate a tuner.
  ///
  /// - Parameters:
  ///   - note: The displayed note.
  ///   - targetFrequency: The exact frequency of the note, in hertz.
  ///   - frequency: The measured frequency, in hertz.
  ///   - cents: The deviation of the frequency from the note, in cents.
  ///   - state: The side of the note on which the tone is.
  public init(
    note: Note, targetFrequency: Double, frequency: Double, cents: Double, state: State
  ) {
    self.note = note
    self.targetFrequency = targetFrequency
    self.frequency = frequency
    self.cents = cents
    self.state = state
  }

  /// The position of a needle whose scale ends at ±50 cents, in -1...1.
  public var needlePosition: Double { max(-1, min(1, cents / 50)) }
}
