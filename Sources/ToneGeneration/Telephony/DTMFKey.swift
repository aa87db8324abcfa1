/// A key of a telephone, as the pair of tones that it sends.
///
/// - SeeAlso: ITU-T Recommendation Q.23, "Technical features of push-button telephone sets", 1988;
///   Q.24 asks receivers to take tones and pauses of 40 ms and more.
public enum DTMFKey: UInt8, Sendable, Hashable, CaseIterable {
  case one, two, three, a
  case four, five, six, b
  case seven, eight, nine, c
  case star, zero, pound, d

  /// The key with a symbol: 0 to 9, *, #, or A to D in either case.
  ///
  /// - Parameter symbol: A symbol.
  public init?(_ symbol: Unicode.Scalar) {
    let place: UInt8
    switch symbol {
    case "1": place = 0
    case "2": place = 1
    case "3": place = 2
    case "A", "a": place = 3
    case "4": place = 4
    case "5": place = 5
    case "6": place = 6
    case "B", "b": place = 7
    case "7": place = 8
    case "8": place = 9
    case "9": place = 10
    case "C", "c": place = 11
    case "*": place = 12
    case "0": place = 13
    case "#": place = 14
    case "D", "d": place = 15
    default: return nil
    }
    self.init(rawValue: place)
  }

  /// The frequencies of the row and the column, in hertz.
  public var frequencies: (low: Double, high: Double) {
    let rows: InlineArray<4, Double> = [697, 770, 852, 941]
    let columns: InlineArray<4, Double> = [1209, 1336, 1477, 1633]
    return (rows[Int(rawValue) / 4], columns[Int(rawValue) % 4])
  }
}
