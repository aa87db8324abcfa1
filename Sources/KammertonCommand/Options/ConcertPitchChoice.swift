import ArgumentParser
import CommandIO
import MusicTheory

/// Where concert pitch comes from.
enum ConcertPitchChoice: Hashable, Sendable {
  /// A frequency.
  case given(ConcertPitch)
  /// An A that somebody plays.
  case heard

  init(argument: String) throws {
    if argument.lowercased() == "heard" {
      self = .heard
      return
    }
    self = .given(try Self.concertPitch(argument))
  }

  /// Reads a frequency of A4.
  static func concertPitch(_ argument: String) throws -> ConcertPitch {
    guard let frequency = Double(decimal: argument) else {
      throw ValidationError("Write a frequency in hertz, such as 442.")
    }
    do {
      return try ConcertPitch(frequency)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
