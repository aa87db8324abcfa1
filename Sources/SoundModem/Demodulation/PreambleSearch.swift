/// A position where a packet may start.
struct PreambleCandidate: Sendable {
  var kind: Preamble.Kind
  /// The product of how well both chirps match, relative to noise.
  var score: Float
  /// Where the first chirp matches best.
  var position: Int64
  /// The start of the packet, in samples of the baseband.
  var start: Double
  /// The Doppler scale: speed over the speed of sound, positive when approaching, with the difference
  /// of the clocks.
  var dopplerScale: Double
}

/// Finds pairs of chirps.
///
/// A speed moves the match of a rising chirp forward and that of a falling one back, by the product
/// of the shift in hertz and the seconds that the chirp takes for one hertz.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
struct PreambleSearch: Sendable {
  /// The least product of both matches, of which noise alone passes one or two a second. The faintest
  /// packets that can be read have 130 (short), 70 (long) and 1000 (turned).
  static func threshold(_ kind: Preamble.Kind) -> Float {
    switch kind {
    case .short: 64
    case .long: 46
    case .turned: 150
    }
  }
  /// The least match of either chirp.
  private static var leastMatch: Float { 2.5 }
  /// The highest speed, over that of sound: 3.1 m/s.
  private static var largestDopplerScale: Double { 0.009 }
  /// How many positions are remembered.
  private static var capacity: Int { 24 }

  private var correlator: ChirpCorrelator
  private let grid: SymbolGrid
  private var position: Int64 = 0
  private(set) var candidates: [PreambleCandidate] = []

  init(_ grid: SymbolGrid) {
    self.grid = grid
    correlator = ChirpCorrelator(grid)
    candidates.reserveCapacity(Self.capacity + 1)
  }

  /// Searches what has arrived.
  mutating func search(_ ring: BasebandRing) {
    while correlator.isReady(ring) {
      correlator.advance(ring)
      let longest = Preamble.Kind.long.chirpLength(grid)
      let limit = correlator.end - Int64(longest + 2 * largestShift(.long) + 2)
      while position < limit {
        for kind in Preamble.Kind.allCases { examine(kind) }
        position += 1
      }
    }
  }

  /// Forgets a candidate, and those that fail a test.
  mutating func removeCandidates(where test: (PreambleCandidate) -> Bool) {
    candidates.removeAll(where: test)
  }

  /// The largest change of the distance of both chirps, in samples.
  private func largestShift(_ kind: Preamble.Kind) -> Int {
    Int((Self.largestDopplerScale * stretch(kind).magnitude).rounded(.up)) + 1
  }

  /// By how many samples the chirps move apart at the speed of sound.
  private func stretch(_ kind: Preamble.Kind) -> Double {
    let cycles = 2 * grid.centerFrequency / grid.bandwidth
    return Double(kind.chirpLength(grid)) * (kind.startsRising ? cycles - 1 : -cycles - 1)
  }

  private mutating func examine(_ kind: Preamble.Kind) {
    let first = correlator.value(position, kind: kind, isRising: kind.startsRising)
    guard first > Self.leastMatch else { return }
    let shift = largestShift(kind)
    let base = position + Int64(kind.chirpLength(grid))
    var best = 0
    var second: Float = 0
    for offset in -shift...shift {
      let value = correlator.value(base + Int64(offset), kind: kind, isRising: !kind.startsRising)
      if value > second { (second, best) = (value, offset) }
    }
    let score = first * second
    guard second > Self.leastMatch, score > Self.threshold(kind) else { return }
    insert(candidate(kind, score: score, offset: best))
  }

  /// Measures start and speed between the samples.
  private func candidate(
    _ kind: Preamble.Kind, score: Float, offset: Int
  ) -> PreambleCandidate {
    let length = Double(kind.chirpLength(grid))
    let first = fraction(position, kind, isRising: kind.startsRising)
    let expected = position + Int64(kind.chirpLength(grid) + offset)
    let second = Double(offset) + fraction(expected, kind, isRising: !kind.startsRising)
    let dopplerScale = (second - first) / stretch(kind)
    let start = Double(position) + (first + second) / 2 + length * dopplerScale
    return PreambleCandidate(
      kind: kind, score: score, position: position, start: start, dopplerScale: dopplerScale)
  }

  /// The top of the parabola through three matches, -0.5...0.5 from the middle one.
  private func fraction(_ position: Int64, _ kind: Preamble.Kind, isRising: Bool) -> Double {
    let left = Double(correlator.value(position - 1, kind: kind, isRising: isRising)).squareRoot()
    let middle = Double(correlator.value(position, kind: kind, isRising: isRising)).squareRoot()
    let right = Double(correlator.value(position + 1, kind: kind, isRising: isRising)).squareRoot()
    let curvature = left - 2 * middle + right
    guard curvature < 0 else { return 0 }
    return min(max(0.5 * (left - right) / curvature, -0.5), 0.5)
  }

  /// Keeps the best of close positions, and the best positions at all.
  private mutating func insert(_ candidate: PreambleCandidate) {
    let reach = Int64(candidate.kind.chirpLength(grid))
    for index in candidates.indices where candidates[index].kind == candidate.kind {
      let other = candidates[index]
      let distance = candidate.position - other.position
      guard distance.magnitude <= UInt64(reach) else { continue }
      let isSame = distance.magnitude <= UInt64(grid.fadeLength)
      if candidate.score <= other.score {
        if isSame || candidate.score < other.score / 8 { return }
      } else if isSame {
        candidates[index] = candidate
        return
      }
    }
    candidates.append(candidate)
    guard candidates.count > Self.capacity else { return }
    var worst = 0
    for index in candidates.indices where candidates[index].score < candidates[worst].score {
      worst = index
    }
    candidates.remove(at: worst)
  }
}
