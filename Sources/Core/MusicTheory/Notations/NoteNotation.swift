/// A way to name notes: the words of a language or tradition, and the marks of octaves.
///
/// ```swift
/// let german = NoteNotation(.german)
/// print(german.text(Note(.b, .flat, octave: 3)))  // B3
/// ```
public struct NoteNotation: Sendable, Hashable {
  /// The source of the names.
  public enum Names: Sendable, Hashable, CaseIterable {
    /// C C♯ D … B, with musical signs.
    case english
    /// C C# D … B, in plain ASCII.
    case ascii
    /// C Cis D … H; B is B♭.
    case german
    /// C C♯ D … H; B♭ keeps its sign.
    case scandinavian
    /// Do Do♯ Re … Si, used in Italian and Spanish.
    case fixedDo
    /// Do Do♯ Ré … Si, with French octaves unless others are chosen: concert pitch is La3.
    case french
    /// Do Do♯ Re … Ti.
    case fixedDoTi
    /// Do Di Re … Ti, Te for B♭: each alteration has its own syllable.
    case solfege
    /// S r R g G m M P d D n N with S on C: small letters are komal, M is tivra (Bhatkhande).
    case hindustani
    /// S R1 R2 G2 G3 M1 M2 P D1 D2 N2 N3 with S on C; R3, G1, D3, N1 if a note is spelled that way.
    case carnatic
    /// Ni Pa Vou Ga Di Ke Zo, with Ni on C.
    case byzantine
    /// Đô Rê Mi Fa Sol La Si.
    case vietnamese
    /// The MIDI number: 60 for middle C.
    case midi
  }

  /// The marks of octaves.
  public enum Octaves: Sendable, Hashable, CaseIterable {
    /// Middle C is C4.
    case scientific
    /// Middle C is C3, the convention of some makers.
    case middleC3
    /// Middle C is c′, and C2 is C. Names that are not letters have octave numbers.
    case helmholtz
    /// Middle C is Do3, as French musicians count. No octave is 0: below 1 lies −1.
    case french
  }

  /// The source of the names.
  public var names: Names
  /// The marks of octaves.
  public var octaves: Octaves

  /// Creates a notation; the default is the notation of this library's descriptions.
  ///
  /// - Parameters:
  ///   - names: The source of the names.
  ///   - octaves: The marks of octaves; `nil` for those that usually go with the names.
  public init(_ names: Names = .english, octaves: Octaves? = nil) {
    self.names = names
    self.octaves = octaves ?? names.usualOctaves
  }

  /// Returns the text of a note without its octave.
  ///
  /// - Parameter name: The note.
  /// - Returns: Its name; the pitch class if the notation uses MIDI numbers.
  public func text(_ name: NoteName) -> String { String(decoding: utf8(name), as: UTF8.self) }

  /// Returns the text of a note.
  ///
  /// - Parameter note: The note.
  /// - Returns: Its name with its octave.
  public func text(_ note: Note) -> String { String(decoding: utf8(note), as: UTF8.self) }
}

// Bytes come first: strings would bring half of Unicode into the embedded build.
extension NoteNotation {
  /// Returns the text of a note without its octave, as UTF-8.
  ///
  /// - Parameter name: The note.
  /// - Returns: Its name; the pitch class if the notation uses MIDI numbers.
  package func utf8(_ name: NoteName) -> [UInt8] {
    var bytes: [UInt8] = []
    guard names != .midi else {
      Self.append(name.pitchClass, to: &bytes)
      return bytes
    }
    let (stem, sign) = names.parts(name)
    Self.append(stem, to: &bytes)
    Self.append(sign, to: &bytes)
    return bytes
  }

  /// Returns the text of a note, as UTF-8.
  ///
  /// - Parameter note: The note.
  /// - Returns: Its name with its octave.
  package func utf8(_ note: Note) -> [UInt8] {
    var bytes: [UInt8] = []
    guard names != .midi else {
      Self.append(note.midiNumber, to: &bytes)
      return bytes
    }
    bytes = utf8(note.name)
    if octaves == .helmholtz, names.isLetters, HelmholtzMarks.octaves.contains(note.octave) {
      appendHelmholtzMarks(of: note.octave, to: &bytes)
    } else {
      Self.append(octaves.number(ofScientific: note.octave), to: &bytes)
    }
    return bytes
  }

