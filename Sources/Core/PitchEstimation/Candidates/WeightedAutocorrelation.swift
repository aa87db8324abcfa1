internal import SignalProcessing

/// The autocorrelation of a windowed frame divided by that of the window, twice: of the frame as it
/// is, and of the frame with its lowest frequencies weakened.
///
/// The division makes a periodic signal reach 1 at its period, whatever the window (Boersma). The
/// second correlation separates periods from rumble and hum, and excludes noise; it shifts the
/// peaks of stiff strings, so that the first one measures them.
///
/// One more forward transform gives both. With θ = 2π/N, that of the real sequence P₁(k) − 2
/// sin(kθ) P₂(k) has N r₁(n) for its real part, since P₁ is even, and N (r₂(n − 1) − r₂(n + 1)) for
/// its imaginary part, which gives every second value of r₂ from the one before.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993, equation 9.
struct WeightedAutocorrelation: Sendable {
  let frameSize: Int
  let longestLag: Int
  /// Of the frame, in hertz.
  let sampleRate: Double
  /// r(τ) of the frame as it is; the index is the lag τ.
  private(set) var plain: [Float]
  /// r(τ) with the lowest frequencies weakened.
  private(set) var weighted: [Float]
  /// The power of each bin from 0 Hz to half the sample rate, valid after ``analyze(_:mean:)``.
  private(set) var power: [Float]

  private var transform: RealFourierTransform
  private var spectrum: [Float]
  private let tables: Tables
  var window: [Float] { tables.window }
  /// The factor of the power of each bin in ``weighted``; one element fewer than ``power``.
  var weights: [Float] { tables.weights }

  /// - Parameters:
  ///   - frameSize: The number of samples in a frame.
  ///   - longestLag: The longest lag to compute, in samples.
  ///   - sampleRate: In hertz.
  ///   - highest: The highest frequency in ``weighted``, in hertz.
  /// - Precondition: The frame and the lag fit into the longest Fourier transform.
  init(frameSize: Int, longestLag: Int, sampleRate: Double, highest: Double = .infinity) {
    self.frameSize = frameSize
    self.longestLag = longestLag
    self.sampleRate = sampleRate
    let length = Self.transformLength(frameSize: frameSize, longestLag: longestLag)
    transform = RealFourierTransform(supported: length)
    plain = Array(repeating: 0, count: longestLag + 1)
    weighted = Array(repeating: 0, count: longestLag + 1)
    spectrum = Array(repeating: 0, count: length)
    power = Array(repeating: 0, count: length / 2 + 1)
    tables = Tables(
      frameSize: frameSize, lagCount: longestLag + 1, sampleRate: sampleRate, highest: highest,
      &transform)
  }

  static func transformLength(frameSize: Int, longestLag: Int) -> Int {
    RealFourierTransform.shortestLength(holding: frameSize + longestLag + 1)
  }

  /// The constants, shared by all copies.
  private final class Tables: Sendable {
    let window: [Float]
    let windowSum: Double
    let windowCorrelation: [Float]
    let weights: [Float]
    let turns: [Float]  // 2 sin(kθ), weighted
    let cosines: [Float]  // cos(kθ)
    let nothing: [Float]  // to leave out

    init(
      frameSize: Int, lagCount: Int, sampleRate: Double, highest: Double,
      _ transform: inout RealFourierTransform
    ) {
      let length = transform.length
      window = Window(.hann, count: frameSize).weights
      windowSum = window.reduce(0) { $0 + Double($1) }
      nothing = Array(repeating: 0, count: length / 2)
      var (weights, turns, cosines) = (nothing, nothing, nothing)
      for bin in 0..<length / 2 {
        let frequency = Double(bin) * sampleRate / Double(length)
        let square = Elementary.square(frequency)
        let corner = Elementary.square(TrackerParameters.Windows.corner)
        weights[bin] =
          frequency <= highest ? Float(Elementary.square(square / (square + corner))) : 0
        let turn = Elementary.sineAndCosine(2 * .pi * Double(bin) / Double(length))
        turns[bin] = Float(2 * turn.sine) * weights[bin]
        cosines[bin] = Float(turn.cosine)
      }
      (self.weights, self.turns, self.cosines) = (weights, turns, cosines)

      var correlation = [Float](repeating: 0, count: length)
      for index in 0..<frameSize { correlation[index] = window[index] }
      transform.forwardPower(&correlation)
      for bin in 1..<(length / 2) { correlation[length - bin] = correlation[bin] }
      transform.forward(&correlation)
      var windowCorrelation = [Float](repeating: 0, count: lagCount)
      for lag in 0..<lagCount { windowCorrelation[lag] = correlation[0] / correlation[lag] }
      self.windowCorrelation = windowCorrelation
    }
  }

