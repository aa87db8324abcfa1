import SignalProcessing

/// A scale of the built-in tables, with its name and its source.
public struct NamedScale: Sendable {
  /// A group of scales in a list.
  public enum Group: Sendable, Hashable, CaseIterable {
    /// Equal temperament, and the tunings with pure intervals.
    case fundamental
    /// Equally narrowed fifths, with pure or nearly pure thirds.
    case meantone
    /// Circles of unequal fifths in which every key can be played.
    case wellTempered
    /// Periods other than the octave.
    case withoutOctave
  }

  /// The name, in small letters, digits and hyphens.
  public let name: String
  /// Other names of the scale.
  public let aliases: [String]
  /// A description in one line.
  public let title: String
  /// The author and the publication.
  public let source: String
  /// The group of the scale.
  public let group: Group
  private let recipe: ScaleRecipe

  init(
    _ name: String, aliases: [String] = [], _ title: String, source: String, _ group: Group,
    _ recipe: ScaleRecipe
  ) {
    self.name = name
    self.aliases = aliases
    self.title = title
    self.source = source
    self.group = group
    self.recipe = recipe
  }

  /// The degrees.
  public var scale: Scale { recipe.scale(title: title) }

  /// Every scale of the tables, by group.
  public static var all: [NamedScale] {
    fundamentals + meantones + wellTemperaments + withoutOctave
  }
}

extension Scale {
  /// The divisions of the octave that have names of the form `19-edo`.
  static var namedDivisionLimits: ClosedRange<Int> { 1...1000 }

  /// Finds a scale by its name.
  ///
  /// - Parameter name: A name of ``NamedScale/all`` or one of its aliases, or the division of the
  ///   octave into equal steps, such as `19-edo`, `19-tet` or `edo-19`. Capitals, spaces and
  ///   underscores do not matter.
  /// - Throws: ``ScaleError/unknownName(_:near:)``.
  public init(named name: String) throws(ScaleError) {
    guard let scale = Self.named(name) else {
      let names = NamedScale.all.flatMap { [$0.name] + $0.aliases }
      throw .unknownName(name, near: NearNames.of(name, in: names))
    }
    self = scale
  }

  /// The scale of a name as ``init(named:)`` finds it; `nil`, without looking for names like it, if
  /// there is none.
  package static func named(_ name: String) -> Scale? {
    let typed = normalized(name)
    for named in NamedScale.all {
      if named.name.utf8.elementsEqual(typed)
        || named.aliases.contains(where: { $0.utf8.elementsEqual(typed) })
      {
        return named.scale
      }
    }
    return division(typed).map { count in
      ScaleRecipe.equal(count, of: .ratio(2, 1))
        .scale(title: "\(count) equal steps in the octave")
    }
  }

  /// Small letters, with hyphens for spaces and underscores.
  private static func normalized(_ name: String) -> [UInt8] {
    name.utf8.prefix(64).map { byte in
      byte == 0x20 || byte == 0x5F ? 0x2D : NearNames.lowercased(byte)
    }
  }

  /// The number in `19-edo`, `19edo`, `19-tet`, `19-tone-equal` or `edo-19`.
  private static func division(_ name: [UInt8]) -> Int? {
    var digits: [UInt8] = []
    var letters: [UInt8] = []
    for byte in name where byte != 0x2D {
      if (0x30...0x39).contains(byte) { digits.append(byte) } else { letters.append(byte) }
    }
    let words = ["edo", "tet", "et", "toneequal"]
    guard words.contains(where: { $0.utf8.elementsEqual(letters) }), (1...4).contains(digits.count)
    else { return nil }
    let count = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    return namedDivisionLimits.contains(count) ? count : nil
  }
}

/// The definition of a scale in the tables: in the terms of its source, not in rounded cents.
enum ScaleRecipe: Sendable {
  /// A period in equal steps.
  case equal(Int, of: ScaleInterval)
  /// A chain of fifths that starts at a position of the line of fifths (C is 0), each of them narrower
  /// than 3/2 by a number of parts of a comma. The fifth that closes the circle is left out.
  case fifths(from: Int, Comma, parts: Int, [Int])
  /// Ratios to the root, the last of them the period.
  case ratios([(Int64, Int64)])
  /// Cents above the root in an octave.
  case cents([Double])

  /// The comma whose parts narrow the fifths.
  enum Comma: Sendable {
    /// Twelve fifths less seven octaves: 23.460 cents.
    case pythagorean
    /// Four fifths less two octaves and a major third: 21.506 cents.
    case syntonic

    var cents: Double {
      switch self {
      case .pythagorean: ScaleInterval.ratio(531_441, 524_288).cents
      case .syntonic: ScaleInterval.ratio(81, 80).cents
      }
    }
  }

  func scale(title: String) -> Scale {
    switch self {
    case .equal(let count, let period):
      let size = period.cents
      let degrees = (1..<count).map { ScaleInterval.cents(size * Double($0) / Double(count)) }
      return Scale(title: title, validDegrees: degrees, period: period)
    case .fifths(let start, let comma, let parts, let narrowed):
      let degrees = Self.chain(from: start, unit: comma.cents / Double(parts), narrowed)
      return Scale(title: title, validDegrees: degrees, period: .ratio(2, 1))
    case .ratios(let ratios):
      let intervals = ratios.map { ScaleInterval.ratio($0.0, $0.1) }
      return Scale(
        title: title, validDegrees: intervals.dropLast(), period: intervals.last ?? .ratio(2, 1))
    case .cents(let cents):
      return Scale(
        title: title, validDegrees: cents.map { .cents($0) }, period: .ratio(2, 1))
    }
  }

  /// The notes of the chain within the octave above C, rising, without C itself.
  private static func chain(from start: Int, unit: Double, _ narrowed: [Int]) -> [ScaleInterval] {
    var sums = [0]
    for parts in narrowed { sums.append(sums[sums.count - 1] + parts) }
    let sumAtC = sums[-start]
    let notes = sums.enumerated().map { index, sum in
      let position = start + index
      let pure = pureFifths(position)
      return sum == sumAtC ? pure : .cents(pure.cents - Double(sum - sumAtC) * unit)
    }
    return notes.filter { $0.cents > 0 }.ascending { $0.cents }
  }

  /// Returns the note this many pure fifths above C, moved into one octave.
  private static func pureFifths(_ count: Int) -> ScaleInterval {
    var numerator: Int64 = 1
    var denominator: Int64 = 1
    for _ in 0..<abs(count) {
      if count > 0 { numerator *= 3 } else { denominator *= 3 }
    }
    while numerator < denominator { numerator *= 2 }
    while numerator >= 2 * denominator { denominator *= 2 }
    return .ratio(numerator, denominator)
  }
}
