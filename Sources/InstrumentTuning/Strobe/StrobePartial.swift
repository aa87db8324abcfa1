public import PitchEstimation

/// What one disc of a strobe shows: a partial of the sound against that of the target.
public struct StrobePartial: Sendable, Hashable {
  /// The number k of the partial; 1 is the lowest.
  public let order: Int
  /// The phase of the partial against k times the target, in turns, 0..<1.
  ///
  /// It stands still for a partial exactly there, and turns d times a second, forwards, for one d Hz
  /// above.
  public internal(set) var phase = 0.0
  /// The level of the partial's peak, in dBFS; -infinity if there is none.
  public internal(set) var level = -Double.infinity
  /// How far the partial lies from k times the target, in cents, within ±100.
  ///
  /// `nil` unless it stands out from what is around it by 13 dB, and has the shape of a steady
  /// sine's peak. Neighbours that are more than 25 dB stronger may bend that.
  public internal(set) var deviation: Double?
  /// Its frequency and how certain that is; `nil` with ``deviation``.
  public internal(set) var measured: MeasuredPartial?

  init(order: Int) { self.order = order }
}
