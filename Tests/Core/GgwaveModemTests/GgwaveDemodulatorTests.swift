import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import GgwaveModem

@Suite("Packets from ggwave")
struct GgwaveDemodulatorTests {
  /// Packets in some samples.
  private func packets(
    in samples: [Float], band: GgwaveProtocol.Band, sampleRate: Double = 48_000,
    blockSize: Int = 512
  ) throws -> [GgwavePacket] {
    var demodulator = try GgwaveDemodulator(band: band, sampleRate: sampleRate)
    var packets: [GgwavePacket] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      demodulator.append(Array(samples[start..<min(samples.count, start + blockSize)]))
      while let packet = demodulator.next() { packets.append(packet) }
    }
    demodulator.finish()
    while let packet = demodulator.next() { packets.append(packet) }
    return packets
  }

  private func wave(
    _ payload: [UInt8], _ ggwave: GgwaveProtocol, sampleRate: Double = 48_000, lead: Int = 9000,
    signalToNoise: Double? = nil, seed: UInt64 = 1
  ) throws -> [Float] {
    var modulator = try GgwaveModulator(payload, as: ggwave, sampleRate: sampleRate)
    let packet = modulator.render(frameCount: Int(modulator.count))
    var samples = [Float](repeating: 0, count: lead) + packet + [Float](repeating: 0, count: 3000)
    guard let signalToNoise else { return samples }
    var noise = WhiteNoise(level: Level(of: packet.span).rootMeanSquare - signalToNoise, seed: seed)
    var span = samples.mutableSpan
    noise.add(to: &span)
    return samples
  }

  /// A packet as ggwave itself sends it: markers with 1/16 and groups with 1/6 of the peak a tone, each
  /// part fading over a frame.
  private func original(_ groups: [[UInt8]], lowest: Double, frames: Int) -> [Float] {
    let markers = [true, false].map { isStart in
      (0..<16).map { 2 * $0 + ($0.isMultiple(of: 2) != isStart ? 1 : 0) }
    }
    let data = groups.map { $0.enumerated().map { 16 * $0.offset + Int($0.element) } }
    let parts = [(markers[0], 16)] + data.map { ($0, frames) } + [(markers[1], 16)]
    var samples: [Float] = []
    for (tones, frames) in parts {
      let count = 1024 * frames
      for index in 0..<count {
        let edge = min(1, Double(min(index, count - index)) / 900)
        let sum = tones.reduce(0) {
          $0 + Elementary.sin(2 * .pi * (lowest + 46.875 * Double($1)) * Double(index) / 48_000)
        }
        samples.append(Float(0.5 * edge * sum / Double(tones.count)))
      }
    }
    return samples
  }

  @Test("every size arrives at every speed", arguments: GgwaveProtocol.all)
  func sizes(ggwave: GgwaveProtocol) throws {
    for count in ggwave.speed == .fastest ? [1, 4, 140] : [2, 16] {
      let payload = bytes(count, seed: UInt64(count))
      let heard = try packets(in: try wave(payload, ggwave), band: ggwave.band)
      #expect(heard.map(\.payload) == [payload])
      #expect(heard.first?.ggwave == ggwave)
      #expect(heard.first?.correctedByteCount == 0)
      #expect(abs((heard.first?.time ?? 0) - 0.1875) < 0.02)
    }
  }

  @Test("a packet of ggwave's own shape arrives, from the first sample on")
  func shape() throws {
    for (payload, groups) in GgwaveModulatorTests.golden {
      let samples = original(groups, lowest: 15_000, frames: 6)
      let heard = try packets(in: samples, band: .ultrasonic)
      #expect(heard.map(\.payload) == [payload])
      #expect(heard.first?.ggwave.speed == .fast)
    }
  }

  @Test("one byte arrives once, and at the speed it was sent", arguments: GgwaveProtocol.all)
  func speeds(ggwave: GgwaveProtocol) throws {
    // A packet of the byte 1 is the group of its length twice: a steady chord between markers.
    for byte in [1, 222] as [UInt8] {
      let bytes = GgwaveFormat.bytes(of: [byte])
      let groups = [bytes[..<3], bytes[3...]].map { $0.flatMap { [$0 & 15, $0 >> 4] } }
      let lowest = ggwave.band.lowestFrequency
      let samples =
        byte == 1
        ? try wave([byte], ggwave, signalToNoise: -6)
        : original(groups, lowest: lowest, frames: ggwave.speed.groupLength)
      let heard = try packets(in: samples, band: ggwave.band)
      #expect(heard.map(\.payload) == [[byte]])
      #expect(heard.map(\.ggwave) == [ggwave])
    }
  }

  @Test("any sample rate will do, in blocks of 512", arguments: [44_100.0, 96_000, 192_000])
  func rates(rate: Double) throws {
    let ggwave = GgwaveProtocol(band: .ultrasonic, speed: .fastest)
    let samples = try wave([1, 2, 3, 4, 5], ggwave, sampleRate: rate, lead: 12_345)
    let heard = try packets(in: samples, band: .ultrasonic, sampleRate: rate)
    #expect(heard.map(\.payload) == [[1, 2, 3, 4, 5]])
  }

  @Test("the audible band works from 16 kHz")
  func lowRate() throws {
    let ggwave = GgwaveProtocol(band: .audible, speed: .fast)
    let samples = try wave([9, 8], ggwave, sampleRate: 16_000)
    #expect(
      try packets(in: samples, band: .audible, sampleRate: 16_000).map(\.payload) == [[9, 8]])
  }

  @Test("16 bytes arrive at -11 dB in 24 kHz, where ggwave loses a third", arguments: [1, 2])
  func noise(seed: UInt64) throws {
    let payload = bytes(16, seed: seed)
    let samples = try wave(
      payload, GgwaveProtocol(band: .ultrasonic, speed: .fastest), signalToNoise: -11, seed: seed)
    let packet = try #require(try packets(in: samples, band: .ultrasonic).first)
    #expect(packet.payload == payload)
    // -11 dB in 24 kHz are -3.7 dB in the 4.5 kHz of the band.
    #expect(abs(packet.signalToNoise + 3.7) < 2)
  }

  @Test("block sizes change nothing, to the bit")
  func blocks() throws {
    let ggwave = GgwaveProtocol(band: .audible, speed: .fastest)
    let samples = try wave(bytes(4, seed: 4), ggwave, sampleRate: 22_050, signalToNoise: -5)
    let whole = try packets(
      in: samples, band: .audible, sampleRate: 22_050, blockSize: samples.count)
    #expect(whole.count == 1)
    for size in [1, 441, 12_345] {
      #expect(
        try packets(in: samples, band: .audible, sampleRate: 22_050, blockSize: size) == whole)
    }
  }

  @Test("bytes that are swamped are corrected, and counted")
  func corrections() throws {
    let payload = bytes(16, seed: 9)
    let ggwave = GgwaveProtocol(band: .ultrasonic, speed: .fastest)
    var samples = try wave(payload, ggwave)
    // White noise, 20 dB louder than the packet, over the third of nine groups.
    var noise = WhiteNoise(level: 3, seed: 4)
    for index in 9000 + 1024 * 22..<9000 + 1024 * 25 { samples[index] += noise.next() }
    let heard = try packets(in: samples, band: .ultrasonic)
    #expect(heard.map(\.payload) == [payload])
    #expect((1...3).contains(heard.first?.correctedByteCount ?? 0))
  }

  @Test("two packets in a row arrive in their order, also at different speeds")
  func sequence() throws {
    var samples: [Float] = []
    for (payload, speed) in [([1], .fastest), ([2, 2], .normal)]
      as [([UInt8], GgwaveProtocol.Speed)]
    {
      samples += try wave(payload, GgwaveProtocol(band: .audible, speed: speed), lead: 3000)
    }
    #expect(try packets(in: samples, band: .audible).map(\.payload) == [[1], [2, 2]])
  }

  @Test("noise, silence, not-a-number, full scale and cut packets deliver nothing and trap nowhere")
  func nothing() throws {
    var noise = WhiteNoise(level: -20, seed: 3)
    let packet = try wave(
      bytes(16, seed: 1), GgwaveProtocol(band: .ultrasonic, speed: .fastest), lead: 0)
    let kinds: [[Float]] = [
      (0..<96_000).map { _ in noise.next() },
      Array(repeating: 0, count: 30_000),
      Array(repeating: .nan, count: 30_000),
      (0..<30_000).map { $0 % 3 == 0 ? .infinity : 1 },
      (0..<30_000).map { $0 % 5 < 2 ? 1e30 : -1 },
      Array(packet[(packet.count / 2)...]), Array(packet[..<(packet.count / 2)]),
      packet.reversed(),
    ]
    for samples in kinds { #expect(try packets(in: samples, band: .ultrasonic).isEmpty) }
  }
}

/// Random bytes from a seed.
private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
}
