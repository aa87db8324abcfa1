import ArgumentParser
import CommandKit
import IntonationPractice
import MusicTheory

/// The source of a score: a scale by name, or a file.
enum PracticeSource {
  /// Reads a scale such as `C-major` or `Bb3-harmonic-minor`, or a file.
  ///
  /// - Parameters:
  ///   - argument: The name of the scale, or the path of the file.
  ///   - voice: The voice of a file, from 1.
  ///   - options: How a scale is played.
  ///   - naming: The names of notes, and the transposition of a scale.
  /// - Returns: The voice to practise, as it sounds.
  /// - Throws: `ValidationError`; ``PracticeFileError``.
  static func score(
    _ argument: String, voice: Int?, scale options: ScaleOptions,
    naming: PracticeNaming = PracticeNaming()
  ) throws -> PracticeScore {
    if let kind = kind(argument) {
      guard !options.isWanted else {
        throw ValidationError(
          "--octaves, --up, --down, --from and --to are for scales. Remove them.")
      }
      return try file(argument, kind, voice)
    }
    guard voice == nil else { throw ValidationError("--voice is for files. Remove it.") }
    return try scale(argument, options, naming)
  }

  /// Returns true for typed chords such as `C4+E4 D4+F4`.
  static func areChords(_ argument: String) -> Bool {
    argument.contains("+") && kind(argument) == nil
  }

  /// Reads the notes of a file that sound together.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - voice: The voice, from 1; `nil` for all.
  ///   - staff: The staff of MusicXML, from 1; `nil` for all.
  /// - Returns: The notes, as they sound.
  /// - Throws: `ValidationError`; ``PracticeFileError``.
  static func together(_ path: String, voice: Int?, staff: Int?) throws -> NotesTogether {
    guard let kind = kind(path) else {
      throw ValidationError(
        """
        --chords is for files and for typed chords such as 'C4+E4+G4 D4+F4'. A scale has one note at a \
        time: leave --chords out.
        """)
    }
    guard kind != .midi || staff == nil else {
      throw ValidationError(
        "--staff is for MusicXML. In MIDI a hand is a track or a channel: choose it with --voice.")
    }
    let bytes = try bytes(of: path, kind)
    var notes: NotesTogether
    do {
      notes =
        kind == .midi
        ? try MIDIScore.readTogether(bytes, voice: voice)
        : try together(MusicXMLScore.written(bytes), voice: voice, staff: staff)
    } catch {
      throw PracticeFileError(path: path, reason: "\(error)")
    }
    if notes.score.title.isEmpty {
      notes.score.title = String(path.split(separator: "/").last ?? "")
    }
    return notes
  }

  private static func together(
    _ written: WrittenScore, voice: Int?, staff: Int?
  ) throws -> NotesTogether {
    let staves = written.staves(ofPartWithVoice: voice)
    if let staff, !staves.isEmpty, !staves.contains(staff) {
      let numbers = staves.map { "\($0)" }.joined(separator: ", ")
      throw ValidationError(
        staves.count == 1
          ? "The part has one staff with notes, \(numbers). Leave --staff out."
          : "There is no staff \(staff) with notes. Give one of \(numbers).")
    }
    return try written.together(voice: voice, staff: staff)
  }

  private enum Kind {
    case midi, musicXML, unknown
  }

  /// - Returns: The kind of a file; `nil` for a scale.
  private static func kind(_ argument: String) -> Kind? {
    let name = argument.lowercased()
    if name.hasSuffix(".mid") || name.hasSuffix(".midi") { return .midi }
    if [".musicxml", ".xml", ".mxl"].contains(where: name.hasSuffix) { return .musicXML }
    return name.contains("/") || name.contains(".") ? .unknown : nil
  }

  private static func file(_ path: String, _ kind: Kind, _ voice: Int?) throws -> PracticeScore {
    var score = try read(bytes(of: path, kind), kind, path, voice)
    if score.title.isEmpty { score.title = String(path.split(separator: "/").last ?? "") }
    return score
  }

  private static func bytes(of path: String, _ kind: Kind) throws -> [UInt8] {
    guard kind != .unknown else {
      throw ValidationError(
        """
        \(path.printable) is neither a scale nor a score: .mid, .musicxml, .xml or .mxl. Export the \
        score as one of them.
        """)
    }
    let limit = max(MIDIScore.mostBytes, MusicXMLScore.mostBytes) + 1
    return try ByteInput.readFile(path, limit: limit)
  }

  private static func read(
    _ bytes: [UInt8], _ kind: Kind, _ path: String, _ voice: Int?
  ) throws(PracticeFileError) -> PracticeScore {
    do {
      return kind == .midi
        ? try MIDIScore.read(bytes, voice: voice, mostNotes: PracticeScore.mostReadNotes)
        : try MusicXMLScore.read(bytes, voice: voice, mostNotes: PracticeScore.mostReadNotes)
    } catch {
      throw PracticeFileError(path: path, reason: "\(error)")
    }
  }

