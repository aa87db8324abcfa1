internal import MusicTheory

/// The temperaments of the controls, on every root. Hosts save the numbers: new ones come last, and
/// none goes.
struct Temperaments {
  private static var names: [String] {
    [
      "equal", "pythagorean", "just", "quarter-comma-meantone", "fifth-comma-meantone",
      "sixth-comma-meantone", "werckmeister-iii", "kirnberger-iii", "vallotti", "young-2",
      "kellner", "bach-lehman",
    ]
  }

  /// How many there are, on a root.
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
  ///   - frequency: Of A4, in hertz, in ``ConcertPitch/limits``; else it is 440 Hz.
  ///   - number: Of the temperament, in `0..<count`.
  ///   - root: The pitch class of its degree 0, in 0...11.
  /// - Returns: The concert pitch; allocates nothing.
  func concertPitch(_ frequency: Double, temperament number: Int, root: Int) -> ConcertPitch {
    (try? ConcertPitch(frequency, temperament: temperaments[12 * number + root])) ?? .standard
  }
}
