internal import SignalProcessing

/// The autocorrelation of a windowed frame divided by that of the window, twice: of the frame as it
/// is, and of the frame with its lowest frequencies weakened.
///
/// The division makes a periodic signal reach 1 at its period, whatever the window (Boersma). The
/// second one tells periods from rumble and hum; it moves the peaks of stiff strings, so that the
/// first one measures them.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993, equation 9.
struct WeightedAutocorrelation: Sendable {
  /// The power of a frequency f is multiplied by (f²/(f² + corner²))², in hertz: a half at
  /// 62 Hz, 1 far above.
  static let corner = 40.0

  let frameSize: Int
  let longestLag: Int
  /// r(τ) of the frame as it is; the index is the lag τ.
  private(set) var plain: [Float]
  /// r(τ) with the lowest frequencies weakened.
  private(set) var weighted: [Float]

  private var transform: RealFourierTransform
  private var plainSpectrum: [Float]
  private var weightedSpectrum: [Float]
  private let window: [Float]
  private let windowCorrelation: [Float]
  private let weights: [Float]

  /// - Throws: ``FourierError`` if the frame is too long for the longest Fourier transform.
  init(frameSize: Int, longestLag: Int, sampleRate: Double) throws(FourierError) {
    self.frameSize = frameSize
    self.longestLag = longestLag
    let length = RealFourierTransform.shortestLength(holding: frameSize + longestLag + 1)
    var transform = try RealFourierTransform(length: length)
    window = Window(.hann, count: frameSize).weights
    weights = (0..<(length / 2)).map { bin in
      let square = Elementary.square(Double(bin) * sampleRate / Double(length))
      return Float(Elementary.square(square / (square + Self.corner * Self.corner)))
    }
    plain = Array(repeating: 0, count: longestLag + 1)
    weighted = Array(repeating: 0, count: longestLag + 1)
    plainSpectrum = Array(repeating: 0, count: length)
    weightedSpectrum = Array(repeating: 0, count: length)

    var correlation = window + Array(repeating: 0, count: length - frameSize)
    var span = correlation.mutableSpan
    transform.forward(&span)
    SplitSpectrum.replaceByPower(&span)
    transform.inverse(&span)
    windowCorrelation = (0...longestLag).map { correlation[$0] / correlation[0] }
    self.transform = transform
  }

  /// Fills ``plain`` and ``weighted``; all 0 for a constant frame.
  ///
  /// - Precondition: `frame.count == frameSize`.
  mutating func process(_ frame: Span<Float>, mean: Float) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    Self.computePower(of: frame, mean: mean, window, into: &plainSpectrum, using: &transform)
    Self.weaken(plainSpectrum, weights, into: &weightedSpectrum)
    Self.invert(&plainSpectrum, over: windowCorrelation, into: &plain, using: &transform)
    Self.invert(&weightedSpectrum, over: windowCorrelation, into: &weighted, using: &transform)
  }
}

extension WeightedAutocorrelation {
  // Static: two stored properties cannot be lent to one method of the value that owns them.

  private static func computePower(
    of frame: Span<Float>, mean: Float, _ window: [Float], into spectrum: inout [Float],
    using transform: inout RealFourierTransform
  ) {
    var span = spectrum.mutableSpan
    frame.withUnsafeBufferPointer { frame in
      window.withUnsafeBufferPointer { window in
        span.withUnsafeMutableBufferPointer { samples in
          for index in 0..<frame.count { samples[index] = (frame[index] - mean) * window[index] }
          for index in frame.count..<samples.count { samples[index] = 0 }
        }
      }
    }
    transform.forward(&span)
    SplitSpectrum.replaceByPower(&span)
  }

  private static func weaken(_ power: [Float], _ weights: [Float], into weighted: inout [Float]) {
    power.withUnsafeBufferPointer { power in
      weights.withUnsafeBufferPointer { weights in
        weighted.withUnsafeMutableBufferPointer { weighted in
          let half = weights.count
          for bin in 0..<half {
            weighted[bin] = power[bin] * weights[bin]
            weighted[bin + half] = 0
          }
          weighted[half] = power[half]
        }
      }
    }
  }

  private static func invert(
    _ spectrum: inout [Float], over windowCorrelation: [Float], into correlation: inout [Float],
    using transform: inout RealFourierTransform
  ) {
    var span = spectrum.mutableSpan
    transform.inverse(&span)
    span.withUnsafeMutableBufferPointer { values in
      windowCorrelation.withUnsafeBufferPointer { windowCorrelation in
        correlation.withUnsafeMutableBufferPointer { correlation in
          let scale = values[0] > 1e-20 ? 1 / values[0] : 0
          for lag in 0..<correlation.count {
            correlation[lag] = values[lag] * scale / windowCorrelation[lag]
          }
        }
      }
    }
  }
}