  private static func scale(
    _ argument: String, _ options: ScaleOptions, _ naming: PracticeNaming
  ) throws -> PracticeScore {
    guard let text = ScaleText(Array(argument.utf8)) else { throw noScale(argument) }
    func note(_ bytes: ArraySlice<UInt8>) throws -> Note {
      try self.note(String(decoding: bytes, as: UTF8.self), naming)
    }
    let written = try note(text.tonic)
    let form = ScaleForm(
      options.direction ?? text.direction ?? .bothWays, isInThirds: text.isInThirds,
      from: try options.from.map { try self.note($0, naming) } ?? text.first.map(note),
      to: try options.to.map { try self.note($0, naming) } ?? text.last.map(note),
      octaves: options.octaves ?? 1)
    do {
      var sounding = form
      sounding.first = form.first.map(naming.sounding)
      sounding.last = form.last.map(naming.sounding)
      var score = try text.pattern.score(on: naming.sounding(written), sounding)
      if let title = naming.instrument?.title {
        score.title = "\(text.pattern.title(on: written.name, form)), \(title)"
      }
      return score
    } catch {
      throw ValidationError("\(argument.printable): \(error)")
    }
  }

  private static func noScale(_ argument: String) -> ValidationError {
    let parts = argument.split(maxSplits: 1) { $0 == "-" || $0 == " " }
    guard parts.count == 2 else { return noScore(argument) }
    let name = parts[1].lowercased().map { $0 == " " ? "-" : String($0) }.joined()
    return ValidationError(
      """
      '\(name.printable)' is not a scale. \(Choices.question(name, among: names))Write a tonic, a \
      hyphen and one of \(names.joined(separator: ", ")). After it may stand thirds, up, down, from \
      and to, such as C-major-thirds-from-G3-to-G5.
      """)
  }

  private static var names: [String] { ScalePattern.all.map(\.name) }

  /// Reads a note, in the octave of middle C if it has none.
  private static func note(_ text: String, _ naming: PracticeNaming) throws -> Note {
    do {
      return try Note(argument: text, in: naming.notation)
    } catch let error as NotationError {
      throw ValidationError(error.description)
    }
  }

  private static func noScore(_ argument: String) -> ValidationError {
    // A hyphen is all that Cmajor lacks.
    for pattern in ScalePattern.all where argument.lowercased().hasSuffix(pattern.name) {
      let tonic = argument.dropLast(pattern.name.count)
      guard (try? Note(String(tonic))) != nil else { continue }
      return ValidationError("Did you mean \(tonic)-\(pattern.name)?")
    }
    return ValidationError(
      """
      '\(argument.printable)' is neither a scale nor a score. Write a tonic and a name such as \
      C-major, Bb3-harmonic-minor or D-dorian, or a file: .mid, .musicxml, .xml or .mxl.
      """)
  }
}

/// The names of notes for the player.
struct PracticeNaming: Hashable, Sendable {
  /// The notation; `nil` for English in ASCII.
  var notation: NoteNotation?
  /// The transposing instrument; `nil` for one that sounds as written.
  var instrument: TransposingInstrument?

  /// Returns the sounding note of a written one.
  func sounding(_ written: Note) -> Note {
    instrument.map { $0.transposition.sounding(written) } ?? written
  }

  /// Returns the name of a sounding note, as the player reads it, with the cents of a microtone.
  func name(_ note: PracticeNote, in score: PracticeScore) -> String {
    name(note.midiNumber, microtone: note.microtone, in: score)
  }

  /// Returns the name of a sounding note, as the player reads it.
  ///
  /// - Parameters:
  ///   - midiNumber: The note that sounds.
  ///   - microtone: The cents above it at which it is written.
  ///   - score: The score, whose key spells it.
  /// - Returns: The name with its octave, such as `Bb3`, or `E4-50c` for E half flat.
  func name(_ midiNumber: Int, microtone: Double = 0, in score: PracticeScore) -> String {
    let sounding = Note(midiNumber: midiNumber, spelling: score.spelling)
    let written = instrument.map { instrument in
      score.key == nil
        ? instrument.transposition.written(sounding, spelling: score.spelling)
        : instrument.transposition.written(sounding)
    }
    let cents = microtone.rounded() == 0 ? "" : "\(microtone.signed(decimals: 0))c"
    return (notation ?? NoteNotation(.ascii)).text(written ?? sounding) + cents
  }

  /// Returns the names of the first notes of a score, such as `C4 D4 E4 ...`.
  func beginning(of score: PracticeScore) -> String {
    let names = score.notes.prefix(12).map { name($0, in: score) }
    return names.joined(separator: " ") + (score.notes.count > 12 ? " ..." : "")
  }
}

/// A score that cannot be read.
struct PracticeFileError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path.printable): \(reason)" }
}
