extension Span where Element == Float {
  /// The arithmetic mean: the constant part (DC) of a frame. 0 for an empty span.
  ///
  /// - Complexity: O(*n*) time.
  public var mean: Float {
    guard count > 0 else { return 0 }
    return withUnsafeBufferPointer { samples in
      var sums = SIMD8<Float>()
      var index = 0
      let raw = UnsafeRawBufferPointer(samples)
      while index + 8 <= samples.count {
        sums += raw.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
        index += 8
      }
      var total = Double(sums.sum())
      for rest in index..<samples.count { total += Double(samples[rest]) }
      return Float(total / Double(samples.count))
    }
  }

  /// The sum of the samples, each times a weight.
  ///
  /// - Parameter weights: As many as there are samples.
  /// - Returns: Σ w x, in lanes of single precision.
  /// - Complexity: O(*n*) time.
  public func sum(weightedBy weights: Span<Float>) -> Double {
    precondition(weights.count == count, "weights.count must equal count")
    return withUnsafeBufferPointer { samples in
      weights.withUnsafeBufferPointer { weights in
        var sums = SIMD8<Float>()
        var index = 0
        let (raw, rawWeights) = (UnsafeRawBufferPointer(samples), UnsafeRawBufferPointer(weights))
        while index + 8 <= samples.count {
          sums +=
            raw.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
            * rawWeights.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
          index += 8
        }
        var total = Double(sums.sum())
        for rest in index..<samples.count { total += Double(samples[rest] * weights[rest]) }
        return total
      }
    }
  }

  /// The sum of the squared distances from a mean.
  ///
  /// - Parameter mean: The value that counts as zero; see ``mean``.
  /// - Returns: Σ (x − `mean`)², in double precision.
  /// - Complexity: O(*n*) time.
  public func energy(around mean: Float = 0) -> Double {
    withUnsafeBufferPointer { samples in
      let raw = UnsafeRawBufferPointer(samples)
      let means = SIMD4<Float>(repeating: mean)
      var sums = SIMD4<Double>()
      var index = 0
      while index + 4 <= samples.count {
        let vector = raw.loadUnaligned(fromByteOffset: 4 * index, as: SIMD4<Float>.self) - means
        let wide = SIMD4<Double>(vector)
        sums += wide * wide
        index += 4
      }
      var total = sums.sum()
      for rest in index..<samples.count {
        let distance = Double(samples[rest] - mean)
        total += distance * distance
      }
      return total
    }
  }
}
