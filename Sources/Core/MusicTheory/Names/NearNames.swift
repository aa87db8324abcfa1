internal import SignalProcessing

// Bytes are compared, since comparing strings would pull Unicode tables into the embedded build.

/// A search for names that are spelled like a text.
package enum NearNames {
  /// Returns up to three names that begin with the text, contain it or differ in few letters.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - names: The names to choose from, in small letters.
  ///   - farthest: The largest distance of a name: the number of differing letters plus one. By
  ///     default a third of the letters, and at least 2.
  /// - Returns: The nearest names first.
  package static func of(
    _ text: String, in names: [String], farthest: Int? = nil
  ) -> [String] {
    let typed = Array(text.utf8.prefix(64).map(lowercased))
    guard !typed.isEmpty else { return [] }
    let ranked = names.map { name in (name, rank(Array(name.utf8), typed)) }
    return ranked.filter { $0.1 <= farthest ?? max(2, typed.count / 3) }
      .ascending { Double($0.1) }.prefix(3).map { $0.0 }
  }

  static func areEqual(_ first: String, _ second: String) -> Bool {
    first.utf8.elementsEqual(second.utf8)
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }

  private static func rank(_ name: [UInt8], _ typed: [UInt8]) -> Int {
    if typed.count >= 3, name.starts(with: typed) { return 0 }
    if typed.count >= 3, contains(name, typed) { return 1 }
    return 1 + distance(name, typed)
  }

  private static func contains(_ name: [UInt8], _ typed: [UInt8]) -> Bool {
    guard name.count >= typed.count else { return false }
    return (0...name.count - typed.count).contains { name[$0...].starts(with: typed) }
  }

  /// Returns the smallest number of letters to insert, delete or replace (V. Levenshtein, "Binary
  /// codes capable of correcting deletions, insertions, and reversals", 1966).
  package static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (i, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let substituted = diagonal + (byte == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, min(row[j], diagonal) + 1)
      }
    }
    return row[second.count]
  }
}
