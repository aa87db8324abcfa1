import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Codes of a packet")
struct CodingTests {
  @Test("CRC-24 of the digits 1 to 9 is 21CF02, as RFC 9580's catalogue entry says")
  func checkValue() {
    #expect(CRC24.checksum(Array("123456789".utf8)) == 0x21_CF02)
    #expect(CRC24.checksum([]) == 0xB7_04CE)
  }

  @Test("the scrambler begins with the bits 00000011 11110110, as in digital television")
  func scrambler() {
    var scrambler = Scrambler()
    let bytes = [scrambler.next(), scrambler.next()]
    #expect(bytes == [0b0000_0011, 0b1111_0110])
  }

  @Test("a single 1 bit comes out as the three generators 2353, 2671 and 3175")
  func impulse() {
    let coded = ConvolutionalCode.encode([0x80, 0, 0])
    for (position, generator) in [0o2353, 0o2671, 0o3175].enumerated() {
      let bits = (0...10).map { Int(coded[3 * $0 + position]) << (10 - $0) }
      #expect(bits.reduce(0, +) == generator)
    }
  }

  @Test("the mother code repairs 10 wrong bits anywhere, less than half of its distance of 22")
  func repair() {
    var generator = SeededGenerator(seed: 11)
    var decoder = ViterbiDecoder(maximumBitCount: 8 * 40)
    for count in [3, 4, 19, 40] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      var soft = ConvolutionalCode.encode(bytes).map { Float($0) * 2 - 1 }
      for _ in 0..<10 {
        let position = Int(generator.next() % UInt64(soft.count))
        soft[position] = -soft[position]
      }
      var decoded = [UInt8](repeating: 0, count: 40)
      decoder.decode(soft, byteCount: count, into: &decoded)
      #expect(Array(decoded[0..<count]) == bytes)
    }
  }

  @Test("a decoder finds the best of 1280 words of two bytes")
  func exhaustive() {
    var noise = WhiteNoise(level: -1, seed: 5)
    let sent = ConvolutionalCode.encode([0x5A, 0xC3])
    let soft = sent.map { Float($0) * 2 - 1 + noise.next() }
    var best = (score: -Float.infinity, word: [UInt8]())
    for high in stride(from: UInt8(0), through: 255, by: 1) {
      for low in [UInt8(0xC3), high, ~high, 0, 255] {
        let coded = ConvolutionalCode.encode([high, low])
        var score: Float = 0
        for (value, bit) in zip(soft, coded) { score += bit == 1 ? value : -value }
        if score > best.score { best = (score, [high, low]) }
      }
    }
    var decoder = ViterbiDecoder(maximumBitCount: 16)
    var decoded: [UInt8] = [0, 0]
    decoder.decode(soft, byteCount: 2, into: &decoded)
    #expect(decoded == best.word)
  }

  @Test("any two headers differ in at least 3 of their 4 nibbles")
  func headerDistance() {
    let words = (UInt8.min...UInt8.max).map { value in
      (0..<4).map { HeaderCode.nibble($0, of: value) }
    }
    for first in words.indices {
      for second in 0..<first {
        let distance = (0..<4).count { words[first][$0] != words[second][$0] }
        #expect(distance >= 3)
      }
    }
  }

  @Test("every bit that is sent comes back to its place", arguments: [40, 71, 72, 150])
  func matching(count: Int) {
    var matching = RateMatching(maximumCount: 150)
    let coded = (0..<72).map { UInt8($0 * 7 % 3 == 0 ? 1 : 0) }
    let sent = matching.spread(coded, count: count)
    var gathered = [Float](repeating: 9, count: 72)
    matching.gather(sent.map { Float($0) * 2 - 1 }, count: count, into: &gathered, codedCount: 72)
    #expect(sent.count == count)
    #expect(gathered.count { $0 != 0 } == min(count, 72))
    for (bit, value) in zip(coded, gathered) where value != 0 { #expect((value > 0) == (bit == 1)) }
  }
}
