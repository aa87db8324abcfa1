@testable import MessageCommands
import SoundModem
import Testing
import ToneGeneration
import _TestSignals

@Suite("The analysis of band-test")
struct BandTestTests {
  /// The tones and packets of all bands, with an echo of the packets after 12 ms.
  private func test(
    echo: Float, muted: [ModemBand] = [], through loudspeaker: WanderingPhase? = nil
  ) throws -> BandTest {
    var test = try BandTest(sampleRate: 48_000)
    var tones = try SurveySound(bands: test.survey.bands, level: -6, sampleRate: 48_000)
    var heard = tones.render(frameCount: Int(tones.count))
    for band in test.survey.bands {
      var packet = try BandTest.packet(in: band, level: -6, sampleRate: 48_000)
      let wave = packet.render(frameCount: Int(packet.count))
      let start = heard.count
      heard += [Float](repeating: 0, count: wave.count + 24_000)
      guard !muted.contains(band) else { continue }
      for index in wave.indices {
        heard[start + index] += wave[index]
        heard[start + index + 576] += echo * wave[index]
      }
    }
    if let loudspeaker { heard = loudspeaker.carry(heard, sampleRate: 48_000) }
    test.append(heard.span)
    test.finish()
    #expect(test.recording == heard)
    return test
  }

  @Test("without echo the first band works in the fastest modes")
  func clear() throws {
    let test = try test(echo: 0)
    #expect(test.rooms.map(\.band) == ModemBand.allCases)
    #expect(test.rooms.allSatisfy { $0.isWhole && $0.channel.echo == -20 })
    let advice = "Use --band u. At this distance --mode desk works too, and is faster."
    #expect(test.advice == advice)
    let objects = test.survey.results.map { $0.object(room: "null") }
    #expect(objects.allSatisfy { $0.contains(#""phaseWander":0.0"#) })
    #expect(objects.allSatisfy { $0.contains(#""carriesPhases":true"#) })
  }

  @Test("phases that wander rule the fast modes out, by how much they wander and where")
  func wander() throws {
    let test = try test(
      echo: 0, through: WanderingPhase(bandwidth: 30, seed: 1) { $0 > 10_000 ? 0.9 : 0.05 })
    let advice = try #require(test.advice)
    #expect(advice.hasPrefix("Use --band u. Phases wander by "), "\(advice)")
    #expect(
      advice.hasSuffix(" rad at 18.3 kHz: use --mode room or far, not desk or touch."),
      "\(advice)")
    let rows = BandSurvey.table(test.survey.results)
    #expect(rows.dropFirst().allSatisfy { $0.contains(" rad  ") && $0.hasSuffix("good") })
    let objects = test.survey.results.map { $0.object(room: "null") }
    #expect(
      objects.map { $0.contains(#""carriesPhases":true"#) } == [false, false, true], "\(objects)")
  }

  @Test("through the telephone U is never advised, but A, or X for room and far alone")
  func phone() throws {
    for seed in UInt64(1)...4 {
      let advice = try #require(try test(echo: 0, through: .phone(seed: seed)).advice)
      #expect(
        advice == "Use --band a. At this distance --mode desk works too, and is faster."
          || advice.hasPrefix("Use --band x. Phases wander by 1."), "\(advice)")
    }
  }

  @Test("echoes rule the fast modes out, and strong ones room mode")
  func echoes() throws {
    #expect(try test(echo: 0.5).advice == "Use --band u.")
    #expect(try test(echo: 1).advice == "Use --band u --mode far.")
  }

  @Test("a band of which nothing arrives is not advised")
  func deaf() throws {
    #expect(try test(echo: 0.5, muted: [.ultrasonic]).advice == "Use --band x.")
    #expect(try test(echo: 0, muted: ModemBand.allCases).advice == nil)
  }
}

extension BandTest {
  /// The last line, if a packet was read.
  fileprivate var advice: String? { roomLines(survey.results)?.last }
}
