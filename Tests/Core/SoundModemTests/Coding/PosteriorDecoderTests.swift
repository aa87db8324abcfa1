import SignalProcessing
import Testing

@testable import SoundModem

@Suite("What the code says about each bit")
struct PosteriorDecoderTests {
  @Test("bits that never arrived, and three wrong ones, are believed as they were sent")
  func extrinsicValues() {
    var generator = SeededGenerator(seed: 21)
    let bytes = (0..<8).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let coded = ConvolutionalCode.encode(bytes)
    var soft = coded.map { Float($0) * 4 - 2 }
    for index in stride(from: 0, to: soft.count, by: 4) { soft[index] = 0 }
    for index in [5, 71, 134] { soft[index] = -soft[index] }
    var decoder = PosteriorDecoder(maximumBitCount: 64)
    var decoded = [UInt8](repeating: 0, count: 8)
    var posteriors = [Float](repeating: 0, count: soft.count)
    decoder.decode(soft, byteCount: 8, into: &decoded, posteriors: &posteriors)
    #expect(decoded == bytes)
    for (bit, posterior) in zip(coded, posteriors) { #expect((posterior > 0) == (bit == 1)) }
  }

  @Test("nothing heard, nothing believed")
  func silence() {
    var decoder = PosteriorDecoder(maximumBitCount: 24)
    var decoded: [UInt8] = [0, 0, 0]
    var posteriors = [Float](repeating: 9, count: 72)
    decoder.decode(
      [Float](repeating: 0, count: 72), byteCount: 3, into: &decoded, posteriors: &posteriors)
    #expect(posteriors.allSatisfy { abs($0) < 1e-3 })
  }
}
