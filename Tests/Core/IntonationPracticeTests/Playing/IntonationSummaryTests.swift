import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing

@Suite("The whole of an intonation")
struct IntonationSummaryTests {
  private func score(_ numbers: [Int], graces: Set<Int> = []) -> PracticeScore {
    PracticeScore(
      notes: numbers.enumerated().map {
        PracticeNote(
          midiNumber: $1, onset: Double($0), duration: graces.contains($0) ? 0 : 1,
          isGrace: graces.contains($0))
      }, key: try? Key(NoteName(.b, .flat)))
  }

  private func play(_ numbers: [Double]) -> [PlayedNote] {
    numbers.enumerated().map {
      PlayedNote(
        onset: Double($0), duration: 0.8,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: $1))
    }
  }

  @Test("repeated notes that were played as one are all played; all are missing if none was")
  func repeats() {
    let notes = score([60, 60, 60, 62, 64, 64])
    let asOne = Intonation(notes, played: play([60, 62, 64]), concertPitch: .standard)
    #expect(asOne.rightCount == 6 && asOne.missingCount == 0 && asOne.extraCount == 0)
    let unended = Intonation(notes, played: play([60, 62]), concertPitch: .standard)
    #expect(unended.rightCount == 4 && unended.missingCount == 2)
    let each = Intonation(
      notes, played: play([60, 60, 60, 62, 64, 64]), concertPitch: .standard)
    #expect(each.rightCount == 6 && each.pitches.map(\.count) == [3, 1, 2])
  }

  @Test("right, wrong and missing notes; no grace note and no repeated one is missing")
  func counts() {
    let result = Intonation(
      score([62, 60, 64, 64, 67, 72], graces: [0]), played: play([60, 64, 69]),
      concertPitch: .standard)
    #expect(result.rightCount == 3)  // both of 64, which were played as one
    #expect(result.wrongCount == 1)
    #expect(result.missingCount == 1)  // the 72
  }

  @Test("a pitch that was played 4 and 8 cents sharp is 6 ± 2 cents sharp")
  func pitches() throws {
    let result = Intonation(
      score([60, 62, 60, 64, 65]), played: play([60.04, 62, 60.08, 64, 65]),
      concertPitch: .standard)
    #expect(result.offset == 0 && result.pitches.map(\.midiNumber) == [60, 62, 64, 65])
    let first = try #require(result.pitches.first)
    #expect(first.count == 2)
    #expect(abs(first.cents - 6) < 1e-3)
    #expect(abs(try #require(first.error) - 2) < 1e-3)
    #expect(result.pitches[1].error == nil)
  }

  @Test("of the first notes of a scale none is taken for one on the way down")
  func unfinished() throws {
    let pattern = try #require(ScalePattern.all.first { $0.name == "major" })
    let scale = try pattern.score(on: Note("C4"))
    for octave in [-12.0, 0, 12] {
      for count in 1...scale.notes.count {
        let played = play(scale.notes.prefix(count).map { Double($0.midiNumber) + octave })
        let result = Intonation(
          scale, played: played, concertPitch: .standard, isFinished: false)
        #expect(result.notes.map { $0.cents != nil }.lastIndex(of: true) == count - 1)
        #expect(result.rightCount == count && result.octaves == Int(octave / 12))
      }
    }
    let nothing = Intonation(scale, played: [], concertPitch: .standard, isFinished: false)
    #expect(nothing.rightCount == 0 && nothing.spread == nil)
  }

  @Test("who plays 20 cents sharp has an A4 of 445.1 Hz, and 9 cents are in tune")
  func ownFrequency() {
    let result = Intonation(
      score([60, 62, 64]), played: play([60.2, 62.11, 64.32]), concertPitch: .standard)
    #expect(abs(result.ownFrequency(under: .standard) - 445.112) < 1e-3)
    #expect(result.notes.map(\.isInTune) == [true, true, false])
  }

  @Test("the drone is the tonic below middle C, or the first note an octave lower")
  func drone() {
    #expect(score([60]).drone.asciiDescription == "Bb3")
    #expect(PracticeScore(notes: score([69]).notes).drone.asciiDescription == "A3")
    #expect(score([70]).name(of: score([70]).notes[0]).asciiDescription == "Bb4")
  }

  @Test("JSON has null for what was not played")
  func json() {
    let result = Intonation(score([60, 70]), played: play([60]), concertPitch: .standard)
    #expect(
      String(decoding: result.jsonMembers(score([60, 70])), as: UTF8.self) == """
        "offset": 0.000, "spread": 0.000, "firstSpread": null, "lastSpread": null, "extra": 0, \
        "octaves": 0, "doubled": false, "notes": [{"note": "C4", "quarter": 0.000, "cents": 0.000, \
        "first": null, "last": null, "time": 0.000, "frequency": 261.6256, "wrong": false}, {"note": "Bb4", \
        "quarter": 1.000, "cents": null, "first": null, "last": null, "time": null, \
        "frequency": null, "wrong": false}], "intervals": []
        """)
  }
}
