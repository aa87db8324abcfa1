/// The convolutional mother code: three bits out for each bit in, of constraint length 11.
///
/// Tail-biting: the encoder starts in the state in which it will end, so that no bits are spent on a
/// tail. Generators 2353, 2671 and 3175 in octal, free distance 22.
///
/// - SeeAlso: K. J. Larsen, "Short convolutional codes with maximal free distance for rates 1/2, 1/3,
///   and 1/4", IEEE Trans. Inf. Theory 19(3), 1973,
///   [doi:10.1109/TIT.1973.1055014](https://doi.org/10.1109/TIT.1973.1055014).
enum ConvolutionalCode {
  /// Bits out for each bit in.
  static var outputCount: Int { 3 }
  static var memory: Int { 10 }
  static var stateCount: Int { 1 << memory }
  private static var generators: (Int, Int, Int) { (0o2353, 0o2671, 0o3175) }

  /// The three coded bits, the first one in bit 0.
  ///
  /// - Parameter register: The new bit in bit 10, the state below it.
  /// - Returns: Three bits.
  static func output(of register: Int) -> Int {
    parity(register & generators.0) | parity(register & generators.1) << 1
      | parity(register & generators.2) << 2
  }

  private static func parity(_ bits: Int) -> Int { bits.nonzeroBitCount & 1 }

  /// Encodes the bits of some bytes, the highest bit first.
  ///
  /// - Returns: One coded bit an element.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let count = 8 * bytes.count
    func bit(_ index: Int) -> Int { Int(bytes[index / 8] >> UInt8(7 - index % 8)) & 1 }
    var state = 0
    for index in 0..<memory { state |= bit((count - 1 - index) % count) << (memory - 1 - index) }
    var coded: [UInt8] = []
    coded.reserveCapacity(outputCount * count)
    for index in 0..<count {
      let register = state | bit(index) << memory
      let output = output(of: register)
      for position in 0..<outputCount { coded.append(UInt8(output >> position & 1)) }
      state = register >> 1
    }
    return coded
  }
}
