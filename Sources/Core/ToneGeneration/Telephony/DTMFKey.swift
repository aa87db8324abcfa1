/// A telephone key, as the pair of its tones.
///
/// - SeeAlso: ITU-T Recommendation Q.23, "Technical features of push-button telephone sets", 1988;
///   Q.24 requires receivers to accept tones and pauses of 40 ms and more.
public enum DTMFKey: UInt8, Sendable, Hashable, CaseIterable {
  case one, two, three, a
  case four, five, six, b
  case seven, eight, nine, c
  case star, zero, pound, d

  /// Creates the key with a symbol: 0 to 9, *, #, or A to D in either case.
  ///
  /// - Parameter symbol: A symbol.
  public init?(_ symbol: Unicode.Scalar) {
    let position: UInt8
    switch symbol {
    case "1": position = 0
    case "2": position = 1
    case "3": position = 2
    case "A", "a": position = 3
    case "4": position = 4
    case "5": position = 5
    case "6": position = 6
    case "B", "b": position = 7
    case "7": position = 8
    case "8": position = 9
    case "9": position = 10
    case "C", "c": position = 11
    case "*": position = 12
    case "0": position = 13
    case "#": position = 14
    case "D", "d": position = 15
    default: return nil
    }
    self.init(rawValue: position)
  }

  /// The frequencies of the row and the column, in hertz.
  public var frequencies: (low: Double, high: Double) {
    let rows: InlineArray<4, Double> = [697, 770, 852, 941]
    let columns: InlineArray<4, Double> = [1209, 1336, 1477, 1633]
    return (rows[Int(rawValue) / 4], columns[Int(rawValue) % 4])
  }
}
