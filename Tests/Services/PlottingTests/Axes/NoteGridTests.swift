import MusicTheory
import Testing

@testable import Plotting

@Suite("Note grid")
struct NoteGridTests {
  @Test("two octaves on 416 points name all 25 notes")
  func allNotes() {
    let grid = NoteGrid(PitchAxis(57...81), height: 416)
    #expect(grid.labels == Array(57...81))
    #expect(grid.lines == grid.labels)
  }

  @Test("seven octaves name C, E and G; a semitone is too near for lines below 5 points")
  func manyOctaves() {
    let grid = NoteGrid(PitchAxis(24...108), height: 416)
    #expect(Set(grid.labels.map { Note(midiNumber: $0).name.description }) == ["C", "E", "G"])
    #expect(grid.lines == grid.labels)
  }

  @Test(
    "names are never nearer than 12.5 points, at any height",
    arguments: [30.0, 60, 100, 150, 200, 300, 500])
  func distances(height: Double) {
    let labels = NoteGrid(PitchAxis(40...88), height: height).labels
    let least = zip(labels, labels.dropFirst()).map { Double($1 - $0) * height / 48 }.min()
    #expect(least.map { $0 >= 12.5 || labels.allSatisfy(NoteGrid.startsOctave) } == true)
  }
}

@Suite("Frequency ticks")
struct FrequencyTicksTests {
  static func ticks(_ range: ClosedRange<Double>) -> [Double] {
    let axis = PitchAxis(ConcertPitch.standard.pitches(range))
    return FrequencyTicks.values(along: axis, under: .standard, height: 416)
  }

  @Test("30 to 4200 Hz has the powers of ten, and their double and half")
  func wide() {
    let ticks = Self.ticks(30...4200)
    for frequency in [50, 100, 200, 500, 1000, 2000.0] { #expect(ticks.contains(frequency)) }
    #expect(ticks == ticks.sorted())
  }

  @Test(
    "every axis has at least two ticks, 26 points apart",
    arguments: [30...4200.0, 90...240, 430...450, 80...1000, 999...1001])
  func distances(range: ClosedRange<Double>) {
    let ticks = Self.ticks(range)
    #expect(range.upperBound - range.lowerBound < 10 || ticks.count >= 2)
    let axis = PitchAxis(ConcertPitch.standard.pitches(range))
    let places = ticks.map { axis.position(of: ConcertPitch.standard.midiNumber(of: $0)) * 416 }
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 26 })
  }
}
