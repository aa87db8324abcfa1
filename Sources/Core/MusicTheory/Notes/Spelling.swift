/// A choice of names for the twelve pitch classes.
public enum Spelling: Sendable, Hashable {
  /// C C♯ D D♯ E F F♯ G G♯ A A♯ B.
  case sharps
  /// C D♭ D E♭ E F G♭ G A♭ A B♭ B.
  case flats
  /// C C♯ D E♭ E F F♯ G A♭ A B♭ B: the signs that occur most often.
  case mixed
  /// The spelling of a key.
  ///
  /// Notes of the scale have the accidentals of the key signature; so do the raised sixth and
  /// seventh in minor (G♯ in A minor). Other notes of a major key take sharps in keys with sharps,
  /// flats in keys with flats, and the mixed signs in C major. Other notes of a minor key are those
  /// of the harmonic chromatic scale: lowered second, raised third and raised fourth, unless they
  /// need a double accidental.
  case key(Key)

  /// Returns the name of a pitch class.
  ///
  /// - Parameter pitchClass: Semitones above C. Values outside 0...11 are taken modulo 12.
  /// - Returns: The name of that pitch class in this spelling.
  public func name(ofPitchClass pitchClass: Int) -> NoteName {
    let start = firstPositionOnLineOfFifths
    // Seven fifths up is a semitone up (and some octaves); 7 · 7 = 49 ≡ 1 modulo 12.
    let position = 7 * floorModulo(pitchClass, 12)
    return NoteName(positionOnLineOfFifths: start + floorModulo(position - start, 12))
  }

  /// The first of the twelve positions on the line of fifths that this spelling uses.
  private var firstPositionOnLineOfFifths: Int {
    switch self {
    case .sharps: -1  // F … A♯
    case .flats: -6  // G♭ … B
    case .mixed: -4  // A♭ … C♯
    case .key(let key): key.firstPositionOnLineOfFifths
    }
  }
}

extension Key {
  fileprivate var firstPositionOnLineOfFifths: Int {
    switch mode {
    case .major:
      // The scale takes the positions signature - 1 ... signature + 5.
      if signature > 0 { return max(-1, signature - 6) }
      return signature < 0 ? min(-6, signature - 1) : -4
    case .minor:
      // The scale takes tonic - 4 ... tonic + 2; sixth and seventh, raised, are at + 3 and + 5.
      let tonic = self.tonic.positionOnLineOfFifths
      if tonic >= 7 { return tonic - 6 }  // without the raised fourth: F♯♯ in C♯ minor
      return tonic <= -4 ? tonic - 4 : tonic - 5  // without the lowered second: B♭♭ in A♭ minor
    }
  }
}

/// A major or minor key, which determines the spelling of notes.
public struct Key: Sendable, Hashable {
  /// The scale that a key is built on.
  public enum Mode: Sendable, Hashable, CaseIterable {
    /// The major scale.
    case major
    /// The natural minor scale.
    case minor
  }

  /// The note that the key is named after.
  public let tonic: NoteName
  /// Major or minor.
  public let mode: Mode

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - tonic: The note that the key is named after.
  ///   - mode: Major or minor.
  /// - Throws: ``NotationError/signatureOutOfRange(fifths:)`` if the key signature needs more than
  ///   seven accidentals, such as G♯ major (write A♭ major).
  public init(_ tonic: NoteName, _ mode: Mode = .major) throws(NotationError) {
    self.tonic = tonic
    self.mode = mode
    let fifths = signature
    guard (-7...7).contains(fifths) else { throw .signatureOutOfRange(fifths: fifths) }
  }

  /// The key signature, in -7...7: the number of sharps, or the negative number of flats.
  public var signature: Int {
    tonic.positionOnLineOfFifths - (mode == .minor ? 3 : 0)
  }
}

extension Key: CustomStringConvertible {
  /// The key in words, such as "E♭ major".
  public var description: String {
    tonic.description + (mode == .major ? " major" : " minor")
  }
}

// The line of fifths … B♭ F C G D A E B F♯ C♯ … with C at position 0. Seven positions to the right
// is the same letter raised by a semitone, and twelve positions in a row name each pitch class once:
// so a key signature is a position, and a spelling is a window of twelve positions.

extension NoteName {
  /// Creates the name at a position of the line of fifths.
  ///
  /// - Precondition: `position` in -15...19, from F♭♭ to B♯♯.
  init(positionOnLineOfFifths position: Int) {
    guard let letter = Note.Letter(rawValue: floorModulo(4 * position, 7)),
      let accidental = Note.Accidental(rawValue: floorQuotient(position + 1, 7))
    else { preconditionFailure("position must lie in -15...19") }
    self.init(letter, accidental)
  }

  /// The position on the line of fifths, in -15...19: F is -1, C is 0, G is 1, F♯ is 6.
  var positionOnLineOfFifths: Int {
    let natural =
      switch letter {
      case .f: -1
      case .c: 0
      case .g: 1
      case .d: 2
      case .a: 3
      case .e: 4
      case .b: 5
      }
    return natural + 7 * accidental.rawValue
  }
}

/// `dividend / divisor` rounded down, for a positive divisor.
func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  dividend / divisor - (dividend % divisor < 0 ? 1 : 0)
}

/// The remainder of ``floorQuotient(_:_:)``, in 0..<divisor.
func floorModulo(_ dividend: Int, _ divisor: Int) -> Int {
  let remainder = dividend % divisor
  return remainder < 0 ? remainder + divisor : remainder
}
