public import SignalProcessing

/// A rule that interpolates the peak of a spectrum between its bins.
///
/// With the magnitudes y₁, y₂, y₃ of the bins k−1, k, k+1 and the complex bins X(k), each rule
/// gives the offset δ of the peak from the strongest bin k. Its error for a single sine, in bins,
/// depends on how well the formula matches the shape of the window's main lobe.
///
/// - SeeAlso: J. O. Smith, X. Serra, "PARSHL", Proc. ICMC 1987 (parabolas); V. Jain, W. Collins, D.
///   Davis, "High-accuracy analog measurements via interpolated FFT", IEEE Trans. IM 28(2), 1979,
///   [doi:10.1109/TIM.1979.4314779](https://doi.org/10.1109/TIM.1979.4314779); B. Quinn,
///   "Estimating frequency by interpolation using Fourier coefficients", IEEE Trans. SP 42(5),
///   1994, [doi:10.1109/78.295186](https://doi.org/10.1109/78.295186); B. Quinn, "Estimation of
///   frequency, amplitude, and phase from the DFT of a time series", IEEE Trans. SP 45(3), 1997,
///   [doi:10.1109/78.558515](https://doi.org/10.1109/78.558515).
public enum PeakInterpolation: String, CaseIterable, Sendable, Hashable {
  /// δ = 0: off by up to half a bin.
  case maximumBin
  /// The vertex of the parabola through the magnitudes, δ = (y₃ − y₁) / (2 (2 y₂ − y₁ − y₃)): off
  /// by up to 0.053 bins with a Hann window.
  case quadratic
  /// The vertex of the parabola through the logarithms of the magnitudes: off by up to 0.016 bins
  /// with a Hann window.
  case logQuadratic
  /// The centre of gravity, δ = (y₃ − y₁) / (y₁ + y₂ + y₃): off by up to 0.137 bins with a Hann
  /// window, most of all halfway between two bins.
  case barycentric
  /// Jain's ratio of the two strongest bins, which is exact for a single complex sinusoid in a
  /// rectangular window: with a = y₃/y₂, δ = a/(1 + a); if y₁ > y₃, with a = y₂/y₁, δ = a/(1 + a) −
  /// 1.
  case jain
  /// Quinn's first estimator, exact for a single complex sinusoid in a rectangular window: with a±
  /// = Re(X(k±1)/X(k)), δ₊ = −a₊/(1 − a₊) and δ₋ = a₋/(1 − a₋); δ = δ₊ if both are positive, else
  /// δ₋.
  case quinnFirst
  /// Quinn's second estimator, which has less variance in noise: δ = (δ₊ + δ₋)/2 + τ(δ₊²) − τ(δ₋²)
  /// with τ(x) = ¼ ln(3x² + 6x + 1) − √6/24 · ln((x + 1 − √⅔)/(x + 1 + √⅔)).
  case quinnSecond

  /// The window that the rule was derived for.
  public var window: WindowShape {
    switch self {
    case .maximumBin, .quadratic, .logQuadratic, .barycentric: .hann
    case .jain, .quinnFirst, .quinnSecond: .rectangular
    }
  }

  /// Returns the distance of the peak from its strongest bin.
  ///
  /// - Parameters:
  ///   - bin: The strongest bin k.
  ///   - spectrum: A split spectrum of N elements (``PitchEstimation/WindowedSpectrum``), not
  ///     zero-padded for the three rules that assume a rectangular window.
  /// - Returns: δ in bins, in -1...1; 0 if the formula has no finite value.
  /// - Precondition: `bin` is in `1...spectrum.count / 2 - 2`.
  /// - Complexity: O(1) time.
  public func offset(ofPeakAt bin: Int, in spectrum: Span<Float>) -> Double {
    let half = spectrum.count / 2
    precondition(bin >= 1 && bin <= half - 2, "bin must have two complex neighbours")
    let bins = Neighbours(spectrum, bin)
    let offset =
      switch self {
      case .maximumBin: 0.0
      case .quadratic: Self.vertex(bins.left.magnitude, bins.middle.magnitude, bins.right.magnitude)
      case .logQuadratic:
        // The logarithm of the power is twice that of the magnitude: the vertex is the same.
        Self.vertex(
          Elementary.log(bins.left.power), Elementary.log(bins.middle.power),
          Elementary.log(bins.right.power))
      case .barycentric:
        (bins.right.magnitude - bins.left.magnitude)
          / (bins.left.magnitude + bins.middle.magnitude + bins.right.magnitude)
      case .jain: Self.jain(bins)
      case .quinnFirst: Self.quinnFirst(bins)
      case .quinnSecond: Self.quinnSecond(bins)
      }
    return offset.isFinite ? min(1, max(-1, offset)) : 0
  }
}

extension PeakInterpolation {
  /// The place of the vertex of the parabola through three values at -1, 0 and 1.
  static func vertex(_ left: Double, _ middle: Double, _ right: Double) -> Double {
    (right - left) / (2 * (2 * middle - left - right))
  }

  private static func jain(_ bins: Neighbours) -> Double {
    let (left, middle, right) = (bins.left.magnitude, bins.middle.magnitude, bins.right.magnitude)
    // a/(1 + a) for a = y/x is y/(x + y).
    return left > right ? middle / (left + middle) - 1 : right / (middle + right)
  }

  private static func quinnFirst(_ bins: Neighbours) -> Double {
    let (before, after) = quinnOffsets(bins)
    return before > 0 && after > 0 ? after : before
  }

  private static func quinnSecond(_ bins: Neighbours) -> Double {
    let (before, after) = quinnOffsets(bins)
    return (after + before) / 2 + quinnTau(after * after) - quinnTau(before * before)
  }

  /// δ₋ and δ₊: the offset as either neighbour has it.
  private static func quinnOffsets(_ bins: Neighbours) -> (before: Double, after: Double) {
    let before = bins.left.realPartOfQuotient(by: bins.middle)
    let after = bins.right.realPartOfQuotient(by: bins.middle)
    return (before / (1 - before), -after / (1 - after))
  }

  private static func quinnTau(_ x: Double) -> Double {
    let root = (2.0 / 3).squareRoot()
    return 0.25 * Elementary.log(3 * x * x + 6 * x + 1)
      - (6.0.squareRoot() / 24) * Elementary.log((x + 1 - root) / (x + 1 + root))
  }
}

/// A complex bin.
private struct Bin {
  let real: Double
  let imaginary: Double

  var power: Double { real * real + imaginary * imaginary }
  var magnitude: Double { power.squareRoot() }

  /// Re(self / other) = Re(self · conj other) / |other|².
  func realPartOfQuotient(by other: Bin) -> Double {
    (real * other.real + imaginary * other.imaginary) / other.power
  }
}

/// A bin and its two neighbours.
private struct Neighbours {
  let left: Bin
  let middle: Bin
  let right: Bin

  init(_ spectrum: Span<Float>, _ bin: Int) {
    let half = spectrum.count / 2
    func at(_ k: Int) -> Bin {
      Bin(real: Double(spectrum[k]), imaginary: Double(spectrum[half + k]))
    }
    left = bin == 1 ? Bin(real: Double(spectrum[0]), imaginary: 0) : at(bin - 1)
    middle = at(bin)
    right = at(bin + 1)
  }
}
