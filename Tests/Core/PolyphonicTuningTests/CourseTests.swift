import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

/// Courses of two strings, as on a mandolin or a 12-string guitar.
@Suite struct CourseTests {
  /// G3 D4 A4 E5 in hertz.
  private let mandolin = [55, 62, 69, 76].map { 440 * Elementary.exp2(Double($0 - 69) / 12) }

  private struct Reading {
    var time: Double
    var strings: [StringReading]
    var beats: [StringBeat]
  }

  private func readings(
    _ strings: [SyntheticString], targets: [Double], numbers: [Int], seed: UInt64 = 1
  ) throws -> [Reading] {
    let strum = Strum(strings: strings, sampleRate: 22050, seed: seed)
    var tuner = try StrumTuner(
      targets: targets, numbers: numbers, sampleRate: strum.sampleRate)
    var readings: [Reading] = []
    tuner.append(strum.samples(seconds: 3, noise: 2e-4)) {
      readings.append(Reading(time: $0.time, strings: $0.strings, beats: $0.beats))
    }
    return readings
  }

  /// Both strings of each course, the second one some cents above the first.
  private func pairs(_ cents: [Double], spread: [Double]) -> [SyntheticString] {
    mandolin.indices.flatMap { index -> [SyntheticString] in
      let low = SyntheticString(
        frequency: detuned(mandolin[index], by: cents[index]), inharmonicity: 3e-5,
        amplitude: 0.05, decay: 1.5, delay: 0.3 + 0.01 * Double(index))
      var high = low
      high.frequency = detuned(low.frequency, by: spread[index])
      high.amplitude = 0.04
      high.decay = 1.8
      return spread[index] == 0 ? [low] : [low, high]
    }
  }

  private func doubled(_ values: [Double]) -> [Double] { values.flatMap { [$0, $0] } }
  private let numbers = [4, 4, 3, 3, 2, 2, 1, 1]

  @Test(
    "Both strings of each course of a mandolin are read within 1.5 cents, and their beat within 0.05 Hz, 3 to 20 cents apart",
    arguments: [[3.0, 4, 3.5, 3], [8, 6, 9, 7], [20, 15, 18, 17]])
  func pair(spread: [Double]) throws {
    let cents = [-8.0, 5, -2, 9]
    let all = try readings(
      pairs(cents, spread: spread), targets: doubled(mandolin), numbers: numbers)
    let last = try #require(all.last)
    for index in mandolin.indices {
      let (low, high) = (last.strings[2 * index], last.strings[2 * index + 1])
      #expect(low.isPresent && high.isPresent)
      #expect((low.cents - cents[index]).magnitude < 1.5)
      #expect((high.cents - cents[index] - spread[index]).magnitude < 1.5)
      let truth =
        detuned(mandolin[index], by: cents[index] + spread[index])
        - detuned(mandolin[index], by: cents[index])
      let beat = try #require(last.beats[2 * index].frequency, "course \(index)")
      #expect((beat - truth).magnitude < 0.05, "\(beat) Hz for \(truth) Hz")
      #expect(last.beats[2 * index + 1].frequency == beat)
    }
    // Whatever was told before was right, too: nothing is guessed.
    for reading in all {
      for index in mandolin.indices {
        guard let beat = reading.beats[2 * index].frequency else { continue }
        let truth =
          detuned(mandolin[index], by: cents[index] + spread[index])
          - detuned(mandolin[index], by: cents[index])
        #expect((beat - truth).magnitude < 0.1, "\(beat) Hz for \(truth) Hz at \(reading.time) s")
      }
    }
  }

  @Test("Two strings 7 cents apart are read as one, and said so, until both are within 1.5 cents")
  func merged() throws {
    let all = try readings(
      pairs([0, 0, 0, 0], spread: [7, 7, 7, 7]), targets: doubled(mandolin), numbers: numbers)
    let first = try #require(all.first)
    #expect(first.beats[0].isMerged && first.beats[1].isMerged)
    for reading in all {
      for index in mandolin.indices where reading.strings[2 * index].isPresent {
        let (low, high) = (reading.beats[2 * index], reading.beats[2 * index + 1])
        #expect(low.isMerged == (low.frequency == nil) && high.isMerged == low.isMerged)
        guard !low.isMerged else { continue }
        #expect(reading.strings[2 * index].cents.magnitude < 1.5)
        #expect((reading.strings[2 * index + 1].cents - 7).magnitude < 1.5)
      }
    }
    let last = try #require(all.last)
    #expect(last.beats.allSatisfy { !$0.isMerged })
  }

  @Test("A single string is no pair, in tune or not, at ten random phases")
  func single() throws {
    for seed in 1...10 {
      let all = try readings(
        pairs([-8, 5, -2, 9], spread: [0, 0, 0, 0]), targets: doubled(mandolin), numbers: numbers,
        seed: UInt64(seed))
      #expect(!all.isEmpty)
      for reading in all { #expect(reading.beats.allSatisfy { $0.frequency == nil }) }
    }
  }

  @Test("Partials of a string with two lines each, at distances that do not fit, are no pair")
  func polarizations() throws {
    // The lines of each partial are 0.9 Hz apart, so that they are no harmonics of two strings.
    let base = detuned(mandolin[0], by: 4)
    let strings = (1...8).flatMap { order -> [SyntheticString] in
      [-0.45, 0.45].map {
        SyntheticString(
          frequency: Double(order) * base + $0, amplitude: 0.05 / Double(order), decay: 1.5,
          delay: 0.3, partialCount: 1)
      }
    }
    let all = try readings(strings, targets: doubled([mandolin[0]]), numbers: [1, 1])
    #expect(!all.isEmpty)
    for reading in all { #expect(reading.beats.allSatisfy { $0.frequency == nil }) }
  }

  @Test("No beat is told below the limit that the reading states, 2 / T at a partial that counts")
  func limit() throws {
    let all = try readings(
      pairs([0, 0, 0, 0], spread: [1, 0, 0, 0]), targets: doubled(mandolin), numbers: numbers)
    for reading in all {
      guard let limit = reading.beats[0].limit else { continue }
      // Two seconds, and eight partials, at most.
      #expect(limit >= 2.0 / 2.0 / 8 - 1e-3)
    }
  }

  @Test("An octave course of a 12-string guitar beats by its distance from partial 2, to 0.15 Hz")
  func octave() throws {
    let targets = [guitar[0] * 2, guitar[0]]
    let low = SyntheticString(
      frequency: detuned(targets[1], by: -3), inharmonicity: 8e-5, decay: 1.5, delay: 0.3)
    let high = SyntheticString(
      frequency: detuned(targets[0], by: 8), inharmonicity: 3e-5, decay: 1.5, delay: 0.3)
    let all = try readings([high, low], targets: targets, numbers: [6, 6])
    #expect(!all.isEmpty)
    for reading in all where reading.time < 2.3 {
      let beat = try #require(reading.beats[0].frequency)
      #expect((beat - (high.frequency - low.partial(2))).magnitude < 0.15)
      #expect(reading.beats[1].frequency == nil)
    }
  }
}
