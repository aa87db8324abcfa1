internal import SignalProcessing

extension NoteNotation {
  /// Reads a note in this notation; without an octave, it is in the octave of middle C.
  ///
  /// Signs may be musical or ASCII. Letters may be large or small where case has no meaning.
  /// Octaves are numbers or, after a single letter, Helmholtz marks, such as "fis′′" or "C,,". If
  /// the notation writes these marks, a single small letter is in the octave of C3, and a capital
  /// in that of C2.
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
    let isSmall = Self.startsSmall(text)
    var best: (name: NoteName, length: Int, octave: Int)?
    for name in Self.everyName {
      let spelled = Self.folded(self.text(name), keepsCase: names.meansCase)
      guard typed.starts(with: spelled), spelled.count > best?.length ?? 0 else { continue }
      guard let octave = octave(typed[spelled.count...], isSmall) else { continue }
      best = (name, spelled.count, octave)
    }
    guard let best else { throw failure }
    let limits = -99...99
    guard limits.contains(best.octave) else { throw .octaveOutOfRange(text, limits: limits) }
    return Note(best.name, octave: best.octave)
  }

  /// Reads the octave after a name; `nil` if the text is not an octave.
  private func octave(_ text: ArraySlice<UInt8>, _ isSmall: Bool) -> Int? {
    if let number = Self.integer(text) { return octaves.scientific(of: number) }
    if names.isLetters, octaves == .helmholtz || !text.isEmpty {
      return HelmholtzMarks(text.lazy.map { Unicode.Scalar($0) })?.octave(ofSmallLetter: isSmall)
    }
    return text.isEmpty ? 4 : nil
  }

  private static func startsSmall(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != " " }) else { return false }
    return ("a"..."z").contains(first)
  }

  private static var everyName: [NoteName] {
    Note.Accidental.allCases.ascending { Double(abs($0.rawValue)) }.flatMap { accidental in
      Note.Letter.allCases.map { NoteName($0, accidental) }
    }
  }

  /// Bytes with ASCII signs and primes, small letters and no spaces around.
  private static func folded(_ text: String, keepsCase: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "♯": bytes.append(0x23)
      case "♭": bytes.append(0x62)
      case "\u{2212}": bytes.append(0x2D)
      case "Đ" where !keepsCase: bytes += "đ".utf8
      case "é", "É": bytes.append(UInt8(ascii: "e"))  // French is often typed without
      case _ where HelmholtzMarks.primes(in: scalar) > 0:
        for _ in 0..<HelmholtzMarks.primes(in: scalar) { bytes.append(UInt8(ascii: "'")) }
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

/// The octave marks of Helmholtz: primes behind small letters from C3 up, commas behind capitals
/// below.
///
/// - SeeAlso: H. von Helmholtz, "On the Sensations of Tone", 1863, part I, chapter 1.
struct HelmholtzMarks {
  /// The octaves that are marked; further out, the marks would only fill the line.
  static var octaves: ClosedRange<Int> { -20...20 }

  private var primes = 0
  private var commas = 0

  /// Reads marks. C2 and C3 have none, so that an empty text is valid; `nil` for anything else.
  init?(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      if scalar == "," {
        commas += 1
      } else {
        let count = Self.primes(in: scalar)
        guard count > 0 else { return nil }
        primes += count
      }
    }
  }

  /// Returns the number of primes that a sign stands for.
  static func primes(in scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "'", "\u{2032}", "\u{2019}": 1
    case "\u{2033}": 2
    case "\u{2034}": 3
    default: 0
    }
  }

  /// The octave of the letter before the marks; `nil` for primes behind a capital, commas behind a
  /// small letter, and beyond ``octaves``.
  func octave(ofSmallLetter isSmall: Bool) -> Int? {
    let octave = isSmall ? 3 + primes : 2 - commas
    guard (isSmall ? commas : primes) == 0, Self.octaves.contains(octave) else { return nil }
    return octave
  }
}

// Strings are compared, which would pull Unicode tables into the embedded build.
#if !hasFeature(Embedded)
  extension Note {
    /// The marks behind a letter that give its octave without a number.
    package static let helmholtzMarks = "'\u{2032}\u{2033}\u{2034}\u{2019},"

    /// Reads a typed note: in a notation, in English, or with Helmholtz's marks, such as `a'`.
    ///
    /// - Parameters:
    ///   - text: The typed text.
    ///   - notation: The notation of the note; `nil` for English.
    /// - Throws: `NotationError` if the text is not a note.
    package init(typed text: String, in notation: NoteNotation?) throws(NotationError) {
      if let notation, let note = try? notation.note(text) {
        self = note
        return
      }
      do {
        try self.init(text)  // English names are understood everywhere
      } catch {
        guard let last = text.last, Self.helmholtzMarks.contains(last),
          let note = try? NoteNotation(octaves: .helmholtz).note(text)
        else { throw error }
        self = note
      }
    }
  }
#endif
