import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing

@Suite("The verdict in JSON")
struct PracticeJudgementTests {
  @Test("JSON has the first sentence, its numbers, and the part that was played")
  func json() {
    var take = SyntheticTake()
    take.detune(2, by: 26)
    take.stop(after: 8)
    let played = take.notes.compactMap { $0 }.map {
      PlayedNote(
        onset: $0.onset, duration: 0.25,
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: $0.number), hasAttack: true)
    }
    let judgement = PracticeJudgement(
      of: PlayedTake(notes: played), take.score, nil, under: .standard, isFinished: true)
    let json = String(decoding: judgement.jsonMembers(take.score), as: UTF8.self)
    #expect(
      json.contains(
        """
        "verdict": {"kind": "note", "from": 1, "to": 8, "index": 2, "cents": 26.000, \
        "milliseconds": null, "count": null, "others": 0, "wrong": null, "missing": null, \
        "sentence": "You stopped after note 8 of 15. E4 (bar 1, beat 3) is 26 cents too high; no \
        other note is more than 10 cents off."}
        """), "\(json)")
  }
}
