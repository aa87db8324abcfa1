/// Neighbours of a buffer at once.
extension SIMD where Self: BitwiseCopyable, Scalar == Float {
  @inline(__always)
  init(_ source: UnsafeBufferPointer<Float>, _ index: Int) {
    guard let base = source.baseAddress else { preconditionFailure("empty") }
    self = UnsafeRawPointer(base + index).loadUnaligned(as: Self.self)
  }

  @inline(__always)
  init(_ source: UnsafeMutableBufferPointer<Float>, _ index: Int) {
    self.init(UnsafeBufferPointer(source), index)
  }

  @inline(__always)
  func store(_ target: UnsafeMutableBufferPointer<Float>, _ index: Int) {
    guard let base = target.baseAddress else { preconditionFailure("empty") }
    UnsafeMutableRawPointer(base + index).storeBytes(of: self, as: Self.self)
  }
}
