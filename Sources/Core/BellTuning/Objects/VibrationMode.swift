/// One partial that an object is expected to have.
public struct VibrationMode: Sendable, Hashable {
  /// What makers call it, such as `tierce`.
  public let name: String
  /// Its place in cents above the strike note where the object is tuned as intended.
  public let cents: Double
  /// Where it is looked for, in cents above the strike note.
  public let reach: ClosedRange<Double>
  /// How much it counts for the recognition of the object, 0...1.
  let weight: Double

  init(_ name: String, _ cents: Double, _ reach: ClosedRange<Double>, _ weight: Double = 1) {
    self.name = name
    self.cents = cents
    self.reach = reach
    self.weight = weight
  }

  init(_ name: String, _ cents: Double, within reach: Double, _ weight: Double = 1) {
    self.init(name, cents, cents - reach...cents + reach, weight)
  }
}

extension ResonatorKind {
  /// The partials that are measured, from the lowest.
  ///
  /// - SeeAlso: A. Lehr, "The tuning of the bells of Marie-Jose", and "Partial groups in the bell
  ///   sound", JASA 79(6), 1986, [doi:10.1121/1.393225](https://doi.org/10.1121/1.393225) for
  ///   bells; T. D. Rossing, N. H. Fletcher, "The Physics of Musical Instruments", 2nd edition,
  ///   1998, sections 2.15 (bars), 18.4 (kettledrums), 19.3 to 19.5 (marimba, vibraphone, chimes).
  public var modes: [VibrationMode] {
    switch self {
    case .bell:
      [
        VibrationMode("hum", -1200, -1350...(-1050)), VibrationMode("prime", 0, -160...160, 0.7),
        VibrationMode("tierce", 300, 220...440), VibrationMode("quint", 700, 560...1000, 0.2),
        VibrationMode("nominal", 1200, within: 60),
        VibrationMode("superquint", 1893, 1800...1930, 0.5),
        VibrationMode("octave nominal", 2440, 2320...2500, 0.4),
      ]
    case .bar:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("second", 1755, 1640...1790),
        VibrationMode("third", 2921, 2720...2960, 0.7),
        VibrationMode("fourth", 3791, 3500...3830, 0.4),
      ]
    case .marimba:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("double octave", 2400, within: 90),
        VibrationMode("third", 3986, 3780...4070, 0.5),
      ]
    case .vibraphone:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("double octave", 2400, within: 90),
        VibrationMode("third", 3986, 3700...4200, 0.3),
      ]
    case .xylophone:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("twelfth", 1902, within: 70),
        VibrationMode("third", 3102, 2900...3350, 0.3),
      ]
    case .tube: Self.tubeModes
    case .drum:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("fifth", 702, within: 60),
        VibrationMode("octave", 1200, 1130...1240), VibrationMode("tenth", 1544, 1480...1620, 0.6),
        VibrationMode("twelfth", 1843, 1780...1960, 0.4),
      ]
    case .tongue:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("octave", 1200, within: 60),
        VibrationMode("twelfth", 1902, within: 70, 0.7),
      ]
    case .kalimba:
      [
        VibrationMode("first", 0, within: 5), VibrationMode("second", 3177, 2950...3300),
        VibrationMode("third", 4959, 4600...5050, 0.4),
      ]
    case .reed, .pipe: Self.harmonics
    }
  }

  /// The index in ``modes`` of the partial that the strike note is taken from.
  var anchor: Int {
    switch self {
    case .bell: 4
    case .tube: 3
    default: 0
    }
  }

  /// How much peaks above the highest mode speak against the object, 0...1: little where there are
  /// many more partials than are measured.
  var shareAbove: Double {
    switch self {
    case .bell, .tube, .drum: 0.4
    case .reed, .pipe: 0
    default: 0.7
    }
  }

  /// The modes of a tube free at both ends lie near (2n + 1)²; the fourth is taken as 2.
  private static var tubeModes: [VibrationMode] {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]
    let cents = [-2594.0, -835, 330, 1200, 1895, 2473, 2969]
    let weights = [0.2, 0.4, 0.6, 1, 1, 1, 0.4]
    // The higher ones are lowered by shear and the inertia of rotation, the lower ones relatively
    // raised.
    let down = [60.0, 60, 50, 5, 70, 130, 190]
    let up = [160.0, 110, 70, 5, 15, 20, 25]
    return names.indices.map {
      VibrationMode(names[$0], cents[$0], cents[$0] - down[$0]...cents[$0] + up[$0], weights[$0])
    }
  }

  private static var harmonics: [VibrationMode] {
    let names = ["1", "2", "3", "4", "5", "6", "7", "8"]
    let cents = [0.0, 1200, 1901.955, 2400, 2786.314, 3101.955, 3368.826, 3600]
    return names.indices.map {
      VibrationMode(
        names[$0], cents[$0], within: $0 == 0 ? 5 : 12, $0 == 0 ? 1 : 1 / Double($0 + 1))
    }
  }
}
