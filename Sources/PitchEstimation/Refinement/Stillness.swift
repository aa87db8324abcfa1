internal import SignalProcessing

/// Whether the partials of a sound hold still, by the frames before.
///
/// The period of a real string wanders by cents, since its partials are no multiples of a number;
/// its partials hold still. A voice glides, and all its partials with it.
struct Stillness: Sendable {
  /// Partials hold still if they stay within so many cents over ``duration``.
  static let largestRange = 4.0
  /// Once they have for ``steadyDuration``, they may move by so much.
  static let largestHeldRange = 12.0
  /// In seconds.
  static let (duration, steadyDuration) = (0.1, 0.05)
  /// How many frames are compared at most, and how many of them must be known.
  static let (mostCompared, leastKnownShare) = (6, 0.6)
  /// A frequency farther than this from that of the frame before, as a ratio, is another note.
  static let sameNote = 0.03

  private var readings: [Double]  // log2 of hertz, a ring; 0 where it is not known
  private let comparedCount: Int
  private let steadyCount: Int
  private let longestGap: Double  // between frames, in samples
  private var count = 0
  private var heldCount = 0
  private var last = (position: Int64(0), frequency: 0.0)

  init(hopDuration: Double, sampleRate: Double) {
    let frames = max(1, Int((Self.duration / hopDuration).rounded()))
    readings = Array(repeating: 0, count: frames + 1)
    comparedCount = min(frames + 1, Self.mostCompared)
    steadyCount = max(1, Int((Self.steadyDuration / hopDuration).rounded()))
    longestGap = 1.5 * hopDuration * sampleRate + 1
  }

  /// Takes in where the partials of a frame are.
  ///
  /// - Parameters:
  ///   - frequency: That of the first one, by all of them, in hertz; 0 if it was not measured.
  ///   - rough: The frequency of the note, in hertz.
  ///   - position: The frame's, as the index of a sample in the stream.
  /// - Returns: Whether they hold still; `nil` if too little is known.
  mutating func observe(_ frequency: Double, of rough: Double, at position: Int64) -> Bool? {
    if Double(position - last.position) > longestGap
      || (rough - last.frequency).magnitude > Self.sameNote * last.frequency
    {
      (count, heldCount) = (0, 0)
    }
    last = (position, rough)
    readings[count % readings.count] = frequency > 0 ? Elementary.log2(frequency) : 0
    count += 1
    guard frequency > 0 else { return nil }
    var (least, most, known) = (Double.infinity, -Double.infinity, 0)
    for step in 0..<comparedCount {
      let back = step * (readings.count - 1) / max(1, comparedCount - 1)
      guard back < count else { break }
      let reading = readings[(count - 1 - back) % readings.count]
      guard reading != 0 else { continue }
      (least, most, known) = (min(least, reading), max(most, reading), known + 1)
    }
    guard known > 1, Double(known) >= Self.leastKnownShare * Double(comparedCount) else {
      return nil
    }
    let isHeld = heldCount >= steadyCount
    return 1200 * (most - least) < (isHeld ? Self.largestHeldRange : Self.largestRange)
  }

  /// Takes in whether the frame was read by its partials.
  mutating func conclude(_ isByPartials: Bool) { heldCount = isByPartials ? heldCount + 1 : 0 }
}
