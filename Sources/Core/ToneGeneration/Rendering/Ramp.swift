internal import SignalProcessing

/// A value that moves to another value along half a period of a cosine, without a corner at either
/// end.
///
/// A level that moves this way is a raised-cosine fade. At 50 ms, the energy of the fade beyond 200
/// Hz of a tone is 80 dB down; a shorter fade spreads more.
public struct Ramp: Sendable {
  /// Where the value is going.
  public private(set) var target: Double
  /// The value at the next sample.
  public private(set) var value: Double
  private var start: Double
  private var position = 0
  private var length = 0

  /// Creates a constant value.
  ///
  /// - Parameter value: Any value.
  public init(_ value: Double) {
    target = value
    self.value = value
    start = value
  }

  /// Whether the value is on its way.
  public var isMoving: Bool { position < length }

  /// Starts moving to another value, from the current value.
  ///
  /// - Parameters:
  ///   - target: The new value.
  ///   - length: The number of samples of the move; 0 or less for an immediate change.
  public mutating func move(to target: Double, length: Int) {
    self.target = target
    start = length > 0 ? value : target
    value = start
    position = 0
    self.length = max(0, length)
  }

  /// Returns the value of the next sample.
  ///
  /// - Returns: ``value``, which then moves on by one sample.
  public mutating func next() -> Double {
    let current = value
    if position < length {
      position += 1
      value = position == length ? target : interpolated
    }
    return current
  }

  private var interpolated: Double {
    let part = 0.5 - 0.5 * Elementary.cos(.pi * Double(position) / Double(length))
    return start + (target - start) * part
  }
}
