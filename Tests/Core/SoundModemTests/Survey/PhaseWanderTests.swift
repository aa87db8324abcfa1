import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import SoundModem

@Suite("How much phases wander, in a band survey")
struct PhaseWanderTests {
  /// The wander of each band through a loudspeaker.
  private static func wander(
    through loudspeaker: WanderingPhase, noise: Float = 1e-4
  ) throws -> [BandReport] {
    var survey = try BandSurvey(sampleRate: 48_000)
    var sound = try SurveySound(bands: survey.bands, level: -6, sampleRate: 48_000)
    let played = sound.render(frameCount: Int(sound.count))
    var random = SeededGenerator(seed: 5)
    survey.append(
      loudspeaker.carry(played, sampleRate: 48_000).map {
        $0 + noise * Float.random(in: -1...1, using: &random)
      })
    return survey.results
  }

  @Test(
    "tells by how much phases wander, right to a fifth",
    arguments: [(0.1, 30.0), (0.1, 100), (0.3, 30), (0.5, 100), (0.8, 30), (0.8, 100)])
  func wander(deviation: Double, bandwidth: Double) throws {
    let results = try Self.wander(
      through: WanderingPhase(bandwidth: bandwidth, seed: 3) { _ in deviation })
    for band in results {
      let measured = try #require(band.phaseWander)
      #expect(abs(measured / deviation - 1) < 0.2, "\(band.band): \(measured), not \(deviation)")
    }
  }

  @Test("through the telephone the phases of A carry, those of X and U do not")
  func phone() throws {
    let results = try Self.wander(through: .phone(seed: 2))
    #expect(results.map(\.carriesPhases) == [false, false, true])
    let (u, x, a) = (results[0].phaseWander, results[1].phaseWander, results[2].phaseWander)
    #expect(try #require(u) > 1.2 && #require(x) > 0.9 && #require(a) < 0.03)
  }

  @Test("28 dB below a tone, noise is not taken for a wandering phase: 0.1 rad at most is told")
  func noisyPhases() throws {
    let still = WanderingPhase(bandwidth: 30, seed: 1) { _ in 0 }
    for band in try Self.wander(through: still, noise: 0.6) {
      #expect(band.signalToNoise < 30)
      #expect(try #require(band.phaseWander) < 0.1, "\(band)")
    }
  }

  @Test("a moving device and another clock turn phases evenly, which is no wander")
  func motion() throws {
    var survey = try BandSurvey(sampleRate: 48_000)
    // 0.3 m/s, or 900 millionths.
    var sound = try SurveySound(bands: survey.bands, level: -6, sampleRate: 48_000 * 1.0009)
    survey.append(sound.render(frameCount: Int(sound.count)))
    #expect(survey.results.allSatisfy { ($0.phaseWander ?? 1) < 0.02 })
  }

  @Test("a room whose echoes are as strong as the direct sound is not taken for a wandering phase")
  func rooms() throws {
    var survey = try BandSurvey(sampleRate: 48_000)
    var sound = try SurveySound(bands: survey.bands, level: -12, sampleRate: 48_000)
    let played = sound.render(frameCount: Int(sound.count))
    // As strong in all as the direct sound, and a reverberation time of 0.8 s.
    let path = SimulatedPath(
      seed: 4, reverberationTime: 0.8, reverberation: 1, sampleRate: 48_000)
    var heard = [Float](repeating: 0, count: played.count + path.response.count)
    for start in stride(from: 0, to: played.count, by: 9000) {
      let part = path.heard(Array(played[start..<min(start + 9000, played.count)]))
      for index in part.indices { heard[start + index] += part[index] }
    }
    survey.append(heard)
    #expect(survey.results.allSatisfy { $0.carriesPhases }, "\(survey.results)")
  }

  @Test("phases of tones that noise hides are not told")
  func faint() throws {
    let still = WanderingPhase(bandwidth: 30, seed: 1) { _ in 0 }
    for band in try Self.wander(through: still, noise: 4) {
      #expect(band.phaseWander == nil && !band.carriesPhases, "\(band)")
    }
  }
}
