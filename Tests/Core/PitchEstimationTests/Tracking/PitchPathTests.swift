import PitchEstimation
import Testing
import _TestSignals

@Suite("Pitch path")
struct PitchPathTests {
  /// Random scores of 12 bins with a pitch that wanders, drops out and leaps.
  private static func frames(_ count: Int, seed: UInt64) -> [(voiced: [Float], unvoiced: Float)] {
    let noise = TestSignal.noise(count: count * 13, rms: 1, seed: seed)
    return (0..<count).map { frame in
      let scores = (0..<13).map { -3 + noise[frame * 13 + $0] }
      return (Array(scores[..<12]), scores[12])
    }
  }

  private static func states(
    _ frames: [(voiced: [Float], unvoiced: Float)], lookahead: Int?
  ) -> [Int] {
    var path = PitchPath(binCount: 12, longestStep: 2, lookahead: lookahead)
    var states: [Int] = []
    for frame in frames {
      path.append(voiced: frame.voiced.span, unvoiced: frame.unvoiced)
      while let state = path.nextState() { states.append(state) }
    }
    path.finish()
    while let state = path.nextState() { states.append(state) }
    return states
  }

  @Test("a look-ahead of 0 is the best state so far; each frame is decided when it comes")
  func noLookahead() {
    var path = PitchPath(binCount: 12, longestStep: 2, lookahead: 0)
    for frame in Self.frames(200, seed: 1) {
      path.append(voiced: frame.voiced.span, unvoiced: frame.unvoiced)
      let (first, second) = (path.nextState(), path.nextState())
      #expect(first != nil && second == nil)
    }
    #expect(path.pendingCount == 0)
  }

  @Test("without a limit, 1000 frames are decided early as a look-ahead of all of them does")
  func unlimited() {
    for seed in 1...5 as ClosedRange<UInt64> {
      let frames = Self.frames(1000, seed: seed)
      #expect(Self.states(frames, lookahead: nil) == Self.states(frames, lookahead: 1000))
    }
  }

  @Test("with a look-ahead of 40 frames at least 19 of 20 states are the best path's")
  func longLookahead() {
    let frames = Self.frames(1000, seed: 3)
    let (best, bounded) = (
      Self.states(frames, lookahead: nil), Self.states(frames, lookahead: 40)
    )
    #expect(zip(best, bounded).count { $0 == $1 } >= 950)
  }

  @Test("agrees with a search through all 4⁵ paths")
  func exhaustive() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let noise = TestSignal.noise(count: 20, rms: 3, seed: seed)
      let frames = (0..<5).map { frame in (0..<4).map { noise[4 * frame + $0] } }
      var path = PitchPath(
        binCount: 3, longestStep: 1, switchProbability: 0.1, leapProbability: 0.05)
      for frame in frames {
        path.append(voiced: Array(frame[..<3]).span, unvoiced: frame[3])
      }
      path.finish()
      var found: [Int] = []
      while let state = path.nextState() { found.append(state) }
      let best = (0..<1024).map { code in (0..<5).map { code >> (2 * $0) & 3 } }
        .max { score($0, frames) < score($1, frames) }
      #expect(found == best)
    }
  }

  /// The logarithm of a path's probability, from the definition of the model.
  private func score(_ path: [Int], _ frames: [[Float]]) -> Double {
    var score = Double(frames[0][path[0]]) + start(path[0])
    for frame in 1..<path.count {
      score += Double(frames[frame][path[frame]])
      score += transition(from: path[frame - 1], to: path[frame])
    }
    return score
  }

  /// The search starts from every state alike.
  private func start(_ state: Int) -> Double {
    (0..<4).map { transition(from: $0, to: state) }.max() ?? 0
  }

  private func transition(from first: Int, to second: Int) -> Double {
    switch (first, second) {
    case (3, 3): return -0.10536051565782628  // ln 0.9
    case (3, _): return -3.4011973816621555  // ln (0.1 / 3)
    case (_, 3): return -2.302585092994046  // ln 0.1
    default:
      let leap = -4.0943445622221  // ln (0.05 / 3)
      let step = [0.9 * 0.5, 0.9 * 0.25, 0][abs(first - second)]
      let logarithms = [0.45: -0.7985076962177716, 0.225: -1.491654876777717]
      return max(leap, logarithms[step] ?? leap)
    }
  }

  @Test("silence does not pile up: 100,000 unvoiced frames wait for less than 200 others")
  func memory() {
    var path = PitchPath(binCount: 50, longestStep: 5)
    let silence = [Float](repeating: -11.5, count: 50)
    var most = 0
    for _ in 0..<100_000 {
      path.append(voiced: silence.span, unvoiced: -5)
      while path.nextState() != nil {}
      most = max(most, path.pendingCount)
    }
    #expect(most < 200)
  }
}
