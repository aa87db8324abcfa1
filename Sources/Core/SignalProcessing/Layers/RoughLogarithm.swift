/// A quick logarithm for the inputs of networks.
package enum RoughLogarithm {
  /// Returns the binary logarithm of a positive number within 0.0002, in the same bits everywhere.
  package static func binary(of value: Float) -> Float {
    let bits = value.bitPattern
    let exponent = Float(Int32(bits >> 23) - 127)
    let mantissa = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000)
    // log2((1 + z) / (1 - z)) about 2^(1/2).
    let z = (mantissa - 1.414_213_5) / (mantissa + 1.414_213_5)
    let square = z * z
    return exponent + 0.5 + z * (2.885_390_1 + square * (0.961_796_7 + square * 0.577_078))
  }
}
