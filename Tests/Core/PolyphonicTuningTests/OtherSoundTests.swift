import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

/// Sounds that are not a strum of the open strings, or not only.
@Suite struct OtherSoundTests {
  private struct Reading {
    var time: Double
    var sound: StrumTuner.Sound
    var isClipped: Bool
    var strumCount: Int
    var strings: [StringReading]
  }

  private func readings(of samples: [Float], rate: Double = 44100) throws -> [Reading] {
    var tuner = try StrumTuner(targets: guitar, sampleRate: rate)
    var readings: [Reading] = []
    tuner.append(samples) {
      readings.append(
        Reading(
          time: $0.time, sound: $0.sound, isClipped: $0.isClipped, strumCount: $0.strumCount,
          strings: $0.strings))
    }
    return readings
  }

  private func strings(
    _ notes: [Int], cents: Double = 0, at start: Double = 0.3, amplitude: Double = 0.08
  ) -> [SyntheticString] {
    notes.enumerated().map { index, note in
      SyntheticString(
        frequency: detuned(440 * Elementary.exp2(Double(note - 69) / 12), by: cents),
        inharmonicity: 8e-5, amplitude: amplitude, decay: 2.5, delay: start + 0.01 * Double(index))
    }
  }

  private let open = [40, 45, 50, 55, 59, 64]

  @Test(
    "Chords that share notes with open strings are no strum: G, C, D, E minor, A minor, E, A and a power chord",
    arguments: [
      [43, 47, 50, 55, 59, 67], [48, 52, 55, 60, 64], [50, 57, 62, 66], [40, 47, 52, 55, 59, 64],
      [45, 52, 57, 60, 64], [40, 47, 52, 56, 59, 64], [45, 52, 57, 61, 64], [40, 47, 52],
    ])
  func sharedNotes(notes: [Int]) throws {
    let all = try readings(of: Strum(strings: strings(notes)).samples(seconds: 1.5))
    #expect(!all.isEmpty)
    #expect(all.allSatisfy { $0.sound == .other })
  }

  @Test("Open strings are a strum wherever they are within 40 cents, all or four of them")
  func openStrings() throws {
    for cents in [-40.0, -7, 0, 13, 40] {
      for notes in [open, Array(open[0..<4]), Array(open[2..<6])] {
        let all = try readings(
          of: Strum(strings: strings(notes, cents: cents)).samples(seconds: 1.5))
        #expect(!all.isEmpty && all.allSatisfy { $0.sound == .strings }, "\(notes) \(cents)")
      }
    }
  }

  @Test("Of two strums at once, half a tone apart, none is read as open strings that are in tune")
  func twoAtOnce() throws {
    let both = strings(open) + strings(open.map { $0 + 1 }, at: 0.35)
    let all = try readings(of: Strum(strings: both).samples(seconds: 1.5))
    #expect(!all.isEmpty && all.allSatisfy { $0.sound == .other })
  }

  @Test("A strum 0.4 s after another one is a strum of its own")
  func shortlyAfter() throws {
    let first = strings(open, cents: 12, amplitude: 0.04).map { string in
      var string = string
      string.decay = 12
      return string
    }
    let all = try readings(
      of: Strum(strings: first + strings(open, cents: -9, at: 0.7, amplitude: 0.16)).samples(
        seconds: 2.2))
    let last = try #require(all.last)
    #expect(last.strumCount == 2 && last.sound == .strings)
    for string in last.strings { #expect((string.cents + 9).magnitude < 1) }
  }

  @Test("Clipped strums are told as such, and each string is still within 2 cents")
  func clipped() throws {
    let loud = Strum(strings: strings(open, cents: 6, amplitude: 0.5)).samples(seconds: 1.5)
    let all = try readings(of: loud.map { min(1, max(-1, $0)) })
    #expect(!all.isEmpty && all.allSatisfy { $0.isClipped && $0.sound == .strings })
    for reading in all {
      for string in reading.strings {
        #expect(string.isPresent)
        #expect((string.cents - 6).magnitude < 2, "\(string.cents)")
      }
    }
  }
}
