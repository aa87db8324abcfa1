/// An instrument and its tunings.
public struct Instrument: Sendable, Hashable {
  /// The group of an instrument that names none.
  public static var defaultGroup: String { "Other" }

  /// The name, such as "Guitar".
  public let name: String
  /// What it is listed under, such as "Guitars".
  public let group: String
  /// Other names, by which it is found too.
  public let otherNames: [String]
  /// At least one; the first is the usual one.
  public let tunings: [Tuning]

  /// Creates an instrument.
  ///
  /// - Parameters:
  ///   - name: One line of 1...80 bytes without control characters or blanks at its ends.
  ///   - group: What it is listed under; as for a name.
  ///   - otherNames: As for a name, and without commas.
  ///   - tunings: At least one, with different names.
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
