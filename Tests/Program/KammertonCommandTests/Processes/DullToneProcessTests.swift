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
    "are read within 1 cent from 0.05 s on, and 5 before, the lowest keys of a piano included",
    arguments: [27.5, 29.135, 30.868, 41.203, 48.999, 55, 4186.009])
  func sines(frequency: Double) async throws {
    for amplitudes in [[0.2], [0.2, 0.024, 0.011]] {
      let tone = TestSignal.harmonics(
        frequency, amplitudes: amplitudes, sampleRate: 44_100, count: 44_100)
      let found = try await readings(tone)
      #expect(found.count == 100)
      for reading in found {
        let time = try #require(reading["time"] as? Double)
        let read = try #require(reading["frequency"] as? Double, "unvoiced at \(time) s")
        let error = cents(from: frequency, to: read).magnitude
        // The first frames hold few periods.
        #expect(error < (time < 0.05 ? 5 : 1), "\(error) cents at \(time) s")
      }
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
