import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Erasure code over GF(2^16)")
struct ErasureCodeTests {
  // Of the Python package galois 0.4, GF(2**16) with x^16 + x^12 + x^3 + x + 1.
  @Test(
    "products and inverses are those of another program",
    arguments: [
      (0x0002, 0x8000, 0x100B), (0x1234, 0x5678, 0x6324), (0xFFFF, 0xFFFF, 0x0733),
      (0xABCD, 0x0003, 0xEC5C), (0x0002, 0x8805, 1), (0x1234, 0x2CE9, 1), (0xFFFF, 0x0894, 1),
    ] as [(UInt16, UInt16, UInt16)])
  func products(a: UInt16, b: UInt16, product: UInt16) {
    #expect(GaloisField.product(a, b) == product)
    #expect(GaloisField.product(b, a) == product)
    if product == 1 { #expect(GaloisField.inverse(a) == b) }
  }

  @Test("x has the order 65535, so that its powers are all numbers but 0")
  func order() {
    var power: UInt16 = 1
    var order = 0
    repeat {
      power = GaloisField.timesX(power)
      order += 1
    } while power != 1 && order < 70_000
    #expect(order == 65_535)
  }

  @Test("a row times a factor is the product of each of its numbers")
  func rows() {
    let row = bytes(64, seed: 3)
    var multiplier = GaloisMultiplier()
    for factor in [0, 1, 2, 0x8000, 0xFFFF, 0x1357] as [UInt16] {
      var sum = bytes(32, seed: 4)
      let start = sum
      multiplier.add(factor, times: row, in: 16..<48, to: &sum)
      for position in stride(from: 0, to: 32, by: 2) {
        let value = UInt16(row[16 + position]) << 8 | UInt16(row[17 + position])
        let product = GaloisField.product(factor, value)
        #expect(sum[position] == start[position] ^ UInt8(product >> 8))
        #expect(sum[position + 1] == start[position + 1] ^ UInt8(product & 255))
      }
    }
  }

  // Lagrange's polynomial through five points, by galois 0.4.
  @Test(
    "repair parts are the values that another program interpolates",
    arguments: [
      (5, [0x98, 0x2C, 0x57, 0x50]), (6, [0x9C, 0x37, 0x0F, 0xD1]),
      (255, [0x84, 0x0D, 0xF2, 0xEA]), (256, [0x9C, 0x26, 0xBA, 0xD3]),
      (32_767, [0x47, 0x94, 0x6A, 0x45]),
    ] as [(UInt16, [UInt8])])
  func interpolation(position: UInt16, part: [UInt8]) {
    let content = Array("any five of these pa".utf8)
    var code = ErasureCode(positions: [0, 1, 2, 3, 4])
    #expect(code.part(at: position, from: content) == part)
  }

  @Test("any K of N parts restore all others, in any order", arguments: [1, 2, 5, 40, 300])
  func anyParts(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let size = 6
    let content = bytes(count * size, seed: 9)
    var encoder = ErasureCode(positions: (0..<UInt16(count)).map { $0 })
    let all = (0..<UInt16(count + count / 2 + 1)).map { position in
      let start = Int(position) * size
      return position < count
        ? Array(content[start..<start + size]) : encoder.part(at: position, from: content)
    }
    for _ in 0..<(count > 100 ? 1 : 5) {
      let heard = Array(all.indices.shuffled(using: &random).prefix(count))
      var decoder = ErasureCode(positions: heard.map { UInt16($0) })
      let known = heard.flatMap { all[$0] }
      for position in all.indices where !heard.contains(position) {
        #expect(decoder.part(at: UInt16(position), from: known) == all[position])
      }
    }
  }
}
