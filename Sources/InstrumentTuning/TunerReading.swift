public import MusicTheory

/// What a tuner shows for one frequency.
public struct TunerReading: Sendable, Hashable {
  /// On which side of the note the tone lies.
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
  /// How far the frequency lies above the note, in cents; negative below.
  ///
  /// Within ±50, but up to ±``Tuner/noteHoldLimit`` while the note is held, and anything for a target
  /// of the caller's choice.
  public let cents: Double
  /// On which side of the note the tone lies, under the tuner's tolerance.
  public let state: State

  /// Creates a reading from its parts, as a simulation of a tuner needs.
  ///
  /// - Parameters:
  ///   - note: The displayed note.
  ///   - targetFrequency: The exact frequency of the note, in hertz.
  ///   - frequency: The measured frequency, in hertz.
  ///   - cents: How far the frequency lies above the note, in cents.
  ///   - state: On which side of the note the tone lies.
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
