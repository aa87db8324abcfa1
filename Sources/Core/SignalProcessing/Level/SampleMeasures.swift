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

  /// Returns the sum of the samples, each times a weight.
  ///
  /// - Parameter weights: One weight per sample.
  /// - Returns: Σ w x, in lanes of single precision.
  /// - Complexity: O(*n*) time.
  public func sum(weightedBy weights: Span<Float>) -> Double {
    precondition(weights.count == count, "weights.count must equal count")
    return withUnsafeBufferPointer { samples in
      weights.withUnsafeBufferPointer { weights in
        guard let start = samples.baseAddress, let first = weights.baseAddress else { return 0 }
        var sums = SIMD8<Float>()
        var index = 0
        while index <= samples.count &- 8 {
          sums +=
            UnsafeRawPointer(start + index).loadUnaligned(as: SIMD8<Float>.self)
            * UnsafeRawPointer(first + index).loadUnaligned(as: SIMD8<Float>.self)
          index &+= 8
        }
        var total = Double(sums.sum())
        for rest in index..<samples.count { total += Double(samples[rest] * weights[rest]) }
        return total
      }
    }
  }

  /// Returns the sum of the squared distances from a mean.
  ///
  /// - Parameter mean: The value to subtract; see ``mean``.
  /// - Returns: Σ (x − `mean`)², in double precision.
  /// - Complexity: O(*n*) time.
  public func energy(around mean: Float = 0) -> Double {
    energyAndPeak(around: mean).energy
  }

  /// Returns the sum of the squared distances from a mean, and the largest distance.
  ///
  /// The largest is found while the sum waits for its last addition, at hardly any cost.
  ///
  /// - Parameter mean: The value to subtract; see ``mean``.
  /// - Returns: ``energy(around:)``, and the largest |x − `mean`|; 0 for an empty span.
  /// - Complexity: O(*n*) time, no allocation.
  package func energyAndPeak(around mean: Float = 0) -> (energy: Double, peak: Float) {
    withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return (0, 0) }
      let means = SIMD4<Float>(repeating: mean)
      var sums = SIMD4<Double>()
      var (low, high) = (SIMD4<Float>(), SIMD4<Float>())
      var index = 0
      while index <= samples.count &- 4 {
        let vector = SIMD4(start, index) - means
        let wide = SIMD4<Double>(vector)
        sums += wide * wide
        low.replace(with: vector, where: vector .< low)
        high.replace(with: vector, where: vector .> high)
        index &+= 4
      }
      var total = sums.sum()
      // One by one: the minimum of a vector is long code.
      let least = min(min(low.x, low.y), min(low.z, low.w))
      var peak = max(-least, max(max(high.x, high.y), max(high.z, high.w)))
      for rest in index..<samples.count {
        let distance = samples[rest] - mean
        total += Double(distance) * Double(distance)
        peak = max(peak, distance.magnitude)
      }
      return (total, peak)
    }
  }

  /// The smallest and the largest sample; all samples must be numbers. 0 for an empty span.
  ///
  /// - Complexity: O(*n*) time, no allocation.
  public var extremes: (least: Float, largest: Float) {
    guard count > 0 else { return (0, 0) }
    return withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return (0, 0) }
      let vectors = CodeSize.isSmall ? 0 : samples.count / 4
      var low = SIMD4<Float>(repeating: samples[0])
      var high = low
      for index in stride(from: 0, to: 4 * vectors, by: 4) {
        let values = SIMD4<Float>(start, index)
        low.replace(with: values, where: values .< low)
        high.replace(with: values, where: values .> high)
      }
      // One by one: the minimum of a vector is long code.
      var extremes = (
        least: min(min(low.x, low.y), min(low.z, low.w)),
        largest: max(max(high.x, high.y), max(high.z, high.w))
      )
      for index in (4 * vectors)..<samples.count {
        extremes.least = min(extremes.least, samples[index])
        extremes.largest = max(extremes.largest, samples[index])
      }
      return extremes
    }
  }
}

/// Finds values by rank without allocating, as the standard library's sort would.
package enum Selection {
  /// Returns the value with a given rank in ascending order.
  ///
  /// This is Hoare's selection; it reorders the values.
  ///
  /// - Parameters:
  ///   - rank: The rank, in 0..<`values.count`.
  ///   - values: At least one value, none of them NaN.
  /// - Returns: The value; the median for a rank of `values.count / 2`.
  /// - Complexity: O(*n*) time on average.
  // Other modules call the general one, at many times the cost, for what is not named here.
  @specialized(where Value == Double)
  @specialized(where Value == Float)
  package static func value<Value: Comparable>(
    atRank rank: Int, of values: UnsafeMutableBufferPointer<Value>
  ) -> Value {
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
  }
}
