extension NoteNotation {
  /// Reads a note as this notation writes it; without an octave it is that of middle C.
  ///
  /// Signs may be musical or ASCII, and letters large or small where case means nothing. Octaves are
  /// numbers, also where the notation writes Helmholtz's marks.
  ///
  /// - Parameter text: The text, such as "Fis4" or "H" in German, "Sol#3" in fixed do.
  /// - Returns: The note.
  /// - Throws: ``NotationError/notANoteIn(_:notation:)`` or
  ///   ``NotationError/octaveOutOfRange(_:limits:)``.
  public func note(_ text: String) throws(NotationError) -> Note {
    let typed = Self.folded(text, keepsCase: names.meansCase)
    let failure = NotationError.notANoteIn(text, notation: names.name)
    guard names != .midi else {
      guard let number = Self.integer(typed[...]) else { throw failure }
      return Note(midiNumber: number, spelling: .sharps)
    }
    var best: (name: NoteName, length: Int, octave: Int)?
    for name in Self.everyName {
      let spelled = Self.folded(self.text(name), keepsCase: names.meansCase)
      guard typed.starts(with: spelled), spelled.count > best?.length ?? 0 else { continue }
      let rest = typed[spelled.count...]
      guard let octave = rest.isEmpty ? middleOctave : Self.integer(rest) else { continue }
      best = (name, spelled.count, octave)
    }
    guard let best else { throw failure }
    let limits = -99...99
    guard limits.contains(best.octave) else { throw .octaveOutOfRange(text, limits: limits) }
    return Note(best.name, octave: octaves == .middleC3 ? best.octave + 1 : best.octave)
  }

  private var middleOctave: Int { octaves == .middleC3 ? 3 : 4 }

  private static var everyName: [NoteName] {
    Note.Accidental.allCases.sorted { abs($0.rawValue) < abs($1.rawValue) }.flatMap { accidental in
      Note.Letter.allCases.map { NoteName($0, accidental) }
    }
  }

  /// Bytes with ASCII signs, small letters and no spaces around.
  private static func folded(_ text: String, keepsCase: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "♯": bytes.append(0x23)
      case "♭": bytes.append(0x62)
      case "\u{2212}": bytes.append(0x2D)
      case "Đ" where !keepsCase: bytes += "đ".utf8
      default:
        bytes += String(scalar).utf8.map { keepsCase ? $0 : NearNames.lowercased($0) }
      }
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return Array(bytes.drop { $0 == 0x20 })
  }

  /// A whole number; one with more than four digits counts as 9999.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.first == 0x2D ? bytes.dropFirst() : bytes
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = digits.reduce(0) { min(9999, 10 * $0 + Int($1 - 0x30)) }
    return bytes.first == 0x2D ? -number : number
  }
}

extension NoteNotation.Names {
  fileprivate var meansCase: Bool { self == .hindustani }
}
