/// A Fourier transform that cannot be planned.
public enum FourierError: Error, Equatable, Sendable {
  /// The length must be a power of two in ``RealFourierTransform/supportedLengths``.
  case unsupportedLength(Int)
}

#if !hasFeature(Embedded)
  extension FourierError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .unsupportedLength(let length):
        "The length must be a power of two from 32 to 65536, but is \(length)."
      }
    }
  }
#endif
