import Testing

/// A reader of outside bytes, and what it is tried with.
struct FuzzTarget: Sendable {
  /// As on the command line of `Scripts/fuzz.sh`.
  let name: String
  /// The longest input that is tried, in bytes.
  var longestInput = 512
  /// How many mutated inputs the quick form tries: fewer for readers that take milliseconds.
  var quickRuns = 20_000
  /// Words of the format, which mutations insert.
  var words: [String] = []
  /// Inputs that the reader accepts, or nearly so, from our own writers or by hand.
  let seeds: @Sendable () -> [[UInt8]]
  /// The entry point: takes any bytes, and must neither trap, nor hang, nor break a property.
  ///
  /// It returns whether the reader has accepted the input.
  let read: @Sendable ([UInt8]) -> Bool
}

extension FuzzTarget: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// Ends the process, as a trap would, where a property does not hold: so it is a find for the seeded
/// mutator and for libFuzzer alike.
func require(_ condition: @autoclosure () -> Bool, _ claim: @autoclosure () -> String) {
  guard condition() else { fatalError("property broken: \(claim())") }
}

/// Takes numbers and pieces from the front of an input; zeros and nothing at its end.
struct InputReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number in 0..<count.
  mutating func index(_ count: Int) -> Int { Int(byte()) % count }

  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func remaining() -> [UInt8] { bytes(rest.count) }
}
