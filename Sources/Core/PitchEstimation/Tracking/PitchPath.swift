internal import SignalProcessing

/// The most probable path through pitch bins over time: a Viterbi search with a bounded look-ahead.
///
/// The model is a hidden Markov model with one voiced state per pitch bin and one unvoiced state.
/// From one frame to the next, a voiced pitch moves by up to `longestStep` bins with triangular
/// probability, leaps anywhere with `leapProbability`, or falls silent with `switchProbability`.
///
/// Append the logarithms of each frame's probabilities, then read states until `nil`. With a
/// look-ahead of n frames, the state of frame k is decided when frame k + n is known. Without a
/// limit, it is decided as soon as all possible paths agree on it. The states are then those of a
/// search over the whole stream, but the memory stays small, because paths agree within a few
/// frames of silence or of a clear pitch.
///
/// - Complexity: O(bins · steps) time per frame, and O(look-ahead). No allocation after `init` with
///   a look-ahead.
/// - SeeAlso: A. Viterbi, "Error bounds for convolutional codes and an asymptotically optimum
///   decoding algorithm", IEEE Trans. Information Theory 13(2), 1967,
///   [doi:10.1109/TIT.1967.1054010](https://doi.org/10.1109/TIT.1967.1054010).
package struct PitchPath: Sendable {
  /// The number of bins, at least 1; a state is a bin, or this number for unvoiced.
  package let binCount: Int
  /// The number of frames before a frame is decided; `nil`: until all paths agree.
  package let lookahead: Int?
  private let stepScores: [Float]  // of a step of 0, 1, … bins, in nats
  private let scores: (stay: Float, fallSilent: Float, start: Float, leap: Float)
  private var current: [Float]  // the score of each state, unvoiced last, the best 0
  private var next: [Float]
  private var predecessors: [UInt16]  // a ring of frames
  private var capacity: Int  // of the ring, in frames
  private var frameCount = 0
  private var decidedCount = 0
  private var nextCheck = 64  // undecided frames at which to check whether all paths agree
  private var decided: [Int] = []
  private var readCount = 0  // of `decided`
  private var isAlive: [Bool]

  /// Creates a search at the start of a stream.
  ///
  /// - Parameters:
  ///   - binCount: The number of pitch bins, in 1...65535.
  ///   - longestStep: The most bins that a pitch moves from frame to frame, 0 or more.
  ///   - switchProbability: The probability that the next frame's voicing differs, in 0...1.
  ///   - leapProbability: The probability that a voiced pitch leaps, in 0...1.
  ///   - lookahead: The number of frames that pass before a frame is decided; `nil`: no limit.
  package init(
    binCount: Int, longestStep: Int, switchProbability: Double = 0.01,
    leapProbability: Double = 1e-3, lookahead: Int? = nil
  ) {
    self.binCount = min(65535, max(1, binCount))
    self.lookahead = lookahead.map { max(0, $0) }
    let steps = min(self.binCount, max(0, longestStep))
    let total = Double((steps + 1) * (steps + 1))
    stepScores = (0...steps).map { Float(Elementary.log(Double(steps + 1 - $0) / total)) }
    let bins = Double(self.binCount)
    scores = (
      stay: Float(Elementary.log(1 - switchProbability)),
      fallSilent: Float(Elementary.log(switchProbability)),
      start: Float(Elementary.log(switchProbability / bins)),
      leap: Float(Elementary.log(leapProbability / bins))
    )
    current = Array(repeating: 0, count: self.binCount + 1)
    next = Array(repeating: 0, count: self.binCount + 1)
    isAlive = Array(repeating: false, count: self.binCount + 1)
    capacity = max(128, (lookahead ?? 0) + 1)
    predecessors = Array(repeating: 0, count: capacity * (self.binCount + 1))
    decided.reserveCapacity(2 * capacity)
  }

  /// The number of frames whose state has not been read.
  package var pendingCount: Int { frameCount - decidedCount + decided.count - readCount }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - voiced: The natural logarithm of the probability of the frame, for each bin.
  ///   - unvoiced: The same for an unvoiced frame.
  /// - Precondition: `voiced.count == binCount`.
  package mutating func append(voiced: Span<Float>, unvoiced: Float) {
    precondition(voiced.count == binCount, "voiced.count must equal binCount")
    if frameCount - decidedCount == capacity { grow() }
    advance(voiced, unvoiced)
    frameCount += 1
    if let lookahead {
      if frameCount - decidedCount > lookahead { decide(through: decidedCount) }
    } else if frameCount - decidedCount >= nextCheck {
      decideWhereAllAgree()
    }
  }

  /// Returns the state of the next frame: a bin, or ``binCount`` if it is unvoiced.
  ///
  /// - Returns: `nil` until more frames arrive.
  package mutating func nextState() -> Int? {
    guard readCount < decided.count else { return nil }
    let state = decided[readCount]
    readCount += 1
    if readCount == decided.count {
      decided.removeAll(keepingCapacity: true)
      readCount = 0
    }
    return state
  }

  /// Decides all frames.
  package mutating func finish() {
    if frameCount > decidedCount { decide(through: frameCount - 1) }
  }
}

