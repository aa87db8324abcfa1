import NoteDetection
import OnsetDetection
import PitchEstimation
import Testing

@Suite("Notes of readings and onsets")
struct NoteDetectorTests {
  /// Pitches one after another, each with its start, end and frequency.
  private func notes(
    _ pitches: [(start: Double, end: Double, frequency: Double)], _ onsets: [Onset],
    level: (_ time: Double) -> Double = { _ in -20 }
  ) -> [DetectedNote] {
    var detector = NoteDetector()
    for onset in onsets { detector.add(onset) }
    var notes: [DetectedNote] = []
    for index in 0..<300 {
      let time = Double(index) / 100
      let pitch = pitches.first { $0.start <= time && time < $0.end }
      detector.add(
        PitchReading(
          time: time,
          candidate: pitch.map { PitchCandidate(frequency: $0.frequency, periodicity: 0.95) },
          isVoiced: pitch != nil, level: pitch == nil ? -80 : level(time), gateThreshold: -60))
      while let note = detector.next(onsetsKnownUntil: time - 0.35) { notes.append(note) }
    }
    detector.finish()
    while let note = detector.next(onsetsKnownUntil: .infinity) { notes.append(note) }
    return notes
  }

  private func hard(
    _ time: Double, strength: Double = 0.3, rise: Double = 0.004, tonalRise: Double = 0
  ) -> Onset {
    var onset = Onset(time: time, rise: rise, level: -22, strength: strength)
    onset.tonalRise = tonalRise
    return onset
  }

  @Test("a string that is plucked again while it rings as loudly is two notes; a swell is not")
  func pluckedAgain() {
    let string = [(start: 0.1, end: 1.1, frequency: 220.0)]
    let fading = { (time: Double) in -20 - 5 * (time < 0.6 ? time - 0.1 : time - 0.15) }
    let again = notes(string, [hard(0.1), hard(0.6)], level: fading)
    #expect(again.map { $0.note.onset } == [0.1, 0.6] && again.allSatisfy { $0.hasAttack })
    #expect(again.map { $0.note.offset }.first == 0.6)
    for other in [hard(0.6, strength: 0.05), hard(0.6, rise: 0.06)] {
      #expect(notes(string, [hard(0.1), other], level: fading).count == 1)
    }
  }

  @Test("a stroke whose partials rise is one, however little wide bands do, as in a room")
  func pluckedInRoom() {
    let string = [(start: 0.1, end: 1.1, frequency: 220.0)]
    let weak = hard(0.6, strength: 0.05, tonalRise: 0.2)
    #expect(notes(string, [hard(0.1), weak]).map { $0.note.onset } == [0.1, 0.6])
    let bow = hard(0.6, strength: 0.05, rise: 0.06, tonalRise: 0.2)
    #expect(notes(string, [hard(0.1), bow]).count == 1)
  }

  @Test("a tongue divides a note where the sound is back, not where its end or its echo dips")
  func tongued() {
    func level(back: Double) -> (Double) -> Double {
      { $0 < 0.55 ? -20 : $0 < 0.6 ? -45 : back }
    }
    let tone = [(start: 0.1, end: 1.1, frequency: 220.0)]
    let soft = hard(0.6, strength: 0.05, rise: 0.03)
    #expect(notes(tone, [hard(0.1), soft], level: level(back: -24)).count == 2)
    #expect(notes(tone, [hard(0.1), soft], level: level(back: -35)).count == 1)
  }

  @Test("a tongued note whose pitch the last one hides begins with its attack")
  func hiddenByReverberation() {
    let pitches = [(start: 0.1, end: 0.7, frequency: 220.0), (0.7, 1.2, 247)]
    let soft = hard(0.6, strength: 0.05, rise: 0.04)
    let found = notes(
      pitches, [hard(0.1), soft], level: { $0 > 0.56 && $0 < 0.6 ? -30 : -20 })
    #expect(found.map { $0.note.onset } == [0.1, 0.6])
    #expect(found.count == 2 && abs(found[1].note.frequency - 247) < 1)
  }

  @Test("two pitches of one attack are one note, the second: no note is without a duration")
  func sameAttack() {
    let found = notes([(0.1, 0.2, 240), (0.2, 1.0, 220)], [hard(0.122)])
    #expect(found.map { $0.note.onset } == [0.122])
    #expect(abs((found.first?.note.frequency ?? 0) - 220) < 1)
  }

