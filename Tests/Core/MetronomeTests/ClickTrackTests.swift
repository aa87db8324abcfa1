import Metronome
import SignalProcessing
import Testing
import ToneGeneration

@Suite("Click track")
struct ClickTrackTests {
  private func track(
    _ text: String, voice: ClickVoice = .click, sampleRate: Double = 48_000, channelCount: Int = 1
  ) throws -> ClickTrack {
    ClickTrack(
      try ClickSchedule(TempoMap(text), sampleRate: sampleRate),
      sounds: ClickSounds(voice, sampleRate: sampleRate), channelCount: channelCount)
  }

  @Test(
    "each of 1000 clicks lies at most half a sample from the ideal grid, by cross-correlation",
    arguments: ClickVoice.allCases)
  func grid(voice: ClickVoice) throws {
    let (tempo, sampleRate) = (137_500, 44_100.0)
    var track = try track("* 4/4 137.5", voice: voice, sampleRate: sampleRate)
    let sounds = ClickSounds(voice, sampleRate: sampleRate)
    var samples: [Float] = []
    var worst = 0.0
    for beat in 0..<1000 {
      let exact = exactTime(
        (Int128(beat), 1), thousandths: Int128(tempo), beatValue: 4,
        sampleRate: Int128(sampleRate))
      while samples.count < Int(exact.whole) + 10_000 { samples += track.render(frameCount: 4096) }
      let click = sounds.samples(of: beat.isMultiple(of: 4) ? .strong : .normal)
      let found = Self.bestLag(of: click, in: samples, near: Int(exact.whole), reach: 30)
      worst = max(worst, abs(Double(found - Int(exact.whole)) - exact.rest))
    }
    #expect(worst <= 0.5)
  }

  /// The position with the largest cross-correlation.
  private static func bestLag(
    of click: [Float], in samples: [Float], near position: Int, reach: Int
  ) -> Int {
    var best = (lag: 0, value: -Double.infinity)
    for lag in max(0, position - reach)...position + reach {
      var sum = 0.0
      for index in click.indices { sum += Double(click[index]) * Double(samples[lag + index]) }
      if sum > best.value { best = (lag, sum) }
    }
    return best.lag
  }

  @Test("the sizes of the blocks change nothing, to the bit")
  func blocks() throws {
    let text = "3 7/8=2+2+3 300 swing=60 subdivide=8 poly=5:7 ramp=+50/1bar\n1 1/4 60 2"
    var whole = try track(text, voice: .rock, channelCount: 2)
    let expected = whole.render(frameCount: 500_000)
    #expect(expected.count < 1_000_000)
    for size in [1, 64, 441, 4096, 77_777] {
      var track = try track(text, voice: .rock, channelCount: 2)
      var samples: [Float] = []
      while true {
        let block = track.render(frameCount: size)
        samples += block
        if block.count < 2 * size { break }
      }
      #expect(samples == expected)
      let afterEnd = track.render(frameCount: 10)
      #expect(afterEnd.isEmpty)
    }
  }

  @Test("a track that skips goes on as if what lies between had been rendered, to the bit")
  func skip() throws {
    let text = "3 7/8=2+2+3 300 swing=60 subdivide=8 poly=5:7 ramp=+50/1bar\n1 1/4 60 2"
    for frame in [Int64(0), 1, 100, 19_999, 77_777, 200_000, 10_000_000] {
      var (rendered, skipped) = try (track(text, voice: .rock), track(text, voice: .rock))
      _ = rendered.render(frameCount: Int(frame))
      skipped.skip(to: frame)
      #expect(skipped.position == rendered.position && skipped.lastBeat == rendered.lastBeat)
      #expect(skipped.render(frameCount: 50_000) == rendered.render(frameCount: 50_000))
      let position = skipped.position
      skipped.skip(to: position - 1)
      #expect(skipped.position == position)
    }
  }

  @Test("a strong click peaks at -10 dBFS, the others below it, and all is silent between them")
  func levels() throws {
    for voice in ClickVoice.allCases {
      var track = try track("1 4/4 60 XOxo", voice: voice)
      let samples = track.render(frameCount: 300_000)
      #expect(samples.count == 192_000)
      let peaks = (0..<4).map { beat in
        Level(of: samples[(beat * 48_000)..<(beat * 48_000 + 9000)].span).peak
      }
      #expect(abs(peaks[0] - -10) < 0.01)
      #expect(peaks[0] > peaks[1] && peaks[1] > peaks[2] && peaks[2] > peaks[3] && peaks[3] > -23)
      #expect(samples[9000..<48_000].allSatisfy { $0 == 0 })
      let first = samples.firstIndex { $0 != 0 } ?? .max
      #expect(first <= 1)  // it begins at once
    }
  }

  @Test("mute silences, volume scales, and the last click rings out")
  func muting() throws {
    var muted = try track("1 2/4 600")
    muted.isMuted = true
    let silence = muted.render(frameCount: 9600)
    #expect(silence.allSatisfy { $0 == 0 })
    #expect(muted.lastBeat?.beat == 1)
    var soft = try track("1 1/4 600 0.5")
    let samples = soft.render(frameCount: 9600)
    #expect(abs(Level(of: samples.span).peak - -16.02) < 0.01)
    var long = try track("1 1/4 600", voice: .rock)  // the beat lasts 100 ms, the click 90 ms
    let whole = long.render(frameCount: 100_000)
    #expect(whole.count == 4800)
    var late = try track("1 1/8 600", voice: .rock)  // 50 ms
    let rung = late.render(frameCount: 100_000)
    #expect(rung.count == 4320)
  }

  @Test("clicks of one's own sound as they are, at the right rate; one for each accent")
  func ownClicks() throws {
    let strong = (samples: [Float](repeating: 0.5, count: 100), sampleRate: 48_000.0)
    let other = (samples: [Float](repeating: 0.25, count: 100), sampleRate: 24_000.0)
    let two = try #require(ClickSounds([strong, other], level: 0, sampleRate: 48_000))
    #expect(two.samples(of: .strong) == strong.samples)
    #expect(two.samples(of: .normal).count == 200)
    #expect(abs(two.samples(of: .normal)[100] - 0.25) < 0.001)
    let one = try #require(ClickSounds([strong], level: -20, sampleRate: 48_000))
    #expect(abs(one.samples(of: .strong)[50] - 0.05) < 1e-6)
    #expect(one.samples(of: .weak)[50] < 0.02)
    #expect(ClickSounds([], sampleRate: 48_000) == nil)
    #expect(ClickSounds([([], 48_000)], sampleRate: 48_000) == nil)
    let endless = (samples: [Float](repeating: 0, count: 200_000), sampleRate: 8000.0)
    let cut = try #require(ClickSounds([endless], sampleRate: 8000))
    #expect(cut.samples(of: .strong).count == 80_000)
  }
}
