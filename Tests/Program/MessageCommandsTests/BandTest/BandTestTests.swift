@testable import MessageCommands
import SoundModem
import Testing
import ToneGeneration

@Suite("The analysis of band-test")
struct BandTestTests {
  /// The tones and packets of all bands, with an echo of the packets after 12 ms.
  private func test(echo: Float, muted: [ModemBand] = []) throws -> BandTest {
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
    #expect(test.roomLines?.last == advice)
  }

  @Test("echoes rule the fast modes out, and strong ones room mode")
  func echoes() throws {
    #expect(try test(echo: 0.5).roomLines?.last == "Use --band u.")
    #expect(try test(echo: 1).roomLines?.last == "Use --band u --mode far.")
  }

  @Test("a band of which nothing arrives is not advised")
  func deaf() throws {
    #expect(try test(echo: 0.5, muted: [.ultrasonic]).roomLines?.last == "Use --band x.")
    #expect(try test(echo: 0, muted: ModemBand.allCases).roomLines == nil)
  }
}
