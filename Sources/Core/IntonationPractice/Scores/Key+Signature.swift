internal import MusicTheory

extension Key {
  /// Creates the key that has a signature; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - signature: The number of sharps, or the negative number of flats, in -7...7.
  ///   - isMinor: Whether it is a minor key.
  package init?(signature: Int, isMinor: Bool) {
    guard (-7...7).contains(signature) else { return nil }
    // Fifths above C; the tonic of a minor key is three semitones lower.
    let pitchClass = signature * 7 - (isMinor ? 3 : 0)
    for spelling in [Spelling.mixed, .sharps, .flats] {
      let key = try? Key(spelling.name(ofPitchClass: pitchClass), isMinor ? .minor : .major)
      if let key, key.signature == signature {
        self = key
        return
      }
    }
    return nil
  }
}
