import SignalProcessing

/// Decides whether the first sound of a stream starts in the stream, or was already sounding.
///
/// Nothing comes before the first sample that it could be compared with. A stroke or a pluck dies
/// away; a sound that goes on may have been cut.
struct FirstSound: Sendable {
  private var first: [Float]
  private var later: [Float]
  private let frames: Range<Int>  // in which it must have died away
  private var isDone = false

  init(count: Int, hop: Double) {
    first = Array(repeating: 0, count: count)
    later = first
    frames = Int(0.10 / hop)..<Int(0.16 / hop)
  }

  /// Takes one of the first frames.
  mutating func hear(_ powers: [Float]) {
    for band in 0..<first.count { first[band] = max(first[band], powers[band]) }
  }

  /// Takes a later frame; returns the mean fall of the bands, in powers of ten, when it is known
  /// and large.
  mutating func decay(_ powers: [Float], frame: Int) -> Float? {
    guard !isDone, frame >= frames.lowerBound else { return nil }
    for band in 0..<later.count { later[band] = max(later[band], powers[band]) }
    guard frame + 1 >= frames.upperBound else { return nil }
    isDone = true
    var loudest: Float = 0
    for power in first { loudest = max(loudest, power) }
    let least = max(BandNoise.leastPower, 1e-5 * loudest)
    guard loudest > least else { return nil }
    var sum = 0.0
    for band in 0..<first.count {
      let fall = Elementary.log10(Double((first[band] + least) / (later[band] + least)))
      sum += max(0, fall)
    }
    let mean = Float(sum) / Float(first.count)
    return mean >= 0.3 ? mean : nil
  }
}
