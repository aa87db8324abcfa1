import MusicTheory
import Testing

@Suite("Interval")
struct IntervalTests {
  @Test("0 to 24 semitones have their usual names")
  func usualNames() {
    let names = (0...24).map { Interval(semitones: $0).description }.joined(separator: " ")
    #expect(
      names == """
        P1 m2 M2 m3 M3 P4 A4 P5 m6 M6 m7 M7 P8 m9 M9 m10 M10 P11 A11 P12 m13 M13 m14 M14 P15
        """)
  }

  @Test(
    "letters decide the name of an interval between notes",
    arguments: [
      ("C4", "C4", "P1"), ("C4", "D#4", "A2"), ("C4", "Eb4", "m3"), ("B3", "F4", "d5"),
      ("F4", "B4", "A4"), ("C4", "C5", "P8"), ("C4", "E5", "M10"), ("E4", "C4", "-M3"),
      ("C4", "C#4", "A1"), ("C#4", "C4", "-A1"), ("C4", "G##4", "AA5"), ("C#4", "Bb4", "d7"),
      ("F#4", "Gb4", "d2"), ("A4", "A3", "-P8"), ("C#4", "Ebb4", "dd3"), ("B#3", "C4", "d2"),
    ])
  func names(first: String, second: String, name: String) throws {
    #expect(Interval(from: try Note(first), to: try Note(second)).description == name)
  }

  @Test("an interval and its inversion make an octave: m2 and M7, M3 and m6, P1 and P8, A4 and d5")
  func inversions() throws {
    let names = (0...12).map { Interval(semitones: $0).inversion.description }
    #expect(names.joined(separator: " ") == "P8 M7 m7 M6 m6 P5 d5 P4 M3 m3 M2 m2 P1")
    #expect(Interval(semitones: 16).inversion.description == "m6")
    #expect(Interval(semitones: -4).inversion.description == "-m6")
  }

  @Test("compound intervals reduce to simple ones, octaves to an octave")
  func simple() {
    #expect(Interval(semitones: 16).simple == Interval(semitones: 4))
    #expect(Interval(semitones: 24).simple == Interval(semitones: 12))
    #expect(Interval(semitones: 12).simple == Interval(semitones: 12))
    #expect(Interval(semitones: -16).simple == Interval(semitones: -4))
    #expect(Interval(semitones: 0).simple == Interval(semitones: 0))
  }

  @Test("a fifth is 700 cents and a ratio of 1.49831, an octave 1200 cents and exactly 2")
  func sizes() {
    let fifth = Interval(semitones: 7)
    #expect(fifth.cents == 700)
    #expect(abs(fifth.ratio - 1.4983070768766815) < 1e-15)
    #expect(Interval(semitones: 12).ratio == 2)
    #expect(Interval(semitones: -12).ratio == 0.5)
    #expect(Interval.ratio(ofCents: 1200) == 2)
    #expect(abs(Interval.cents(from: 2, to: 3) - 701.9550008653874) < 1e-12)
  }

  @Test("the interval between any two notes spans their MIDI numbers")
  func semitones() {
    for first in stride(from: -12, through: 140, by: 5) {
      for second in stride(from: -12, through: 140, by: 7) {
        let notes = (Note(midiNumber: first), Note(midiNumber: second, spelling: .flats))
        let interval = Interval(from: notes.0, to: notes.1)
        #expect(interval.semitones == second - first)
        #expect(interval.cents == Double(100 * (second - first)))
      }
    }
  }
}
