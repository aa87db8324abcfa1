import ArgumentParser
import CommandKit
import InstrumentTuning
import MusicTheory

extension Tuner {
  /// - Returns: Cents.
  /// - Throws: `ValidationError` if it is no tolerance.
  static func tolerance(argument: String) throws -> Double {
    guard let tolerance = Double(decimal: argument), toleranceLimits.contains(tolerance) else {
      throw ValidationError("Write a number of cents in 0.1...50, such as 3.")
    }
    return tolerance
  }
}

extension Tuning {
  /// - Returns: The fret of a capo.
  /// - Throws: `ValidationError` if it is none.
  static func capo(argument: String) throws -> Int {
    guard let fret = Int(argument) else {
      throw ValidationError("Write the fret of the capo as a whole number in 0...12, such as 2.")
    }
    guard capoLimits.contains(fret) else {
      throw ValidationError(InstrumentError.capoOutOfRange(fret).description)
    }
    return fret
  }
}

extension TranspositionChoice {
  /// Reads a name.
  ///
  /// - Throws: `ValidationError` that offers near names.
  init(argument: String) throws {
    let typed = argument.lowercased()
    if typed == "none" {
      self = .none
    } else if let fret = try Self.number(typed, after: "capo") {
      self = .capo(fret)
    } else if let semitones = try Self.number(typed, after: "drop") {
      self = .drop(semitones)
    } else {
      do {
        self.init(try TransposingInstrument(named: argument))
      } catch {
        throw ValidationError(
          "\(error.description) Also possible: capo-1 to capo-12, drop-1 to drop-12, or none.")
      }
    }
  }

  /// The number of `capo-2` or `capo2`; `nil` without the word.
  private static func number(_ text: String, after word: String) throws -> Int? {
    guard text.hasPrefix(word) else { return nil }
    let digits = text.dropFirst(word.count).drop { $0 == "-" || $0 == " " }
    guard let number = Int(digits), steps.contains(number) else {
      throw ValidationError("Write a number from \(word)-1 to \(word)-12.")
    }
    return number
  }
}

extension TunerViewKind {
  init(argument: String) throws {
    guard let kind = TunerViewKind(rawValue: argument.lowercased()) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("Write one of \(names).")
    }
    self = kind
  }
}
