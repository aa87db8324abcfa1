import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Packets through the air")
struct DemodulatorTests {
  @Test(
    "no byte, and 63 bytes, arrive in every band",
    arguments: ModemBand.allCases, [0, 63])
  func sizes(band: ModemBand, count: Int) throws {
    let payload = bytes(count, seed: UInt64(count))
    let samples = try Air().carry(payload, mode: .room, band: band)
    let heard = try packets(in: samples, band: band)
    #expect(heard.map(\.payload) == [payload])
    #expect(heard.first?.mode == .room)
  }

  @Test("far and beacon carry 8 bytes", arguments: [ModemBand.extended, .audible])
  func slowModes(band: ModemBand) throws {
    for mode in [ModemMode.far, .beacon] {
      let samples = try Air().carry(bytes(8, seed: 3), mode: mode, band: band)
      let heard = try packets(in: samples, band: band)
      #expect(heard.map(\.payload) == [bytes(8, seed: 3)])
      #expect(heard.first?.mode == mode)
    }
  }

  @Test("all carriers at once bring 0, 3 and 255 bytes, also at 2 m/s", arguments: [0, 3, 255])
  func carriers(count: Int) throws {
    let payload = bytes(count, seed: 6)
    let air = Air(signalToNoise: 15, dopplerScale: count == 3 ? 2.0 / 343 : 1e-4)
    for mode in [ModemMode.touch, .desk] {
      let samples = try air.carry(payload, mode: mode, band: .ultrasonic)
      let heard = try packets(in: samples, band: .ultrasonic)
      #expect(heard.map(\.payload) == [payload])
      #expect(heard.first?.mode == mode)
    }
  }

  @Test("more bytes than a short packet holds arrive in room and far mode")
  func many() throws {
    let payload = bytes(66, seed: 12)
    for mode in [ModemMode.room, .far] {
      let samples = try Air(signalToNoise: 15).carry(payload, mode: mode, band: .ultrasonic)
      let heard = try packets(in: samples, band: .ultrasonic)
      #expect(heard.map(\.payload) == [payload])
      #expect(heard.first?.mode == mode)
    }
  }

  @Test(
    "255 bytes arrive in every band, in room and far mode",
    arguments: ModemBand.allCases, [ModemMode.room, .far])
  func largest(band: ModemBand, mode: ModemMode) throws {
    let payload = bytes(255, seed: 14)
    let heard = try packets(in: try Air().carry(payload, mode: mode, band: band), band: band)
    #expect(heard.map(\.payload) == [payload])
  }

  @Test("the reader has room for every header that can be read", arguments: ModemBand.allCases)
  func headers(band: ModemBand) {
    let grid = SymbolGrid(band: band)
    let longest = PacketReader(band: band).longestPacket
    for preamble in [Preamble.Kind.tones, .farTones] {
      for header in UInt8.min...UInt8.max {
        guard let format = PacketFormat(preamble: preamble, header: header) else { continue }
        let count = format.symbolCount(grid)
        #expect(preamble.headerSymbolCount + count <= ToneReader.largestSymbolCount(grid))
        #expect(count * format.bitsPerSymbol(grid) <= ToneReader.largestBitCount(grid))
        let end = PacketTiming(grid: grid, preamble: preamble).end(of: format)
        #expect(end <= longest)
      }
    }
  }

  @Test("any sample rate will do", arguments: [44_100.0, 192_000])
  func rates(rate: Double) throws {
    let air = Air(sampleRate: rate, lead: 1234)
    let samples = try air.carry([1, 2, 3], mode: .room, band: .ultrasonic)
    let heard = try packets(in: samples, band: .ultrasonic, sampleRate: rate)
    #expect(heard.map(\.payload) == [[1, 2, 3]])
  }

  @Test("the audible band works from 16 kHz", arguments: [16_000.0, 22_050])
  func lowRates(rate: Double) throws {
    let samples = try Air(sampleRate: rate).carry([9, 8], mode: .room, band: .audible)
    let heard = try packets(in: samples, band: .audible, sampleRate: rate)
    #expect(heard.map(\.payload) == [[9, 8]])
  }

