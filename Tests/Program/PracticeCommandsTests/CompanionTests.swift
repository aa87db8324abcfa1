import ArgumentParser
@testable import Connections
import IntonationPractice
@testable import MetronomeCommands
import MusicTheory
@testable import PracticeCommands
import Testing
import ToneGeneration

@Suite("What sounds while somebody practises")
struct CompanionTests {
  private func session(
    _ words: [String], _ score: PracticeScore, under concertPitch: ConcertPitch = .standard
  ) throws -> PracticeSession {
    var session = PracticeSession(score, under: concertPitch)
    try session.follow(CompanionOptions.parse(words).plan(for: score, TimeOptions.parse([])))
    return session
  }

  /// What a listener scores that hears the sound alone.
  private func heard(
    _ words: [String], _ score: PracticeScore, under concertPitch: ConcertPitch = .standard
  ) throws -> Intonation {
    let session = try session(words, score, under: concertPitch)
    let program = try #require(CompanionOptions.parse(words).program(for: session))
    var sound = try program.sound(sampleRate: 44_100, channelCount: 1)
    var listener = try PracticeListener(for: score, under: concertPitch, sampleRate: 44_100)
    var played: [PlayedNote] = []
    for _ in 0..<60 {
      let block = sound.render(frameCount: 44_100)
      listener.append(block.span)
      while let note = listener.next() { played.append(note) }
      if block.count < 44_100 { break }
    }
    listener.finish()
    while let note = listener.next() { played.append(note) }
    return Intonation(score, played: played, concertPitch: concertPitch)
  }

  private func scale(_ name: String = "major") throws -> PracticeScore {
    let pattern = try #require(ScalePattern.all.first { $0.name == name })
    return try pattern.score(on: Note("G3"))
  }

  @Test("the notes are right to half a cent, at every tempo", arguments: ["20", "80", "200"])
  func notes(tempo: String) throws {
    let result = try heard(["--play", "--tempo", tempo], scale())
    #expect(result.rightCount == 15 && result.extraCount == 0 && result.octaves == 0)
    #expect(
      result.offset.magnitude < 0.5 && result.notes.allSatisfy { ($0.cents ?? 9).magnitude < 0.5 })
  }

  @Test("they are those of the temperament and of A4")
  func temperament() throws {
    let just = try ConcertPitch(
      432, temperament: Temperament(Scale(named: "just"), root: NoteName(.g)))
    let result = try heard(["--play"], scale("major-arpeggio"), under: just)
    #expect(try #require(result.spread) < 0.5 && result.offset.magnitude < 0.5)
  }

  @Test("a rest of ten seconds does not end the playing")
  func rest() throws {
    let score = PracticeScore(
      notes: [(0.0, 60), (1, 64), (12, 67), (13, 60)].map {
        PracticeNote(midiNumber: $0.1, onset: $0.0, duration: 1)
      })
    let result = try heard(["--play", "--tempo", "60"], score)
    #expect(result.rightCount == 4 && result.extraCount == 0)
    #expect(try session(["--play", "--tempo", "60"], score).pause == 14)
    #expect(try session(["--drone"], score).pause == 4)
  }

  @Test("the drone is the tonic below middle C, and silence is nothing")
  func drone() throws {
    let drone = try CompanionOptions.parse(["--drone"]).program(for: session(["--drone"], scale()))
    guard case .chord(let frequencies) = drone?.subject else {
      Issue.record("a drone is a chord")
      return
    }
    #expect(frequencies.count == 1 && (frequencies[0] - 195.998).magnitude < 1e-3)
    #expect(try CompanionOptions.parse([]).program(for: session([], scale())) == nil)
  }

  @Test(
    "options that contradict each other are refused",
    arguments: [
      ["--drone", "--play"], ["--tempo", "19"], ["--play", "--tempo", "401"],
      ["--play", "--tempo", "nan"],
    ])
  func refused(words: [String]) {
    #expect(throws: (any Error).self) { try CompanionOptions.parse(words) }
  }
}
