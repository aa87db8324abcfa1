public import PitchEstimation
import SignalProcessing

/// SWIPE′, the sawtooth waveform inspired pitch estimator with prime harmonics.
///
/// For each candidate f, 48 to the octave, the loudness spectrum √|X| on the ERB scale is compared
/// with a kernel that has a cosine lobe at f and at its prime harmonics, valleys between them, and
/// an envelope 1/√frequency. The normalised inner product is the pitch *strength*, 1 at best. The
/// ideal window has eight periods of f; the results of the next smaller and larger powers of two
/// are blended.
///
/// Departures from the paper:
/// - All windows are centred on the frame, which is as long as the longest one: the time of the
///   result is the middle of the frame, and no spectrum is interpolated in time.
/// - The spectrum is read between its bins by a cubic through four of them, not by a spline through
///   all.
/// - The weighted mean of each window is removed first, so that an offset has no loudness.
/// - The pitch is the vertex of the parabola through three strengths; the paper's authors search on
///   a finer grid.
///
/// The strength of a steady harmonic tone is 0.6 to 0.9, 0.4 without its fundamental, of a sine 0.6
/// to 0.85; white noise stays below 0.22. Harmonic tones are right within a few cents. A sine is
/// read up to 40 cents sharp, because the valley of the kernel above its first lobe is twice as
/// deep as the one below.
///
/// - Complexity: O(*N* log *N* + *C* *E*) time for a frame of *N* samples, *C* candidates and *E*
///   points of the ERB scale, 10 to each ERB. No allocation after `init`.
/// - SeeAlso: A. Camacho, J. G. Harris, "A sawtooth waveform inspired pitch estimator for speech
///   and music", JASA 124(3), 2008, [doi:10.1121/1.2951592](https://doi.org/10.1121/1.2951592).
public struct SWIPE: RangedEstimator {
  /// The distance of two candidates, in octaves, as in the paper.
  static let candidateSpacing = 1.0 / 48
  /// The number of periods in the best window: 4 K for a Hann window, with K = 2.
  static let periodsPerWindow = 8.0
  /// The shortest window, in samples: that of the shortest Fourier transform.
  static let shortestWindow = 32

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The lowest strength of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  /// For each window size, the candidates that use it, and its weight for each.
  private let shares: [[(candidate: Int, share: Double)]]
  private let kernels: SWIPEKernels
  private var loudness: [LoudnessSpectrum]  // of each window size, from the longest down
  private var strengths: [Double]  // of each candidate

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  /// `strengthThreshold` is the ``voicingThreshold``.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, strengthThreshold: Double = 0.25
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: strengthThreshold)
    let sizes = try Self.windowSizes(for: range)
    let candidates = Self.candidates(in: searchRange)
    let scale = ERBScale(from: searchRange.lowerBound / 4, to: sampleRate / 2)
    var loudness: [LoudnessSpectrum] = []
    for size in sizes {
      loudness.append(
        try range.required(
          try? LoudnessSpectrum(
            windowSize: size, frameSize: sizes[0], sampleRate: sampleRate, scale: scale)))
    }
    kernels = SWIPEKernels(candidates: candidates, scale: scale)
    shares = Self.shares(of: candidates, sizes: sizes, sampleRate: sampleRate)
    strengths = Array(repeating: 0, count: candidates.count)
    self.range = range
    voicingThreshold = strengthThreshold
    self.loudness = loudness
  }

  /// The longest window: the power of two nearest to eight periods of the lowest frequency.
  public var frameSize: Int { loudness[0].frameSize }

  /// The strongest candidate; its periodicity is the strength.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    for index in loudness.indices { loudness[index].analyze(frame) }
    measureStrengths()
    return strongest().map { refined($0) }
  }
}

