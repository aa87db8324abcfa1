package import ArgumentParser
package import MusicTheory

/// A tone as people type it.
package enum NoteInput: Hashable, Sendable {
  /// The kind of tone that a text describes, where it could be several.
  package enum Kind: String, ExpressibleByArgument, CaseIterable, Sendable {
    case midi, frequency, note
  }

  case midiNumber(Int)
  case frequency(Double)
  case note(Note)

  /// Reads a tone.
  ///
  /// - Parameters:
  ///   - text: A number, perhaps followed by "Hz", or a note.
  ///   - kind: The kind of tone. By default a whole number in 0...127 is a MIDI number, every other
  ///     number a frequency, and the rest a note.
  ///   - notation: The names of notes; `nil` for English.
  /// - Throws: `ValidationError`, or `NotationError` for text that is not a note.
  package init(_ text: String, as kind: Kind? = nil, notation: NoteNotation? = nil) throws {
    switch kind {
    case .midi: self = .midiNumber(try Self.midiNumber(text))
    case .frequency: self = .frequency(try Self.frequency(text))
    case .note: self = .note(try Self.note(text, notation))
    case nil:
      if let number = Int(text), (0...127).contains(number) {
        self = .midiNumber(number)
      } else if Self.looksLikeNumber(text) {
        self = .frequency(try Self.frequency(text))
      } else {
        self = .note(try Self.note(text, notation))
      }
    }
  }

  /// The spelling of the tone: a note keeps its flats, everything else takes sharps.
  package var ownSpelling: Spelling {
    if case .note(let note) = self { note.ownSpelling } else { .sharps }
  }

  /// The frequency of the tone, in hertz.
  package func frequency(under concertPitch: ConcertPitch) -> Double {
    switch self {
    case .midiNumber(let number): Note(midiNumber: number).frequency(under: concertPitch)
    case .frequency(let frequency): frequency
    case .note(let note): note.frequency(under: concertPitch)
    }
  }

  /// The octaves from 8 Hz to 32 kHz; a name beyond them is taken for a typing error.
  private static let octaves = -1...10

  private static func note(_ text: String, _ notation: NoteNotation?) throws -> Note {
    let shift = notation?.octaves == .middleC3 ? 1 : 0
    let limits = octaves.lowerBound - shift...octaves.upperBound - shift
    do {
      let note = try Note(argument: text, in: notation)
      guard octaves.contains(note.octave) else {
        throw NotationError.octaveOutOfRange(text, limits: limits)
      }
      return note
    } catch NotationError.octaveOutOfRange {
      throw NotationError.octaveOutOfRange(text, limits: limits)
    }
  }

  private static func looksLikeNumber(_ text: String) -> Bool {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return false }
    return first.isNumber || "+-.".contains(first) || text.lowercased().hasSuffix("hz")
  }

  private static func midiNumber(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw ValidationError("'\(text)' is not a MIDI number. Write a whole number, such as 69.")
    }
    return number
  }

  private static func frequency(_ text: String) throws -> Double {
    guard let frequency = Double(text.filter { !$0.isWhitespace }, in: .hertz) else {
      throw ValidationError("'\(text)' is not a frequency. Write hertz, such as 441.3 or 100Hz.")
    }
    return frequency
  }
}

extension Note {
  /// Reads a typed note, as `Note(typed:in:)` does.
  ///
  /// - Parameters:
  ///   - argument: The typed text.
  ///   - notation: The notation of the note; `nil` for English.
  ///   - hasOption: True if the command has `--notation`.
  /// - Throws: `ValidationError` for a note of another notation, with its English name;
  ///   `NotationError` for any other text that is not a note.
  package init(
    argument: String, in notation: NoteNotation? = nil, hasOption: Bool = true
  ) throws {
    do {
      try self.init(typed: argument, in: notation)
    } catch NotationError.notANote(let text) {
      for names in [NoteNotation.Names.german, .fixedDo, .solfege] where names != notation?.names {
        guard let note = try? NoteNotation(names).note(text) else { continue }
        let advice = hasOption ? ", or add --notation \(names.name)" : ""
        throw ValidationError(
          "'\(text.printable)' is not a note in English. Write \(note.asciiDescription)\(advice).")
      }
      throw NotationError.notANote(text)
    }
  }
}

/// The names of notes.
package struct NotationOption: ParsableArguments {
  /// The names that the option takes.
  private static let names = NoteNotation.Names.allCases.map(\.name)

  @Option(
    help: ArgumentHelp(
      """
      Note names: english, ascii, german, scandinavian, french (La3 is 440 Hz), fixed-do (also \
      italian, spanish or do), fixed-do-ti, solfege, hindustani, carnatic, byzantine, vietnamese, \
      midi or helmholtz; also two names such as german-helmholtz or fixed-do-c3. (default: english)
      """, valueName: "name"),
    completion: .list(NotationOption.names + ["helmholtz", "german-helmholtz"]),
    transform: NoteNotation.init(argument:))
  package var notation: NoteNotation?

  package init() {}
}

extension NoteNotation {
  /// - Throws: `ValidationError` if no notation has the name.
  package init(argument: String) throws {
    do { self = try NoteNotation(named: argument) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension TransposingInstrument {
  /// - Throws: `ValidationError` if no instrument has the name.
  package init(argument: String) throws {
    do { self = try TransposingInstrument(named: argument) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension Spelling {
  /// Reads `sharps`, `flats`, `mixed` or a key.
  package init(argument: String) throws {
    switch argument {
    case "sharps": self = .sharps
    case "flats": self = .flats
    case "mixed": self = .mixed
    default:
      do {
        self = .key(try Key(argument))
      } catch .notAKey {
        throw ValidationError(
          "'\(argument)' is not a spelling. Write sharps, flats, mixed or a key such as Eb or F#m.")
      }
    }
  }
}
