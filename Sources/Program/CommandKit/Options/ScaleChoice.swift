package import MusicTheory

#if canImport(Darwin)
  import Darwin  // realpath
#else
  import Glibc
#endif

/// A scale as people name it: a temperament of the tables, a division of the octave, or a file.
package struct ScaleChoice: Sendable, Hashable {
  /// What was typed.
  package let name: String
  package let scale: Scale

  package init(name: String, scale: Scale) {
    self.name = name
    self.scale = scale
  }

  /// Twelve equal steps, the temperament of those who choose none.
  package static let equal = ScaleChoice(name: "equal", scale: equalScale)

  private static var equalScale: Scale {
    NamedScale.all[0].scale
  }

  /// The name that finds it from any directory.
  package var storedName: String {
    guard name.hasSuffix(".scl") || name.contains("/"), let path = realpath(name, nil) else {
      return name
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether this is what everybody expects, so that it need not be mentioned.
  package var isEqual: Bool { scale.count == 12 && scale.isEqualDivisionOfOctave }
}
