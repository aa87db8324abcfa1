import Foundation
import InstrumentTuning
import MusicTheory
import Testing

@Suite("The calm note of a player's display")
struct PlayingNoteTests {
  private static let hop = 0.01

  private func frequency(_ midi: Double) -> Double { 440 * pow(2, (midi - 69) / 12) }

  /// What is shown after each reading.
  private func displays(
    _ seconds: Double, from start: Double = 0, _ display: inout PlayingNote,
    _ pitch: (Double) -> Double?
  ) -> [PlayingNote.Display?] {
    (0..<Int(seconds / Self.hop)).map { index in
      let time = start + Double(index) * Self.hop
      return display.take(pitch(time).map(frequency), at: time)
    }
  }

  @Test(
    "vibrato of ±50 cents at 4 to 8 Hz keeps the note, from any phase, and its cents within 5",
    arguments: [4.0, 4.7, 5, 5.5, 6, 6.6, 7, 8])
  func vibrato(rate: Double) {
    for phase in stride(from: 0.0, to: 1, by: 0.125) {
      var display = PlayingNote()
      let shown = displays(5, &display) { 69 + 0.5 * sin(2 * .pi * (rate * $0 + phase)) }
      #expect(Set(shown.compactMap { $0?.note.midiNumber }) == [69], "phase \(phase)")
      let settled = shown.dropFirst(50).compactMap { $0 }
      #expect(settled.allSatisfy { $0.cents.magnitude < 5 }, "phase \(phase)")
      #expect(settled.allSatisfy { $0.state == .inTune && !$0.isHeld })
    }
  }

  @Test("the deviation of a tone is from the note that is shown, up to a semitone")
  func deviation() throws {
    var display = PlayingNote()
    #expect(display.deviation(of: 440) == nil)
    _ = displays(1, &display) { _ in 69 }
    #expect(abs(try #require(display.deviation(of: frequency(69.3))) - 30) < 1e-6)
    #expect(abs(try #require(display.deviation(of: frequency(68.01))) + 99) < 1e-6)
    for frequency in [nil, frequency(70.01), frequency(57), 0, -440, .nan, .infinity] {
      #expect(display.deviation(of: frequency) == nil)
    }
  }

  @Test("vibrato around a note 15 cents off is shown as 15 cents off, on one side")
  func offCentre() {
    for offset in [-0.15, 0.15] {
      var display = PlayingNote()
      let shown = displays(5, &display) { 60 + offset + 0.5 * sin(2 * .pi * 5.5 * $0) }
      let settled = shown.dropFirst(50).compactMap { $0 }
      #expect(Set(settled.map { $0.note.midiNumber }) == [60])
      #expect(settled.allSatisfy { abs($0.cents - 100 * offset) < 5 })
      #expect(Set(settled.map { $0.state }) == [offset < 0 ? .flat : .sharp])
    }
  }

  @Test(
    "a new note is shown within 0.3 s, directly, whatever the step and with vibrato",
    arguments: [-24.0, -12, -7, -2, -1, 1, 2, 4, 12, 19])
  func change(step: Double) throws {
    for depth in [0, 0.5] {
      for phase in [0, 0.25, 0.5, 0.75] {
        var display = PlayingNote()
        let shown = displays(2, &display) { time in
          (time < 1 ? 69 : 69 + step) + depth * sin(2 * .pi * (5.5 * time + phase))
        }
        let names = shown.dropFirst(50).compactMap { $0?.note.midiNumber }
        #expect(Set(names) == [69, 69 + Int(step)])
        let first = try #require(shown.firstIndex { $0?.note.midiNumber == 69 + Int(step) })
        #expect(Double(first) * Self.hop - 1 <= 0.3, "\(step) \(depth) \(phase)")
      }
    }
  }

  @Test("the first note is shown within 0.15 s")
  func onset() throws {
    var display = PlayingNote()
    let shown = displays(1, &display) { _ in 57.1 }
    #expect(try #require(shown.firstIndex { $0 != nil }) <= 15)
    #expect(abs(try #require(shown.last??.cents) - 10) < 0.01)
  }

  @Test("the last note stays for the time that was asked for, marked, and is gone afterwards")
  func hold() {
    for seconds in [1.0, 3, 5] {
      var display = PlayingNote(holdTime: seconds)
      _ = displays(1, &display) { _ in 64.2 }
      let after = displays(seconds + 1, from: 1, &display) { _ in nil }
      let count = Int(seconds / Self.hop)
      #expect(after.prefix(count - 2).allSatisfy { $0?.note.midiNumber == 64 })
      #expect(after.dropFirst(count + 1).allSatisfy { $0 == nil })
      #expect(after.dropFirst(20).allSatisfy { $0?.isHeld != false })
      #expect(abs((after[20]?.cents ?? 0) - 20) < 0.01)
    }
  }

  @Test("a pause of 0.1 s, as between two bows, changes nothing")
  func pause() {
    var display = PlayingNote()
    let shown = displays(3, &display) { $0.truncatingRemainder(dividingBy: 1) > 0.9 ? nil : 67 }
    let settled = shown.dropFirst(20)
    #expect(settled.allSatisfy { $0?.note.midiNumber == 67 && $0?.isHeld == false })
  }

  @Test("a wrong octave of 50 ms is never shown, and does not move the cents")
  func glitch() {
    var display = PlayingNote()
    let shown = displays(3, &display) { time in
      (0.5...0.55).contains(time.truncatingRemainder(dividingBy: 1)) ? 81 : 69
    }
    #expect(Set(shown.compactMap { $0?.note.midiNumber }) == [69])
    #expect(shown.compactMap { $0?.cents.magnitude }.allSatisfy { $0 < 0.01 })
  }

  @Test("a fast glide over an octave names no note between")
  func glide() {
    var display = PlayingNote()
    let shown = displays(2, &display) { time in
      time < 1 ? 60 : time < 1.3 ? 60 + 40 * (time - 1) : 72
    }
    #expect(Set(shown.compactMap { $0?.note.midiNumber }) == [60, 72])
  }

  @Test("a note that is played ever sharper changes its side once, and its name once")
  func drift() {
    var display = PlayingNote()
    let shown = displays(20, &display) { 69 + $0 / 20 }.compactMap { $0 }
    var sides: [NoteDeviation.State] = []
    var names: [Int] = []
    for display in shown {
      if sides.last != display.state { sides.append(display.state) }
      if names.last != display.note.midiNumber { names.append(display.note.midiNumber) }
    }
    #expect(sides == [.inTune, .sharp, .flat, .inTune])
    #expect(names == [69, 70])
  }

  @Test("temperament, concert pitch, spelling and tolerance are those that were chosen")
  func settings() throws {
    let just = try ConcertPitch(442)
    var display = PlayingNote(concertPitch: just, spelling: .flats, tolerance: 20)
    var shown: PlayingNote.Display?
    for index in 0..<100 {
      shown = display.take(442 * pow(2, 1.0 / 12 + 15.0 / 1200), at: Double(index) * Self.hop)
    }
    let last = try #require(shown)
    #expect(last.note == Note(.b, .flat, octave: 4))
    #expect(abs(last.cents - 15) < 0.01 && last.state == .inTune)
  }

  @Test("no frequency, nonsense and times that go back are taken")
  func hostile() {
    var display = PlayingNote()
    for value in [nil, 0, -1, .nan, .infinity, 1e308, 1e-308] as [Double?] {
      #expect(display.take(value, at: 0) == nil)
    }
    _ = displays(1, &display) { _ in 60 }
    #expect(display.take(frequency(60), at: 0.5) == nil)
  }
}
