/// Looks for start markers: of each of 16 pairs of tones one sounds, for 16 frames.
///
/// The score is the power of the tones that should sound less that of their neighbours that should
/// not, over the noise, in cells of two frames, clipped so that no single tone decides. For noise alone
/// it has the mean 0 and the standard deviation 1.
struct GgwaveMarkerSearch: Sendable {
  /// Scores below are noise: it gets there once in hours, and then costs a look at a packet that is none.
  private static var leastScore: Float { 5 }
  /// So many of the pairs must agree.
  private static var leastPairs: Int { 11 }
  /// After so many hops a maximum counts as found.
  private static var patience: Int64 { 12 }

  private var best: (end: Int64, score: Float)?
  private var found: (end: Int64, score: Float) = (.min / 2, 0)

  /// Looks at the marker that would end now.
  ///
  /// - Returns: The hop after a marker, some hops later than it came.
  mutating func update(_ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise) -> Int64? {
    let end = spectrum.hopCount
    let score = Self.score(of: spectrum, noise, endingAt: end, isStart: true)
    // A marker rings on for its own length.
    let marker = Int64(GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame)
    let least = end - found.end < marker ? max(found.score, Self.leastScore) : Self.leastScore
    if score >= least, score > (best?.score ?? 0) { best = (end, score) }
    guard let best, end - best.end >= Self.patience else { return nil }
    (found, self.best) = (best, nil)
    return found.end
  }

  /// How much the sound before a hop is like a marker.
  static func score(
    of spectrum: GgwaveSpectrum, _ noise: GgwaveNoise, endingAt end: Int64, isStart: Bool
  ) -> Float {
    var cells = Cells(spectrum, noise, endingAt: end)
    var (sum, agreeing): (Float, Int) = (0, 0)
    for pair in 0..<GgwaveFormat.markerPairs {
      let on = GgwaveFormat.markerTone(pair: pair, isStart: isStart)
      let off = GgwaveFormat.markerTone(pair: pair, isStart: !isStart)
      let difference = cells.sum(ofTone: on) - cells.sum(ofTone: off)
      sum += difference
      if difference > 0 { agreeing += 1 }
    }
    guard agreeing >= leastPairs else { return 0 }
    // Each difference of two exponential distributions has a variance of 2.
    let variance = Float(2 * GgwaveFormat.markerPairs * Cells.count)
    return sum / variance.squareRoot()
  }

  /// The powers over the noise in the time of a marker, by tone.
  private struct Cells {
    static var length: Int { 2 * GgwaveSpectrum.hopsPerFrame }
    static var count: Int { GgwaveFormat.markerLength * GgwaveSpectrum.hopsPerFrame / length }
    private static var limit: Float { 8 }
    /// What leaks from loud tones into their neighbours is no more than this part of their mean.
    private static var leakage: Float { 0.25 }

    let spectrum: GgwaveSpectrum
    let noise: GgwaveNoise
    let first: Int64
    private let floors: InlineArray<8, Float>

    init(_ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise, endingAt end: Int64) {
      self.spectrum = spectrum
      self.noise = noise
      let first = end - Int64(Self.length * Self.count)
      self.first = first
      floors = InlineArray { cell in
        var sum: Float = 0
        for tone in 0..<2 * GgwaveFormat.markerPairs {
          sum += spectrum.power(
            ofTone: tone, from: first + Int64(cell * Self.length), count: Self.length)
        }
        return Self.leakage * sum / Float(2 * GgwaveFormat.markerPairs)
      }
    }

    mutating func sum(ofTone tone: Int) -> Float {
      var sum: Float = 0
      let frames = Float(Self.length / GgwaveSpectrum.hopsPerFrame)
      for cell in 0..<Self.count {
        let power = spectrum.power(
          ofTone: tone, from: first + Int64(cell * Self.length), count: Self.length)
        let floor = max(floors[cell], noise.powers[tone] * frames)
        sum += floor > 0 ? min(power / floor, Self.limit) : 0
      }
      return sum
    }
  }
}
