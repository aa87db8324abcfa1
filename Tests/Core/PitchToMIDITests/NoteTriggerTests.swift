import MusicTheory
import PitchEstimation
import PitchToMIDI
import SignalProcessing
import Testing

@Suite("Notes from readings")
struct NoteTriggerTests {
  /// A track of tones, as fractional MIDI numbers, at 10 ms; `nil` is unvoiced.
  private func track(_ tones: [Double?], level: Double = -20) -> [PitchReading] {
    tones.enumerated().map { index, tone in
      let candidate = tone.map {
        PitchCandidate(
          frequency: ConcertPitch.standard.frequency(ofMIDINumber: $0), periodicity: 0.99)
      }
      return PitchReading(
        time: Double(index) * 0.01, candidate: candidate, isVoiced: tone != nil,
        level: tone == nil ? -80 : level)
    }
  }

  private func messages(
    _ readings: [PitchReading], _ settings: NoteTrigger.Settings = .init()
  ) -> [(index: Int, message: MIDIMessage)] {
    var trigger = NoteTrigger(settings)
    var all = readings.enumerated().flatMap { index, reading in
      trigger.take(reading).map { (index, $0) }
    }
    all += trigger.finish().map { (readings.count, $0) }
    return all
  }

  private func noteOns(_ messages: [(index: Int, message: MIDIMessage)]) -> [(Int, UInt8)] {
    messages.compactMap { index, message in
      if case .noteOn(_, let key, _) = message { (index, key) } else { nil }
    }
  }

  @Test("a steady tone is one note, from the fourth reading on, bent to its pitch")
  func steady() {
    let all = messages(track([nil, nil] + Array(repeating: 57.3, count: 50)))
    #expect(noteOns(all).map(\.0) == [5])
    #expect(noteOns(all).map(\.1) == [57])
    guard case .pitchBend(0, let bend) = all[0].message else {
      Issue.record("the bend comes before the note")
      return
    }
    // 0.3 semitones of 2: 8192 · (1 + 0.15).
    #expect(bend == 9421)
    #expect(all.last?.message == .noteOff(channel: 0, key: 57))
    #expect(all.count == 3)
  }

  @Test("a short tone, or readings that do not agree, are no note")
  func unsure() {
    #expect(messages(track([nil, 60, 60, nil, nil])).isEmpty)
    #expect(messages(track([60, 61, 62, 63, 64, 65, 66])).isEmpty)
    var unlikely = track(Array(repeating: 60, count: 20))
    for index in unlikely.indices { unlikely[index].confidence = 0.3 }
    #expect(messages(unlikely).isEmpty)
    for index in unlikely.indices { unlikely[index].confidence = 0.9 }
    #expect(noteOns(messages(unlikely)).count == 1)
  }

  @Test("a gap of 50 ms belongs to the note, a longer one ends it")
  func gaps() {
    let tone = [Double?](repeating: 64, count: 20)
    #expect(noteOns(messages(track(tone + [nil, nil, nil, nil] + tone))).count == 1)
    let apart = messages(track(tone + Array(repeating: nil, count: 8) + tone))
    #expect(noteOns(apart).map(\.0) == [3, 31])
    #expect(apart.contains { $0.index == 25 && $0.message == .noteOff(channel: 0, key: 64) })
  }

  @Test("a vibrato of ±100 cents is one note, and the bend follows it", arguments: [5.0, 6, 7])
  func vibrato(rate: Double) {
    let tones = (0..<300).map {
      62 + Elementary.sineAndCosine(2 * .pi * rate * Double($0) / 100).sine
    }
    let all = messages(track([Double?](repeating: 62, count: 5) + tones))
    #expect(noteOns(all).count == 1)
    let bends = all.compactMap { message -> UInt16? in
      if case .pitchBend(_, let value) = message.message { value } else { nil }
    }
    #expect(bends.min().map { $0 < 4300 } == true)
    #expect(bends.max().map { $0 > 12_000 } == true)
  }

  @Test("a leap is a new note at once, a step to the next key after 80 ms")
  func changes() {
    let first = [Double?](repeating: 60, count: 30)
    let leap = noteOns(messages(track(first + Array(repeating: 67, count: 30))))
    #expect(leap.map(\.1) == [60, 67] && leap[1].0 == 35)
    let step = noteOns(messages(track(first + Array(repeating: 61, count: 30))))
    #expect(step.map(\.1) == [60, 61] && step[1].0 == 38)
  }

