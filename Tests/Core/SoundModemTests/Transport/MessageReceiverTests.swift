import SignalProcessing
import Testing
import ToneGeneration

@testable import SoundModem

@Suite("Messages through the air")
struct MessageReceiverTests {
  @Test("of three packets the first is lost, and the message arrives, in blocks of any size")
  func lostPacket() throws {
    let payload = bytes(64, seed: 1)
    var wave = try sound(of: outgoing(payload))
    for index in 0..<wave.count / 3 { wave[index] = 0 }
    let told = try heard(in: wave, bands: [.ultrasonic])
    let message = try #require(told.messages.first)
    #expect(told.payloads == [payload])
    #expect(told.progress.map(\.heardCount) == [1])
    #expect((message.packetCount, message.band, message.mode) == (2, .ultrasonic, .room))
    // The second of three packets began after a third of the sound and of a gap.
    let second = (Double(wave.count - 4800) / 48_000 + message.mode.gap) / 3
    #expect(abs(message.time - second) < 0.002)
    #expect(try heard(in: wave, bands: [.ultrasonic], blockSizes: [1, 441, 30_000]) == told)
  }

  @Test("one packet in two bands at once, and again, is delivered once")
  func bands() throws {
    var generator = SeededGenerator(seed: 1)
    let payload = bytes(2, seed: 1)
    var wave = try sound(of: outgoing(payload, repetitions: 2))
    let audible = try sound(
      of: OutgoingMessage(payload, mode: .room, band: .audible, using: &generator))
    for index in audible.indices { wave[index] += audible[index] }
    let told = try heard(in: wave, bands: [.ultrasonic, .audible])
    #expect(told.count == 3 + 1)
    #expect(told.payloads == [payload])
  }

  @Test("a receiver at 16 kHz hears the audible band, and refuses the others by name")
  func refusals() throws {
    #expect(try MessageReceiver(sampleRate: 16_000).bands == [.audible])
    #expect(try MessageReceiver(sampleRate: 44_100).bands == ModemBand.allCases)
    #expect(throws: ModemError.cannotHearBand(.ultrasonic, sampleRate: 16_000)) {
      try MessageReceiver(bands: [.audible, .ultrasonic], sampleRate: 16_000)
    }
    #expect(throws: ModemError.cannotHearBand(.audible, sampleRate: 8000)) {
      try MessageReceiver(sampleRate: 8000)
    }
    #expect(throws: ModemError.invalidSampleRate(0)) { try MessageReceiver(sampleRate: 0) }
  }

  @Test("an empty payload arrives as one")
  func empty() throws {
    #expect(try heard(in: sound(of: outgoing([])), bands: [.ultrasonic]).payloads == [[]])
  }

  @Test("a part that is cut at either end is lost, and what is missing is told")
  func cut() throws {
    let wave = try sound(of: outgoing(bytes(64, seed: 1)))
    let third = wave.count / 3
    let (start, end) = (third / 2, wave.count - third / 2)
    var receiver = try MessageReceiver(bands: [.ultrasonic], sampleRate: 48_000)
    receiver.append(Array(wave[start..<end]).span)
    let progress = try #require(receiver.openMessages.first)
    #expect(progress.heardCount == 1)
    #expect(receiver.missingParts(of: progress.id) == [0])
  }

  @Test("an open message is given up after its time of silence")
  func timeout() throws {
    var settings = MessageAssembler.Settings()
    settings.timeout = 0.5
    let wave = try sound(of: outgoing(bytes(64, seed: 1)))
    let first = wave[..<(wave.count / 3)] + [Float](repeating: 0, count: 24_800)
    var receiver = try MessageReceiver(
      bands: [.ultrasonic], sampleRate: 48_000, settings: settings)
    receiver.append(Array(first).span)
    var told: [MessageEvent] = []
    while let event = receiver.next() { told.append(event) }
    #expect(told.progress.count == 1)
    #expect(told.reasons == [.timedOut])
    #expect(receiver.time == Double(first.count) / 48_000)
  }

  @Test("of two packets at once in one band, at most the two arrive")
  func overlap() throws {
    let one = try sound(of: outgoing([1, 1]))
    let two = try sound(of: outgoing([2, 2]))
    var wave = one + [Float](repeating: 0, count: one.count)
    for index in two.indices { wave[index + 4000] += 0.5 * two[index] }
    for payload in try heard(in: wave, bands: [.ultrasonic]).payloads {
      #expect([[1, 1], [2, 2]].contains(payload))
    }
  }

  @Test("at the end of a recording, the last packet needs no silence after it")
  func finish() throws {
    let wave = try sound(of: outgoing([7]))
    var receiver = try MessageReceiver(bands: [.ultrasonic], sampleRate: 48_000)
    let before = receiver.events(in: Array(wave.dropLast(4800)), blockSizes: [4096])
    receiver.finish()
    var after: [MessageEvent] = []
    while let event = receiver.next() { after.append(event) }
    #expect(before.isEmpty)
    #expect(after.payloads == [[7]])
  }

  /// With a tenth of a second of silence, so that the last packet is complete.
  private func sound(of message: OutgoingMessage) throws -> [Float] {
    var sender = try MessageSender(message, sampleRate: 48_000)
    return sender.render(frameCount: Int(sender.count)) + [Float](repeating: 0, count: 4800)
  }

  private func heard(
    in samples: [Float], bands: [ModemBand], blockSizes: [Int] = [4096]
  ) throws -> [MessageEvent] {
    var receiver = try MessageReceiver(bands: bands, sampleRate: 48_000)
    return receiver.events(in: samples, blockSizes: blockSizes)
  }
}
