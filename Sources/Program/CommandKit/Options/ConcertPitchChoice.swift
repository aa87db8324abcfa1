import ArgumentParser
package import MusicTheory

/// Where concert pitch comes from.
package enum ConcertPitchChoice: Hashable, Sendable {
  /// A frequency.
  case given(ConcertPitch)
  /// An A that somebody plays.
  case heard

  package init(argument: String) throws {
    if argument.lowercased() == "heard" {
      self = .heard
      return
    }
    self = .given(try ConcertPitch(argument: argument))
  }
}
