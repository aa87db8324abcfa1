/// The sound of a ``SimulatedSource``.
public enum SimulatedSound: Sendable, Equatable {
  /// Sine tones, one after the other, each for `duration` seconds; then the source ends.
  ///
  /// `frequencies` are in hertz, below half of the sample rate.
  case tones([Double], duration: Double)
  /// Plucked strings, one after the other, each for `duration` seconds and up to `detuning` cents
  /// too high or too low, repeated without end.
  case guitar(strings: [Double], duration: Double, detuning: Double)

  /// The open strings of a guitar (E2 A2 D3 G3 B3 E4), 2 s each, up to 20 cents off.
  public static let guitar = Self.guitar(
    strings: [82.4069, 110, 146.8324, 195.9977, 246.9417, 329.6276], duration: 2, detuning: 20)
}
