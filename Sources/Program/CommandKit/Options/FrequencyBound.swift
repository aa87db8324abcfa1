package import MusicTheory

/// A frequency as people type it: hertz, or the name of a note.
package enum FrequencyBound: Hashable, Sendable {
  case hertz(Double)
  case note(Note)

  /// Reads `440`, `82.4Hz`, `E2`, `Bb-1` or `e'`; `nil` if it is neither, or not above 0 Hz.
  package init?(_ text: some StringProtocol, _ notation: NoteNotation? = nil) {
    let number = text.lowercased().hasSuffix("hz") ? String(text.dropLast(2)) : String(text)
    if let frequency = Double(decimal: number) {
      guard frequency > 0 else { return nil }
      self = .hertz(frequency)
    } else if let note = try? Note(typed: String(text), in: notation) {
      self = .note(note)
    } else {
      return nil
    }
  }

  package func frequency(under concertPitch: ConcertPitch) -> Double {
    switch self {
    case .hertz(let frequency): frequency
    case .note(let note): note.frequency(under: concertPitch)
    }
  }
}
