public import PitchEstimation

/// One disc of a strobe: a partial of the sound compared with that of the target.
public struct StrobePartial: Sendable, Hashable {
  /// The number k of the partial; 1 is the lowest.
  public let order: Int
  /// The phase of the partial relative to k times the target, in turns, 0..<1.
  ///
  /// It stands still for a partial exactly at that frequency, and turns forwards d times per second
  /// for a partial d Hz above.
  public internal(set) var phase = 0.0
  /// The level of the partial's peak, in dBFS; -infinity if there is none.
  public internal(set) var level = -Double.infinity
  /// The deviation of the partial from k times the target, in cents, within ±100.
  ///
  /// It is `nil` unless the partial is 13 dB above its surroundings and has the shape of a steady
  /// sine's peak. Neighbours that are more than 25 dB stronger may distort this shape.
  public internal(set) var deviation: Double?
  /// Its frequency with its uncertainty; `nil` if ``deviation`` is.
  public internal(set) var measured: MeasuredPartial?

  init(order: Int) { self.order = order }
}
