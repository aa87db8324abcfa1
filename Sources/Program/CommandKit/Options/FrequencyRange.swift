import ArgumentParser
package import MusicTheory

/// The `--range` of frequencies to look for.
package struct FrequencyRange: Hashable, Sendable {
  var lower: FrequencyBound
  var upper: FrequencyBound

  init(lower: FrequencyBound, upper: FrequencyBound) {
    self.lower = lower
    self.upper = upper
  }

  /// - Parameter frequencies: Hertz.
  package init(_ frequencies: ClosedRange<Double>) {
    self.init(lower: .hertz(frequencies.lowerBound), upper: .hertz(frequencies.upperBound))
  }

  /// Reads `30..4200`, `30-4200`, `30...4200`, `E2..E6` or `B0-C8`.
  init(argument: String) throws {
    guard let (lower, upper) = Self.bounds(in: argument) else {
      throw ValidationError("Write two frequencies or notes, such as 30..4200, E2..E6 or B0-C8.")
    }
    self.init(lower: lower, upper: upper)
    let frequencies = (lower.frequency(under: .standard), upper.frequency(under: .standard))
    guard frequencies.0 < frequencies.1 else {
      throw ValidationError(
        """
        \(frequencies.0.formatted(decimals: 1)) Hz is not below \
        \(frequencies.1.formatted(decimals: 1)) Hz. Write the lower end of the range first.
        """)
    }
  }

  /// The range as a user types it: `30..4200`, `E2..E6`.
  package var text: String { lower.text + ".." + upper.text }

  func frequencies(under concertPitch: ConcertPitch) -> ClosedRange<Double> {
    let lower = lower.frequency(under: concertPitch)
    return lower...max(lower, upper.frequency(under: concertPitch))
  }

  package static func bounds(
    in text: String, _ notation: NoteNotation? = nil
  ) -> (FrequencyBound, FrequencyBound)? {
    for separator in ["...", "…", ".."] {
      let parts = text.split(
        separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      guard let lower = FrequencyBound(parts[0], notation),
        let upper = FrequencyBound(parts[1], notation)
      else { return nil }
      return (lower, upper)
    }
    // A hyphen may also be the sign of an octave (C-1-C8): the first split that works counts.
    for index in text.indices where "-–".contains(text[index]) {
      guard let lower = FrequencyBound(text[..<index], notation),
        let upper = FrequencyBound(text[text.index(after: index)...], notation)
      else { continue }
      return (lower, upper)
    }
    return nil
  }
}

/// A frequency as people type it: hertz, or the name of a note.
package enum FrequencyBound: Hashable, Sendable {
  case hertz(Double)
  case note(Note)

  /// Reads `440`, `82.4Hz`, `1kHz`, `E2`, `Bb-1` or `e'`; `nil` if it is neither, or not above 0 Hz.
  package init?(_ text: some StringProtocol, _ notation: NoteNotation? = nil) {
    if let frequency = Double(text, in: .hertz) {
      guard frequency > 0 else { return nil }
      self = .hertz(frequency)
    } else if let note = try? Note(typed: String(text), in: notation) {
      self = .note(note)
    } else {
      return nil
    }
  }

  /// The number of hertz, or the name of the note.
  var text: String {
    switch self {
    case .hertz(let frequency): frequency.shortText
    case .note(let note): note.asciiDescription
    }
  }

  package func frequency(under concertPitch: ConcertPitch) -> Double {
    switch self {
    case .hertz(let frequency): frequency
    case .note(let note): note.frequency(under: concertPitch)
    }
  }
}