  @Test("a string that is plucked again begins its note again; a tremolo of 6 dB does not")
  func restrike() {
    var plucked = track(Array(repeating: 52, count: 100))
    for index in plucked.indices {
      plucked[index].level = -10 - 0.4 * Double(index % 50)  // 20 dB down in half a second
    }
    #expect(noteOns(messages(plucked)).map(\.0) == [3, 50])
    var tremolo = track(Array(repeating: 52, count: 300))
    for index in tremolo.indices {
      tremolo[index].level =
        -20 + 3 * Elementary.sineAndCosine(2 * .pi * 6 * Double(index) / 100).sine
    }
    #expect(noteOns(messages(tremolo)).count == 1)
  }

  @Test(
    "a soft attack is one note, and strings that beat as they die away are one; tonguing begins again"
  )
  func oneNote() {
    func noteOnCount(_ levels: [Double]) -> Int {
      var readings = track(Array(repeating: 60, count: levels.count))
      for (index, level) in levels.enumerated() { readings[index].level = level }
      return noteOns(messages(readings)).count
    }
    let sustained = Array(repeating: -12.0, count: 100)
    let attack = (0..<20).map { -32 + Double($0) }
    #expect(noteOnCount(attack + sustained) == 1)
    // Two strings, as loud as each other, that fall by 20 dB a second and beat once a second.
    let beating = (0..<300).map { index in
      let phase = Double.pi * (Double(index) / 100 + 0.02)
      let beat = max(0.03, Elementary.sineAndCosine(phase).cosine.magnitude)
      return -10 - 0.2 * Double(index) + 20 * Elementary.log10(beat)
    }
    #expect(noteOnCount(beating) == 1)
    let tongue = [-15.0, -18, -22, -24, -24, -20, -15]
    #expect(noteOnCount(attack + sustained + tongue + sustained) == 2)
  }

  /// The readings in which notes begin, with strokes that become known at some of them.
  private func noteOns(
    _ readings: [PitchReading], strokes: [Int: Double]
  ) -> [(Int, UInt8)] {
    var trigger = NoteTrigger()
    return noteOns(
      readings.enumerated().flatMap { index, reading in
        trigger.take(reading, strokes: strokes[index].map { [$0] } ?? []).map { (index, $0) }
      })
  }

  @Test("a stroke begins the same key again, three readings after it is known")
  func stroke() {
    let ringing = track(Array(repeating: 55, count: 60))
    let again = noteOns(ringing, strokes: [32: 0.31])
    #expect(again.map(\.0) == [3, 34] && again.map(\.1) == [55, 55])
    // The stroke of the first note is not another one.
    #expect(noteOns(ringing, strokes: [4: 0.03, 8: 0.07]).map(\.0) == [3])
    // The noise of an attack has no pitch for a moment.
    var noisy = ringing
    for index in 32..<36 { noisy[index].isVoiced = false }
    #expect(noteOns(noisy, strokes: [32: 0.31]).map(\.0) == [3, 38])
  }

  @Test("a stroke into another key begins that key alone")
  func strokeOfAnotherKey() {
    let tones = [Double?](repeating: 55, count: 30) + [Double?](repeating: 60, count: 30)
    let notes = noteOns(track(tones), strokes: [30: 0.29])
    #expect(notes.map(\.1) == [55, 60])
  }

  @Test(
    "MPE announces its zone and gives each note the next channel, with the bend before the note")
  func mpe() {
    var settings = NoteTrigger.Settings()
    settings.isMPE = true
    settings.bendRange = BendRange(semitones: 48)
    let setUp = NoteTrigger(settings).setUp()
    // RP-053, section 2.1.1: B0 64 06, B0 65 00, B0 06 <members>; RPN most significant first here.
    #expect(setUp[0] == .controlChange(channel: 0, controller: 101, value: 0))
    #expect(setUp[1] == .controlChange(channel: 0, controller: 100, value: 6))
    #expect(setUp[2] == .controlChange(channel: 0, controller: 6, value: 15))
    #expect(setUp.count == 6 + 15 * 6)
    var tones: [Double?] = []
    for note in 0..<17 {
      tones += [Double?](repeating: Double(50 + note % 3 * 5), count: 10)
      tones += [Double?](repeating: nil, count: 10)
    }
    let channels = messages(track(tones), settings).compactMap { message -> UInt8? in
      if case .noteOn(let channel, _, _) = message.message { channel } else { nil }
    }
    #expect(channels == Array(1...15) + [1, 2])
  }

