/// Instruments in the order of their groups, to list, to search and to find by name.
public struct InstrumentCatalog: Sendable, Hashable {
  /// The instruments, with different names.
  public let instruments: [Instrument]

  /// Creates a catalog.
  ///
  /// - Parameter instruments: Instruments with different names; none by default.
  /// - Throws: ``InstrumentError/repeatedName(_:)``.
  public init(_ instruments: [Instrument]) throws(InstrumentError) {
    for (index, instrument) in instruments.enumerated() {
      let isRepeated = instruments[..<index].contains {
        InstrumentName.areAlike($0.name, instrument.name)
      }
      if isRepeated { throw .repeatedName(instrument.name) }
    }
    self.instruments = instruments
  }

  init(unchecked instruments: [Instrument]) {
    self.instruments = instruments
  }

  /// The groups, in the order of their first instruments.
  public var groups: [String] {
    var groups: [String] = []
    for instrument in instruments
    where !groups.contains(where: { InstrumentName.areAlike($0, instrument.group) }) {
      groups.append(instrument.group)
    }
    return groups
  }

  /// Returns the instruments that match a search.
  ///
  /// - Parameter text: Words. Each word must occur in the name, the group, another name or the name
  ///   of a tuning, in either case. Without words, everything matches.
  /// - Returns: The matching instruments, with all their tunings, in the order of the catalog.
  public func search(_ text: String) -> [Instrument] {
    let words = InstrumentName.words(of: text)
    return instruments.filter { instrument in
      let names = [instrument.name, instrument.group] + instrument.otherNames
      let positions = (names + instrument.tunings.map { $0.name }).map(InstrumentName.folded)
      return words.allSatisfy { word in
        positions.contains { InstrumentName.contains($0, word) }
      }
    }
  }

  /// Finds an instrument by its name.
  ///
  /// Case, blanks and punctuation do not matter. The start of a name is enough if it is unique.
  ///
  /// - Parameter name: The name, or one of ``Instrument/otherNames``.
  /// - Returns: The instrument.
  /// - Throws: ``InstrumentLookupError``.
  public func instrument(named name: String) throws(InstrumentLookupError) -> Instrument {
    switch nameSearch.find(name) {
    case .found(let index): return instruments[index]
    case .several(let names): throw .ambiguousInstrument(name, candidates: names)
    case .none(let near): throw .unknownInstrument(name, near: near)
    }
  }

  /// The instrument that ``instrument(named:)`` finds; `nil` if it finds none or several.
  package func onlyInstrument(named name: String) -> Instrument? {
    nameSearch.onlyMatch(name).map { instruments[$0] }
  }

  private var nameSearch: NameSearch { NameSearch(instruments.map { [$0.name] + $0.otherNames }) }

  /// Returns a catalog that also has the instruments of another one.
  ///
  /// - Parameter other: Its tunings are added to instruments of the same name, where they replace
  ///   tunings of the same name; other instruments are appended.
  /// - Returns: The combined catalog.
  public func adding(_ other: InstrumentCatalog) -> InstrumentCatalog {
    var all = instruments
    for instrument in other.instruments {
      let position = all.firstIndex { InstrumentName.areAlike($0.name, instrument.name) }
      if let position {
        all[position] = all[position].adding(instrument)
      } else {
        all.append(instrument)
      }
    }
    return InstrumentCatalog(unchecked: all)
  }
}

extension Instrument {
  /// Finds a tuning by its name, as ``InstrumentCatalog/instrument(named:)`` finds an instrument.
  ///
  /// - Parameter name: The name.
  /// - Returns: The tuning.
  /// - Throws: ``InstrumentLookupError``.
  public func tuning(named name: String) throws(InstrumentLookupError) -> Tuning {
    switch nameSearch.find(name) {
    case .found(let index): return tunings[index]
    case .several(let names):
      throw .ambiguousTuning(name, instrument: self.name, candidates: names)
    case .none(let near): throw .unknownTuning(name, instrument: self.name, near: near)
    }
  }

  /// The tuning that ``tuning(named:)`` finds; `nil` if it finds none or several.
  package func onlyTuning(named name: String) -> Tuning? {
    nameSearch.onlyMatch(name).map { tunings[$0] }
  }

  private var nameSearch: NameSearch { NameSearch(tunings.map { [$0.name] }) }

  fileprivate func adding(_ other: Instrument) -> Instrument {
    var all = tunings
    for tuning in other.tunings {
      let position = all.firstIndex { InstrumentName.areAlike($0.name, tuning.name) }
      if let position {
        all[position] = tuning
      } else {
        all.append(tuning)
      }
    }
    let names = otherNames + other.otherNames.filter { !otherNames.contains($0) }
    return Instrument(unchecked: name, group: group, otherNames: names, tunings: all)
  }

  private init(unchecked name: String, group: String, otherNames: [String], tunings: [Tuning]) {
    self.name = name
    self.group = group
    self.otherNames = otherNames
    self.tunings = tunings
  }
}

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