  @Test("block sizes change nothing, to the bit")
  func blocks() throws {
    let air = Air(lead: 777, signalToNoise: -3)
    let samples = try air.carry(bytes(5, seed: 4), mode: .room, band: .ultrasonic)
    let whole = try packets(in: samples, band: .ultrasonic, blockSizes: [samples.count])
    #expect(whole.count == 1)
    for sizes in [[64], [1, 441, 4096], [12_345]] {
      #expect(try packets(in: samples, band: .ultrasonic, blockSizes: sizes) == whole)
    }
  }

  @Test("16 bytes arrive at -11 dB in room mode, and at -16 dB in far mode", arguments: [2])
  func noise(seed: UInt64) throws {
    for (mode, level) in [(ModemMode.room, -11.0), (.far, -16)] {
      let air = Air(signalToNoise: level, seed: seed)
      let samples = try air.carry(bytes(16, seed: seed), mode: mode, band: .ultrasonic)
      #expect(try packets(in: samples, band: .ultrasonic).map(\.payload) == [bytes(16, seed: seed)])
    }
  }

  @Test(
    "at up to 2.5 m/s a packet arrives, and tells the speed to 0.1 m/s",
    arguments: [-2.5, 1.5])
  func motion(speed: Double) throws {
    let air = Air(signalToNoise: 0, dopplerScale: speed / 343)
    let samples = try air.carry(bytes(16, seed: 7), mode: .room, band: .ultrasonic)
    let heard = try packets(in: samples, band: .ultrasonic)
    #expect(heard.map(\.payload) == [bytes(16, seed: 7)])
    #expect(abs((heard.first?.speed ?? 99) - speed) < 0.1)
  }

  @Test("the time of a packet is right to 2 ms, its signal over noise to 2 dB")
  func report() throws {
    // -6 dB in 24 kHz are 3.8 dB in the 2.5 kHz of the band.
    let air = Air(lead: 24_000, signalToNoise: -6)
    let samples = try air.carry(bytes(16, seed: 8), mode: .room, band: .ultrasonic)
    let packet = try #require(try packets(in: samples, band: .ultrasonic).first)
    #expect(abs(packet.time - 0.5) < 0.002)
    #expect(abs(packet.signalToNoise - 3.8) < 2)
  }

  @Test("signal over noise is right to 2 dB, however loud", arguments: [5.0, 30])
  func loudness(level: Double) throws {
    let air = Air(lead: 12_000, signalToNoise: level)
    let samples = try air.carry(bytes(3, seed: 8), mode: .room, band: .ultrasonic)
    let packet = try #require(try packets(in: samples, band: .ultrasonic).first)
    #expect(abs(packet.signalToNoise - level - 9.8) < 2)
  }

  @Test("two packets in a row arrive in their order, equal or not")
  func sequence() throws {
    var samples: [Float] = []
    for payload in [[1], [2, 2], [2, 2]] as [[UInt8]] {
      samples += try Air(lead: 500, tail: 0).carry(payload, mode: .room, band: .ultrasonic)
    }
    let heard = try packets(in: samples + [Float](repeating: 0, count: 9000), band: .ultrasonic)
    #expect(heard.map(\.payload) == [[1], [2, 2], [2, 2]])
  }

  @Test("clipping to half of the peak and a steady whine 10 dB louder change nothing")
  func disturbances() throws {
    let payload = bytes(16, seed: 9)
    var samples = try Air(signalToNoise: 10).carry(payload, mode: .room, band: .ultrasonic)
    for index in samples.indices {
      let whine = 0.55 * Elementary.sin(2 * .pi * 17_734 * Double(index) / 48_000)
      samples[index] = min(max(samples[index], -0.25), 0.25) + Float(whine)
    }
    #expect(try packets(in: samples, band: .ultrasonic).map(\.payload) == [payload])
  }
}
