@testable import BellTuning
import Testing
import _TestSignals

@Suite("StrikeListener")
struct StrikeListenerTests {
  /// The strike notes that were named, one for each tenth of a second.
  private func named(_ samples: [Float], as object: ResonatorKind? = nil) -> [Double?] {
    var listener = StrikeListener(object, sampleRate: 44_100)
    return stride(from: 0, to: samples.count - 4410, by: 4410).map { start in
      listener.append(samples[start..<(start + 4410)].span)
      return listener.strike
    }
  }

  @Test("names a bell's strike note a second after the stroke", arguments: [150.0, 440, 1500])
  func bell(strike: Double) throws {
    let strikes = named(SyntheticObject.bell(strike).samples)
    for heard in strikes.dropFirst(12) {
      #expect(abs(cents(from: strike, to: try #require(heard))) < 2)
    }
  }

  @Test("does not take strings, reeds and minor chords for bells")
  func others() {
    func tone(_ frequency: Double) -> [Float] {
      var sound = SyntheticObject.struck(.reed, frequency)
      for index in sound.modes.indices { sound.modes[index].decay = 4 }
      return sound.samples
    }
    #expect(named(tone(220)).allSatisfy { $0 == nil })
    var chord = tone(110)
    for ratio in [1.5, 2, 2.378, 3, 4] {
      for (index, sample) in tone(110 * ratio).enumerated() { chord[index] += sample }
    }
    #expect(named(chord).allSatisfy { $0 == nil })
    #expect(named(TestSignal.noise(count: 88_200, rms: 0.1)).allSatisfy { $0 == nil })
  }

  @Test("names the strike note of a tubular bell if it is known to be one")
  func tube() throws {
    let last = named(SyntheticObject.struck(.tube, 330).samples, as: .tube).last ?? nil
    #expect(abs(cents(from: 330, to: try #require(last))) < 2)
  }

  @Test("follows the next bell")
  func next() throws {
    let strikes = named(SyntheticObject.bell(300).samples + SyntheticObject.bell(400).samples)
    #expect(abs(cents(from: 300, to: try #require(strikes[30]))) < 2)
    #expect(abs(cents(from: 400, to: try #require(strikes.last ?? nil))) < 2)
  }
}
