import ChordPractice
import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing
import ToneGeneration

/// From sound to report, on strings that are plucked.
@Suite struct ChordHearingTests {
  private static func sound(_ chords: [[Double]], seconds: Double = 1.2) -> [Float] {
    chords.flatMap { chord -> [Float] in
      var mixture = [Float](repeating: 0, count: Int(seconds * 44_100))
      for number in chord {
        let frequency = ConcertPitch.standard.frequency(ofMIDINumber: number)
        var string = PluckedString(frequency: frequency, sampleRate: 44_100)
        for (place, sample) in string.render(mixture.count).enumerated() {
          mixture[place] += 0.2 * sample
        }
      }
      for place in mixture.indices.suffix(2000) {
        mixture[place] *= Float(mixture.count - place) / 2000
      }
      return mixture
    }
  }

  private static func result(
    _ text: String, _ chords: [[Double]]
  ) throws -> (ChordScore, ChordResult) {
    let score = try ChordScore(text: Array(text.utf8))
    var hearing = try ChordHearing(sampleRate: 44_100)
    hearing.append([Float](repeating: 0, count: 22_050) + sound(chords))
    hearing.finish()
    var record = ToneRecord()
    while let event = hearing.next() { record.add(event) }
    return (score, ChordResult(score, record.sounds(), concertPitch: .standard))
  }

  private static let text = "C3+G3+E4 D3+A3+F4 E3+B3+G4 F3+C4+A4"
  private static let chords: [[Double]] = [
    [48, 55, 64], [50, 57, 65], [52, 59, 67], [53, 60, 69],
  ]

  @Test func chordsOfStringsAreRightWithinThreeCentsAndFiveMilliseconds() throws {
    let (_, result) = try Self.result(Self.text, Self.chords)
    #expect(result.rightCount == 12 && result.extraNoteCount == 0 && result.extra.isEmpty)
    #expect(result.offset.magnitude < 3)
    for (index, step) in result.steps.enumerated() {
      #expect(step.notes.allSatisfy { ($0.cents ?? 99).magnitude < 3 })
      let onset = try #require(result.onsets[index])
      #expect((onset - 0.5 - 1.2 * Double(index)).magnitude < 0.005)
    }
  }

  @Test func aNote30CentsSharpAMissingOneAndAWrongOneAreTold() throws {
    var chords = Self.chords
    chords[0][2] += 0.3
    chords[1].remove(at: 1)
    chords[2][2] -= 1
    let (_, result) = try Self.result(Self.text, chords)
    let sharp = try #require(result.steps[0].notes[2].cents)
    #expect((sharp - 30).magnitude < 4)
    #expect(result.steps[1].notes[1].state == .missing)
    #expect(result.steps[2].notes[2].state == .wrong(66))
    #expect(result.rightCount == 10)
  }

  @Test func whatIsPlayedAfterTheScoreIsTooManyAndNoPartOfItsLastChord() throws {
    let (_, result) = try Self.result("C3+G3+E4 D3+A3+F4", Self.chords)
    #expect(result.rightCount == 6 && result.extraNoteCount == 0)
    #expect(result.extra.count == 2)
  }

  @Test func aChordThatIsStruckAgainIsTwoChords() throws {
    let (_, result) = try Self.result(
      "C3+G3+E4 C3+G3+E4 D3+A3+F4",
      [
        Self.chords[0], Self.chords[0], Self.chords[1],
      ])
    #expect(result.rightCount == 9 && result.missingStepCount == 0)
  }
}
