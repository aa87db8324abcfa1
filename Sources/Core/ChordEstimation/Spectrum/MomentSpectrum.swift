internal import SignalProcessing

/// The power of each line in a Hann window, and where between the lines the sinusoids in it lie.
///
/// The place is the mean frequency of what a line holds, by the phase: the spectrum in the slope of
/// the window over that in the window itself tells how far a sinusoid lies from each bin.
///
/// - Complexity: O(*N* log *N*) time for a window of *N* samples. No allocation after `init`.
/// - SeeAlso: F. Auger, P. Flandrin, "Improving the readability of time-frequency and time-scale
///   representations by the reassignment method", IEEE Trans. Signal Processing 43(5), 1995.
struct MomentSpectrum: Sendable {
  /// The mean power of each line, that of a sinusoid of amplitude 1 being 0.25.
  private(set) var lines = [Float](repeating: 0, count: ChordWeights.lineCount)
  /// The place of what is in each line, in lines from it, -1.5...1.5.
  private(set) var places: [Float]
  /// The length of the window, in samples.
  let size: Int

  private let bands: LineBands
  private let window: [Float]
  private let slope: [Float]
  private let hertz: Float  // of a radian a sample
  private var transform: RealFourierTransform
  private var buffer: [Float]
  private var turned: [Float]

  private static let farthest: Float = 1.5

  /// - Parameters:
  ///   - duration: The length of the window, in seconds.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - hasPlaces: Whether ``places`` are wanted.
  init(duration: Double, sampleRate: Double, hasPlaces: Bool) {
    size = Int(duration * sampleRate)
    transform = RealFourierTransform(
      supported: RealFourierTransform.shortestLength(holding: size + size / 2))
    let (length, count) = (transform.length, Double(size))
    var (window, slope): ([Float], [Float]) = ([], [])
    for index in 0..<size {
      let turn = Elementary.sineAndCosine(2 * .pi * (Double(index) + 0.5) / count)
      // The sum of a Hann window is half its length.
      window.append(Float((1 - turn.cosine) / count))
      slope.append(Float(2 * .pi / count * turn.sine / count))
    }
    (self.window, self.slope) = (window, slope)
    hertz = Float(sampleRate / (2 * .pi))
    bands = LineBands(
      binWidth: sampleRate / Double(length), duration: duration,
      highest: min(ChordWeights.highest, 0.45 * sampleRate))
    buffer = Array(repeating: 0, count: length)
    turned = Array(repeating: 0, count: hasPlaces ? length : 0)
    places = Array(repeating: 0, count: hasPlaces ? ChordWeights.lineCount : 0)
  }

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - samples: At least ``size`` samples from `start` on.
  ///   - start: The index of the first one.
  mutating func load(_ samples: [Float], from start: Int) {
    let (size, length) = (size, transform.length)
    for index in 0..<size { buffer[index] = samples[start + index] * window[index] }
    for index in size..<length { buffer[index] = 0 }
    transform.forward(&buffer)
    guard !turned.isEmpty else { return readLines() }
    for index in 0..<size { turned[index] = samples[start + index] * slope[index] }
    for index in size..<length { turned[index] = 0 }
    transform.forward(&turned)
    // Bin 0 shares its place with the highest one, and no line needs either.
    (buffer[0], buffer[length / 2], turned[0], turned[length / 2]) = (0, 0, 0, 0)
    readLinesAndPlaces()
  }

  private mutating func readLines() {
    let (bands, half) = (bands, transform.length / 2)
    buffer[0] = 0
    buffer[half] = 0
    for line in 0..<lines.count {
      var (sum, bin): (Float, Int) = (0, bands.firsts[line])
      for position in bands.starts[line]..<bands.starts[line + 1] {
        let (real, imaginary) = (buffer[bin], buffer[half + bin])
        sum += bands.weights[position] * (real * real + imaginary * imaginary)
        bin += 1
      }
      lines[line] = sum
    }
  }

  private mutating func readLinesAndPlaces() {
    let (bands, half, hertz) = (bands, transform.length / 2, hertz)
    buffer.withUnsafeBufferPointer { plain in
      turned.withUnsafeBufferPointer { turned in
        for line in 0..<lines.count {
          var (sum, moved, bin): (Float, Float, Int) = (0, 0, bands.firsts[line])
          for position in bands.starts[line]..<bands.starts[line + 1] {
            let (real, imaginary) = (plain[bin], plain[half + bin])
            let power = real * real + imaginary * imaginary
            sum += bands.weights[position] * power
            // How far the sinusoid lies above the bin, times its power.
            let above = (turned[bin] * imaginary - turned[half + bin] * real) * hertz
            moved += bands.byHertz[position] * above + bands.places[position] * power
            bin += 1
          }
          lines[line] = sum
          let place = moved / max(1e-20, sum)
          places[line] = min(1, max(-1, place / Self.farthest))
        }
      }
    }
  }
}