  /// Returns the mean of a frame, weighted by the window.
  ///
  /// The plain mean of a fractional number of periods is not the offset; with the window, the
  /// remainder of a low tone has a tenth of the weight.
  ///
  /// - Precondition: `frame.count == frameSize`.
  func mean(of frame: Span<Float>) -> Float {
    let window = tables.window
    return Float(frame.sum(weightedBy: window.span) / tables.windowSum)
  }

  /// Returns the largest displacement of the peak of a partial by the weights, as a share of its
  /// period.
  ///
  /// The window spreads each partial over a lobe of the variance σ² = 1/(3 T²) for a Hann window of
  /// the length T, and the weights grow by the share 4 c²/(f (f² + c²)) per hertz, c being the
  /// corner: the middle of the lobe moves up by σ² times that share. The result is twice as much.
  ///
  /// - Parameter frequency: The frequency of the partial, in hertz.
  /// - Returns: 0 or more.
  func largestDisplacement(at frequency: Double) -> Double {
    let square = Elementary.square(frequency)
    let corner = Elementary.square(TrackerParameters.Windows.corner)
    let variance = Elementary.square(sampleRate / Double(frameSize)) / 3
    return 2 * variance * 4 * corner / (square * (square + corner))
  }

  /// Fills ``power``; all 0 for a constant frame.
  ///
  /// - Precondition: `frame.count == frameSize`.
  @inline(never)
  mutating func analyze(_ frame: Span<Float>, mean: Float) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    Self.load(frame, mean: mean, weights: tables.window, into: &spectrum)
    transform.forward(&spectrum, count: frameSize)
    Self.measure(spectrum, into: &power)
  }

  /// Fills ``plain`` and ``weighted`` from ``power``; all 0 for a constant frame.
  ///
  /// - Parameters:
  ///   - taken: The power of each bin that ``weighted`` leaves out; none by default.
  ///   - addition: The power added to the rest before the correlation is divided by it.
  mutating func correlate(without taken: [Float]? = nil, addition: Float = 0) {
    let sums = Self.join(
      power, tables, taken ?? tables.nothing, addition: addition, into: &spectrum)
    transform.forward(&spectrum)
    Self.separate(spectrum, sums, tables.windowCorrelation, into: &plain, &weighted)
  }
}

extension WeightedAutocorrelation {
  /// Copies a frame less its mean, times the weights of a window.
  private static func load(
    _ frame: Span<Float>, mean: Float, weights: [Float], into buffer: inout [Float]
  ) {
    buffer.withUnsafeMutableBufferPointer { buffer in
      frame.withUnsafeBufferPointer { frame in
        weights.withUnsafeBufferPointer { weights in
          for index in 0..<frame.count { buffer[index] = (frame[index] - mean) * weights[index] }
        }
      }
    }
  }

  /// The power of each bin of a split spectrum.
  private static func measure(_ spectrum: [Float], into power: inout [Float]) {
    let half = spectrum.count / 2
    spectrum.withUnsafeBufferPointer { spectrum in
      power.withUnsafeMutableBufferPointer { power in
        guard let real = spectrum.baseAddress, let power = power.baseAddress else { return }
        let imaginary = real + half
        var bin = 0
        while bin < half {
          let (re, im) = (SIMD4<Float>(real, bin), SIMD4<Float>(imaginary, bin))
          (re * re + im * im).store(power, bin)
          bin &+= 4
        }
        power[0] = spectrum[0] * spectrum[0]
        power[half] = spectrum[half] * spectrum[half]
      }
    }
  }

  /// The values of r₂ that the joint sequence lacks, and its scale relative to r₁.
  private struct Sums {
    var zero: Float = 0  // N r₂(0)
    var one: Float = 0  // N r₂(1)
    var scale: Float = 0
    var divisor: Float = 0  // of r₂, instead of its value at lag 0
  }

