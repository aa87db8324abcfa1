internal import SignalProcessing

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
