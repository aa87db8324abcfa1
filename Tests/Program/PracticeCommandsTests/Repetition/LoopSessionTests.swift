import ArgumentParser
import IntonationPractice
import MusicTheory
import Testing
import _TestSignals

@testable import PracticeCommands

@Suite("Loops of the command and of the page")
struct LoopSessionTests {
  @Test("the same takes give the same verdicts and the same tempo")
  func sameRule() throws {
    var random = SeededRandom(seed: 5)
    for tempo in [nil, 60.0, 24] {
      let score = try ScalePattern.all[0].score(on: Note(.c, octave: 4), octaves: 1)
      var session = LoopSession(
        score, under: .standard, naming: PracticeNaming(), options: try RepetitionOptions.parse([]),
        tempo: tempo, prompter: Prompter(isPlain: true))
      var page = ScorePractice()
      page.choose(.loop, ignoresOctaves: false, tempo: tempo)
      for pass in 0..<8 {
        let quarter = 60 / (session.loop.tempo ?? 60)
        let (spread, cents) = pass.isMultiple(of: 3) ? (0.02, 5.0) : (0.2, 40)
        let notes = score.notes.map { note in
          let number = Double(note.midiNumber) + .random(in: -cents...cents, using: &random) / 100
          return PlayedNote(
            onset: 4 + note.onset * quarter + .random(in: -spread...spread, using: &random),
            duration: 0.5 * quarter,
            frequency: ConcertPitch.standard.frequency(ofMIDINumber: number))
        }
        let plan = TimingPlan(tempo: session.loop.tempo, clickStart: 4)
        session.add(notes, plan)
        let result = Intonation(score, played: notes, concertPitch: .standard)
        page.end(result, Timing(score, result, plan: plan))
      }
      #expect(session.loop == page.loop)
      #expect(session.loop.passes.contains { $0.verdict.isRight })
      #expect(session.loop.passes.contains { !$0.verdict.isRight })
    }
  }
}
