internal import SignalProcessing

/// Judges whether the partials of a sound hold still, by the frames before.
///
/// The period of a real string wanders by cents, since its partials are not multiples of a number;
/// its partials hold still. A voice glides, and all its partials with it.
struct Stillness: Sendable {
  private typealias Parameters = TrackerParameters.StillTone

  /// Pairs of a line and a reading, in log2 of hertz, a ring.
  private var recent: [Double]
  private let frameCount: Int  // in the ring
  private let comparedCount: Int
  private let steadyCount: Int
  private let longestGap: Double  // between frames, in samples
  private var count = 0
  private var heldCount = 0
  private var smoothing = Smoothing()
  private let smoothingGain: Double
  private var last = (position: Int64(0), frequency: 0.0)
  private var isSure = false  // whether the next readings need not be measured
  private let longestHold: Double  // in samples

  init(hopDuration: Double, sampleRate: Double) {
    let frames = max(1, Int((Parameters.duration / hopDuration).rounded()))
    frameCount = frames + 1
    recent = Array(repeating: 0, count: 2 * frameCount)
    comparedCount = min(frames + 1, Parameters.mostCompared)
    steadyCount = max(1, Int((Parameters.steadyDuration / hopDuration).rounded()))
    smoothingGain = 1 - Elementary.exp(-hopDuration / Parameters.smoothingTime)
    longestHold = min(Parameters.longestHold, Parameters.mostHeldHops * hopDuration) * sampleRate
    longestGap = longestHold + 1.6 * hopDuration * sampleRate
  }

  /// Checks whether a frame needs no measurement, since those before agree.
  ///
  /// - Parameter position: The position of the frame, as the index of a sample in the stream.
  /// - Returns: `true` for the next frames of a note that holds still.
  func holds(at position: Int64) -> Bool {
    isSure && Double(position - last.position) < longestHold
  }

  /// Adds the partials of a frame.
  ///
  /// - Parameters:
  ///   - frequencies: The first partial by all of them, and the reading, in hertz: the partials
  ///     hold still if one of the two does.
  ///   - rough: The frequency of the note, in hertz.
  ///   - position: The position of the frame, as the index of a sample in the stream.
  /// - Returns: `true` if they hold still; `nil` if too little is known.
  mutating func observe(
    _ frequencies: (line: Double, reading: Double), of rough: Double, at position: Int64
  ) -> Bool? {
    if Double(position - last.position) > longestGap
      || (rough - last.frequency).magnitude > Parameters.sameNote * last.frequency
    {
      (count, heldCount) = (0, 0)
      smoothing = Smoothing()
    }
    last = (max(last.position, position), frequencies.reading)
    isSure = false
    recent[2 * (count % frameCount)] = Elementary.log2(frequencies.line)
    recent[2 * (count % frameCount) + 1] = Elementary.log2(frequencies.reading)
    count += 1
    guard let spread else { return nil }
    let isHeld = heldCount >= steadyCount
    return 1200 * spread < (isHeld ? Parameters.largestHeldRange : Parameters.largestRange)
  }

  /// The range of the lines of the last frames, or of their readings if that is smaller, in
  /// octaves; `nil` if too few are known.
  private var spread: Double? {
    var least = SIMD2(repeating: Double.infinity)
    var most = -least
    var known = 0
    for step in 0..<comparedCount {
      let back = step * (frameCount - 1) / max(1, comparedCount - 1)
      guard back < count else { break }
      let index = 2 * ((count - 1 - back) % frameCount)
      let value = SIMD2(recent[index], recent[index + 1])
      least.replace(with: value, where: value .< least)
      most.replace(with: value, where: value .> most)
      known += 1
    }
    guard known > 1, Double(known) >= Parameters.leastKnownShare * Double(comparedCount) else {
      return nil
    }
    return min(most.x - least.x, most.y - least.y)
  }

  /// Repeats the partials of a frame, for the one before it that was not measured.
  ///
  /// - Parameter position: The position of the frame that was, as the index of a sample.
  mutating func skip(before position: Int64) {
    guard count > 0, position == last.position else { return }
    let (from, to) = (2 * ((count - 1) % frameCount), 2 * (count % frameCount))
    (recent[to], recent[to + 1]) = (recent[from], recent[from + 1])
    count += 1
    if heldCount > 0 { heldCount += 1 }
  }

  /// Records whether the reading of the frame came from its partials.
  mutating func conclude(_ isByPartials: Bool) {
    heldCount = isByPartials ? heldCount + 1 : 0
    if !isByPartials { smoothing = Smoothing() }
  }

  /// Smooths a reading as long as the sound holds still: the strings of a note beat, and noise
  /// moves each reading.
  ///
  /// - Parameter frequency: In hertz.
  /// - Returns: In hertz.
  mutating func smoothed(_ frequency: Double) -> Double {
    let octaves = Elementary.log2(frequency)
    let distance = octaves - smoothing.level
    guard heldCount > 2 * steadyCount, smoothing.count > 0,
      1200 * distance.magnitude < Parameters.largestLeap
    else {
      smoothing = Smoothing(level: octaves, count: 1)
      return frequency
    }
    let gain = max(smoothingGain, 1 / Double(smoothing.count + 1))
    isSure =
      smoothing.count >= Parameters.surelyJoinedCount
      && 1200 * distance.magnitude < Parameters.largestSureChange
    smoothing.level += gain * distance
    smoothing.count += 1
    return Elementary.exp2(smoothing.level)
  }

  /// Forgets the readings before, since the sound moves.
  mutating func follow() { smoothing = Smoothing() }

  private struct Smoothing: Sendable {
    var level = 0.0  // log2 of hertz
    var count = 0
  }
}
