@testable import IntonationPractice
import OnsetDetection
import PitchEstimation
import Testing

@Suite("Notes and their onsets")
struct OnsetJoinerTests {
  /// Pitches one after another, each with its start, end and frequency.
  private func join(
    _ pitches: [(start: Double, end: Double, frequency: Double)], _ onsets: [Onset],
    level: (_ time: Double) -> Double = { _ in -20 }
  ) -> [PlayedNote] {
    var joiner = OnsetJoiner()
    for index in 0..<200 {
      let time = Double(index) / 100
      let pitch = pitches.first { $0.start <= time && time < $0.end }
      joiner.add(
        PitchReading(
          time: time,
          candidate: pitch.map { PitchCandidate(frequency: $0.frequency, periodicity: 0.95) },
          isVoiced: pitch != nil, level: pitch == nil ? -80 : level(time), gateThreshold: -60))
    }
    for onset in onsets { joiner.add(onset) }
    for pitch in pitches {
      joiner.add(
        PitchNote(
          onset: pitch.start, offset: pitch.end, frequency: pitch.frequency, spread: 1, level: -20))
    }
    var notes: [PlayedNote] = []
    while let note = joiner.next(knownUntil: .infinity) { notes.append(note) }
    return notes
  }

  private func hard(_ time: Double, strength: Double = 0.3, rise: Double = 0.004) -> Onset {
    Onset(time: time, rise: rise, level: -22, strength: strength)
  }

  @Test("a string that is plucked again while it rings as loudly is two notes; a swell is not")
  func pluckedAgain() {
    let string = [(start: 0.1, end: 1.1, frequency: 220.0)]
    let fading = { (time: Double) in -20 - 5 * (time < 0.6 ? time - 0.1 : time - 0.15) }
    let again = join(string, [hard(0.1), hard(0.6)], level: fading)
    #expect(again.map { $0.onset } == [0.1, 0.6] && again.allSatisfy { $0.hasAttack })
    for other in [hard(0.6, strength: 0.1), hard(0.6, rise: 0.06)] {
      #expect(join(string, [hard(0.1), other], level: fading).count == 1)
    }
    // A tone that does not fade, as of a flute, was not struck.
    #expect(join(string, [hard(0.1), hard(0.6)]).count == 1)
  }

  @Test("a note whose pitch another one hides begins with its attack")
  func hidden() {
    let pitches = [(start: 0.1, end: 0.9, frequency: 220.0), (0.9, 1.4, 262)]
    let notes = join(pitches, [hard(0.1), hard(0.65)])
    #expect(notes.map { $0.onset } == [0.1, 0.65] && notes.map { $0.hasAttack } == [true, true])
    #expect(abs(notes[0].end - 0.65) < 1e-9 && abs(notes[1].frequency - 262) < 1)
    // It has one of its own, or it is no other pitch, or the attack is too long ago.
    #expect(join(pitches, [hard(0.1), hard(0.65), hard(0.91)]).last?.onset == 0.91)
    let slur = join(pitches, [hard(0.1), hard(0.3)])
    #expect(slur.last?.onset == 0.9 && slur.last?.hasAttack == false)
    let rest = [(start: 0.1, end: 0.9, frequency: 220.0), (1.2, 1.6, 262)]
    #expect(join(rest, [hard(0.1), hard(0.65)]).last?.onset == 1.2)
  }
}
