// Reading notes and keys as people type them.

extension Note {
  /// Reads a note from text.
  ///
  /// The text has a letter A to G in either case, then accidentals (`#`, `♯`, `b`, `♭`, twice for a
  /// double one; also `x`, `𝄪`, `𝄫` and `♮`), then an octave in -99...99 (4 if missing): "A4",
  /// "C#6", "e♭3", "F♯-1", "Bb". Spaces around the note are ignored.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``NotationError/notANote(_:)`` or ``NotationError/octaveOutOfRange(_:limits:)``.
  public init(_ text: String) throws(NotationError) {
    var reader = NotationReader(text)
    guard let name = reader.readName() else { throw .notANote(text) }
    guard !reader.isAtEnd else {
      self.init(name, octave: 4)
      return
    }
    guard let octave = reader.readInteger(), reader.isAtEnd else { throw .notANote(text) }
    let limits = -99...99
    guard limits.contains(octave) else { throw .octaveOutOfRange(text, limits: limits) }
    self.init(name, octave: octave)
  }
}

extension NoteName {
  /// Reads a note without an octave from text, such as "Eb" or "f♯".
  ///
  /// - Parameter text: A letter A to G in either case, then accidentals in the form of a ``Note``.
  /// - Throws: ``NotationError/notANote(_:)``.
  public init(_ text: String) throws(NotationError) {
    var reader = NotationReader(text)
    guard let name = reader.readName(), reader.isAtEnd else { throw .notANote(text) }
    self = name
  }
}

extension Key {
  /// Reads a key from text.
  ///
  /// - Parameter text: A note without an octave, then nothing, "M", "maj" or "major" for major, or
  ///   "m", "min" or "minor" for minor: "C", "Eb", "F#m", "b minor". A small letter alone is major.
  /// - Throws: ``NotationError/notAKey(_:)`` or ``NotationError/signatureOutOfRange(fifths:)``.
  public init(_ text: String) throws(NotationError) {
    var reader = NotationReader(text)
    guard let tonic = reader.readName(), let mode = reader.readMode() else { throw .notAKey(text) }
    try self.init(tonic, mode)
  }
}

/// A cursor over the scalars of a text, spaces at both ends removed.
private struct NotationReader {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
    skipSpaces()
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func skipSpaces() {
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
  }

  mutating func readName() -> NoteName? {
    guard let letter = rest.popFirst().flatMap(Self.letter), let accidental = readAccidental()
    else { return nil }
    return NoteName(letter, accidental)
  }

  /// Reads all signs that follow; `nil` if they exceed a double accidental or contradict.
  private mutating func readAccidental() -> Note.Accidental? {
    if rest.first == "♮" {
      rest.removeFirst()
      return .natural
    }
    var sum = 0
    while let first = rest.first, let change = Self.change(of: first) {
      guard sum == 0 || (sum < 0) == (change < 0) else { return nil }
      sum += change
      guard sum.magnitude <= 2 else { return nil }
      rest.removeFirst()
    }
    return Note.Accidental(rawValue: sum)
  }

  /// Reads a sign and digits; a number with more than four digits counts as 9999.
  mutating func readInteger() -> Int? {
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative { rest.removeFirst() }
    var number: Int?
    while let first = rest.first, ("0"..."9").contains(first) {
      number = min(9999, 10 * (number ?? 0) + Int(first.value) - 48)
      rest.removeFirst()
    }
    return number.map { isNegative ? -$0 : $0 }
  }

  /// Reads the rest of a key.
  mutating func readMode() -> Key.Mode? {
    skipSpaces()
    if isAtEnd || matches("M") || matches("maj") || matches("major") { return .major }
    return matches("m") || matches("min") || matches("minor") ? .minor : nil
  }

  /// Compares scalars, since comparing strings would pull Unicode tables into the embedded build.
  private func matches(_ word: String) -> Bool {
    rest.elementsEqual(word.unicodeScalars)
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Note.Letter? {
    switch scalar {
    case "C", "c": .c
    case "D", "d": .d
    case "E", "e": .e
    case "F", "f": .f
    case "G", "g": .g
    case "A", "a": .a
    case "B", "b": .b
    default: nil
    }
  }

  private static func change(of scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "#", "♯": 1
    case "b", "♭": -1
    case "x", "𝄪": 2
    case "𝄫": -2
    default: nil
    }
  }
}