extension SWIPE {
  /// The powers of two for all candidates, from the longest window down.
  private static func windowSizes(for range: SearchRange) throws(EstimatorError) -> [Int] {
    let frequencies = range.frequencies
    let longest = windowExponent(for: frequencies.lowerBound, sampleRate: range.sampleRate)
    let shortest = windowExponent(for: frequencies.upperBound, sampleRate: range.sampleRate)
    let exponents = try range.required(longest <= 16 ? shortest...longest : nil)
    return exponents.reversed().map { 1 << $0 }
  }

  /// The exponent of the window size nearest to eight periods of a frequency.
  private static func windowExponent(for frequency: Double, sampleRate: Double) -> Int {
    let exponent = Elementary.log2(periodsPerWindow * sampleRate / frequency).rounded()
    return Int(min(60, max(exponent, Elementary.log2(Double(shortestWindow)).rounded())))
  }

  private static func candidates(in range: ClosedRange<Double>) -> [Double] {
    let octaves = Elementary.log2(range.upperBound / range.lowerBound)
    let last = Int((octaves / candidateSpacing).rounded(.up))
    return (0...last).map { range.lowerBound * Elementary.exp2(Double($0) * candidateSpacing) }
  }

  /// Each candidate uses the two window sizes around the right one, or with the last one.
  private static func shares(
    of candidates: [Double], sizes: [Int], sampleRate: Double
  ) -> [[(candidate: Int, share: Double)]] {
    var shares = [[(candidate: Int, share: Double)]](repeating: [], count: sizes.count)
    for (index, frequency) in candidates.enumerated() {
      // Octaves from the candidate that the longest size suits.
      let octaves = Elementary.log2(
        frequency * Double(sizes[0]) / (periodsPerWindow * sampleRate))
      let position = min(Double(sizes.count - 1), max(0, octaves))
      let share = position - position.rounded(.down)
      shares[Int(position)].append((index, 1 - share))
      if share > 0 { shares[Int(position) + 1].append((index, share)) }
    }
    return shares
  }

  private mutating func measureStrengths() {
    for candidate in strengths.indices { strengths[candidate] = 0 }
    for window in loudness.indices {
      kernels.addStrengths(in: loudness[window], shares: shares[window], to: &strengths)
    }
  }

  private func strongest() -> Int? {
    var best: Int?
    var highest = 0.0
    for candidate in strengths.indices where strengths[candidate] > highest {
      best = candidate
      highest = strengths[candidate]
    }
    return best
  }

  /// The vertex of the parabola through the strengths around a candidate.
  private func refined(_ candidate: Int) -> PitchCandidate {
    var offset = 0.0
    var strength = strengths[candidate]
    if candidate > 0, candidate < strengths.count - 1 {
      let (left, right) = (strengths[candidate - 1], strengths[candidate + 1])
      let vertex = PeakInterpolation.vertex(left, strength, right)
      if vertex.magnitude <= 1 {
        offset = vertex
        strength += 0.25 * (right - left) * vertex
      }
    }
    let octaves = (Double(candidate) + offset) * Self.candidateSpacing
    return PitchCandidate(
      frequency: range.frequencies.lowerBound * Elementary.exp2(octaves),
      periodicity: min(1, max(0, strength)))
  }
}

/// The kernels of SWIPE′, one for each candidate, without their zeros at low frequencies.
///
/// With q = frequency/candidate, and for i = 1 and the primes up to the highest harmonic: cos 2πq
/// where |q − i| < ¼ (the lobe of harmonic i), plus ½ cos 2πq where ¼ < |q − i| < ¾ (half of each
/// valley beside it); all times 1/√frequency, and divided by the norm of the positive part.
///
/// - SeeAlso: The paper at ``SWIPE``, section II.
struct SWIPEKernels: Sendable {
  private let first: [Int]  // the index of each kernel's first frequency
  private let start: [Int]  // where each kernel starts in `weights`, and where the last one ends
  private let weights: [Float]

