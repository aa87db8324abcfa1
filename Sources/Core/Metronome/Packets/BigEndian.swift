/// Numbers in packets, the most significant byte first.
extension [UInt8] {
  /// Appends a number.
  package mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { self += $0 }
  }

  /// Reads the number that begins at an offset.
  ///
  /// - Precondition: All of its bytes are there.
  package func bigEndian<Number: FixedWidthInteger>(at offset: Int) -> Number {
    let unsigned = self[offset..<offset + MemoryLayout<Number>.size].reduce(0) {
      UInt64($0) << 8 | UInt64($1)
    }
    return Number(truncatingIfNeeded: unsigned)
  }
}
