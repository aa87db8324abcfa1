import SignalProcessing

/// The power of the middle of frames, in bands of frequencies.
struct BandSpectrum: Sendable {
  /// The number of samples that are weighted, a power of two.
  let length: Int
  /// The first bin of each band, and after them the first bin above all bands.
  let edges: [Int]

  private var transform: RealFourierTransform
  private let weights: [Float]
  private var buffer: [Float]

  /// - Parameters:
  ///   - length: The number of samples to weight: a power of two that a transform supports.
  ///   - sampleRate: Samples per second.
  ///   - range: The frequencies to divide into bands, in hertz.
  ///   - bandsPerOctave: The number of bands in an octave, where bins allow that many.
  ///   - leastBins: The smallest number of bins in a band.
  init(
    length: Int, sampleRate: Double, range: ClosedRange<Double>, bandsPerOctave: Double,
    leastBins: Int
  ) {
    self.length = length
    transform = RealFourierTransform(supported: length)
    let window = Window(.hann, count: length).weights
    var energy: Float = 0
    for weight in window { energy += weight * weight }
    let scale = 1 / energy.squareRoot()
    weights = window.map { $0 * scale }
    buffer = Array(repeating: 0, count: length)
    edges = Self.edges(
      binWidth: sampleRate / Double(length), range: range, bandsPerOctave: bandsPerOctave,
      leastBins: leastBins)
  }

  /// The number of bands.
  var count: Int { edges.count - 1 }

  /// The window's skirt ends two bins from a constant offset, which so is in no band.
  private static func edges(
    binWidth: Double, range: ClosedRange<Double>, bandsPerOctave: Double, leastBins: Int
  ) -> [Int] {
    var edges = [max(2, Int((range.lowerBound / binWidth).rounded(.up)))]
    var step = 0.0
    while true {
      step += 1
      let frequency = range.lowerBound * Elementary.exp2(step / bandsPerOctave)
      guard frequency <= range.upperBound else { return edges }
      let bin = Int((frequency / binWidth).rounded(.up))
      if bin - edges[edges.count - 1] >= leastBins { edges.append(bin) }
    }
  }

  /// Computes the mean power of the bins of each band: that of white noise is its variance.
  ///
  /// - Parameters:
  ///   - frame: At least ``length`` samples.
  ///   - middle: The sample in the middle of the window; samples outside the frame are 0.
  ///   - powers: Receives ``count`` values.
  mutating func measure(_ frame: Span<Float>, around middle: Int, to powers: inout [Float]) {
    let first = middle - length / 2
    for index in 0..<length {
      let source = first + index
      let sample = source >= 0 && source < frame.count ? frame[source] : 0
      buffer[index] = sample * weights[index]
    }
    transform.forwardPower(&buffer)
    for band in 0..<count {
      var sum: Float = 0
      for bin in edges[band]..<edges[band + 1] { sum += buffer[bin] }
      powers[band] = sum / Float(edges[band + 1] - edges[band])
    }
  }
}
