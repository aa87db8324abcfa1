import SignalProcessing

/// Passes what is new in a sound after a time, and holds back what sounded before.
///
/// The filter of a stretch of samples has one gain for each band, which follows from the powers
/// before and after the time: 0 where the sound does not become louder. The gains of the others
/// whiten what is new, in part, because high partials have the sharper attacks.
struct AttackFilter: Sendable {
  /// Times relative to the onset at whose spectra the filter looks, in seconds.
  struct Windows: Sendable {
    var before: [Double]
    var after: [Double]
  }

  let length: Int
  private let sampleRate: Double
  private var transform: RealFourierTransform
  private var bands: BandSpectrum
  private var before: [Float]
  private var after: [Float]
  private var largest: [Float]
  private var powers: [Float]
  private var gains: [Float]

  init(length: Int, sampleRate: Double) {
    self.length = length
    self.sampleRate = sampleRate
    transform = RealFourierTransform(supported: length)
    let window = RealFourierTransform.shortestLength(holding: Int(0.023 * sampleRate))
    bands = BandSpectrum(
      length: window, sampleRate: sampleRate,
      range: OnsetDetector
        .lowestFrequency...min(
          OnsetDetector.highestFrequency, 0.46 * sampleRate), bandsPerOctave: 3, leastBins: 1)
    before = Array(repeating: 0, count: bands.count)
    after = before
    powers = before
    largest = before
    gains = before
  }

  /// Replaces samples by what is new in them after a time; returns false if nothing is.
  mutating func apply(to samples: inout [Float], onset: Double, windows: Windows) -> Bool {
    measure(samples, onset: onset, offsets: windows.before)
    swap(&before, &largest)
    measure(samples, onset: onset, offsets: windows.after)
    swap(&after, &largest)
    guard chooseGains() else { return false }
    transform.forward(&samples)
    let half = length / 2
    samples[0] = 0
    samples[half] = 0
    var band = 0
    let scale = Float(length) / Float(bands.length)  // bins of the long transform in a short one's
    let first = centre(0), last = centre(bands.count - 1)
    for bin in 1..<half {
      let position = Float(bin) / scale
      let gain: Float
      if position <= first {
        gain = position < Float(bands.edges[0]) - 1 ? 0 : gains[0]
      } else if position >= last {
        gain = gains[bands.count - 1]
      } else {
        while position >= centre(band + 1) { band += 1 }
        let share = (position - centre(band)) / (centre(band + 1) - centre(band))
        gain = gains[band] + share * (gains[band + 1] - gains[band])
      }
      samples[bin] *= gain
      samples[half + bin] *= gain
    }
    transform.inverse(&samples)
    return true
  }

  private func centre(_ band: Int) -> Float {
    0.5 * Float(bands.edges[band] + bands.edges[band + 1] - 1)
  }

  /// The largest powers of the bands around some times.
  private mutating func measure(_ samples: [Float], onset: Double, offsets: [Double]) {
    for band in 0..<largest.count { largest[band] = 0 }
    for offset in offsets {
      let middle = Int(((onset + offset) * sampleRate).rounded())
      bands.measure(samples.span, around: middle, to: &powers)
      for band in 0..<largest.count { largest[band] = max(largest[band], powers[band]) }
    }
  }

  private mutating func chooseGains() -> Bool {
    var loudest: Float = 0
    for power in after { loudest = max(loudest, power) }
    let least = max(1e-5 * loudest, 1e-12)
    var found = false
    for band in 0..<gains.count {
      let rise = 1 - 2 * before[band] / max(after[band], least)
      if rise > 0 { found = true }
      gains[band] = max(0, rise).squareRoot() / max(after[band], least).squareRoot().squareRoot()
    }
    return found
  }
}
