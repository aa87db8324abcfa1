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
  public static var namedDivisionLimits: ClosedRange<Int> { 1...1000 }

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
