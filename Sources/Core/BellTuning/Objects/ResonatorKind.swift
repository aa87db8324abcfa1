/// A kind of object that is struck, plucked or blown, by the physics of its partials.
public enum ResonatorKind: String, Sendable, Hashable, CaseIterable {
  /// A tuned bell, with a minor or a major third.
  case bell
  /// A free bar of even thickness: glockenspiel, celesta, chime bars, tuning fork.
  case bar
  /// A bar that is cut so that its second partial is the double octave: 1 : 4 : 10.
  case marimba
  /// A bar that is cut so that its second partial is the twelfth: 1 : 3.
  case xylophone
  /// A metal bar that is cut to 1 : 4.
  case vibraphone
  /// A tubular bell, whose strike note is an octave below its fourth mode.
  case tube
  /// A kettledrum, by its preferred modes 1 : 1.5 : 2 : 2.44.
  case drum
  /// A tongue of steel or a note of a handpan, tuned by octave and twelfth.
  case tongue
  /// A clamped bar, such as the tines of a kalimba.
  case kalimba
  /// Reeds: harmonic, one to three of them a few hertz apart.
  case reed
  /// An organ pipe: harmonic.
  case pipe

  /// Instruments, by the objects that they are made of.
  private static let instruments: [(name: String, object: ResonatorKind)] = [
    ("carillon", .bell), ("church-bell", .bell), ("handbells", .bell), ("glockenspiel", .bar),
    ("celesta", .bar), ("tuning-fork", .bar), ("chimes", .tube), ("tubular-bell", .tube),
    ("tubular-bells", .tube), ("timpani", .drum), ("kettledrum", .drum), ("handpan", .tongue),
    ("tongue-drum", .tongue), ("accordion", .reed), ("harmonica", .reed), ("harmonium", .reed),
    ("organ", .pipe),
  ]

  /// The names of the instruments that ``init(named:)`` knows besides the objects.
  package static var instrumentNames: [String] { instruments.map { $0.name } }

  /// The object with a name, or that an instrument is made of, in small letters.
  package init?(named name: String) {
    let object = ResonatorKind(rawValue: name)
    guard let object = object ?? Self.instruments.first(where: { $0.name == name })?.object else {
      return nil
    }
    self = object
  }

  /// What it is called in a sentence, with its article.
  public var phrase: String {
    switch self {
    case .bell: "a bell"
    case .bar: "a free bar"
    case .marimba: "a marimba bar"
    case .xylophone: "a xylophone bar"
    case .vibraphone: "a vibraphone bar"
    case .tube: "a tubular bell"
    case .drum: "a kettledrum"
    case .tongue: "a tongue or a note of a handpan"
    case .kalimba: "a clamped tine"
    case .reed: "a reed"
    case .pipe: "an organ pipe"
    }
  }

  /// What a sound with such partials is like.
  public var likeness: String {
    switch self {
    case .reed, .pipe: "a string, a reed, a pipe or another harmonic sound"
    case .marimba, .vibraphone: "a marimba or vibraphone bar"
    case .tongue: "a tongue, a note of a handpan or a string"
    default: phrase
    }
  }

  /// Objects whose partials are alike.
  var kin: [ResonatorKind] {
    switch self {
    case .reed, .pipe: [.reed, .pipe]
    case .marimba, .vibraphone: [.marimba, .vibraphone]
    default: [self]
    }
  }

  /// True if its partials are whole multiples of the lowest.
  public var isHarmonic: Bool { self == .reed || self == .pipe }
}

/// The third of a bell.
public enum BellThird: String, Sendable, Hashable, CaseIterable {
  case minor, major
}
