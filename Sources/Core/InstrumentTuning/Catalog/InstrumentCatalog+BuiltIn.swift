extension InstrumentCatalog {
  /// The built-in instruments, written in the format of ``InstrumentFile``.
  ///
  /// - Complexity: It parses its text at each call, so keep the value.
  public static var builtIn: InstrumentCatalog {
    let texts = [
      BuiltInInstruments.guitars, BuiltInInstruments.basses, BuiltInInstruments.ukuleles,
      BuiltInInstruments.bowed, BuiltInInstruments.mandolins, BuiltInInstruments.banjos,
      BuiltInInstruments.lutes, BuiltInInstruments.world, BuiltInInstruments.harps,
    ]
    var instruments: [Instrument] = []
    for text in texts {
      // A test reads every text; a mistake in one must not take the others along.
      if let catalog = try? InstrumentFile.parse(text) { instruments += catalog.instruments }
    }
    return InstrumentCatalog(unchecked: instruments)
  }
}

/// The texts of the built-in catalog, a group or two each.
enum BuiltInInstruments {}
