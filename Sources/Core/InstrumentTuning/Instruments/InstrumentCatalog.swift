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

/// Looks for one of several things, each of which has several names.
struct NameSearch {
  enum Result: Equatable {
    case found(Int)
    case several([String])
    case none(near: [String])
  }

  private let names: [[String]]
  private let keys: [[[UInt8]]]

  /// - Parameter names: The names of each thing, the main one first.
  init(_ names: [[String]]) {
    self.names = names
    keys = names.map { $0.map(InstrumentName.folded) }
  }

  func find(_ name: String) -> Result {
    let wanted = InstrumentName.folded(name)
    let found = matches(wanted)
    if found.isEmpty { return .none(near: nearest(to: wanted)) }
    if found.count == 1 { return .found(found[0]) }
    return .several(found.prefix(Self.mostNames).map { names[$0][0] })
  }

  /// The only thing that the name matches, without looking for names like it.
  func onlyMatch(_ name: String) -> Int? {
    let found = matches(InstrumentName.folded(name))
    return found.count == 1 ? found[0] : nil
  }

  /// What the name matches best.
  private func matches(_ wanted: [UInt8]) -> [Int] {
    if let index = keys.firstIndex(where: { $0.first == wanted }) { return [index] }
    let matches: [(_ key: [UInt8]) -> Bool] = [
      { $0 == wanted }, { $0.starts(with: wanted) }, { InstrumentName.contains($0, wanted) },
    ]
    for match in matches where !wanted.isEmpty {
      let found = keys.indices.filter { keys[$0].contains(where: match) }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func nearest(to wanted: [UInt8]) -> [String] {
    let start = wanted.prefix(InstrumentName.longest)
    let ranked = keys.indices.map { index in
      let distances = keys[index].map { InstrumentName.editDistance(Array(start), $0) }
      return (index: index, distance: distances.min() ?? .max)
    }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    let near = ranked.filter { $0.distance <= max(2, start.count / 2) }
    return (near.isEmpty ? ranked : near).prefix(3).map { names[$0.index][0] }
  }

  private static let mostNames = 8
}
