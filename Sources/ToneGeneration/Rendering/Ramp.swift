internal import SignalProcessing

/// A value that moves to another along half a period of a cosine, without a corner at either end.
///
/// A level that moves so is a raised-cosine fade. At 50 ms, all but 80 dB of the energy of the fade
/// itself stays within 200 Hz of a tone; a shorter one spreads more.
public struct Ramp: Sendable {
  /// Where the value is going.
  public private(set) var target: Double
  /// The value at the next sample.
  public private(set) var value: Double
  private var start: Double
  private var position = 0
  private var length = 0

  /// Creates a value that stands still.
  ///
  /// - Parameter value: Any value.
  public init(_ value: Double) {
    target = value
    self.value = value
    start = value
  }

  /// Whether the value is on its way.
  public var isMoving: Bool { position < length }

  /// Sets out for another value, from wherever the value is now.
  ///
  /// - Parameters:
  ///   - target: The new value.
  ///   - length: How many samples it takes; 0 or less to be there at once.
  public mutating func move(to target: Double, length: Int) {
    self.target = target
    start = length > 0 ? value : target
    value = start
    position = 0
    self.length = max(0, length)
  }

  /// The value of the next sample.
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
