internal import SignalProcessing

/// Five overlaid waves that follow the pitch and the level of a tone, for page, terminal and apps.
///
/// They are an ornament, not the waveform.
public struct PitchWaves: Sendable, Hashable {
  /// The heights of the five waves; a negative one is upside down.
  public static let amplifiers = [1, -0.6, 0.2, -0.2, 0.6]
  /// The opacities of the five waves, from 0 to 1.
  public static let opacities = [1, 0.8, 0.6, 0.4, 0.2]
  /// The frequency that fills the width with one turn, in hertz.
  public static let frequencyOfTurn = 80.0
  /// The largest number of turns across the width: more would only fill it.
  public static let largestTurnCount = 14.0
  /// The gain of the level: an amplitude of 0.04 fills the height.
  public static let gain = 25.0
  /// The time in which the frequency follows, in seconds.
  public static let frequencyTime = 0.6
  /// The time in which the height follows, in seconds.
  public static let amplitudeTime = 0.3

  /// The number of turns across the width.
  public private(set) var turns = 1.5
  /// The height of the tallest wave, from 0 to 1.
  public private(set) var amplitude = 0.0
  private var phase = 0.0

  /// Creates flat waves.
  public init() {}

  /// Moves the waves on.
  ///
  /// - Parameters:
  ///   - seconds: The time since the last picture, 0 or more.
  ///   - frequency: The frequency of the tone, in hertz; `nil` for none.
  ///   - level: The level of the sound, in dBFS.
  public mutating func advance(by seconds: Double, frequency: Double?, level: Double) {
    let loudness = frequency == nil ? 0 : min(1, Self.gain * Elementary.power(10, level / 20))
    let wanted = frequency.map { $0 / Self.frequencyOfTurn } ?? turns
    turns += (wanted - turns) * (1 - Elementary.exp(-seconds / Self.frequencyTime))
    amplitude += (loudness - amplitude) * (1 - Elementary.exp(-seconds / Self.amplitudeTime))
    phase += seconds * turns / 2
    phase -= phase.rounded(.down)
  }

  /// Returns a point of a wave.
  ///
  /// - Parameters:
  ///   - trace: The wave, in 0..<5.
  ///   - position: 0 at the left end to 1 at the right end.
  /// - Returns: The height, in -1...1.
  /// - Precondition: `trace` is an index of ``amplifiers``.
  public func value(ofTrace trace: Int, at position: Double) -> Double {
    let amplifier = Self.amplifiers[trace]
    let start = phase + (amplifier + 0.8) / 1.8
    let angle = 2 * Double.pi * (start + position * min(turns, Self.largestTurnCount))
    let fade = 1 - (1 - position) * (1 - position)
    return amplitude * amplifier * fade * Elementary.sin(angle)
      * Elementary.sin(Double.pi * position)
  }
}
