/// How one sample is stored in bytes, the lowest byte first.
enum SampleEncoding: Sendable {
  case unsigned8, signed16, signed24, signed32, float32, float64

  /// The number of bytes of one sample.
  var size: Int {
    switch self {
    case .unsigned8: 1
    case .signed16: 2
    case .signed24: 3
    case .signed32, .float32: 4
    case .float64: 8
    }
  }

  /// Decodes `samples.count` samples from the start of `bytes`; integers become -1..<1.
  func decode(_ bytes: UnsafeRawBufferPointer, into samples: inout [Float], count: Int) {
    precondition(bytes.count >= count * size && samples.count >= count, "too few bytes")
    for index in 0..<count { samples[index] = sample(in: bytes, at: index * size) }
  }

  private func sample(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Float {
    func load<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer {
      Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self))
    }
    switch self {
    case .unsigned8: return (Float(bytes[offset]) - 128) / 128
    case .signed16: return Float(load(Int16.self)) / 32_768
    case .signed24:
      let low = Int32(load(UInt16.self))
      let high = Int32(Int8(bitPattern: bytes[offset + 2]))
      return Float(high << 16 | low) / 8_388_608
    case .signed32: return Float(load(Int32.self)) / 2_147_483_648
    case .float32: return Float(bitPattern: load(UInt32.self))
    case .float64: return Float(Double(bitPattern: load(UInt64.self)))
    }
  }
}
