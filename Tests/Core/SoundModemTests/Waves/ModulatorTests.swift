import SignalProcessing
import Testing
import ToneGeneration

@testable import SoundModem

@Suite("The wave of a packet")
struct ModulatorTests {
  @Test(
    "16 bytes take 0.42 s in desk, 1.39 s in room and 2.39 s in far mode, 140 in room 3.95 s; in A within 0.05 s of that",
    arguments: ModemBand.allCases)
  func durations(band: ModemBand) throws {
    let stated = [
      (ModemMode.desk, 16, 0.42, 0.5), (.room, 16, 1.39, 1.5), (.far, 16, 2.39, 2.4),
      (.room, 140, 3.95, 4),
    ]
    for (mode, count, seconds, limit) in stated {
      let modulator = try Modulator(
        bytes(count, seed: 1), mode: mode, band: band, sampleRate: 48_000)
      let duration = Double(modulator.count) / 48_000
      #expect(abs(duration - seconds) < (band == .audible ? 0.05 : 0.006), "\(mode) \(duration)")
      #expect(duration < limit, "\(mode) in every band")
    }
  }

  @Test("99 % of the power lies within the band", arguments: ModemBand.allCases)
  func spectrum(band: ModemBand) throws {
    var modulator = try Modulator(bytes(16, seed: 1), mode: .room, band: band, sampleRate: 48_000)
    var wave = modulator.render(frameCount: 32_768)
    wave += [Float](repeating: 0, count: 32_768 - wave.count)
    var transform = try RealFourierTransform(length: 32_768)
    var span = wave.mutableSpan
    transform.forward(&span)
    var (inside, total) = (0.0, 0.0)
    for bin in 1..<16_384 {
      let power = Double(wave[bin] * wave[bin] + wave[bin + 16_384] * wave[bin + 16_384])
      total += power
      let frequency = Double(bin) * 48_000 / 32_768
      if band.frequencies.contains(frequency) { inside += power }
    }
    #expect(inside > 0.99 * total)
  }

  @Test("the peak stays below the level, and blocks of any size render the same")
  func blocks() throws {
    let make = { try Modulator(bytes(16, seed: 2), level: -10, sampleRate: 44_100) }
    var whole = try make()
    let wave = whole.render(frameCount: Int(whole.count))
    #expect(Level(of: wave.span).peak <= -10)
    var pieces = try make()
    var joined: [Float] = []
    for size in [1, 64, 441, 4096, 100_000] { joined += pieces.render(frameCount: size) }
    #expect(joined == wave)
  }
}
