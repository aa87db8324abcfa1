import MusicTheory
import Testing
import _TestSignals

@Suite("Concert pitch of a recording")
struct HeardConcertPitchTests {
  private let melody = [60, 62, 64, 65, 67, 69, 71, 72, 67, 64, 60]

  private func notes(
    _ a4: Double, off: (Int) -> Double = { _ in 0 }
  ) throws -> [HeardConcertPitch.Note] {
    let pitch = try ConcertPitch(a4)
    return melody.enumerated().map { index, number in
      HeardConcertPitch.Note(
        frequency: pitch.frequency(ofMIDINumber: Double(number) + off(index) / 100), duration: 0.5)
    }
  }

  @Test("any notes tell A4", arguments: [428.0, 432, 435, 440, 442, 443.5, 446, 452])
  func found(a4: Double) throws {
    let heard = try #require(HeardConcertPitch(notes(a4)))
    #expect(abs(heard.frequency - a4) < 0.01)
    #expect(heard.isCertain)
  }

  @Test("players who are up to 6 cents off tell it within 4")
  func uneven() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<50 {
      let cents = melody.map { _ in Double.random(in: -6...6, using: &random) }
      let heard = try #require(HeardConcertPitch(notes(432) { cents[$0] }))
      #expect(abs(_TestSignals.cents(from: 432, to: heard.frequency)) < 4)
    }
  }

  @Test("a semitone lower is the same to it, which 415 Hz is to 440 Hz within two cents")
  func baroque() throws {
    let heard = try #require(HeardConcertPitch(notes(415.3)))
    #expect(abs(heard.frequency - 440) < 0.1)
  }

  @Test("two notes, and notes of no tuning, tell nothing certain")
  func uncertain() throws {
    let pitch = try ConcertPitch(436)
    let two = [60.0, 67].map {
      HeardConcertPitch.Note(frequency: pitch.frequency(ofMIDINumber: $0), duration: 1)
    }
    #expect(HeardConcertPitch(two)?.isCertain == false)
    // Seven equal steps to the octave: no two of them agree on a semitone.
    let seven = (0..<7).map {
      HeardConcertPitch.Note(
        frequency: pitch.frequency(ofMIDINumber: 60 + 12 * Double($0) / 7), duration: 1)
    }
    #expect(HeardConcertPitch(seven)?.isCertain == false)
    #expect(HeardConcertPitch([]) == nil)
    #expect(HeardConcertPitch([.init(frequency: .nan, duration: 1)]) == nil)
  }

  @Test("half way to the next semitone it is not certain which one is meant")
  func betweenSemitones() throws {
    let a4 = 440 * 1.029_302_2  // 50 cents
    #expect(try HeardConcertPitch(notes(a4))?.isCertain == false)
  }
}
