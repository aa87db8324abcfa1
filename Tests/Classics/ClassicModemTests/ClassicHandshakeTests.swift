import SignalProcessing
import Testing
import ToneGeneration

@testable import ClassicModem

@Suite("The classic handshake")
struct ClassicHandshakeTests {
  static let address = Array("192.168.100.47".utf8)

  private func characters(in samples: [Float], sampleRate: Double, blockSize: Int = 4096) throws
    -> [UInt8]
  {
    var receiver = try ClassicHandshakeReceiver(sampleRate: sampleRate)
    var characters: [UInt8] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      receiver.append(Array(samples[start..<min(samples.count, start + blockSize)]))
      while let character = receiver.next() { characters.append(character) }
    }
    receiver.finish()
    while let character = receiver.next() { characters.append(character) }
    return characters
  }

  private func wave(_ text: [UInt8], sampleRate: Double) throws -> [Float] {
    var sender = try ClassicHandshakeSender(text, sampleRate: sampleRate)
    return sender.render(frameCount: Int(sender.count))
  }

  @Test(
    "characters have the original's frequencies",
    arguments: [
      (".", 20_978.0), ("0", 21_064), ("4", 21_236), ("5", 21_279), ("9", 21_451), ("G", 22_053),
    ] as [(Character, Double)])
  func frequencies(character: Character, frequency: Double) throws {
    #expect(ClassicHandshake.frequency(of: try #require(character.asciiValue)) == frequency)
    #expect(ClassicHandshake.markerFrequency == 19_000)
  }

  @Test("at 44.1 kHz 56 of the 95 printable characters have no tone: G is the first")
  func room() throws {
    let lost = (32...126 as ClosedRange<UInt8>).count {
      ClassicHandshake.frequency(of: $0) >= 22_050
    }
    #expect(lost == 56)
    #expect(throws: HandshakeError.characterBeyondNyquist(71, frequency: 22_053, nyquist: 22_050)) {
      try ClassicHandshakeSender(Array("FG".utf8), sampleRate: 44_100)
    }
    #expect(try ClassicHandshakeReceiver(sampleRate: 44_100).characters == 33...70)
    #expect(try ClassicHandshakeReceiver(sampleRate: 96_000).characters == 33...125)
  }

  @Test("14 characters take 5.6 s: 0.2 s of the marker, 0.2 s of the character, nothing else")
  func tones() throws {
    let wave = try wave(Self.address, sampleRate: 48_000)
    #expect(wave.count == 268_800)
    for (index, character) in Self.address.enumerated() {
      let frequencies = [19_000, 19_000 + 43 * Double(character)]
      var bank = try GoertzelBank(frequencies: frequencies, sampleRate: 48_000, frameSize: 9000)
      for part in 0..<2 {
        let start = (2 * index + part) * 9600 + 300
        bank.measure(wave.span.extracting(start..<start + 9000))
        // All of the power, and a peak of -6 dBFS.
        #expect(abs(bank.amplitudes[part] - 0.5012) < 0.001)
        #expect(bank.amplitudes[1 - part] < 0.001)
      }
    }
  }

  @Test(
    "an address arrives at any rate, in blocks of any size", arguments: [44_100.0, 48_000, 96_000])
  func roundTrip(rate: Double) throws {
    let wave = try wave(Self.address, sampleRate: rate)
    let lead = [Float](repeating: 0, count: 12_345)
    #expect(try characters(in: lead + wave, sampleRate: rate) == Self.address)
    guard rate == 48_000 else { return }
    #expect(try characters(in: wave, sampleRate: rate, blockSize: 441) == Self.address)
  }

  @Test("it arrives under white noise 10 dB louder than itself")
  func noise() throws {
    var samples = try wave(Self.address, sampleRate: 48_000)
    // A sine of -6 dB has a level of -9 dBFS.
    var noise = WhiteNoise(level: 1, seed: 5)
    var span = samples.mutableSpan
    noise.add(to: &span)
    #expect(try characters(in: samples, sampleRate: 48_000) == Self.address)
  }

  @Test("what the original lacks: a lost tone leaves another text, and nobody knows")
  func noCheck() throws {
    var samples = try wave(Array("10.0.0.17".utf8), sampleRate: 48_000)
    for index in 15 * 9600..<16 * 9600 { samples[index] = 0 }  // the tone of the first 1 of 17
    let heard = try characters(in: samples, sampleRate: 48_000)
    #expect(heard == Array("10.0.0.7".utf8))
    let late = Array(samples[(5 * 9600)...])
    #expect(try characters(in: late, sampleRate: 48_000) == Array("0.0.7".utf8))
  }

  @Test("a text ends where nothing came for 1.5 s, and tells when it began", arguments: [64, 8192])
  func texts(blockSize: Int) throws {
    let rate = 48_000.0
    let pause = [Float](repeating: 0, count: 2 * 48_000)
    let address = try wave(Self.address, sampleRate: rate)
    let port = try wave(Array("8080".utf8), sampleRate: rate)
    let samples = pause + address + pause + port
    var receiver = try ClassicTextReceiver(sampleRate: rate)
    var texts: [HandshakeText] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      receiver.append(Array(samples[start..<min(samples.count, start + blockSize)]))
      while let text = receiver.next() { texts.append(text) }
    }
    #expect(texts.map(\.characters) == [Self.address])
    receiver.finish()
    while let text = receiver.next() { texts.append(text) }
    #expect(texts.map(\.characters) == [Self.address, Array("8080".utf8)])
    for (text, time) in zip(texts, [2.2, 2.2 + 5.6 + 2]) { #expect(abs(text.time - time) < 0.1) }
  }

  @Test("silence, noise, not-a-number and full scale are no characters")
  func nothing() throws {
    var noise = WhiteNoise(level: -20, seed: 3)
    let kinds: [[Float]] = [
      (0..<96_000).map { _ in noise.next() },
      Array(repeating: 0, count: 48_000),
      Array(repeating: .nan, count: 48_000),
      (0..<48_000).map { $0 % 5 < 2 ? 1e30 : -1 },
    ]
    for samples in kinds { #expect(try characters(in: samples, sampleRate: 48_000).isEmpty) }
  }

  @Test("refuses rates without room, bytes without a tone and levels out of range")
  func refusals() {
    let error = HandshakeError.toneBeyondNyquist(frequency: 20_419, nyquist: 16_000)
    #expect(throws: error) { try ClassicHandshakeReceiver(sampleRate: 32_000) }
    #expect(error.description.contains("20419") && error.description.contains("16000"))
    #expect(throws: HandshakeError.toneBeyondNyquist(frequency: 19_000, nyquist: 16_000)) {
      try ClassicHandshakeSender(Self.address, sampleRate: 32_000)
    }
    #expect(throws: HandshakeError.unsupportedCharacter(32, characters: 33...125)) {
      try ClassicHandshakeSender(Array("a b".utf8), sampleRate: 96_000)
    }
    #expect(throws: HandshakeError.unsupportedCharacter(195, characters: 33...125)) {
      try ClassicHandshakeSender(Array("é".utf8), sampleRate: 96_000)
    }
    #expect(
      HandshakeError.unsupportedCharacter(32, characters: 33...125).description
        == "No tone stands for the space, only for the characters of ASCII from \"!\" to \"}\".")
    #expect(throws: HandshakeError.emptyText) {
      try ClassicHandshakeSender([], sampleRate: 48_000)
    }
    #expect(throws: HandshakeError.invalidSampleRate(-1)) {
      try ClassicHandshakeSender(Self.address, sampleRate: -1)
    }
    #expect(throws: HandshakeError.levelOutOfRange(1)) {
      try ClassicHandshakeSender(Self.address, level: 1, sampleRate: 48_000)
    }
  }
}
