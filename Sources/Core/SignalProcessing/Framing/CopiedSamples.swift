extension UnsafeMutablePointer<Float> {
  /// Copies a block of samples, which may overlap with where it goes. In Embedded Swift,
  /// `update(from:count:)` is a call for each sample.
  ///
  /// - Parameters:
  ///   - source: The first of them.
  ///   - count: The number of samples.
  @inlinable
  @inline(__always)
  package func copy(from source: UnsafePointer<Float>, count: Int) {
    UnsafeMutableRawPointer(self).copyMemory(
      from: source, byteCount: count &* MemoryLayout<Float>.stride)
  }
}
