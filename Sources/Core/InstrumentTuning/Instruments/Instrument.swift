/// An instrument and its tunings.
public struct Instrument: Sendable, Hashable {
  /// The group of an instrument that names none.
  public static var defaultGroup: String { "Other" }

  /// The name, such as "Guitar".
  public let name: String
  /// The group in a list, such as "Guitars".
  public let group: String
  /// Other names that find it.
  public let otherNames: [String]
  /// The tunings, at least one; the first one is the default.
  public let tunings: [Tuning]

  /// Creates an instrument.
  ///
  /// - Parameters:
  ///   - name: One line of 1...80 bytes without control characters or blanks at its ends.
  ///   - group: The group in a list, with the rules of a name.
  ///   - otherNames: Other names, with the rules of a name, and without commas.
  ///   - tunings: At least one tuning; their names must differ.
  /// - Throws: ``InstrumentError``.
  public init(
    name: String, group: String = Instrument.defaultGroup, otherNames: [String] = [],
    tunings: [Tuning]
  ) throws(InstrumentError) {
    for text in [name, group] where !InstrumentName.isValid(text) { throw .invalidName(text) }
    for text in otherNames where !InstrumentName.isValid(text) || text.utf8.contains(0x2C) {
      throw .invalidName(text)
    }
    guard !tunings.isEmpty else { throw .noTuning(instrument: name) }
    for (index, tuning) in tunings.enumerated() {
      let isRepeated = tunings[..<index].contains { InstrumentName.areAlike($0.name, tuning.name) }
      if isRepeated { throw .repeatedName(tuning.name) }
    }
    self.name = name
    self.group = group
    self.otherNames = otherNames
    self.tunings = tunings
  }

  /// The usual tuning.
  public var standardTuning: Tuning { tunings[0] }
}
