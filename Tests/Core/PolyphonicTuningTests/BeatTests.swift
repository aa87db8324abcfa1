import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

/// Several lines near one target: reeds, organ ranks, bells.
@Suite struct BeatTests {
  private let rate = 8000.0

  private func sound(
    _ frequencies: [Double], seconds: Double, noise: Double, decay: Double = 0, seed: UInt64 = 1
  ) -> [Float] {
    let strings = frequencies.map {
      SyntheticString(frequency: $0, amplitude: 0.1, decay: decay, partialCount: 1)
    }
    return Strum(strings: strings, sampleRate: rate, seed: seed).samples(
      seconds: seconds, noise: noise)
  }

  private func lines(
    _ samples: [Float], target: Double = 440, seconds: Double
  ) throws -> (lines: [BeatAnalyzer.Line], analyzer: BeatAnalyzer) {
    var analyzer = try BeatAnalyzer(target: target, sampleRate: rate, longest: seconds)
    analyzer.append(samples)
    analyzer.measure(duration: seconds)
    return (Array(analyzer.lines), analyzer)
  }

  @Test(
    "The errors of two and three lines over 40 sounds are at most 1.3 times the Cramér-Rao bound of a line alone, and as large as stated",
    arguments: [[440, 442.3], [437.8, 440, 442.5], [440, 440.9]], [0.01, 0.1])
  func bound(frequencies: [Double], noise: Double) throws {
    let seconds = 4.0
    // S. M. Kay, "Fundamentals of Statistical Signal Processing: Estimation Theory", 1993, 3.11, for a
    // sine of amplitude 0.1.
    let count = seconds * rate
    let bound =
      (24 * noise * noise / 0.01).squareRoot() / (2 * .pi * seconds * count.squareRoot())
    var (squares, stated) = (0.0, 0.0)
    let trials = 40
    for seed in 1...trials {
      let found = try lines(
        sound(frequencies, seconds: seconds, noise: noise, seed: UInt64(seed)), seconds: seconds)
      try #require(found.lines.count == frequencies.count)
      for (line, truth) in zip(found.lines, frequencies) {
        squares += (line.frequency - truth) * (line.frequency - truth)
        stated += line.error * line.error
      }
    }
    let number = Double(trials * frequencies.count)
    let (error, sigma) = ((squares / number).squareRoot(), (stated / number).squareRoot())
    #expect(error < 1.3 * bound, "\(error / bound) times the bound")
    #expect((0.7...1.4).contains(error / sigma), "\(error / sigma) times what is stated")
  }

  @Test("Two reeds 2.3 Hz apart beat at 2.3 Hz, and decaying bells are told apart, too")
  func beat() throws {
    let found = try lines(sound([440, 442.3], seconds: 4, noise: 0.001), seconds: 4)
    #expect((found.analyzer.beat(0, 1).frequency - 2.3).magnitude < 0.001)
    let bell = try lines(
      sound([438.5, 440.2], seconds: 4, noise: 1e-4, decay: 0.8), seconds: 4)
    try #require(bell.lines.count == 2)
    #expect((bell.analyzer.beat(0, 1).frequency - 1.7).magnitude < 0.005)
    for line in bell.lines { #expect((line.decay - 0.8).magnitude < 0.05) }
  }

  @Test("Lines closer than the limit, 2 / T, are not told apart, and a single one is not split")
  func limit() throws {
    let seconds = 2.0
    for seed in 1...10 {
      for frequencies in [[440.0], [440, 440.4]] {
        let found = try lines(
          sound(frequencies, seconds: seconds, noise: 0.003, seed: UInt64(seed)), seconds: seconds)
        #expect(found.lines.count == 1)
        #expect((found.analyzer.limit - 1).magnitude < 0.01)
      }
    }
  }

  @Test("Noise and silence have no lines")
  func nothing() throws {
    #expect(try lines(sound([], seconds: 2, noise: 0.1), seconds: 2).lines.isEmpty)
    #expect(try lines(sound([], seconds: 2, noise: 0), seconds: 2).lines.isEmpty)
  }

  @Test("A follower reads twice a second from a second after the start of a sound on")
  func tracker() throws {
    var tracker = try BeatTracker(target: 440, sampleRate: rate, window: 4)
    let silence = [Float](repeating: 0, count: 4000)
    var times: [Double] = []
    var beats: [Double] = []
    tracker.append(silence + sound([440, 443], seconds: 4, noise: 1e-4)) {
      times.append($0.time)
      if $0.analyzer.lines.count == 2 { beats.append($0.analyzer.beat(0, 1).frequency) }
    }
    let first = try #require(times.first)
    #expect((1.5...1.75).contains(first))
    #expect(times.count >= 5)
    #expect(beats.count == times.count && beats.allSatisfy { ($0 - 3).magnitude < 0.01 })
  }

  @Test("Equal lines, which are silent in each beat, are one sound: frames grow to the window")
  func silentBeats() throws {
    var tracker = try BeatTracker(target: 440, sampleRate: rate, window: 4)
    var durations: [Double] = []
    tracker.append(sound([437.6, 440, 442.9], seconds: 6, noise: 1e-5)) {
      durations.append($0.duration)
    }
    #expect(durations == durations.sorted())
    #expect(durations.last == 4 && durations.count >= 9)
  }

  @Test("Targets out of range are refused with the limit")
  func refused() {
    #expect(throws: PolyphonicTunerError.targetOutOfRange(5000, limit: 3200)) {
      try BeatAnalyzer(target: 5000, sampleRate: 8000, longest: 4)
    }
  }
}
