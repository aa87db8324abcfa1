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
