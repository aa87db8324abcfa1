/// What the first sentence of a result is about: what to work on first.
package enum PracticeFocus: Int, CaseIterable, Sendable {
  /// No note was recognised.
  case none
  /// Wrong and missing notes.
  case notes
  /// The pitch of the notes.
  case pitch
  /// Their times.
  case time
  /// Neither: pitch and time are good.
  case timeAndPitch
  /// Many notes begin twice, so that times mean little.
  case doubled

  /// Chooses: wrong and missing notes come first, then pitch or time, whichever is worse.
  ///
  /// - Parameters:
  ///   - result: The pitches; `nil` for a rhythm alone.
  ///   - timing: The times; `nil` if they do not count.
  package init(_ result: Intonation?, _ timing: Timing?) {
    guard let result else {
      self = .time
      return
    }
    guard let spread = result.spread else {
      self = .none
      return
    }
    if result.isDoubled {
      self = .doubled
      return
    }
    if 5 * (result.wrongCount + result.missingCount) > result.notes.count {
      self = .notes
      return
    }
    let isOutOfTune = spread > Intonation.tolerance
    switch timing?.advice {
    case nil: self = .pitch
    case .steady, .tooFew: self = isOutOfTune ? .pitch : .timeAndPitch
    case .uneven, .leans:
      let late = (timing?.spread ?? 0) / Timing.tolerance
      self = isOutOfTune && spread / Intonation.tolerance > late ? .pitch : .time
    default: self = .time
    }
  }
}
