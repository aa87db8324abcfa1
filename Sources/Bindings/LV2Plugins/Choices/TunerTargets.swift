internal import InstrumentTuning

/// What the tuner tunes to. Hosts save the numbers: new choices come last, and none goes.
enum TunerTargets {
  private struct Strings {
    let instrument: String
    let tuning: String?

    init(_ instrument: String, tuning: String? = nil) {
      self.instrument = instrument
      self.tuning = tuning
    }
  }

  private static var strings: [Strings] {
    [
      Strings("Guitar"), Strings("Guitar", tuning: "Half step down"),
      Strings("Guitar", tuning: "Drop D"), Strings("Guitar", tuning: "DADGAD"),
      Strings("Guitar", tuning: "Open G"), Strings("7-string guitar"), Strings("12-string guitar"),
      Strings("Bass guitar"), Strings("5-string bass"), Strings("Ukulele"), Strings("Violin"),
      Strings("Viola"), Strings("Cello"), Strings("Double bass"), Strings("Mandolin"),
      Strings("Banjo"),
    ]
  }

  /// Every note, and then the strings of the instruments.
  static var modes: [TargetMode] {
    let catalog = InstrumentCatalog.builtIn
    return [.chromatic] + strings.map { mode($0, of: catalog) }
  }

  private static func mode(_ strings: Strings, of catalog: InstrumentCatalog) -> TargetMode {
    guard let instrument = try? catalog.instrument(named: strings.instrument) else {
      return .chromatic
    }
    guard let name = strings.tuning else { return .strings(instrument.standardTuning) }
    return (try? instrument.tuning(named: name)).map { .strings($0) } ?? .chromatic
  }
}
