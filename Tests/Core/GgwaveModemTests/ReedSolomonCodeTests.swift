import Testing
import _TestSignals

@testable import GgwaveModem

@Suite("The Reed-Solomon code of ggwave")
struct ReedSolomonCodeTests {
  @Test(
    "parity is that of Python's reedsolo 1.7 with the first root α⁰ and the polynomial 0x11D",
    arguments: [
      (Array("hello".utf8), [203, 186, 169, 186]),
      ([5], [15, 10]),
      (Array(0...15), [25, 198, 136, 22, 200, 137]),
    ] as [([UInt8], [UInt8])])
  func parity(data: [UInt8], parity: [UInt8]) {
    #expect(ReedSolomonCode(parityCount: parity.count).encode(data) == data + parity)
  }

  @Test(
    "errors and erasures are corrected as long as 2 e + f is at most the parity", arguments: 1...40)
  func corrections(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let parity = Int.random(in: 2...20, using: &random)
    let data = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let code = ReedSolomonCode(parityCount: parity)
    let word = code.encode(data)
    let erasedCount = min(word.count, Int.random(in: 0...parity, using: &random))
    let errorCount = min(word.count - erasedCount, (parity - erasedCount) / 2)
    let positions = Array(word.indices.shuffled(using: &random).prefix(erasedCount + errorCount))
    var received = word
    for position in positions { received[position] ^= UInt8.random(in: 1...255, using: &random) }
    #expect(code.correct(received, erased: Array(positions.prefix(erasedCount))) == word)
  }

  @Test("a result is a codeword, or there is none", arguments: 1...40)
  func beyond(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let code = ReedSolomonCode(parityCount: 6)
    let received = (0..<30).map { _ in UInt8.random(in: 0...255, using: &random) }
    guard let found = code.correct(received, erased: [1, 5]) else { return }
    #expect(code.encode(Array(found.dropLast(6))) == found)
  }

  @Test("nothing is corrected without a need, and more erasures than parity are refused")
  func limits() {
    let code = ReedSolomonCode(parityCount: 2)
    let word = code.encode([1, 2, 3])
    #expect(code.correct(word, erased: [0, 1, 2]) == word)
    var wrong = word
    wrong[0] ^= 1
    #expect(code.correct(wrong, erased: [0, 1, 2]) == nil)
  }
}
