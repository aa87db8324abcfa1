/// The interval between the note that a player reads or fingers and the note that sounds.
public struct Transposition: Sendable, Hashable {
  /// From the written note to the sounding one: a major second down for a trumpet in B♭.
  public let interval: Interval

  /// No transposition: the instrument sounds as written.
  public static var none: Transposition { Transposition(Interval(steps: 0, semitones: 0)) }

  /// Creates a transposition.
  ///
  /// - Parameter interval: From the written note to the sounding one; downward for most instruments.
  public init(_ interval: Interval) {
    self.interval = interval
  }

  /// Returns the transposition of a capo: every string sounds higher than the fingered chord
  /// shapes.
  ///
  /// - Parameter fret: The fret of the capo.
  /// - Returns: The same number of semitones upwards.
  public static func capo(_ fret: Int) -> Transposition {
    Transposition(Interval(semitones: fret))
  }

  /// Returns the transposition of strings that are tuned down: every string sounds lower than its
  /// name.
  ///
  /// - Parameter semitones: The number of semitones down.
  /// - Returns: The same number of semitones downwards.
  public static func drop(_ semitones: Int) -> Transposition {
    Transposition(Interval(semitones: -semitones))
  }

  /// Returns the sounding note of a written note.
  ///
  /// - Parameter written: The note that the player reads.
  /// - Returns: The note that sounds, spelled by the interval: C becomes B♭ on a trumpet in B♭.
  public func sounding(_ written: Note) -> Note { written.transposed(by: interval) }

  /// Returns the note to write for a sounding note.
  ///
  /// - Parameter sounding: The note that sounds.
  /// - Returns: The note that the player reads, spelled by the interval, so that a string of a
  ///   tuning gets its name back.
  public func written(_ sounding: Note) -> Note {
    sounding.transposed(
      by: Interval(steps: -interval.steps, semitones: -interval.semitones))
  }

  /// Returns the note to write for a sounding note whose name comes only from its frequency.
  ///
  /// The interval alone would turn the A♯ of a spelling with sharps into a B♯ where the player
  /// expects C.
  ///
  /// - Parameters:
  ///   - sounding: The note that sounds.
  ///   - spelling: The spelling of the written note. With the spelling of a key, the interval
  ///     decides, because the key is transposed too, unless the note would need a double
  ///     accidental.
  /// - Returns: The note that the player reads.
  public func written(_ sounding: Note, spelling: Spelling) -> Note {
    let note = written(sounding)
    guard case .key = spelling else { return Note(midiNumber: note.midiNumber, spelling: spelling) }
    if note.accidental.rawValue.magnitude < 2 { return note }
    return Note(midiNumber: note.midiNumber, spelling: note.ownSpelling)
  }
}

/// An instrument whose written notes differ from the sounding notes.
public struct TransposingInstrument: Sendable, Hashable {
  /// The name: small letters and hyphens, with the key in front, such as `bb-trumpet`.
  public let name: String
  /// The name in words, such as "Trumpet in B♭".
  public let title: String
  /// The transposition from written to sounding notes.
  public let transposition: Transposition

  /// Finds an instrument.
  ///
  /// - Parameter name: A name of ``all``; capitals, spaces and underscores do not matter, and you
  ///   can write ♭ and ♯ for b and sharp.
  /// - Throws: ``TransposingInstrumentError/unknownName(_:near:)``.
  public init(named name: String) throws(TransposingInstrumentError) {
    let typed = Self.normalized(name)
    for instrument in Self.all where instrument.name.utf8.elementsEqual(typed) {
      self = instrument
      return
    }
    throw .unknownName(name, near: NearNames.of(name, in: Self.all.map { $0.name }))
  }

  private init(_ name: String, _ title: String, _ steps: Int, _ semitones: Int) {
    self.name = name
    self.title = title
    transposition = Transposition(Interval(steps: steps, semitones: semitones))
  }

  private static func normalized(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in name.unicodeScalars.prefix(64) {
      switch scalar {
      case "♭": bytes.append(0x62)
      case " ", "_": bytes.append(0x2D)
      default: bytes += String(scalar).utf8.map(NearNames.lowercased)
      }
    }
    return bytes
  }
}

extension TransposingInstrument {
  /// Every known instrument, by family; steps and semitones from written to sounding.
  public static var all: [TransposingInstrument] { brass + reeds + others }

