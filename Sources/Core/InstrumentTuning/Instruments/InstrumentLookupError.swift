/// A name that leads to no instrument, or to several.
public enum InstrumentLookupError: Error, Equatable, Sendable {
  /// No instrument has this name; `near` has similar names.
  case unknownInstrument(String, near: [String])
  /// The start of a name that several instruments have.
  case ambiguousInstrument(String, candidates: [String])
  /// The instrument has no tuning with this name; `near` has similar names.
  case unknownTuning(String, instrument: String, near: [String])
  /// The start of a name that several tunings have.
  case ambiguousTuning(String, instrument: String, candidates: [String])
}

#if !hasFeature(Embedded)
  extension InstrumentLookupError: CustomStringConvertible {
    /// One sentence with the name and the alternatives.
    public var description: String {
      switch self {
      case .unknownInstrument(let name, let near):
        "No instrument is called '\(name)'. Similar names: \(Self.list(near))."
      case .ambiguousInstrument(let name, let candidates):
        "'\(name)' matches several instruments. Choose one: \(Self.list(candidates))."
      case .unknownTuning(let name, let instrument, let near):
        "\(instrument) has no tuning called '\(name)'. Similar names: \(Self.list(near))."
      case .ambiguousTuning(let name, let instrument, let candidates):
        "'\(name)' matches several tunings of \(instrument). Choose one: \(Self.list(candidates))."
      }
    }

    private static func list(_ names: [String]) -> String {
      names.isEmpty ? "none" : names.joined(separator: ", ")
    }
  }
#endif
