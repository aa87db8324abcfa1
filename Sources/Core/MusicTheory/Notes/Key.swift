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
