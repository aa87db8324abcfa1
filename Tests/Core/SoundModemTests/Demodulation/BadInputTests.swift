import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Input that carries no packet, or only a part of one")
struct BadInputTests {
  @Test("a sample rate that cannot carry the band is refused by name")
  func refusals() {
    #expect(throws: ModemError.cannotHearBand(.ultrasonic, sampleRate: 16_000)) {
      try Demodulator(band: .ultrasonic, sampleRate: 16_000)
    }
    #expect(throws: ModemError.cannotHearBand(.audible, sampleRate: 8000)) {
      try Modulator([1], band: .audible, sampleRate: 8000)
    }
    #expect(throws: ModemError.invalidSampleRate(-1)) {
      try Demodulator(band: .audible, sampleRate: -1)
    }
    #expect(throws: ModemError.levelOutOfRange(1)) {
      try Modulator([1], level: 1, sampleRate: 48_000)
    }
    #expect(
      ModemError.cannotHearBand(.ultrasonic, sampleRate: 16_000).description.contains("16000"))
  }

  @Test("noise, silence, not-a-number and full scale deliver nothing and trap nowhere")
  func nothing() throws {
    var noise = WhiteNoise(level: -20, seed: 3)
    let kinds: [[Float]] = [
      (0..<48_000).map { _ in noise.next() },
      Array(repeating: 0, count: 30_000),
      Array(repeating: .nan, count: 30_000),
      (0..<30_000).map { $0 % 3 == 0 ? .infinity : 1 },
      (0..<30_000).map { $0 % 5 < 2 ? 1e30 : -1 },
    ]
    for samples in kinds { #expect(try packets(in: samples, band: .ultrasonic).isEmpty) }
  }

  @Test("not-a-number in the middle of a packet costs no more than those samples")
  func holes() throws {
    var samples = try Air().carry(bytes(16, seed: 1), mode: .room, band: .ultrasonic)
    for index in 15_000..<15_100 { samples[index] = .nan }
    #expect(try packets(in: samples, band: .ultrasonic).map(\.payload) == [bytes(16, seed: 1)])
  }

  @Test("a packet that is cut, reversed or spliced is never delivered as another")
  func mutilated() throws {
    let one = try Air(lead: 0, tail: 0).carry(bytes(16, seed: 1), mode: .room, band: .ultrasonic)
    let two = try Air(lead: 0, tail: 0).carry(bytes(16, seed: 2), mode: .room, band: .ultrasonic)
    let half = one.count / 2
    let wrecks: [[Float]] = [
      Array(one[half...]), Array(one[..<half]), one.reversed(),
      Array(one[..<half]) + Array(two[half...]),
      zip(one, two).map { $0 + $1 },
    ]
    for wreck in wrecks {
      for packet in try packets(in: wreck, band: .ultrasonic) {
        #expect([bytes(16, seed: 1), bytes(16, seed: 2)].contains(packet.payload))
      }
    }
  }

  @Test("preambles without end are followed in bounded memory, and the packet behind them arrives")
  func endless() throws {
    let packet = try Air(lead: 0, tail: 0).carry(bytes(4, seed: 5), mode: .room, band: .ultrasonic)
    var samples: [Float] = []
    for _ in 0..<12 { samples += packet[..<4000] }
    let heard = try packets(in: samples + packet, band: .ultrasonic)
    #expect(heard.map(\.payload) == [bytes(4, seed: 5)])
  }
}
