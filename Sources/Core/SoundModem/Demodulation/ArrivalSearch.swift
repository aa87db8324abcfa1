/// Finds the paths by which a preamble may have arrived: possible starts and speeds of a packet,
/// even if echoes are as loud as the first arrival.
///
/// The rising chirp of one arrival and the falling one of another simulate a speed. But each
/// arrival of one chirp has a partner at the true speed, so that the products of both chirps'
/// matches add up there. All speeds where they do are candidates, and standing still is always one
/// of them. At each of them, a packet starts with the arrivals that share most of the power within
/// the guard interval.
///
/// - Complexity: O(1) per candidate. No allocation after `init`.
struct ArrivalSearch: Sendable {
  /// The largest number of candidate speeds, besides standing still.
  private static var speedCount: Int { 3 }
  /// The smallest part of the best speed's sum with which another speed is a candidate.
  private static var leastShare: Float { 0.2 }
  /// The match below which there is only noise.
  private static var noiseMatch: Float { 3 }
  /// The smallest part of the strongest arrival's power with which another arrival counts.
  private static var leastPower: Float { 0.1 }
  /// The largest distance between arrivals, in seconds.
  private static var longestDelay: Double { 0.04 }

  private let grid: SymbolGrid
  private let reach: Int
  private var first: [Float]
  private var second: [Float]
  private var sums: [Float]  // one for each distance between the chirps
  /// The starts and speeds of the last preamble.
  private(set) var ways: [PreambleCandidate] = []

  init(_ grid: SymbolGrid) {
    self.grid = grid
    reach = Int(Self.longestDelay * grid.basebandRate)
    let shift = grid.largestShift(.farTones)
    first = Array(repeating: 0, count: 2 * reach + 1)
    sums = Array(repeating: 0, count: 2 * shift + 3)
    second = Array(repeating: 0, count: first.count + sums.count)
    ways.reserveCapacity(Self.speedCount + 1)
  }

  /// The position at which all arrivals of the preamble have been correlated, and those of the header
  /// have arrived.
  func end(of candidate: PreambleCandidate) -> (preamble: Int64, header: Int64) {
    let kind = candidate.kind
    let shift = grid.largestShift(kind) + 1
    let header = PacketTiming(grid: grid, preamble: kind).headerEnd
    let slack = Int(Double(header) * PreambleSearch.largestDopplerScale) + grid.fadeLength
    return (
      candidate.position + Int64(kind.chirpLength(grid) + reach + shift + 1),
      candidate.position + Int64(header + reach + slack)
    )
  }

  /// Finds the paths of a candidate.
  mutating func find(_ candidate: PreambleCandidate, _ correlator: ChirpCorrelator) {
    let kind = candidate.kind
    let shift = grid.largestShift(kind) + 1
    let start = candidate.position - Int64(reach)
    for index in first.indices {
      let match = correlator.value(start + Int64(index), kind: kind, isRising: kind.startsRising)
      first[index] = max(match - Self.noiseMatch, 0)
    }
    let partner = start + Int64(kind.chirpLength(grid) - shift)
    for index in 0..<first.count + 2 * shift {
      let match = correlator.value(
        partner + Int64(index), kind: kind, isRising: !kind.startsRising)
      second[index] = max(match - Self.noiseMatch, 0)
    }
    for lag in 0...2 * shift { sums[lag] = 0 }
    for index in first.indices where first[index] > 0 {
      for lag in 0...2 * shift { sums[lag] += first[index] * second[index + lag] }
    }
    ways.removeAll(keepingCapacity: true)
    var largest: Float = 0
    for _ in 0..<Self.speedCount {
      var best = 0
      for lag in 1..<2 * shift where sums[lag] > sums[best] || best == 0 {
        if sums[lag] >= sums[lag - 1], sums[lag] >= sums[lag + 1], !isKnown(lag - shift, kind) {
          best = lag
        }
      }
      guard best > 0, sums[best] > 0, sums[best] >= Self.leastShare * largest else { break }
      largest = max(largest, sums[best])
      append(candidate, lag: best, shift, isExact: false)
    }
    if !isKnown(0, kind) { append(candidate, lag: shift, shift, isExact: true) }
  }