  @Test("the parts of a divided note have their own pitch and level")
  func parts() {
    var detector = NoteDetector()
    detector.add(hard(0.1))
    detector.add(hard(0.6))
    for index in 0..<120 {
      let time = Double(index) / 100
      let isSecond = time >= 0.6
      detector.add(
        PitchReading(
          time: time,
          candidate: PitchCandidate(frequency: isSecond ? 222 : 220, periodicity: 0.95),
          isVoiced: time >= 0.1, level: isSecond ? -12 : -20, gateThreshold: -60))
    }
    detector.finish()
    let first = detector.next(onsetsKnownUntil: .infinity)?.note
    let second = detector.next(onsetsKnownUntil: .infinity)?.note
    #expect(abs((first?.frequency ?? 0) - 220) < 0.01 && first?.level == -20)
    #expect(abs((second?.frequency ?? 0) - 222) < 0.01 && second?.level == -12)
  }

  @Test("a note whose pitch another one hides begins with its attack")
  func hidden() {
    let pitches = [(start: 0.1, end: 0.9, frequency: 220.0), (0.9, 1.4, 262)]
    let found = notes(pitches, [hard(0.1), hard(0.65, strength: 0.05)])
    #expect(found.map { $0.note.onset } == [0.1, 0.65])
    #expect(found.map { $0.hasAttack } == [true, true])
    #expect(abs(found[0].note.offset - 0.65) < 1e-9 && abs(found[1].note.frequency - 262) < 1)
    // It has one of its own, or it is no other pitch, or the attack is too long ago.
    #expect(notes(pitches, [hard(0.1), hard(0.91)]).last?.note.onset == 0.91)
    let slur = notes(pitches, [hard(0.1), hard(0.3, strength: 0.05)])
    #expect(abs((slur.last?.note.onset ?? 0) - 0.9) < 0.01 && slur.last?.hasAttack == false)
  }

  @Test("a note ends where the attack of the next one is, so that no two overlap")
  func noOverlap() {
    let pitches = [(start: 0.1, end: 0.6, frequency: 220.0), (0.6, 1.1, 262)]
    let found = notes(pitches, [hard(0.1), hard(0.56)])
    #expect(found.map { $0.note.onset } == [0.1, 0.56] && found.first?.note.offset == 0.56)
  }

  @Test("a pitch that jumps to a multiple or a fraction without an onset is the same note")
  func multiples() {
    // A struck bar is read at its second partial first; an echo, an octave off.
    let bar = [(start: 0.1, end: 0.25, frequency: 1312.0), (0.25, 1.2, 131)]
    let one = notes(bar, [hard(0.1)])
    #expect(one.count == 1 && one[0].note.onset == 0.1 && abs(one[0].note.frequency - 131) < 0.1)
    #expect(abs(one[0].note.offset - 1.2) < 0.02)
    #expect(notes(bar, [hard(0.1), hard(0.25)]).count == 2)
    // A slur to a fifth is a note.
    #expect(notes([(0.1, 0.5, 220), (0.5, 1, 330)], [hard(0.1)]).count == 2)
  }

  @Test("the same pitch again without an onset is the same note, unless it is as loud")
  func interrupted() {
    let twice = [(start: 0.1, end: 0.6, frequency: 220.0), (0.75, 1.1, 220)]
    #expect(notes(twice, [hard(0.1)], level: { $0 < 0.7 ? -20 : -26 }).count == 1)
    #expect(notes(twice, [hard(0.1)]).count == 2)
    #expect(notes(twice, [hard(0.1), hard(0.75)], level: { $0 < 0.7 ? -20 : -26 }).count == 2)
  }

  @Test("a pitch without an onset that is 20 dB quieter than the note before is no note")
  func ringing() {
    let pitches = [(start: 0.1, end: 0.6, frequency: 220.0), (1.4, 1.8, 100)]
    #expect(notes(pitches, [hard(0.1)], level: { $0 < 1 ? -20 : -41 }).count == 1)
    #expect(notes(pitches, [hard(0.1)], level: { $0 < 1 ? -20 : -35 }).count == 2)
    #expect(notes(pitches, [hard(0.1), hard(1.4)], level: { $0 < 1 ? -20 : -41 }).count == 2)
  }

  @Test("a note is returned while the next one sounds, not only when that ends")
  func prompt() {
    var detector = NoteDetector()
    detector.add(hard(0.1))
    detector.add(hard(0.6))
    var returned: Double?
    for index in 0..<300 {
      let time = Double(index) / 100
      detector.add(
        PitchReading(
          time: time,
          candidate: PitchCandidate(frequency: time < 0.6 ? 220 : 330, periodicity: 0.95),
          isVoiced: time >= 0.1, level: -20, gateThreshold: -60))
      if returned == nil, detector.next(onsetsKnownUntil: time - 0.35) != nil { returned = time }
    }
    #expect((returned ?? .infinity) < 1.1)
  }
}
