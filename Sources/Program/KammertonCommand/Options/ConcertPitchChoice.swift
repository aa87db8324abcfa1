import ArgumentParser
import CommandOptions
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
    self = .given(try ConcertPitch(argument: argument))
  }
}