  /// Returns `true` if a known speed is less than one sample of chirp distance away.
  private func isKnown(_ lag: Int, _ kind: Preamble.Kind) -> Bool {
    let stretch = grid.stretch(kind)
    return ways.contains { ($0.dopplerScale * stretch - Double(lag)).magnitude < 1 }
  }

  private mutating func append(
    _ candidate: PreambleCandidate, lag: Int, _ shift: Int, isExact: Bool
  ) {
    var way = candidate
    var distance = Double(lag - shift)
    if !isExact {
      let (left, middle, right) = (sums[lag - 1], sums[lag], sums[lag + 1])
      let curvature = left - 2 * middle + right
      if curvature < 0 {
        distance += Double(min(max(0.5 * (left - right) / curvature, -0.5), 0.5))
      }
    }
    way.dopplerScale = distance / grid.stretch(candidate.kind)
    way.echo = echo(lag)
    let length = Double(candidate.kind.chirpLength(grid))
    way.start =
      Double(candidate.position + Int64(earliest(lag, candidate.kind) - reach)) + distance / 2
      + length * way.dopplerScale
    ways.append(way)
  }

  /// The first of the arrivals that fit into the guard interval and share most of the power.
  private func earliest(_ lag: Int, _ kind: Preamble.Kind) -> Int {
    let tones = grid.tones
    let span =
      kind == .carriers
      ? grid.carriers.guardLength * 3 / 4
      : tones.guardLength - tones.taperLength / 2 - tones.fadeLength
    var largest: Float = 0
    for index in first.indices { largest = max(largest, power(index, lag)) }
    let least = Self.leastPower * largest
    var (best, most) = (reach, Float(0))
    for index in first.indices where power(index, lag) > least {
      var sum: Float = 0
      for other in index...min(index + span, first.count - 1) {
        let power = power(other, lag)
        if power > least { sum += power }
      }
      if sum > most { (best, most) = (index, sum) }
    }
    return best
  }

  /// The smallest part of the strongest arrival's power with which another one counts as an echo:
  /// the chirp's own sidelobes are as strong.
  private static var leastEcho: Float { 0.05 }
  /// The time before and after the strongest arrival that counts as part of it, in seconds.
  private static var directDuration: Double { 0.001 }

  /// Returns the distribution of the power over the arrivals.
  private func echo(_ lag: Int) -> PreambleEcho {
    var strongest = 0
    for index in first.indices where match(index, lag) > match(strongest, lag) { strongest = index }
    let least = max(Self.leastEcho * match(strongest, lag), 2 * Self.noiseMatch)
    let reach = Int(Self.directDuration * grid.basebandRate)
    var (direct, rest, moment, square): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for index in first.indices {
      let power = match(index, lag)
      guard power > least else { continue }
      let delay = Float(index - strongest)
      if Int(delay.magnitude) <= reach { direct += power } else { rest += power }
      moment += power * delay
      square += power * delay * delay
    }
    guard direct > 0 else { return PreambleEcho() }
    let mean = moment / (direct + rest)
    let variance = max(square / (direct + rest) - mean * mean, 0)
    return PreambleEcho(ratio: rest / direct, spread: variance.squareRoot())
  }

  /// The power of an arrival, including the noise in it, so that the edges of faint arrivals count
  /// like those of loud ones.
  private func match(_ index: Int, _ lag: Int) -> Float {
    let (first, second) = (first[index], second[index + lag])
    guard first > 0, second > 0 else { return 0 }
    return ((first + Self.noiseMatch) * (second + Self.noiseMatch)).squareRoot()
  }

  private func power(_ index: Int, _ lag: Int) -> Float {
    first[index] > 0 ? (first[index] * second[index + lag]).squareRoot() : 0
  }
}
