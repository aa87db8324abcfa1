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
      // A test reads every text; a mistake in one does not affect the others.
      if let catalog = try? InstrumentFile.parse(text) { instruments += catalog.instruments }
    }
    return InstrumentCatalog(unchecked: instruments)
  }
}

/// The texts of the built-in catalog, a group or two each.
enum BuiltInInstruments {}

extension Instrument {
  /// The numbers of the courses with two strings in unison, which its tunings list once.
  ///
  /// It is `nil` unless this is a built-in instrument with such courses. Courses of different
  /// strings, such as octaves, are listed with both strings.
  public var unisonCourses: ClosedRange<Int>? {
    Self.doubled.first { InstrumentName.areAlike($0.name, name) }?.courses
  }

  /// Returns every string of a tuning: built-in tunings list two strings in unison once.
  package func everyString(of tuning: Tuning) -> [TuningString] {
    guard let unisonCourses else { return tuning.strings }
    return tuning.strings.flatMap { string in
      let isAlone = tuning.strings.count { $0.number == string.number } == 1
      return isAlone && unisonCourses.contains(string.number) ? [string, string] : [string]
    }
  }

  private static let doubled: [(name: String, courses: ClosedRange<Int>)] = [
    ("12-string guitar", 1...2), ("Mandolin", 1...4), ("Mandola", 1...4),
    ("Octave mandolin", 1...4), ("Mandocello", 1...4), ("Irish bouzouki", 1...4),
    ("Greek bouzouki", 1...2), ("Cittern", 1...5), ("Oud", 1...5), ("Saz", 2...3),
    ("Tar", 1...2), ("Renaissance lute", 2...6), ("Baroque lute", 3...5),
    ("Baroque guitar", 2...5),
  ]
}
