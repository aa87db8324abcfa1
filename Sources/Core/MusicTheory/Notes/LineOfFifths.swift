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
