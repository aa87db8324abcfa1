/// A start marker.
struct GgwaveMarker: Sendable {
  /// The hop after it.
  var end: Int64
  /// The score: its clarity.
  var score: Float
}

/// Searches for start markers: for maxima of their scores.
struct GgwaveMarkerSearch: Sendable {
  /// The lowest score of a marker: noise reaches it once in hours, and then costs one vain attempt.
  private static var leastScore: Float { 5 }
  /// The number of hops after which a maximum counts as found.
  private static var patience: Int64 { 12 }

  private var best: GgwaveMarker?
  private var found = GgwaveMarker(end: .min / 2, score: 0)

  /// Processes the marker that would end now.
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

/// The resemblance of the newest sound to a marker: one tone of each of 16 pairs, for 16 frames.
///
/// The score is the power of the tones that should sound less that of their neighbours that should
/// not, relative to noise, in cells of two frames, clipped so that no single tone decides. For
/// noise alone it has the mean 0 and the standard deviation 1.
struct GgwaveMarkerScores: Sendable {
  /// The number of pairs that must agree, and the smallest part of their mean that counts for each.
  private static var leastPairs: Int { 10 }
  private static var leastPart: Float { 0.25 }
  /// The number of stored hops: a marker, and the time after its end in which it can be searched.
  private static var capacity: Int { 256 }
  private static var cellLength: Int { 2 * GgwaveSpectrum.hopsPerFrame }
  private static var limit: Float { 8 }
  /// The largest leakage from loud tones into their neighbours, as a part of their mean.
  private static var leakage: Float { 0.25 }

  // For the cell that ends at each hop, by pair: the start marker's tone less the end marker's.
  private var differences: [Float]
  private var powers = [Float](repeating: 0, count: 2 * GgwaveFormat.markerPairs)

  init() {
    differences = Array(repeating: 0, count: Self.capacity * GgwaveFormat.markerPairs)
  }

  /// Processes the cell that ends now.
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

  /// Returns the score of a marker.
  ///
  /// - Parameters:
  ///   - end: The hop after it, at most 180 hops ago.
  ///   - isStart: `true` for a start marker, `false` for an end marker.
  /// - Returns: The score; 0 if too few of the pairs agree.
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
