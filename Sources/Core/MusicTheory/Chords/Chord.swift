/// A chord as lead sheets name it: a root, a quality, and perhaps another bass note.
///
/// ```swift
/// let chord = try Chord("Bbmaj7")
/// print(chord.notes(octave: 3))  // [B♭3, D4, F4, A4]
/// ```
public struct Chord: Sendable, Hashable {
  /// The note that the chord is built on.
  public let root: NoteName
  /// The intervals above the root.
  public let quality: ChordQuality
  /// The lowest note, if it is not the root: E in C/E.
  public let bass: NoteName?

  /// Creates a chord.
  ///
  /// - Parameters:
  ///   - root: The note that the chord is built on.
  ///   - quality: The intervals above the root; a major triad by default.
  ///   - bass: The lowest note, if it is not the root.
  public init(_ root: NoteName, _ quality: ChordQuality = .major, bass: NoteName? = nil) {
    self.root = root
    self.quality = quality
    self.bass = bass
  }

  /// Reads the name of a chord.
  ///
  /// - Parameters:
  ///   - text: A note without octave, then a name of ``ChordQuality/names`` or nothing for a major
  ///     triad, then perhaps a slash and another bass note: "C", "Am", "F#m7", "Bbmaj7", "Dsus4",
  ///     "Bdim", "C/E".
  ///   - notation: The notation of the notes; English by default.
  /// - Throws: ``ChordError``.
  public init(
    _ text: String, in notation: NoteNotation = NoteNotation()
  ) throws(ChordError) {
    let typed = Self.trimmed(text)
    // The slash of "6/9" has no note behind it.
    if let slash = typed.lastIndex(of: "/"),
      let bass = Self.name(String(typed[typed.index(after: slash)...]), notation)
    {
      let upper = try Self.read(String(typed[..<slash]), notation, text)
      self.init(upper.root, upper.quality, bass: bass)
    } else {
      self = try Self.read(String(typed), notation, text)
    }
  }

  /// The notes from the lowest up, each spelled by its place in the chord.
  ///
  /// - Parameter octave: The octave of the root; another bass note is the next one below the root.
  /// - Returns: At least two notes.
  public func notes(octave: Int) -> [Note] {
    let first = Note(root, octave: octave)
    let upper = quality.intervals.map { first.transposed(by: $0) }
    guard let bass else { return upper }
    var lowest = Note(bass, octave: octave)
    while lowest.midiNumber >= first.midiNumber { lowest.octave -= 1 }
    while lowest.midiNumber < first.midiNumber - 12 { lowest.octave += 1 }
    return [lowest] + upper.filter { $0.pitchClass != bass.pitchClass }
  }
}

// MARK: - Reading

extension Chord {
  /// Tries every way to cut the text in a note and a quality; the longest note wins.
  private static func read(
    _ typed: String, _ notation: NoteNotation, _ text: String
  ) throws(ChordError) -> Chord {
    var root: NoteName?
    var rest = ""
    let scalars = typed.unicodeScalars
    for count in stride(from: min(8, scalars.count), to: 0, by: -1) {
      let end = scalars.index(scalars.startIndex, offsetBy: count)
      guard let name = name(String(scalars[..<end]), notation) else { continue }
      let suffix = String(scalars[end...])
      if let quality = ChordQuality(named: suffix) { return Chord(name, quality) }
      if root == nil { (root, rest) = (name, suffix) }
    }
    guard let root else { throw .notAChord(text) }
    throw .unknownQuality(rest, root: root)
  }

  /// A note without octave, in a notation or in English.
  private static func name(_ text: String, _ notation: NoteNotation) -> NoteName? {
    // Digits would be an octave, and Helmholtz's marks too.
    let isName = text.unicodeScalars.allSatisfy {
      !("0"..."9").contains($0) && $0 != "'" && $0 != "′" && $0 != "," && $0 != "-" && $0 != " "
    }
    guard isName else { return nil }
    if notation.names != .midi, let note = try? NoteNotation(notation.names).note(text) {
      return note.name
    }
    return try? NoteName(text)
  }

  private static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
    var rest = Substring(text).unicodeScalars
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}

extension Chord: CustomStringConvertible {
  /// The name with musical signs, such as "B♭maj7".
  public var description: String {
    root.description + quality.name + (bass.map { "/" + $0.description } ?? "")
  }
}

/// An error for a text that is not a chord.
public enum ChordError: Error, Equatable, Sendable {
  /// The text does not start with a note.
  case notAChord(String)
  /// The text after the root does not name a ``ChordQuality``.
  case unknownQuality(String, root: NoteName)
}

#if !hasFeature(Embedded)
  extension ChordError: CustomStringConvertible {
    /// One sentence with the offending text and what is accepted.
    public var description: String {
      switch self {
      case .notAChord(let text):
        "'\(text)' is not a chord. Write a note and a quality, such as C, Am, F#m7 or Bbmaj7."
      case .unknownQuality(let text, let root):
        """
        '\(text)' is not a quality of a chord on \(root.asciiDescription). Write m, dim, aug, sus2, \
        sus4, 5, 6, 7, maj7, m7, m7b5 or dim7, or nothing for major.
        """
      }
    }
  }
#endif