  init(candidates: [Double], scale: ERBScale) {
    var first: [Int] = []
    var start = [0]
    var weights: [Float] = []
    let primes = Self.oneAndPrimes(
      upTo: Int((scale.frequencies.last ?? 0) / (candidates.first ?? 1)) + 1)
    for candidate in candidates {
      let lowest = scale.frequencies.firstIndex { $0 > candidate / 4 } ?? 0
      var kernel = Self.kernel(of: candidate, scale.frequencies[lowest...], primes: primes)
      while !kernel.count.isMultiple(of: 8) { kernel.append(0) }
      first.append(lowest)
      weights += kernel
      start.append(weights.count)
    }
    (self.first, self.start, self.weights) = (first, start, weights)
  }

  /// Adds to the strengths of some candidates the normalised inner products of their kernels and a
  /// loudness spectrum: each at most 1; 0 where nothing is loud.
  ///
  /// - Parameters:
  ///   - loudness: The spectrum.
  ///   - shares: The weight of the spectrum for each of its candidates.
  ///   - strengths: The strengths of all candidates.
  func addStrengths(
    in loudness: LoudnessSpectrum, shares: [(candidate: Int, share: Double)],
    to strengths: inout [Double]
  ) {
    weights.withUnsafeBufferPointer { weights in
      loudness.values.withUnsafeBufferPointer { values in
        for (candidate, share) in shares {
          let first = first[candidate]
          let energy = loudness.energyAbove[first]
          guard energy > 0 else { continue }
          let range = start[candidate]..<start[candidate + 1]
          let product = Self.innerProduct(
            UnsafeBufferPointer(rebasing: weights[range]),
            UnsafeBufferPointer(rebasing: values[first..<first + range.count]))
          strengths[candidate] += share * Double(product) / Double(energy).squareRoot()
        }
      }
    }
  }
}

extension SWIPEKernels {
  private static func kernel(
    of candidate: Double, _ frequencies: ArraySlice<Double>, primes: [Int]
  ) -> [Float] {
    // The highest harmonic whose lobe and valley are below the last frequency.
    let harmonics = Int((frequencies.last ?? 0) / candidate - 0.75)
    let kernel = frequencies.map { frequency in
      let ratio = frequency / candidate
      return lobes(at: ratio, harmonics: harmonics, primes: primes) / frequency.squareRoot()
    }
    let norm = kernel.reduce(0) { $1 > 0 ? $0 + $1 * $1 : $0 }.squareRoot()
    return kernel.map { norm > 0 ? Float($0 / norm) : 0 }
  }

  /// The value of the kernel without its envelope.
  private static func lobes(at ratio: Double, harmonics: Int, primes: [Int]) -> Double {
    var weight = 0.0
    // Only the harmonics on either side are within ¾.
    for harmonic in [Int(ratio), Int(ratio) + 1]
    where harmonic <= max(1, harmonics) && isMember(harmonic, of: primes) {
      let distance = (ratio - Double(harmonic)).magnitude
      if distance < 0.25 { weight += 1 } else if distance < 0.75 { weight += 0.5 }
    }
    return weight == 0 ? 0 : weight * Elementary.cos(2 * .pi * ratio)
  }

  private static func isMember(_ number: Int, of sorted: [Int]) -> Bool {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == number
  }

  private static func oneAndPrimes(upTo limit: Int) -> [Int] {
    var found = [1]
    for number in stride(from: 2, through: max(2, limit), by: 1) {
      let isPrime = found.dropFirst().prefix { $0 * $0 <= number }
        .allSatisfy { !number.isMultiple(of: $0) }
      if isPrime { found.append(number) }
    }
    return found
  }

  /// Σ a b, eight at a time; the count is a multiple of eight.
  private static func innerProduct(
    _ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>
  ) -> Float {
    let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    let size = MemoryLayout<SIMD8<Float>>.size
    var sum = SIMD8<Float>.zero
    for offset in stride(from: 0, to: a.count, by: size) {
      sum +=
        a.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * b.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    }
    return sum.sum()
  }
}
