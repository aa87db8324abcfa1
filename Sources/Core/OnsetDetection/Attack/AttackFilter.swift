import SignalProcessing

/// Passes what is new in a sound after a time, and holds back what sounded before.
///
/// The filter of a stretch of samples has one gain for each band, which follows from the powers
/// before and after the time: 0 where the sound does not become louder. The gains of the others
/// may whiten what is new, because high partials have the sharper attacks. The filter has no phase,
/// so that it does not shift an attack.
struct AttackFilter: Sendable {
  /// The positions of the spectra that the filter compares, in seconds from the estimated onset.
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
  private var spectrum: [Float]

  init(length: Int, sampleRate: Double) {
    self.length = length
    self.sampleRate = sampleRate
    transform = RealFourierTransform(supported: length)
    let window = RealFourierTransform.shortestLength(holding: Int(0.035 * sampleRate))
    bands = BandSpectrum(
      length: window, sampleRate: sampleRate,
      range: OnsetDetector.frequencies(sampleRate: sampleRate), bandsPerOctave: 24, leastBins: 1)
    before = Array(repeating: 0, count: bands.count)
    after = before
    powers = before
    largest = before
    gains = before
    spectrum = Array(repeating: 0, count: length)
  }

  /// Analyses a stretch of samples.
  ///
  /// - Returns: Whether enough of the power after a time is in bands that became louder by 6 dB.
  ///   All bands of a tremolo become louder, but by less.
  mutating func load(_ samples: [Float], onset: Double, windows: Windows, newShare: Float) -> Bool {
    measure(samples, onset: onset, offsets: windows.before)
    swap(&before, &largest)
    measure(samples, onset: onset, offsets: windows.after)
    swap(&after, &largest)
    for index in 0..<length { spectrum[index] = index < samples.count ? samples[index] : 0 }
    transform.forward(&spectrum)
    var (new, all): (Float, Float) = (0, 0)
    for (old, power) in zip(before, after) {
      all += power
      if power > 4 * old { new += power }
    }
    return new > newShare * all
  }

  /// The number of bands that hold what is new, if each held as much: one or a few for each partial
  /// of a tone, all of them for noise.
  var breadth: Double {
    var (sum, squares) = (0.0, 0.0)
    for (old, power) in zip(before, after) {
      let new = Double(max(0, power - old))
      sum += new
      squares += new * new
    }
    return squares > 0 ? sum * sum / squares : 0
  }

  /// Writes what is new, with a whitening from 0 (none) to 1 (all bands equally loud).
  mutating func write(whitening: Double, to output: inout [Float]) {
    chooseGains(whitening)
    let half = length / 2
    output[0] = 0
    output[half] = 0
    var band = 0
    let scale = Float(length) / Float(bands.length)  // bins of the long transform in a short one's
    let first = centre(0)
    let last = centre(bands.count - 1)
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
      output[bin] = gain * spectrum[bin]
      output[half + bin] = gain * spectrum[half + bin]
    }
    transform.inverse(&output)
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

  /// The gain of a power that was not there before, without whitening.
  static let largestGain = 9.0

  /// Whitening by the mean of some bands: that of single ones would ring.
  private static let neighbours = 4

  /// Bands that become louder by 7 dB or more count alike; those that hardly do, hardly.
  private mutating func chooseGains(_ whitening: Double) {
    var loudest: Float = 0
    for power in after { loudest = max(loudest, power) }
    let least = max(1e-5 * loudest, 1e-12)
    for band in 0..<gains.count {
      var sum: Float = 0
      let first = max(0, band - Self.neighbours)
      let last = min(gains.count - 1, band + Self.neighbours)
      for other in first...last { sum += after[other] }
      let mean = max(sum / Float(last - first + 1), least)
      let top = max(after[band], least)
      let noise = max(2 * before[band], top / (1 + Float(Self.largestGain)))
      let weight = max(0, top / noise - 1)
      gains[band] = (weight * Float(Elementary.power(Double(mean), -whitening))).squareRoot()
    }
  }
}
