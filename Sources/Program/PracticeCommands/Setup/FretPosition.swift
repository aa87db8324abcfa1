import CommandKit

/// Which string is pressed where.
struct FretPosition: Sendable, Hashable {
  /// Counted from 1, the highest string of a guitar.
  let string: Int
  /// 0 for the open string.
  let fret: Int

  /// Reads the start of a file's name, as in `6-12.wav` or `guitar/6-12 second take.flac`.
  ///
  /// - Returns: `nil` for any other name.
  init?(fileName path: String) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let string = Int(parts[0]), (1...99).contains(string) else {
      return nil
    }
    let digits = parts[1].prefix { ("0"..."9").contains($0) }
    guard let fret = Int(digits), (0...24).contains(fret) else { return nil }
    self.init(string: string, fret: fret)
  }

  init(string: Int, fret: Int) { (self.string, self.fret) = (string, fret) }
}

extension FretPosition: CustomStringConvertible {
  var description: String { "string \(string), \(fret == 0 ? "open" : "fret \(fret)")" }
}