extension PitchPath {
  /// One step of the search: the best predecessor of every state.
  private mutating func advance(_ voiced: Span<Float>, _ unvoiced: Float) {
    let bins = binCount
    let (stepScores, scores) = (stepScores, scores)
    let row = frameCount % capacity * (bins + 1)
    current.withUnsafeMutableBufferPointer { current in
      next.withUnsafeMutableBufferPointer { next in
        predecessors.withUnsafeMutableBufferPointer { predecessors in
          let from = UnsafeMutableBufferPointer(rebasing: predecessors[row..<(row + bins + 1)])
          var loudest = 0
          for bin in 1..<max(1, bins) where current[bin] > current[loudest] { loudest = bin }
          // Into silence: from silence, or from the best voiced state.
          let (rest, fall) = (current[bins] + scores.stay, current[loudest] + scores.fallSilent)
          next[bins] = max(rest, fall) + unvoiced
          from[bins] = UInt16(rest >= fall ? bins : loudest)
          // Into a bin: from silence or by a leap, the same for all bins; then the steps.
          let (start, leap) = (current[bins] + scores.start, current[loudest] + scores.leap)
          let (far, origin) = start >= leap ? (start, bins) : (leap, loudest)
          for bin in 0..<bins {
            next[bin] = far
            from[bin] = UInt16(origin)
          }
          Self.relax(current, next, from, bins: bins, steps: stepScores, stay: scores.stay)
          for bin in 0..<bins { next[bin] += voiced[bin] }
          // The best score becomes 0, so that sums never grow.
          var best = next[0]
          for state in 1...bins { best = max(best, next[state]) }
          for state in 0...bins { current[state] = next[state] - best }
        }
      }
    }
  }

  /// Applies the steps of each length upwards and downwards that beat the score so far.
  private static func relax(
    _ current: UnsafeMutableBufferPointer<Float>, _ next: UnsafeMutableBufferPointer<Float>,
    _ from: UnsafeMutableBufferPointer<UInt16>, bins: Int, steps: [Float], stay: Float
  ) {
    for step in 0..<min(bins, steps.count) {
      let score = steps[step] + stay
      for bin in 0..<(bins - step) {
        let upwards = current[bin] + score
        if upwards > next[bin + step] {
          next[bin + step] = upwards
          from[bin + step] = UInt16(bin)
        }
        let downwards = current[bin + step] + score
        if downwards > next[bin] {
          next[bin] = downwards
          from[bin] = UInt16(bin + step)
        }
      }
    }
  }

  /// Decides the frames up to one, on the path that is the best now.
  private mutating func decide(through last: Int) {
    var state = 0
    for other in 1...binCount where current[other] > current[state] { state = other }
    decide(through: last, from: state, at: frameCount - 1)
  }

  /// Decides the frames up to one, on the path that is in a state at a later frame.
  private mutating func decide(through last: Int, from state: Int, at frame: Int) {
    let base = decided.count - decidedCount
    for _ in decidedCount...last { decided.append(0) }
    var (state, frame) = (state, frame)
    while true {
      if frame <= last { decided[base + frame] = state }
      guard frame > decidedCount else { break }
      state = predecessor(of: state, at: frame)
      frame -= 1
    }
    decidedCount = last + 1
  }

  private func predecessor(of state: Int, at frame: Int) -> Int {
    Int(predecessors[frame % capacity * (binCount + 1) + state])
  }

  /// Follows all paths back until they are one.
  private mutating func decideWhereAllAgree() {
    for state in 0...binCount { isAlive[state] = true }
    var (frame, count, survivor) = (frameCount - 1, binCount + 1, 0)
    while frame > decidedCount, count > 1 {
      (count, survivor) = stepBack(from: frame)
      frame -= 1
    }
    if count == 1 { decide(through: frame, from: survivor, at: frame) }
    nextCheck = max(64, 2 * (frameCount - decidedCount))
  }

  /// Replaces the states on a path with their predecessors; returns how many there are, and one.
  private mutating func stepBack(from frame: Int) -> (count: Int, survivor: Int) {
    // `next` is free between frames: above 0 where a path continues.
    for state in 0...binCount { next[state] = 0 }
    for state in 0...binCount where isAlive[state] { next[predecessor(of: state, at: frame)] = 1 }
    var (count, survivor) = (0, 0)
    for state in 0...binCount {
      isAlive[state] = next[state] > 0
      guard isAlive[state] else { continue }
      count += 1
      survivor = state
    }
    return (count, survivor)
  }

  /// Doubles the ring, so that no undecided frame is lost.
  private mutating func grow() {
    let width = binCount + 1
    var larger = [UInt16](repeating: 0, count: 2 * capacity * width)
    for frame in decidedCount..<frameCount {
      let (source, target) = (frame % capacity * width, frame % (2 * capacity) * width)
      for state in 0..<width { larger[target + state] = predecessors[source + state] }
    }
    predecessors = larger
    capacity *= 2
  }
}
