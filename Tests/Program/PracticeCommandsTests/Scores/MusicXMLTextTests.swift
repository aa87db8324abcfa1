import IntonationPractice
import MusicTheory
@testable import PracticeCommands
import Testing

@Suite("Takes as MusicXML")
struct MusicXMLTextTests {
  /// A score in bars of a meter.
  private func score(
    _ notes: [PracticeNote], _ meter: PracticeMeter, key: Key? = nil, title: String = "Tune"
  ) -> PracticeScore {
    var score = PracticeScore(title: title, notes: notes, key: key)
    let end = notes.map { $0.onset + $0.duration }.max() ?? 0
    score.bars = stride(from: 0, to: end, by: meter.length).enumerated().map {
      PracticeBar(number: $0 + 1, onset: $1, length: meter.length, meter: meter)
    }
    return score
  }

  /// Plays a score with a second for each quarter, and reads back what is written.
  private func roundTrip(_ score: PracticeScore) throws -> PracticeScore {
    let played = score.notes.map {
      PlayedNote(
        onset: $0.onset, duration: 0.95 * $0.duration,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: Double($0.midiNumber)))
    }
    let result = Intonation(score, played: played, concertPitch: .standard)
    let take = TakeNotation(result, played: played, score: score) {
      ConcertPitch.standard.midiNumber(of: $0)
    }
    return try MusicXMLScore.read(
      MusicXMLText(take, score: score, title: score.title).bytes, voice: nil)
  }

  private func isSame(_ left: [PracticeNote], _ right: [PracticeNote]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy {
        $0.midiNumber == $1.midiNumber && abs($0.onset - $1.onset) < 1e-3
          && abs($0.duration - $1.duration) < 1e-3
      }
  }

  @Test("notes over bar lines, rests, dots and triplets are read back as they were")
  func values() throws {
    let meter = try #require(PracticeMeter(beatCount: 3, beatUnit: 4))
    let values: [(Int, Double, Double)] = [
      (60, 0, 1), (64, 1, 1.5), (67, 2.5, 2), (72, 5, 0.75), (71, 5.75, 0.25), (67, 6, 1.0 / 3),
      (69, 6 + 1.0 / 3, 1.0 / 3), (71, 6 + 2.0 / 3, 1.0 / 3), (72, 7, 2.0 / 3),
      (74, 7 + 2.0 / 3, 1.0 / 3), (60, 8, 4),
    ]
    let tune = score(
      values.map { PracticeNote(midiNumber: $0.0, onset: $0.1, duration: $0.2) }, meter,
      key: try Key(NoteName(.e, .flat), .major))
    let read = try roundTrip(tune)
    #expect(isSame(read.notes, tune.notes), "\(read.notes)")
    #expect(read.key == tune.key && read.title == "Tune")
    #expect(read.bars.map(\.length) == tune.bars.map(\.length))
    #expect(abs((read.tempos.first?.quartersPerMinute ?? 0) - 60) < 0.1)
  }

  @Test(
    "every meter has full bars",
    arguments: [(2, 4), (4, 4), (5, 4), (6, 8), (7, 8), (12, 8), (3, 2), (9, 16)])
  func meters(beats: Int, unit: Int) throws {
    let meter = try #require(PracticeMeter(beatCount: beats, beatUnit: unit))
    // Notes of seven sixteenths, which never fit.
    let notes = (0..<20).map {
      PracticeNote(midiNumber: 60 + $0 % 12, onset: 1.75 * Double($0), duration: 1.75)
    }
    let tune = score(notes, meter)
    let read = try roundTrip(tune)
    #expect(isSame(read.notes, tune.notes), "\(read.notes)")
    #expect(read.bars.map(\.length) == tune.bars.map(\.length))
  }

  @Test("a title with signs of XML is read back")
  func title() throws {
    let meter = PracticeMeter.common
    let note = PracticeNote(midiNumber: 60, onset: 0, duration: 4)
    #expect(try roundTrip(score([note], meter, title: "A < B & \"C\"")).title == "A < B & \"C\"")
  }
}
