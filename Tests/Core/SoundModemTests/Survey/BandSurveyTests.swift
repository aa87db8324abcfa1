import SignalProcessing
import SoundModem
import Testing
import ToneGeneration

@Suite("Band survey")
struct BandSurveyTests {
  /// The survey's own sound at a gain for each frequency, in white noise.
  private static func survey(
    rate: Double = 48_000, noise: Float = 1e-4, delay: Int = 7000,
    gain: (Double) -> Float = { _ in 1 }
  ) throws -> BandSurvey {
    var survey = try BandSurvey(sampleRate: rate)
    var heard = [Float](repeating: 0, count: delay)
    for band in survey.bands {
      var sound = try SurveySound(bands: [band], level: -6, sampleRate: rate)
      let middle = (band.frequencies.lowerBound + band.frequencies.upperBound) / 2
      heard += sound.render(frameCount: Int(sound.count)).map { $0 * gain(middle) }
    }
    var random = SeededGenerator(seed: 5)
    heard = heard.map { $0 + noise * Float.random(in: -1...1, using: &random) }
    for start in stride(from: 0, to: heard.count, by: 1000) {
      survey.append(Array(heard[start..<min(start + 1000, heard.count)]))
    }
    return survey
  }

  @Test("tells level and signal over noise of each tone", arguments: [44_100.0, 48_000, 96_000])
  func levels(rate: Double) throws {
    let results = try Self.survey(rate: rate, noise: 0.01).results
    #expect(results.map(\.band) == ModemBand.allCases)
    // Uniform noise of ±0.01 has a power of 0.01²/3 over half the sample rate, and a Hann window of
    // 40 ms lets 37.5 Hz of it through; a sine of amplitude a has the power a²/2.
    let noise = 0.01 * 0.01 / 3 * 37.5 / (rate / 2)
    let expected = 10 * Elementary.log10(0.25 / 2 / noise)
    for tone in results.flatMap(\.tones) {
      #expect(abs(tone.level - -6) < 0.5, "\(tone)")
      #expect(abs(tone.signalToNoise - expected) < 3, "\(tone), not \(expected)")
    }
    #expect(results.allSatisfy { $0.reach == .room })
  }

  @Test("tells the bands that a loudspeaker cannot play")
  func deadBands() throws {
    let results = try Self.survey(gain: { $0 > 17_500 ? 0 : $0 > 10_000 ? 0.1 : 1 }).results
    #expect(results.map(\.reach) == [.none, .room, .room])
  }

  @Test("finds nothing in silence, noise, or sound that is not finite")
  func nothing() throws {
    var silent = try BandSurvey(sampleRate: 48_000)
    #expect(silent.results.allSatisfy { $0.reach == .none })
    let zeros = [Float](repeating: 0, count: 100_000)
    silent.append(zeros.span)
    let bad = [Float](repeating: .nan, count: 100_000)
    silent.append(bad.span)
    #expect(silent.results.allSatisfy { $0.reach == .none && $0.signalToNoise == 0 })
    #expect(try Self.survey(noise: 0.1, gain: { _ in 0 }).results.allSatisfy { $0.reach == .none })
  }

  @Test("leaves out what the sample rate does not carry")
  func lowRate() throws {
    #expect(try BandSurvey(sampleRate: 16_000).bands == [.audible])
    #expect(throws: ModemError.cannotHearBand(.audible, sampleRate: 8000)) {
      try BandSurvey(sampleRate: 8000)
    }
    #expect(throws: ModemError.cannotHearBand(.ultrasonic, sampleRate: 32_000)) {
      try SurveySound(bands: [.ultrasonic], sampleRate: 32_000)
    }
  }

  @Test("neither clicks nor depends on the size of the blocks")
  func sound() throws {
    var whole = try SurveySound(bands: [.audible], sampleRate: 48_000)
    let samples = whole.render(frameCount: Int(whole.count) + 100)
    #expect(samples.count == Int(whole.count))
    var parts = try SurveySound(bands: [.audible], sampleRate: 48_000)
    var joined: [Float] = []
    while case let block = parts.render(frameCount: 777), !block.isEmpty { joined += block }
    #expect(joined == samples)
    let peak = samples.map { abs($0) }.max() ?? 0
    #expect(abs(peak - 0.5012) < 0.002)
  }
}
