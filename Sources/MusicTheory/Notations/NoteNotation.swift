/// How notes are named: the words of a language or tradition, and the marks of octaves.
///
/// ```swift
/// let german = NoteNotation(.german)
/// print(german.text(Note(.b, .flat, octave: 3)))  // B3
/// ```
public struct NoteNotation: Sendable, Hashable {
  /// Where the names come from.
  public enum Names: Sendable, Hashable, CaseIterable {
    /// C C♯ D … B, with musical signs.
    case english
    /// C C# D … B, in plain ASCII.
    case ascii
    /// C Cis D … H; B is B♭.
    case german
    /// C C♯ D … H; B♭ keeps its sign.
    case scandinavian
    /// Do Do♯ Re … Si, as in French, Italian and Spanish.
    case fixedDo
    /// Do Do♯ Re … Ti.
    case fixedDoTi
    /// Do Di Re … Ti, Te for B♭: each alteration has a syllable.
    case solfege
    /// S r R g G m M P d D n N with S on C: small letters are komal, M is tivra (Bhatkhande).
    case hindustani
    /// S R1 R2 G2 G3 M1 M2 P D1 D2 N2 N3 with S on C, and R3, G1, D3, N1 where they are written.
    case carnatic
    /// Ni Pa Vou Ga Di Ke Zo, with Ni on C.
    case byzantine
    /// Đô Rê Mi Fa Sol La Si.
    case vietnamese
    /// The MIDI number: 60 for middle C.
    case midi
  }

  /// How octaves are marked.
  public enum Octaves: Sendable, Hashable, CaseIterable {
    /// Middle C is C4.
    case scientific
    /// Middle C is C3, as some makers count.
    case middleC3
    /// Middle C is c′, and C2 is C. Names that are no letters keep numbers.
    case helmholtz
  }

  /// Where the names come from.
  public var names: Names
  /// How octaves are marked.
  public var octaves: Octaves

  /// Creates a notation; by default the one of this library's descriptions.
  ///
  /// - Parameters:
  ///   - names: Where the names come from.
  ///   - octaves: How octaves are marked.
  public init(_ names: Names = .english, octaves: Octaves = .scientific) {
    self.names = names
    self.octaves = octaves
  }

  /// Returns the text of a note without its octave.
  ///
  /// - Parameter name: The note.
  /// - Returns: Its name; the pitch class where notes have MIDI numbers.
  public func text(_ name: NoteName) -> String { names.text(name) }

  /// Returns the text of a note.
  ///
  /// - Parameter note: The note.
  /// - Returns: Its name with its octave.
  public func text(_ note: Note) -> String {
    guard names != .midi else { return note.midiNumber.description }
    let name = names.text(note.name)
    switch octaves {
    case .helmholtz where names.isLetters: return helmholtz(name, octave: note.octave)
    case .middleC3: return name + (note.octave - 1).description
    default: return name + note.octave.description
    }
  }

  /// Small letters with primes from C3 up, capitals with commas below.
  private func helmholtz(_ name: String, octave: Int) -> String {
    // Beyond any keyboard the marks would only fill the line.
    guard (-20...20).contains(octave) else { return name + octave.description }
    guard octave >= 3 else { return name + String(repeating: ",", count: 2 - octave) }
    var bytes = Array(name.utf8)
    bytes[0] = NearNames.lowercased(bytes[0])
    return String(decoding: bytes, as: UTF8.self)
      + String(repeating: names == .ascii ? "'" : "′", count: octave - 3)
  }
}

extension NoteNotation {
  /// Finds a notation by its name.
  ///
  /// - Parameter name: A name of ``Names/name``, of ``Octaves/name``, or both with a hyphen between:
  ///   `german`, `helmholtz`, `german-helmholtz`, `fixed-do-c3`.
  /// - Throws: ``NotationError/unknownNotation(_:near:)``.
  public init(named name: String) throws(NotationError) {
    for names in Names.allCases {
      for octaves in Octaves.allCases {
        let spellings = [names.name, names.name + "-" + octaves.name, octaves.name]
        let isDefault = [octaves == .scientific, true, names == .english]
        for (spelling, applies) in zip(spellings, isDefault)
        where applies && NearNames.areEqual(spelling, name) {
          self.init(names, octaves: octaves)
          return
        }
      }
    }
    let known = Names.allCases.map { $0.name } + Octaves.allCases.map { $0.name }
    throw .unknownNotation(name, near: NearNames.of(name, in: known))
  }
}

extension NoteNotation.Names {
  /// The name of the notation: small letters and hyphens.
  public var name: String {
    switch self {
    case .english: "english"
    case .ascii: "ascii"
    case .german: "german"
    case .scandinavian: "scandinavian"
    case .fixedDo: "fixed-do"
    case .fixedDoTi: "fixed-do-ti"
    case .solfege: "solfege"
    case .hindustani: "hindustani"
    case .carnatic: "carnatic"
    case .byzantine: "byzantine"
    case .vietnamese: "vietnamese"
    case .midi: "midi"
    }
  }

  /// Whether notes are named by single letters, which Helmholtz's marks need.
  var isLetters: Bool {
    self == .english || self == .ascii || self == .german || self == .scandinavian
  }
}

extension NoteNotation.Octaves {
  /// The name of the marks: small letters and figures.
  public var name: String {
    switch self {
    case .scientific: "c4"
    case .middleC3: "c3"
    case .helmholtz: "helmholtz"
    }
  }
}