  /// Small letters with primes from C3 up, capitals with commas below.
  private func appendHelmholtzMarks(of octave: Int, to bytes: inout [UInt8]) {
    for _ in 0..<max(0, 2 - octave) { bytes.append(UInt8(ascii: ",")) }
    guard octave >= 3 else { return }
    bytes[0] = NearNames.lowercased(bytes[0])
    for _ in 3..<octave { Self.append(names == .ascii ? "'" : "′", to: &bytes) }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    _ = text.utf8.withContiguousStorageIfAvailable { bytes += $0 }  // literals are contiguous
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var digits: [UInt8] = []
    var rest = number.magnitude
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes += digits.reversed()
  }
}

extension NoteNotation {
  /// Finds a notation by its name.
  ///
  /// - Parameter name: A name of ``Names/name``, of ``Octaves/name``, or both joined with a hyphen:
  ///   `german`, `helmholtz`, `german-helmholtz`, `fixed-do-c3`. Common other names are understood
  ///   too: `italian`, `spanish` and `do` are `fixed-do`, and `deutsch` is `german`. A name alone
  ///   has its usual octaves: those of `french` are `do3`, all others' are `c4`.
  /// - Throws: ``NotationError/unknownNotation(_:near:)``.
  public init(named name: String) throws(NotationError) {
    for names in Names.allCases {
      for octaves in Octaves.allCases {
        let words = [names.name] + names.otherNames
        let spellings =
          (octaves == names.usualOctaves ? words : []) + words.map { $0 + "-" + octaves.name }
          + (names == .english ? [octaves.name] : [])
        for spelling in spellings where NearNames.areEqual(spelling, name) {
          self.init(names, octaves: octaves)
          return
        }
      }
    }
    let known =
      Names.allCases.flatMap { [$0.name] + $0.otherNames } + Octaves.allCases.map { $0.name }
    throw .unknownNotation(name, near: NearNames.of(name, in: known))
  }
}

extension NoteNotation.Names {
  /// The name of the notation, in small letters and hyphens.
  public var name: String {
    switch self {
    case .english: "english"
    case .ascii: "ascii"
    case .german: "german"
    case .scandinavian: "scandinavian"
    case .fixedDo: "fixed-do"
    case .french: "french"
    case .fixedDoTi: "fixed-do-ti"
    case .solfege: "solfege"
    case .hindustani: "hindustani"
    case .carnatic: "carnatic"
    case .byzantine: "byzantine"
    case .vietnamese: "vietnamese"
    case .midi: "midi"
    }
  }

  /// Other words for the notation: languages that use it.
  var otherNames: [String] {
    switch self {
    case .german: ["deutsch"]
    case .fixedDo: ["do", "italian", "spanish"]
    default: []
    }
  }

  /// The octaves that go with the names unless others are chosen.
  public var usualOctaves: NoteNotation.Octaves { self == .french ? .french : .scientific }

  /// True for names of single letters, which Helmholtz's marks need.
  var isLetters: Bool {
    self == .english || self == .ascii || self == .german || self == .scandinavian
  }
}

extension NoteNotation.Octaves {
  /// The name of the marks, in small letters and digits.
  public var name: String {
    switch self {
    case .scientific: "c4"
    case .middleC3: "c3"
    case .helmholtz: "helmholtz"
    case .french: "do3"
    }
  }

  /// Returns the number that is written for an octave of scientific pitch notation.
  func number(ofScientific octave: Int) -> Int {
    switch self {
    case .scientific, .helmholtz: octave
    case .middleC3: octave - 1
    case .french: octave >= 2 ? octave - 1 : octave - 2  // there is no octave 0
    }
  }

  /// Returns the octave of scientific pitch notation that a written number stands for.
  func scientific(of number: Int) -> Int {
    switch self {
    case .scientific, .helmholtz: number
    case .middleC3: number + 1
    case .french: number >= 0 ? number + 1 : number + 2  // who writes 0 means −1
    }
  }
}