  /// Computes the joint sequence of a power spectrum.
  private static func join(
    _ power: [Float], _ tables: Tables, _ taken: [Float], addition: Float,
    into spectrum: inout [Float]
  ) -> Sums {
    let half = tables.weights.count
    return spectrum.withUnsafeMutableBufferPointer { spectrum in
      power.withUnsafeBufferPointer { power in
        tables.weights.withUnsafeBufferPointer { weights in
          tables.cosines.withUnsafeBufferPointer { cosines in
            taken.withUnsafeBufferPointer { taken in
              // Separate lanes, since sums in order cannot be vectorised.
              var (plain, weighted, turned) = (
                SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero
              )
              for bin in stride(from: 0, to: half, by: 8) {
                let here = eight(power.baseAddress, bin)
                let rest = here - eight(taken.baseAddress, bin)
                let positive = rest.replacing(with: 0, where: rest .< 0)
                let product = positive * eight(weights.baseAddress, bin)
                plain += here
                weighted += product
                turned += product * eight(cosines.baseAddress, bin)
              }
              // Bin 0 has no weight; all but it and bin N/2 stand for two.
              let sums = (
                plain: 2 * plain.sum() - power[0] + power[half], zero: 2 * weighted.sum(),
                one: 2 * turned.sum()
              )
              // Scaled to the size of r₁, so that rounding errors of one do not hide the other.
              let isHeard = sums.zero > 1e-20 && sums.plain > 1e-20
              let scale = isHeard ? sums.plain / sums.zero : 0
              tables.turns.withUnsafeBufferPointer { turns in
                guard let all = power.baseAddress, let taken = taken.baseAddress,
                  let turns = turns.baseAddress, let spectrum = spectrum.baseAddress
                else { return }
                spectrum[0] = power[0]
                // The last four are partly those before once more.
                var bin = 1
                while bin < half {
                  bin = min(bin, half - 4)
                  let here = SIMD4(all, bin)
                  let rest = here - SIMD4(taken, bin)
                  let positive = rest.replacing(with: 0, where: rest .< 0)
                  let odd = scale * SIMD4(turns, bin) * positive
                  (here - odd).store(spectrum, bin)
                  (here + odd).reversed.store(spectrum, 2 * half - bin - 3)
                  bin += 4
                }
                spectrum[half] = power[half]
              }
              return isHeard
                ? Sums(
                  zero: sums.zero, one: sums.one, scale: scale, divisor: sums.zero + addition)
                : Sums()
            }
          }
        }
      }
    }
  }

  private static func eight(_ values: UnsafePointer<Float>?, _ index: Int) -> SIMD8<Float> {
    guard let values else { return .zero }
    return UnsafeRawPointer(values + index).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Separates the two correlations, and divides them by that of the window.
  private static func separate(
    _ joint: [Float], _ sums: Sums, _ correction: [Float], into plain: inout [Float],
    _ weighted: inout [Float]
  ) {
    let half = joint.count / 2
    joint.withUnsafeBufferPointer { joint in
      correction.withUnsafeBufferPointer { correction in
        plain.withUnsafeMutableBufferPointer { plain in
          weighted.withUnsafeMutableBufferPointer { weighted in
            let scale = joint[0] > 1e-20 ? 1 / joint[0] : 0
            plain[0] = scale > 0 ? 1 : 0
            let share = sums.scale > 0 ? 1 / (sums.scale * sums.divisor) : 0
            var (before, here) =
              sums.divisor > 0
              ? (sums.zero / sums.divisor, sums.one / sums.divisor) : (Float(1), Float(0))
            // One after another only what depends on the value before.
            let odd = UnsafeBufferPointer(rebasing: joint[half...])
            for lag in 1..<plain.count {
              weighted[lag] = here
              (before, here) = (here, before - odd[lag] * share)
            }
            for lag in 1..<plain.count { weighted[lag] *= correction[lag] }
            for lag in 1..<plain.count { plain[lag] = joint[lag] * scale * correction[lag] }
            weighted[0] = sums.zero > 0 ? 1 : 0
          }
        }
      }
    }
  }
}
