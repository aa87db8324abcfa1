import SignalProcessing
import Testing
import _TestSignals

@testable import SoundModem

@Suite("The quality of a channel")
struct ChannelQualityTests {
  /// What a packet becomes in a room with some arrivals, in milliseconds and decibels.
  private func samples(
    _ mode: ModemMode, _ band: ModemBand, _ arrivals: [(delay: Double, level: Double)],
    signalToNoise: Double = 30
  ) throws -> [Float] {
    let air = Air(lead: 12_000, tail: 24_000)
    let wave = try air.carry(bytes(16, seed: 5), mode: mode, band: band)
    var samples = [Float](repeating: 0, count: wave.count)
    for arrival in arrivals {
      let (delay, gain) = (Int(48 * arrival.delay), Float(amplitude(fromDecibels: arrival.level)))
      for index in delay..<samples.count { samples[index] += gain * wave[index - delay] }
    }
    var noise = WhiteNoise(
      level: Level(of: samples.span).rootMeanSquare - signalToNoise, seed: 3)
    var span = samples.mutableSpan
    noise.add(to: &span)
    return samples
  }

  private func channel(
    _ mode: ModemMode, _ band: ModemBand, _ arrivals: [(delay: Double, level: Double)]
  ) throws -> ChannelQuality {
    let heard = try packets(in: try samples(mode, band, arrivals), band: band)
    return try #require(heard.first).channel
  }

  @Test("without echo it is told so, in every mode and band", arguments: ModemBand.allCases)
  func direct(band: ModemBand) throws {
    for mode in ModemMode.allCases {
      let channel = try channel(mode, band, [(0, 0)])
      #expect(channel.echo == -20)
      #expect(channel.delaySpread < 0.0005)
      #expect(channel.verdict(in: mode) == .good)
    }
  }

  @Test(
    "a second arrival is told to 2.5 dB and half a millisecond, before or after the strongest",
    arguments: [(12.0, -3.0), (5, -6), (17, -1), (8, 0)])
  func echo(delay: Double, level: Double) throws {
    for (first, second) in [(0, level), (level, 0)] {
      let arrivals = [(delay: 0.0, level: first), (delay: delay, level: second)]
      let channel = try channel(.room, .ultrasonic, arrivals)
      #expect(abs(channel.echo - level) < 2.5)
      // Of two powers, the standard deviation is the distance times the root of both shares.
      let share = 1 / (1 + Elementary.power(10, -level / 10))
      let spread = delay / 1000 * (share * (1 - share)).squareRoot()
      #expect(abs(channel.delaySpread - spread) < 0.0005)
    }
  }

  @Test("the level is that of the tones, to 0.5 dB", arguments: ModemBand.allCases)
  func level(band: ModemBand) throws {
    let air = Air(lead: 0, tail: 0)
    let sent = try air.carry(bytes(16, seed: 5), mode: .room, band: band)
    let channel = try channel(.room, band, [(0, -20)])
    #expect(abs(channel.level - (Level(of: sent.span).rootMeanSquare - 20)) < 0.5)
  }

  @Test("carriers take less echo than tones, and need more signal")
  func verdicts() {
    func verdict(
      _ signalToNoise: Double, _ echo: Double, _ mode: ModemMode
    ) -> ChannelQuality.Verdict {
      ChannelQuality(signalToNoise: signalToNoise, level: -30, echo: echo, delaySpread: 0.01)
        .verdict(in: mode)
    }
    #expect(verdict(20, -6, .room) == .good)
    #expect(verdict(20, -6, .desk) == .echoing)
    #expect(verdict(20, -1, .far) == .echoing)
    #expect(verdict(8, -20, .far) == .good)
    #expect(verdict(8, -20, .touch) == .faint)
    #expect(verdict(0, 0, .room) == .faint)
  }

  /// The losses and packets that are told of some samples.
  private func heard(
    _ samples: [Float], _ band: ModemBand
  ) throws -> (lost: [LostPacket], packets: [ReceivedPacket]) {
    var receiver = try MessageReceiver(bands: [band], sampleRate: 48_000)
    receiver.append(samples)
    receiver.finish()
    var result: (lost: [LostPacket], packets: [ReceivedPacket]) = ([], [])
    while let event = receiver.next() {
      if case .lost(let packet) = event { result.lost.append(packet) }
      if case .packet(let packet) = event { result.packets.append(packet) }
    }
    return result
  }

  @Test("a packet that another one cuts off is told, with its time; one that arrives is not")
  func lost() throws {
    var samples = try samples(.room, .ultrasonic, [(0, 0)])
    #expect(try heard(samples, .ultrasonic).lost.isEmpty)
    // Behind the preamble and the header, which take 0.25 s.
    let other = try Air(lead: 12_000, tail: 24_000).carry(
      bytes(16, seed: 9), mode: .room, band: .ultrasonic)
    samples.replaceSubrange(40_000..., with: other[40_000...])
    let result = try heard(samples, .ultrasonic)
    #expect(result.packets.isEmpty)
    #expect(result.lost.count == 1)
    let lost = try #require(result.lost.first)
    #expect(lost.mode == .room && lost.band == .ultrasonic)
    #expect(abs(lost.time - 0.25) < 0.005)
  }
}
