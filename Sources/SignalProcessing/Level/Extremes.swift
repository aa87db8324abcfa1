extension Span where Element == Float {
  /// The least and the largest sample, all of which must be numbers; 0 for an empty span.
  ///
  /// - Complexity: O(*n*) time, no allocation.
  public var extremes: (least: Float, largest: Float) {
    guard count > 0 else { return (0, 0) }
    return withUnsafeBufferPointer { samples in
      let raw = UnsafeRawBufferPointer(samples)
      let vectors = samples.count / 8
      var least = SIMD8<Float>(repeating: samples[0])
      var largest = least
      for offset in stride(from: 0, to: 32 * vectors, by: 32) {
        let values = raw.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        least.replace(with: values, where: values .< least)
        largest.replace(with: values, where: values .> largest)
      }
      var extremes = (least: least.min(), largest: largest.max())
      for index in (8 * vectors)..<samples.count {
        extremes.least = min(extremes.least, samples[index])
        extremes.largest = max(extremes.largest, samples[index])
      }
      return extremes
    }
  }
}
