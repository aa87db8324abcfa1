internal import SignalProcessing

/// The inharmonicity of the sounding string, accumulated over frames: it stays constant, so that
/// several frames decide what one leaves open.
struct InharmonicityMemory: Sendable {
  /// B counts if it is at least this many standard deviations above 0.
  static let significance = 3.0
  /// The largest B of a string: C8 of a small piano has 0.03.
  static let largest = 0.04
  /// A change of pitch beyond this, in octaves, may be another string.
  static let sameString = 0.04
  /// The share of the information that remains after 10 ms.
  static let retention = 0.98

  private let retention: Double
  private let share: Double  // of a frame's information that the frames before do not have
  private var value = 0.0
  private var information = 0.0  // 1/variance
  private var fundamental = 0.0  // in radians per sample

  /// - Parameters:
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - duration: The length of the frames, in seconds.
  init(hopDuration: Double, duration: Double) {
    retention = Elementary.power(Self.retention, hopDuration / 0.01)
    share = min(1, hopDuration / duration)
  }

  /// Forgets everything if the pitch is that of another string.
  mutating func approach(_ fundamental: Double) {
    guard information > 0 else { return }
    if Elementary.log2(fundamental / self.fundamental).magnitude > Self.sameString {
      information = 0
    }
  }

  /// B by the frames before; 0 if it is not significant.
  var believed: Double { Self.significant(value, information) }

  /// B by the frames before and this one; 0 if it is not significant.
  func believed(with frame: (value: Double, information: Double)) -> Double {
    let (value, total) = combined(with: frame)
    return Self.significant(value, max(frame.information, total))
  }

  /// Adds the evidence of a frame.
  mutating func learn(_ frame: (value: Double, information: Double), fundamental: Double) {
    (value, information) = combined(with: frame)
    self.fundamental = fundamental
  }

  private func combined(
    with frame: (value: Double, information: Double)
  ) -> (value: Double, information: Double) {
    let (old, new) = (retention * information, share * frame.information)
    guard old + new > 0 else { return (0, 0) }
    return ((old * value + new * frame.value) / (old + new), old + new)
  }

  /// B, or 0 if it is not significant.
  static func significant(_ value: Double, _ information: Double) -> Double {
    value * information.squareRoot() > significance ? min(value, largest) : 0
  }
}
