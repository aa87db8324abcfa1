import Foundation
import Testing
import _TestSignals

/// Tones with hardly anything above the first partial, through the tuner as a user starts it.
@Suite("kammerton tune: dull low tones")
struct DullToneProcessTests {
  private func readings(_ tone: [Float], _ arguments: [String] = []) async throws -> [[String: Any]]
  {
    let input = tone.withUnsafeBytes { Data($0) }
    let result = try await Program.run(
      ["tune", "-", "--raw", "f32le", "--rate", "44100", "--jsonl", "--no-config"] + arguments,
      input: input)
    #expect(result.status == 0)
    return try result.lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test(
    "are read within 1 cent, the lowest keys of a piano included",
    arguments: [27.5, 29.135, 30.868, 41.203, 48.999, 55, 4186.009])
  func sines(frequency: Double) async throws {
    for amplitudes in [[0.2], [0.2, 0.024, 0.011]] {
      let tone = TestSignal.harmonics(
        frequency, amplitudes: amplitudes, sampleRate: 44_100, count: 44_100)
      let errors = try await readings(tone).compactMap { $0["frequency"] as? Double }.map {
        cents(from: frequency, to: $0).magnitude
      }
      #expect(errors.count > 90)
      #expect(errors.allSatisfy { $0 < 1 }, "\(errors.max() ?? 0)")
    }
  }

  @Test("a bass guitar with its tone turned down is in tune on E1")
  func bassGuitar() async throws {
    let tone = TestSignal.sine(41.203, sampleRate: 44_100, count: 66_150, amplitude: 0.2)
    let heard = try await readings(tone, ["--instrument", "bass-guitar"])
    let last = try #require(heard.last { $0["frequency"] is Double })
    #expect(last["target"] as? String == "E1")
    #expect(last["inTune"] as? Bool == true)
    #expect(abs(try #require(last["targetCents"] as? Double)) < 1)
  }
}
