import SignalProcessing
import Testing
import ToneGeneration

@testable import ClassicModem

@Suite("The corrected handshake")
struct CorrectedHandshakeTests {
  static let address = Array("192.168.100.47".utf8)

  private func heard(_ text: [UInt8]) throws -> [CorrectedHandshake.HeardCharacter] {
    try CorrectedHandshake.framed(text).enumerated().map {
      .init(hasOddMarker: !$0.offset.isMultiple(of: 2), character: $0.element)
    }
  }

  private func wave(_ text: [UInt8], sampleRate: Double) throws -> [Float] {
    var sender = try CorrectedHandshakeSender(text, sampleRate: sampleRate)
    return sender.render(frameCount: Int(sender.count))
  }

  private func results(
    in samples: [Float], sampleRate: Double, blockSize: Int = 4096
  ) throws -> [Result<[UInt8], HandshakeFault>] {
    var receiver = try CorrectedHandshakeReceiver(sampleRate: sampleRate)
    var results: [Result<[UInt8], HandshakeFault>] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      receiver.append(Array(samples[start..<min(samples.count, start + blockSize)]))
      while let result = receiver.next() { results.append(result.map(\.characters)) }
    }
    receiver.finish()
    while let result = receiver.next() { results.append(result.map(\.characters)) }
    return results
  }

  @Test("the check is CRC-12/DECT: F5B for the bytes 123456789")
  func checksum() {
    #expect(CorrectedHandshake.checksum(of: Array("123456789".utf8)) == 0xF5B)
  }

  @Test("all 97 tones lie in 17.5-19.5 kHz, 20 Hz apart")
  func alphabet() {
    let characters = CorrectedHandshake.characters.map { CorrectedHandshake.frequency(of: $0) }
    let markers = CorrectedHandshake.markerFrequencies
    let tones = [markers.even, markers.odd] + characters
    #expect(tones.count == 97)
    #expect(tones.allSatisfy { (17_500...19_500).contains($0) })
    #expect(zip(tones, tones.dropFirst()).allSatisfy { $1 - $0 >= 20 })
  }

  @Test(
    "every single wrong, lost or doubled character is found", arguments: ["", "!", "10.0.0.17"])
  func singleErrors(text: String) throws {
    let whole = try heard(Array(text.utf8))
    #expect(try CorrectedHandshake.text(of: whole) == Array(text.utf8))
    for position in whole.indices {
      for character in CorrectedHandshake.characters where character != whole[position].character {
        var wrong = whole
        wrong[position].character = character
        #expect(throws: HandshakeFault.self) { try CorrectedHandshake.text(of: wrong) }
      }
      var odd = whole
      odd[position].hasOddMarker.toggle()
      var lost = whole
      lost.remove(at: position)
      var doubled = whole
      doubled.insert(whole[position], at: position)
      for wreck in [odd, lost, doubled] {
        #expect(throws: HandshakeFault.self) { try CorrectedHandshake.text(of: wreck) }
      }
    }
  }

  @Test(
    "an address arrives at any rate, in blocks of any size", arguments: [44_100.0, 48_000, 96_000])
  func roundTrip(rate: Double) throws {
    let wave = try wave(Self.address, sampleRate: rate)
    #expect(Double(wave.count) == 7.3 * rate)  // (14 + 3) * 0.4 + 0.5 s
    let lead = [Float](repeating: 0, count: 12_345)
    #expect(try results(in: lead + wave, sampleRate: rate) == [.success(Self.address)])
    guard rate == 48_000 else { return }
    #expect(
      try results(in: wave, sampleRate: rate, blockSize: 441) == [.success(Self.address)])
  }

  @Test("two texts are told apart by the silence between them")
  func sequence() throws {
    let samples = try wave([65], sampleRate: 48_000) + wave([66, 66], sampleRate: 48_000)
    for blockSize in [480, 1_000_000] {
      #expect(
        try results(in: samples, sampleRate: 48_000, blockSize: blockSize)
          == [.success([65]), .success([66, 66])])
    }
  }

  @Test("it arrives under white noise 10 dB louder than itself")
  func noise() throws {
    var samples = try wave(Self.address, sampleRate: 48_000)
    var noise = WhiteNoise(level: 1, seed: 5)
    var span = samples.mutableSpan
    noise.add(to: &span)
    #expect(try results(in: samples, sampleRate: 48_000) == [.success(Self.address)])
  }

  @Test("whoever misses a tone, or comes late, is told so", arguments: [0, 1, 9, 23])
  func missing(tone: Int) throws {
    var samples = try wave(Array("10.0.0.17".utf8), sampleRate: 48_000)
    for index in tone * 9600..<(tone + 1) * 9600 { samples[index] = 0 }
    for wreck in [samples, Array(samples[(9600 * (tone + 1))...])] {
      for result in try results(in: wreck, sampleRate: 48_000) {
        #expect(throws: HandshakeFault.self) { try result.get() }
      }
    }
    #expect(try results(in: samples, sampleRate: 48_000).count == 1)
  }

  @Test("silence, noise, not-a-number, full scale and endless tones are no text")
  func nothing() throws {
    var noise = WhiteNoise(level: -20, seed: 3)
    let endless = try ToneSequence(
      (0..<250).map { [17_500, 17_540][$0 / 2 % 2] + Double($0 % 2 * 500) }, toneDuration: 0.2,
      level: -6, sampleRate: 44_100)
    var sequence = endless
    var tones = [Float](repeating: 0, count: Int(endless.count))
    var span = tones.mutableSpan
    _ = sequence.render(into: &span)
    let kinds: [[Float]] = [
      (0..<96_000).map { _ in noise.next() },
      Array(repeating: 0, count: 44_100),
      Array(repeating: .nan, count: 44_100),
      (0..<44_100).map { $0 % 5 < 2 ? 1e30 : -1 },
      tones,
    ]
    for samples in kinds {
      for result in try results(in: samples, sampleRate: 44_100) {
        #expect(throws: HandshakeFault.self) { try result.get() }
      }
    }
  }

  @Test("refuses texts that are too long, bytes without a tone, and rates without room")
  func refusals() throws {
    #expect(throws: HandshakeError.textTooLong(95, limit: 94)) {
      try CorrectedHandshakeSender(Array(repeating: 65, count: 95), sampleRate: 48_000)
    }
    #expect(try CorrectedHandshake.framed(Array(repeating: 65, count: 94)).first == 126)
    #expect(throws: HandshakeError.unsupportedCharacter(10, characters: 32...126)) {
      try CorrectedHandshakeSender([10], sampleRate: 48_000)
    }
    #expect(throws: HandshakeError.toneBeyondNyquist(frequency: 19_480, nyquist: 16_000)) {
      try CorrectedHandshakeReceiver(sampleRate: 32_000)
    }
    #expect(HandshakeFault.wrongCheck.description.contains("check"))
  }
}
