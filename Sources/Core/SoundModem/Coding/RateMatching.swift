internal import SignalProcessing

/// The selection and the order of the bits of the mother code that are sent.
///
/// Coded bits are left out at even distances, or repeated, until they fill the symbols exactly.
/// Then they are shuffled over the whole packet, so that a lost symbol or frequency does not hit
/// neighbouring bits.
struct RateMatching: Sendable {
  private var order: [Int32]

  /// - Parameter maximumCount: The largest number of bits that will be sent.
  init(maximumCount: Int) {
    order = Array(repeating: 0, count: maximumCount)
  }

  /// Returns the bits to send.
  ///
  /// - Parameters:
  ///   - coded: The bits of the mother code.
  ///   - count: The number of bits to send.
  /// - Returns: One bit per element, in the order of sending.
  mutating func spread(_ coded: [UInt8], count: Int) -> [UInt8] {
    shuffle(count)
    var sent = [UInt8](repeating: 0, count: count)
    for index in 0..<count {
      sent[Int(order[index])] = coded[Self.source(of: index, count, codedCount: coded.count)]
    }
    return sent
  }

  /// Adds up the soft values received for each bit of the mother code.
  ///
  /// - Parameters:
  ///   - received: A soft value for each bit that was sent.
  ///   - count: The number of sent bits.
  ///   - coded: Receives the soft values of the mother code.
  ///   - codedCount: The number of bits of the mother code.
  mutating func gather(
    _ received: [Float], count: Int, into coded: inout [Float], codedCount: Int
  ) {
    shuffle(count)
    for index in 0..<codedCount { coded[index] = 0 }
    for index in 0..<count {
      coded[Self.source(of: index, count, codedCount: codedCount)] += received[Int(order[index])]
    }
  }

  /// Computes the extrinsic value of each sent bit: what the mother code says about it beyond its
  /// own soft value.
  ///
  /// - Parameters:
  ///   - posteriors: A soft value for each bit of the mother code, after decoding.
  ///   - codedCount: The number of bits of the mother code.
  ///   - received: The soft value of each sent bit.
  ///   - count: The number of sent bits; the same as for the last `gather`.
  ///   - extrinsicValues: Receives the result.
  func scatter(
    _ posteriors: [Float], codedCount: Int, _ received: [Float], count: Int,
    into extrinsicValues: inout [Float]
  ) {
    for index in 0..<count {
      let position = Int(order[index])
      extrinsicValues[position] =
        posteriors[Self.source(of: index, count, codedCount: codedCount)] - received[position]
    }
  }

  private static func source(of index: Int, _ count: Int, codedCount: Int) -> Int {
    count >= codedCount ? index % codedCount : index * codedCount / count
  }

  /// The shuffle of Fisher and Yates, from a fixed seed.
  private mutating func shuffle(_ count: Int) {
    precondition(count <= order.count, "too many bits")
    var generator = SeededGenerator(seed: UInt64(count))
    for index in 0..<count { order[index] = Int32(index) }
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, Int(generator.next() % UInt64(index + 1)))
    }
  }
}

/// Turns any bytes into bits that look random, and back, so that all payloads fare alike.
///
/// The shift register x¹⁵ + x¹⁴ + 1 with the start 100101010000000 of digital television.
///
/// - SeeAlso: ETSI EN 300 744, section 4.3.1.
struct Scrambler {
  private var register: UInt16 = 0b100_1010_1000_0000

  /// Returns the next eight bits to combine with a byte by exclusive or.
  mutating func next() -> UInt8 {
    var byte: UInt8 = 0
    for _ in 0..<8 {
      let bit = (register ^ (register >> 1)) & 1
      register = register >> 1 | bit << 14
      byte = byte << 1 | UInt8(bit)
    }
    return byte
  }
}
