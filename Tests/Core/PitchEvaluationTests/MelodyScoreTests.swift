import Foundation
import PitchEstimation
import PitchEvaluation
import Testing

@Suite("Melody score")
struct MelodyScoreTests {
  @Test("agrees with mir_eval to 1e-12 on 13 pairs at 2 tolerances", arguments: try Golden.all())
  func golden(_ golden: Golden) throws {
    let score = try MelodyScore(
      of: Golden.frames("\(golden.pair).estimate"),
      against: Golden.frames("\(golden.pair).reference"), tolerance: golden.tolerance)
    let measures = [
      score.voicingRecall, score.voicingFalseAlarm, score.rawPitchAccuracy,
      score.rawChromaAccuracy, score.overallAccuracy,
    ]
    for (ours, theirs) in zip(measures, golden.measures) { #expect(abs(ours - theirs) < 1e-12) }
    #expect(score.frameCount == golden.frames)
    #expect(score.comparedCount == golden.compared)
    #expect(score.octaveErrorCount == golden.octaveErrors)
    #expect((score.medianAbsoluteError == nil) == (golden.median == nil))
    #expect(abs((score.medianAbsoluteError ?? 0) - (golden.median ?? 0)) < 1e-8)
    #expect(abs((score.meanAbsoluteError ?? 0) - (golden.mean ?? 0)) < 1e-8)
  }

  static func frames(_ frequencies: [Double]) -> [MelodyFrame] {
    frequencies.enumerated().map {
      MelodyFrame(time: Double($0) / 100, signedFrequency: $1)
    }
  }

  @Test("a guess counts for raw pitch, not for recall")
  func guess() throws {
    let score = try MelodyScore(
      of: Self.frames([440, -440, 0, 880]), against: Self.frames([440, 440, 440, 440]))
    #expect(score.voicingRecall == 0.5)
    #expect(score.rawPitchAccuracy == 0.5)
    #expect(score.rawChromaAccuracy == 0.75)
    #expect(score.overallAccuracy == 0.25)
    #expect(score.octaveErrorRate == 0.5)
    #expect(score.medianAbsoluteError == 600)
  }

  @Test("an error of exactly the tolerance is wrong, as in mir_eval")
  func strictTolerance() throws {
    let (reference, estimate) = (Self.frames([100]), Self.frames([200]))
    #expect(try MelodyScore(of: estimate, against: reference, tolerance: 0).rawChromaAccuracy == 0)
    #expect(try MelodyScore(of: estimate, against: reference, tolerance: 1).rawChromaAccuracy == 1)
    #expect(try MelodyScore(of: reference, against: reference, tolerance: 0).rawPitchAccuracy == 0)
  }

  @Test("transposing both by an octave changes no measure")
  func transposition() throws {
    let (reference, estimate) = ([440.0, 441, 0, 300], [441.0, 882, 300, 0])
    let low = try MelodyScore(of: Self.frames(estimate), against: Self.frames(reference))
    let high = try MelodyScore(
      of: Self.frames(estimate.map { 2 * $0 }), against: Self.frames(reference.map { 2 * $0 }))
    #expect(low.overallAccuracy == high.overallAccuracy)
    #expect(low.rawPitchAccuracy == high.rawPitchAccuracy)
    #expect(low.octaveErrorCount == 1)
  }

  @Test("10 Hz is a pitch here, though it is the zero of mir_eval's cents")
  func tenHertz() throws {
    let score = try MelodyScore(of: Self.frames([10, 10]), against: Self.frames([10, 10]))
    #expect(score.rawPitchAccuracy == 1)
    #expect(score.voicedCount == 2)
  }

  @Test("a reading's best candidate is its guess")
  func reading() {
    let candidate = PitchCandidate(frequency: 99, periodicity: 0.2)
    let reading = PitchReading(time: 1, candidate: candidate, isVoiced: false, level: -40)
    #expect(
      MelodyFrame(reading) == MelodyFrame(time: 1, frequency: 99, isVoiced: false))
    #expect(MelodyFrame(time: 1, signedFrequency: .nan).frequency == nil)
    #expect(MelodyFrame(time: 1, frequency: nil, isVoiced: true).isVoiced == false)
  }

  @Test("impossible melodies and tolerances are refused by name")
  func refusals() {
    let good = Self.frames([440])
    #expect(throws: EvaluationError.noFrames) { try MelodyScore(of: [], against: good) }
    #expect(throws: EvaluationError.noFrames) { try MelodyScore(of: good, against: []) }
    for tolerance in [-1.0, 601] {
      #expect(throws: EvaluationError.invalidTolerance(tolerance)) {
        try MelodyScore(of: good, against: good, tolerance: tolerance)
      }
    }
    let twice = [MelodyFrame(time: 1, frequency: 1), MelodyFrame(time: 1, frequency: 1)]
    #expect(throws: EvaluationError.timeOutOfOrder(1, index: 1)) {
      try MelodyScore(of: twice, against: good)
    }
    #expect(throws: EvaluationError.timeOutOfOrder(-1, index: 0)) {
      try MelodyScore(of: good, against: [MelodyFrame(time: -1, frequency: 1)])
    }
    #expect(throws: EvaluationError.invalidFrequency(-5, index: 0)) {
      try MelodyScore(of: [MelodyFrame(time: 0, frequency: -5)], against: good)
    }
  }
}

/// One line of `Golden/scores.csv`.
struct Golden: CustomTestStringConvertible, Sendable {
  var pair: String
  var tolerance: Double
  var measures: [Double]
  var frames: Int
  var compared: Int
  var median: Double?
  var mean: Double?
  var octaveErrors: Int

  var testDescription: String { "\(pair), \(tolerance) cents" }

  struct Unreadable: Error {}

  static func all() throws -> [Golden] {
    try rows("scores").dropFirst().map { row in
      guard row.count == 12, let tolerance = Double(row[1]), let frames = Int(row[7]),
        let compared = Int(row[8]), let octaveErrors = Int(row[11])
      else { throw Unreadable() }
      return Golden(
        pair: row[0], tolerance: tolerance, measures: row[2...6].compactMap { Double($0) },
        frames: frames, compared: compared, median: Double(row[9]), mean: Double(row[10]),
        octaveErrors: octaveErrors)
    }
  }

  static func frames(_ name: String) throws -> [MelodyFrame] {
    try rows(name).map { row in
      guard let time = Double(row[0]) else { throw Unreadable() }
      return MelodyFrame(time: time, signedFrequency: Double(row[1]))
    }
  }

  private static func rows(_ name: String) throws -> [[String]] {
    guard
      let url = Bundle.module.url(
        forResource: name, withExtension: "csv", subdirectory: "Golden")
    else { throw Unreadable() }
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
