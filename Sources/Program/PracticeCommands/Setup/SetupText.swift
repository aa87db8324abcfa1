import ArgumentParser
import InstrumentSetup
import InstrumentTuning
import MusicTheory
import SignalProcessing

/// Words of `kammerton setup`.
enum SetupText {
  /// Reads `6,5` or `1`.
  static func strings(_ argument: String) throws -> [Int] {
    try numbers(argument, in: 1...99, "strings, such as 6,5")
  }

  /// Reads `12,1,2,3`.
  static func frets(_ argument: String) throws -> [Int] {
    try numbers(argument, in: 1...24, "frets from 1 to 24, such as 12,1,2,3")
  }

  private static func numbers(
    _ argument: String, in limits: ClosedRange<Int>, _ what: String
  ) throws -> [Int] {
    let numbers = argument.split(separator: ",").map { Int($0) ?? -1 }
    guard !numbers.isEmpty, numbers.allSatisfy(limits.contains),
      Set(numbers).count == numbers.count
    else { throw ValidationError("Write different \(what).") }
    return numbers
  }

  /// A string of a tuning; the first of a course.
  static func string(_ number: Int, in tuning: Tuning) -> TargetPitch? {
    tuning.strings.first { $0.number == number }?.pitch
  }

  static func note(of number: Int, in tuning: Tuning) -> String {
    string(number, in: tuning)?.note.asciiDescription ?? "?"
  }

  /// The ratio of a fret to the open string, in equal temperament.
  static func ratio(ofFret fret: Int) -> Double { Elementary.exp2(Double(fret) / 12) }
}
