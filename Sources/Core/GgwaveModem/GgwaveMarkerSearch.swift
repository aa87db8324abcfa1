/// A start marker.
struct GgwaveMarker: Sendable {
  /// The hop after it.
  var end: Int64
  /// How clear it was.
  var score: Float
}

/// Looks for start markers: for the greatest of their scores.
struct GgwaveMarkerSearch: Sendable {
  /// Scores below are noise: it gets there once in hours, and then costs a look at a packet that is none.
  private static var leastScore: Float { 5 }
  /// After so many hops a maximum counts as found.
  private static var patience: Int64 { 12 }

  private var best: GgwaveMarker?
  private var found = GgwaveMarker(end: .min / 2, score: 0)

  /// Looks at the marker that would end now.
  ///
  /// - Returns: A marker, some hops after it ended.
  mutating func update(_ scores: GgwaveMarkerScores, at end: Int64) -> GgwaveMarker? {
    let score = scores.score(endingAt: end, isStart: true)
    // A marker rings on for its own length.
    let marker = Int64(GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame)
    let least = end - found.end < marker ? max(found.score, Self.leastScore) : Self.leastScore
    if score >= least, score > (best?.score ?? 0) {
      best = GgwaveMarker(end: end, score: score)
    }
    guard let best, end - best.end >= Self.patience else { return nil }
    (found, self.best) = (best, nil)
    return found
  }
}

/// How much the newest sound is like a marker: of each of 16 pairs of tones one sounds, for 16 frames.
///
/// The score is the power of the tones that should sound less that of their neighbours that should
/// not, over the noise, in cells of two frames, clipped so that no single tone decides. For noise alone
/// it has the mean 0 and the standard deviation 1.
struct GgwaveMarkerScores: Sendable {
  /// So many of the pairs must agree, each with at least this part of their mean.
  private static var leastPairs: Int { 10 }
  private static var leastPart: Float { 0.25 }
  /// The hops that are kept: a marker, and how long after its end it may be looked for.
  private static var capacity: Int { 256 }
  private static var cellLength: Int { 2 * GgwaveSpectrum.hopsPerFrame }
  private static var limit: Float { 8 }
  /// What leaks from loud tones into their neighbours is no more than this part of their mean.
  private static var leakage: Float { 0.25 }

  // Of the cell that ends at each hop, by pair: the tone of the start marker less that of the end marker.
  private var differences: [Float]
  private var powers = [Float](repeating: 0, count: 2 * GgwaveFormat.markerPairs)

  init() {
    differences = Array(repeating: 0, count: Self.capacity * GgwaveFormat.markerPairs)
  }

  /// Takes the cell that ends now.
  mutating func update(_ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise) {
    let end = spectrum.hopCount
    var sum: Float = 0
    for tone in powers.indices {
      powers[tone] = spectrum.power(
        ofTone: tone, from: end - Int64(Self.cellLength), count: Self.cellLength)
      sum += powers[tone]
    }
    let leaked = Self.leakage * sum / Float(powers.count)
    let frames = Float(Self.cellLength / GgwaveSpectrum.hopsPerFrame)
    for tone in powers.indices {
      let floor = max(leaked, noise.powers[tone] * frames)
      powers[tone] = floor > 0 ? min(powers[tone] / floor, Self.limit) : 0
    }
    let row = Self.row(end)
    for pair in 0..<GgwaveFormat.markerPairs {
      let start = GgwaveFormat.markerTone(pair: pair, isStart: true)
      let end = GgwaveFormat.markerTone(pair: pair, isStart: false)
      differences[row + pair] = powers[start] - powers[end]
    }
  }

  private static func row(_ hop: Int64) -> Int {
    Int(hop % Int64(capacity)) * GgwaveFormat.markerPairs
  }

  /// The score of a marker.
  ///
  /// - Parameters:
  ///   - end: The hop after it, at most 180 hops ago.
  ///   - isStart: Whether it is that of the start.
  /// - Returns: 0 if too few of the pairs agree.
  func score(endingAt end: Int64, isStart: Bool) -> Float {
    let length = GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame
    guard end > Int64(length) else { return 0 }
    let cells = length / Self.cellLength
    let pairs = GgwaveFormat.markerPairs
    var sums = InlineArray<16, Float>(repeating: 0)
    var sum: Float = 0
    for pair in 0..<pairs {
      for cell in 0..<cells {
        sums[pair] += differences[Self.row(end - Int64(cell * Self.cellLength)) + pair]
      }
      if !isStart { sums[pair] = -sums[pair] }
      sum += sums[pair]
    }
    let least = Self.leastPart * max(0, sum) / Float(pairs)
    var agreeing = 0
    for pair in 0..<pairs where sums[pair] > least { agreeing += 1 }
    // Each difference of two exponential distributions has a variance of 2.
    let variance = Float(2 * GgwaveFormat.markerPairs * cells)
    return agreeing >= Self.leastPairs ? sum / variance.squareRoot() : 0
  }
}
