internal import InstrumentTuning
internal import MusicTheory

/// The settings of the controls for A4, temperament and root.
struct ConcertPitchChoice: Equatable {
  let frequency: Double
  let temperament: Int
  let root: Int

  /// The range of the control for A4, in hertz.
  static var limits: ClosedRange<Double> { ConcertPitch.limits }

  /// Returns the concert pitch.
  func pitch(of temperaments: Temperaments) -> ConcertPitch {
    temperaments.concertPitch(frequency, temperament: temperament, root: root)
  }
}

/// The temperaments of the control, on every root. Hosts save the numbers: new ones come last, and
/// none is removed.
struct Temperaments {
  private static var names: [String] {
    [
      "equal", "pythagorean", "just", "quarter-comma-meantone", "fifth-comma-meantone",
      "sixth-comma-meantone", "werckmeister-iii", "kirnberger-iii", "vallotti", "young-2",
      "kellner", "bach-lehman",
    ]
  }

  /// The number of temperaments on one root.
  let count: Int
  private let temperaments: [Temperament]  // twelve roots for each

  init() {
    let names = Self.names
    count = names.count
    temperaments = names.flatMap { name in
      (0..<12).map { Self.temperament(name, root: $0) }
    }
  }

  private static func temperament(_ name: String, root: Int) -> Temperament {
    guard let scale = try? Scale(named: name) else { return .equal }
    let root = Spelling.sharps.name(ofPitchClass: root)
    return (try? Temperament(scale, root: root)) ?? .equal
  }

  /// Returns a concert pitch.
  ///
  /// - Parameters:
  ///   - frequency: The frequency of A4, in hertz. Outside ``ConcertPitch/limits`` it is 440 Hz.
  ///   - number: The number of the temperament, in `0..<count`.
  ///   - root: The pitch class of its degree 0, in 0...11.
  /// - Returns: The concert pitch, without allocating.
  func concertPitch(_ frequency: Double, temperament number: Int, root: Int) -> ConcertPitch {
    (try? ConcertPitch(frequency, temperament: temperaments[12 * number + root])) ?? .standard
  }
}

/// The targets of the tuner. Hosts save the numbers: new ones come last, and none is removed.
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

  /// The target modes: every note first, then the strings of the instruments.
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
