/// Settings that one tuner hands over to another, so that a group plays in the same tuning.
///
/// As text they are lines of `key: value`, with the keys and values of the tuner's settings file:
///
/// ```text
/// a4: 442.0
/// temperament: vallotti
/// root: D
/// piece: Bach, BWV 1043
/// ```
public struct TunerHandOver: Sendable, Hashable {
  /// The frequency of A4 in hertz, in 300...500.
  public var concertPitch: Double?
  /// A value of the option `--temperament`.
  public var temperament: String?
  /// A value of the option `--root`.
  public var root: String?
  /// The set list, in order.
  public var pieces: [String]

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - concertPitch: The frequency of A4 in hertz, in 300...500.
  ///   - temperament: A value of the option `--temperament`; one line.
  ///   - root: A value of the option `--root`; one line.
  ///   - pieces: The set list, one line each.
  public init(
    concertPitch: Double? = nil, temperament: String? = nil, root: String? = nil,
    pieces: [String] = []
  ) {
    (self.concertPitch, self.temperament, self.root) = (concertPitch, temperament, root)
    self.pieces = pieces
  }

  /// The lines, in a fixed order.
  public var text: String {
    var lines: [String] = []
    if let concertPitch { lines.append("a4: \(concertPitch)") }
    if let temperament { lines.append("temperament: \(temperament)") }
    if let root { lines.append("root: \(root)") }
    lines += pieces.map { "piece: \($0)" }
    return lines.joined(separator: "\n")
  }

  /// Reads lines.
  ///
  /// - Parameter text: Lines of `key: value`; each key once, except `piece`.
  /// - Returns: The settings, or the first invalid line.
  public static func read(_ text: String) -> Result<TunerHandOver, HandOverProblem> {
    var settings = TunerHandOver()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
      guard settings.apply(line) else { return .failure(.tunerLine(index + 1)) }
    }
    return .success(settings)
  }

  private mutating func apply(_ line: Substring) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let value = String(parts[1].drop { $0 == " " })
    guard !value.isEmpty else { return false }
    switch parts[0] {
    case "a4" where concertPitch == nil:
      guard let frequency = Self.frequency(value) else { return false }
      concertPitch = frequency
    case "temperament" where temperament == nil: temperament = value
    case "root" where root == nil: root = value
    case "piece": pieces.append(value)
    default: return false
    }
    return true
  }

  /// Reads digits and a point only: no exponents, no "nan".
  private static func frequency(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
      let frequency = Double(text), (300...500).contains(frequency)
    else { return nil }
    return frequency
  }
}
