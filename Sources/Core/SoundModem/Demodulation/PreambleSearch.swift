/// A position where a packet may start.
struct PreambleCandidate: Sendable {
  var kind: Preamble.Kind
  /// The product of the matches of both chirps, relative to noise.
  var score: Float
  /// The position at which the first chirp matches best, in samples of the baseband.
  var position: Int64
  /// The start of the packet, in samples of the baseband.
  var start: Double
  /// The Doppler scale: speed over the speed of sound, positive when approaching, with the difference
  /// of the clocks.
  var dopplerScale: Double
  /// The arrivals earlier or later than the strongest one.
  var echo = PreambleEcho()
}

/// The distribution of a preamble's power over its arrivals.
struct PreambleEcho: Sendable {
  /// The ratio of the power more than a millisecond from the strongest arrival to that around it.
  var ratio: Float = 0
  /// The root mean square delay spread, in samples of the baseband.
  var spread: Float = 0
}

/// Finds pairs of chirps.
///
/// A speed moves the match of a rising chirp forward and that of a falling one back, by the product
/// of the shift in hertz and the seconds that the chirp takes for one hertz.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
struct PreambleSearch: Sendable {
  /// The smallest product of both matches, which noise alone exceeds once or twice per second. The
  /// faintest readable packets have 70 and, with carriers, 1000.
  static func threshold(_ kind: Preamble.Kind) -> Float { kind == .carriers ? 150 : 46 }
  /// The smallest match of either chirp.
  private static var leastMatch: Float { 2.5 }
  /// The highest speed, as a part of the speed of sound: 3.1 m/s.
  static var largestDopplerScale: Double { 0.009 }
  /// The largest number of stored positions.
  private static var capacity: Int { 24 }

  private(set) var correlator: ChirpCorrelator
  private let grid: SymbolGrid
  private var position: Int64 = 0
  private(set) var candidates: [PreambleCandidate] = []

  init(_ grid: SymbolGrid) {
    self.grid = grid
    correlator = ChirpCorrelator(grid)
    candidates.reserveCapacity(Self.capacity + 1)
  }

  /// Searches the new samples.
  mutating func search(_ ring: BasebandRing) {
    while correlator.isReady(ring) {
      correlator.advance(ring)
      let longest = Preamble.Kind.farTones.chirpLength(grid)
      let limit = correlator.end - Int64(longest + grid.largestShift(.farTones) + 2)
      while position < limit {
        for kind in Preamble.Kind.allCases { examine(kind) }
        position += 1
      }
    }
  }

  /// Removes the candidates that pass a test.
  mutating func removeCandidates(where test: (PreambleCandidate) -> Bool) {
    candidates.removeAll(where: test)
  }

  private mutating func examine(_ kind: Preamble.Kind) {
    let first = correlator.value(position, kind: kind, isRising: kind.startsRising)
    guard first > Self.leastMatch else { return }
    let shift = grid.largestShift(kind)
    let base = position + Int64(kind.chirpLength(grid))
    var second: Float = 0
    for offset in -shift...shift {
      let value = correlator.value(base + Int64(offset), kind: kind, isRising: !kind.startsRising)
      second = max(second, value)
    }
    let score = first * second
    guard second > Self.leastMatch, score > Self.threshold(kind) else { return }
    insert(
      PreambleCandidate(
        kind: kind, score: score, position: position, start: Double(position), dopplerScale: 0))
  }

  /// Inserts a candidate, and keeps the best of close positions and the best positions overall.
  private mutating func insert(_ candidate: PreambleCandidate) {
    let reach = Int64(2 * grid.windowLength)
    for index in candidates.indices where candidates[index].kind == candidate.kind {
      guard (candidate.position - candidates[index].position).magnitude <= UInt64(reach) else {
        continue
      }
      if candidate.score > candidates[index].score { candidates[index] = candidate }
      return
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

extension SymbolGrid {
  /// The number of samples by which the chirps move apart at the speed of sound.
  func stretch(_ kind: Preamble.Kind) -> Double {
    let cycles = 2 * centerFrequency / bandwidth
    return Double(kind.chirpLength(self)) * (kind.startsRising ? cycles - 1 : -cycles - 1)
  }

  /// The largest change of the distance between both chirps, in samples.
  func largestShift(_ kind: Preamble.Kind) -> Int {
    Int((PreambleSearch.largestDopplerScale * stretch(kind).magnitude).rounded(.up)) + 1
  }
}

extension PacketTiming {
  /// The start of the window of a symbol for a candidate, in samples of the baseband.
  func window(ofSymbol symbol: Int, _ candidate: PreambleCandidate) -> Int64 {
    let offset = Double(start(ofSymbol: symbol) + grid.symbols(preamble).windowOffset)
    return Int64((candidate.start + offset * (1 - candidate.dopplerScale)).rounded())
  }

  /// The start of the window of a symbol of carriers, in samples of the baseband: three quarters of
  /// the guard interval may contain echoes.
  func window(ofCarrierSymbol symbol: Int, _ candidate: PreambleCandidate) -> Double {
    let offset = Double(start(ofCarrierSymbol: symbol)) + Double(grid.carriers.guardLength) * 0.75
    return candidate.start + offset * (1 - candidate.dopplerScale)
  }
}