  /// Whatever is read: one note at a time, each ended, and none without readings that agree.
  @Test("random tracks keep the rules", arguments: 0..<40)
  func properties(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var tone = 60.0
    var tones: [Double?] = []
    for _ in 0..<3000 {
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: tone = Double.random(in: -5..<135, using: &generator)
      case 1: tones += Array(repeating: nil, count: Int.random(in: 1..<12, using: &generator))
      default: break
      }
      tone += Double.random(in: -0.3..<0.3, using: &generator)
      tones.append(tone)
    }
    var readings = track(tones)
    for index in readings.indices {
      readings[index].level += Double.random(in: -12..<12, using: &generator)
    }
    var settings = NoteTrigger.Settings()
    settings.isMPE = seed % 2 == 0
    settings.agreement = Int(1 + seed % 5)
    settings.changeAgreement = settings.agreement + 2
    var sounding: (channel: UInt8, key: UInt8)?
    var endIndex = -1
    for (index, message) in messages(readings, settings) {
      #expect(message.bytes.count == 3 && message.bytes.dropFirst().allSatisfy { $0 < 128 })
      switch message {
      case .noteOn(let channel, let key, let velocity):
        #expect(sounding == nil && velocity > 0)
        sounding = (channel, key)
        let isChange = endIndex == index
        let count = isChange ? settings.changeAgreement : settings.agreement
        let last = tones[max(0, index - count + 1)...index].compactMap { $0 }
        #expect(last.count == count)
        #expect(last.last.map { ($0 - Double(key)).magnitude <= 0.5 + 1e-9 } == true)
        if let low = last.min(), let high = last.max() {
          #expect(high - low <= (isChange ? 0.4 : 0.5) + 1e-9)
        }
      case .noteOff(let channel, let key):
        #expect(sounding?.channel == channel && sounding?.key == key)
        (sounding, endIndex) = (nil, index)
      case .pitchBend(let channel, _):
        #expect(sounding == nil || sounding?.channel == channel)
      default: Issue.record("only notes and bends after the set-up")
      }
    }
    #expect(sounding == nil)
  }

  @Test("readings that are not finite are silence")
  func nonsense() {
    var readings = track(Array(repeating: 60, count: 10))
    for (index, frequency) in [Double.nan, .infinity, 0, -440].enumerated() {
      readings[index].candidate = PitchCandidate(frequency: frequency, periodicity: 1)
      readings[index].level = .nan
    }
    #expect(noteOns(messages(readings)).map(\.0) == [7])
  }

  @Test("all notes off goes to each channel that has notes")
  func allNotesOff() {
    var settings = NoteTrigger.Settings()
    settings.channel = 4
    #expect(NoteTrigger(settings).allNotesOff().map(\.bytes) == [[0xB4, 123, 0]])
    settings.isMPE = true
    #expect(
      NoteTrigger(settings).allNotesOff().map(\.bytes) == (1...15).map { [0xB0 | $0, 123, 0] })
  }

  @Test("the usual range is that of General MIDI, or that of MPE")
  func usualRange() {
    #expect(BendRange.usual(isMPE: false).semitones == 2)
    #expect(BendRange.usual(isMPE: true).semitones == 48)
  }

  @Test("bends are limited to their range, and go there and back")
  func bends() {
    let range = BendRange(semitones: 12)
    #expect(range.value(of: 0) == 8192)
    #expect(range.value(of: 12) == 16_383 && range.value(of: 40) == 16_383)
    #expect(range.value(of: -12) == 0 && range.value(of: -99) == 0)
    #expect(range.value(of: .nan) == 8192)
    for step in -50...50 {
      let interval = Double(step) / 5
      #expect((range.interval(of: range.value(of: interval)) - interval).magnitude < 12.0 / 16_384)
    }
    #expect(BendRange(semitones: 0).semitones == 1 && BendRange(semitones: 1000).semitones == 96)
  }
}