  private static var brass: [TransposingInstrument] {
    [
      TransposingInstrument("bb-trumpet", "Trumpet in B♭", -1, -2),
      TransposingInstrument("a-trumpet", "Trumpet in A", -2, -3),
      TransposingInstrument("d-trumpet", "Trumpet in D", 1, 2),
      TransposingInstrument("eb-trumpet", "Trumpet in E♭", 2, 3),
      TransposingInstrument("f-trumpet", "Trumpet in F", 3, 5),
      TransposingInstrument("piccolo-trumpet", "Piccolo trumpet in B♭", 6, 10),
      TransposingInstrument("bass-trumpet", "Bass trumpet in B♭", -8, -14),
      TransposingInstrument("bb-cornet", "Cornet in B♭", -1, -2),
      TransposingInstrument("eb-cornet", "Cornet in E♭", 2, 3),
      TransposingInstrument("flugelhorn", "Flugelhorn in B♭", -1, -2),
      TransposingInstrument("f-horn", "Horn in F", -4, -7),
      TransposingInstrument("eb-horn", "Alto (tenor) horn in E♭", -5, -9),
      TransposingInstrument("bb-baritone", "Baritone in B♭, treble clef", -8, -14),
      TransposingInstrument("bb-euphonium", "Euphonium in B♭, treble clef", -8, -14),
      TransposingInstrument("bb-trombone", "Trombone in B♭, treble clef", -8, -14),
      TransposingInstrument("eb-tuba", "Bass in E♭, treble clef", -12, -21),
      TransposingInstrument("bb-tuba", "Bass in B♭, treble clef", -15, -26),
    ]
  }

  private static var reeds: [TransposingInstrument] {
    [
      TransposingInstrument("bb-clarinet", "Clarinet in B♭", -1, -2),
      TransposingInstrument("a-clarinet", "Clarinet in A", -2, -3),
      TransposingInstrument("d-clarinet", "Clarinet in D", 1, 2),
      TransposingInstrument("eb-clarinet", "Clarinet in E♭", 2, 3),
      TransposingInstrument("alto-clarinet", "Alto clarinet in E♭", -5, -9),
      TransposingInstrument("basset-horn", "Basset horn in F", -4, -7),
      TransposingInstrument("bass-clarinet", "Bass clarinet in B♭, treble clef", -8, -14),
      TransposingInstrument("contra-alto-clarinet", "Contra-alto clarinet in E♭", -12, -21),
      TransposingInstrument("contrabass-clarinet", "Contrabass clarinet in B♭", -15, -26),
      TransposingInstrument("oboe-damore", "Oboe d'amore in A", -2, -3),
      TransposingInstrument("english-horn", "English horn in F", -4, -7),
      TransposingInstrument("contrabassoon", "Contrabassoon", -7, -12),
      TransposingInstrument("sopranino-saxophone", "Sopranino saxophone in E♭", 2, 3),
      TransposingInstrument("soprano-saxophone", "Soprano saxophone in B♭", -1, -2),
      TransposingInstrument("alto-saxophone", "Alto saxophone in E♭", -5, -9),
      TransposingInstrument("tenor-saxophone", "Tenor saxophone in B♭", -8, -14),
      TransposingInstrument("baritone-saxophone", "Baritone saxophone in E♭", -12, -21),
      TransposingInstrument("bass-saxophone", "Bass saxophone in B♭", -15, -26),
    ]
  }

  private static var others: [TransposingInstrument] {
    [
      TransposingInstrument("piccolo", "Piccolo flute", 7, 12),
      TransposingInstrument("alto-flute", "Alto flute in G", -3, -5),
      TransposingInstrument("bass-flute", "Bass flute", -7, -12),
      TransposingInstrument("sopranino-recorder", "Sopranino recorder", 7, 12),
      TransposingInstrument("soprano-recorder", "Soprano (descant) recorder", 7, 12),
      TransposingInstrument("bass-recorder", "Bass recorder", 7, 12),
      TransposingInstrument("guitar", "Guitar", -7, -12),
      TransposingInstrument("bass-guitar", "Bass guitar", -7, -12),
      TransposingInstrument("double-bass", "Double bass", -7, -12),
      TransposingInstrument("xylophone", "Xylophone", 7, 12),
      TransposingInstrument("celesta", "Celesta", 7, 12),
      TransposingInstrument("glockenspiel", "Glockenspiel", 14, 24),
    ]
  }
}

/// An error for an unknown instrument name.
public enum TransposingInstrumentError: Error, Equatable, Sendable {
  /// The text does not name a transposing instrument; `near` has similar names.
  case unknownName(String, near: [String])
}

#if !hasFeature(Embedded)
  extension TransposingInstrumentError: CustomStringConvertible {
    /// One sentence with the text and similar names.
    public var description: String {
      switch self {
      case .unknownName(let name, let near):
        "'\(name)' is not a transposing instrument. "
          + (near.isEmpty
            ? "Write a name such as bb-trumpet or f-horn."
            : "Did you mean \(near.joined(separator: " or "))?")
      }
    }
  }
#endif
