/// The number of beats in a bar, their length and their groups.
public struct Meter: Sendable, Hashable {
  /// The number of beats in each group; there is at least one group.
  public let groups: [Int]
  /// The note value of a beat: 4 for quarters, 8 for eighths; one of ``denominators``.
  public let denominator: Int
  /// True if the caller chose the groups.
  let isGrouped: Bool

  /// The largest number of beats in a bar.
  static var beatLimit: Int { 128 }
  /// The note values that a beat can have: whole notes to sixty-fourths.
  public static var denominators: [Int] { [1, 2, 4, 8, 16, 32, 64] }
  /// Four quarters.
  public static let common = Meter([4], 4, isGrouped: false)

  private init(_ groups: [Int], _ denominator: Int, isGrouped: Bool) {
    self.groups = groups
    self.denominator = denominator
    self.isGrouped = isGrouped
  }

  /// Creates a meter.
  ///
  /// Gives `nil` if a number is out of its range.
  ///
  /// - Parameters:
  ///   - groups: The beats of each group, in all 1...128.
  ///   - denominator: The note value of a beat, one of ``denominators``.
  public init?(groups: [Int], denominator: Int) {
    guard (1...Self.beatLimit).contains(groups.count), Self.denominators.contains(denominator),
      groups.allSatisfy({ (1...Self.beatLimit).contains($0) }),
      groups.reduce(0, +) <= Self.beatLimit
    else { return nil }
    self.init(groups, denominator, isGrouped: true)
  }

  /// Creates a meter without explicit groups. Compound meters, such as 6/8, get groups of three.
  ///
  /// Gives `nil` if a number is out of its range.
  ///
  /// - Parameters:
  ///   - beatCount: The beats of a bar, in 1...128.
  ///   - denominator: The note value of a beat, one of ``denominators``.
  public init?(beatCount: Int, denominator: Int) {
    guard (1...Self.beatLimit).contains(beatCount), Self.denominators.contains(denominator) else {
      return nil
    }
    let isCompound = denominator >= 8 && beatCount > 3 && beatCount.isMultiple(of: 3)
    let groups = isCompound ? Array(repeating: 3, count: beatCount / 3) : [beatCount]
    self.init(groups, denominator, isGrouped: false)
  }

  /// Creates the meter that another program has told of.
  ///
  /// Gives `nil` if a number is out of its range, or the groups have not as many beats as the bar.
  ///
  /// - Parameters:
  ///   - beatCount: The beats of a bar, in 1...128.
  ///   - denominator: The note value of a beat, one of ``denominators``.
  ///   - groups: The beats of each group; empty if it has not told them.
  package init?(beatCount: Int, denominator: Int, groups: [Int]) {
    guard let plain = Meter(beatCount: beatCount, denominator: denominator) else { return nil }
    if groups.isEmpty || groups == plain.groups {
      self = plain
    } else {
      self.init(groups: groups, denominator: denominator)
      guard self.beatCount == beatCount else { return nil }
    }
  }

  /// Reads `4/4`, `7/8=2+2+3` or `2+2+3/8`.
  ///
  /// - Parameter notation: The text.
  /// - Throws: ``MetronomeError/invalidMeter(_:)`` for any other text.
  public init(notation: String) throws(MetronomeError) {
    try self.init(Word(notation))
  }

  init(_ word: Word) throws(MetronomeError) {
    guard let meter = Self.read(word) else { throw .invalidMeter(word.quoted) }
    self = meter
  }

  private static func read(_ word: Word) -> Meter? {
    let (signature, groupText) = word.parts(at: "=") ?? (word, [])
    guard let (upper, lower) = signature.parts(at: "/"),
      let denominator = lower.wholeNumber(in: 1...64)
    else { return nil }
    guard word.contains(UInt8(ascii: "=")) else {
      if let count = upper.wholeNumber(in: 1...beatLimit) {
        return Meter(beatCount: count, denominator: denominator)
      }
      return groups(upper).flatMap { Meter(groups: $0, denominator: denominator) }
    }
    guard let count = upper.wholeNumber(in: 1...beatLimit), let groups = groups(groupText),
      groups.reduce(0, +) == count
    else { return nil }
    return Meter(groups: groups, denominator: denominator)
  }

  /// `2+2+3`
  private static func groups(_ word: Word) -> [Int]? {
    var groups: [Int] = []
    for piece in word.pieces(at: "+") {
      guard let count = piece.wholeNumber(in: 1...beatLimit) else { return nil }
      groups.append(count)
    }
    return groups.count <= beatLimit ? groups : nil
  }

  /// The beats of a bar.
  public var beatCount: Int { groups.reduce(0, +) }

  /// The default accent of each beat: strong for the first, medium where a group begins, normal for
  /// others.
  public var accents: [Accent?] {
    var accents: [Accent?] = []
    for group in groups {
      accents.append(accents.isEmpty ? .strong : .medium)
      accents.append(contentsOf: repeatElement(.normal, count: group - 1))
    }
    return accents
  }
}

/// The strength of a click, in loudness and pitch.
public enum Accent: Int, Sendable, Hashable, CaseIterable {
  /// The first beat of a bar.
  case strong
  /// The first beat of a later group.
  case medium
  /// Any other beat.
  case normal
  /// Clicks between the beats.
  case weak

  /// Reads a sign of a pattern: `X`, `O`, `x` or `o`.
  init?(sign: UInt8) {
    switch sign {
    case UInt8(ascii: "X"): self = .strong
    case UInt8(ascii: "O"): self = .medium
    case UInt8(ascii: "x"): self = .normal
    case UInt8(ascii: "o"): self = .weak
    default: return nil
    }
  }
}
