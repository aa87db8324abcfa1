import MusicTheory
import Testing

@testable import Plotting

@Suite("Pitch axis")
struct PitchAxisTests {
  static let limits = ConcertPitch.standard.pitches(30...4200)
  static let rows = PitchRows(covering: limits)

  /// The axis for pitches, each heard as often as told.
  static func axis(_ heard: [(pitch: Double, count: Int)]) -> PitchAxis {
    var histogram = Array(repeating: 0, count: rows.count)
    for (pitch, count) in heard { histogram[rows.row(of: pitch)] += count }
    return PitchAxis(detected: histogram, rows: rows, limits: limits)
  }

  @Test("an octave is half of two octaves, whatever its frequency")
  func logarithmic() {
    let axis = PitchAxis(45...69)
    let places = [110, 220, 440.0].map {
      axis.position(of: ConcertPitch.standard.midiNumber(of: $0))
    }
    #expect(zip(places, [0, 0.5, 1]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("where nothing was heard, all of the search range is visible")
  func silence() {
    #expect(Self.axis([]).range == Self.limits)
  }

  @Test("three octaves get 2 semitones more on each side")
  func margin() {
    let range = Self.axis([(45.01, 50), (60, 50), (81.01, 50)]).range
    #expect(range == 42.9375...83.0625)
  }

  @Test("one note is in the middle of two octaves")
  func oneNote() {
    let range = Self.axis([(69.01, 100)]).range
    #expect(abs(range.upperBound - range.lowerBound - 24) < 1e-9)
    #expect(abs((range.upperBound + range.lowerBound) / 2 - 69) < 1e-9)
  }

  @Test("the axis never leaves the search range")
  func limits() {
    let range = Self.axis([(107.9, 100)]).range
    #expect(range.upperBound == Self.limits.upperBound)
    #expect(abs(range.upperBound - range.lowerBound - 24) < 1e-9)
    let narrow = ConcertPitch.standard.pitches(430...450)
    let rows = PitchRows(covering: narrow)
    let axis = PitchAxis(
      detected: Array(repeating: 1, count: rows.count), rows: rows, limits: narrow)
    #expect(axis.range == narrow)
  }

  @Test("3 % of the readings far away do not squeeze the rest, 4 % or a melody's high note do")
  func outliers() {
    #expect(Self.axis([(50, 200), (70, 770), (95, 30)]).range.upperBound < 75)
    #expect(Self.axis([(50, 200), (70, 760), (95, 40)]).range.upperBound > 95)
    #expect(Self.axis([(50, 200), (70, 790), (78, 10)]).range.upperBound > 78)
  }
}
