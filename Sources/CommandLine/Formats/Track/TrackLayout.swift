import ArgumentParser
import MusicTheory

/// What is written about a track, and how.
struct TrackLayout: Sendable {
  var format = TrackFormat.csv
  /// One row a note instead of one a reading.
  var isOfNotes = false
  /// `nil` is what other programs expect of the format.
  var unvoiced: UnvoicedStyle?
  /// MIDI follows the pitch within a note.
  var hasPitchBend = false
  var concertPitch = ConcertPitch.standard
  var spelling = Spelling.sharps

  /// What follows the base name of the input.
  var suffix: String { format.suffix(ofNotes: isOfNotes) }

  /// Refuses what the format cannot carry.
  ///
  /// - Throws: `ValidationError` that says what it can.
  func validate() throws {
    let name = format.rawValue
    if isOfNotes, !format.holdsNotes {
      throw ValidationError("\(name) cannot carry notes; csv, json, jsonl, svl and midi can.")
    }
    if let unvoiced, unvoiced != .empty {
      if isOfNotes {
        throw ValidationError("--unvoiced is for readings; between --notes there is nothing.")
      }
      if let absence = format.absence {
        throw ValidationError(
          """
          \(name) cannot carry '\(unvoiced.rawValue)': where there is no pitch it has \(absence). \
          Use csv or tsv.
          """)
      }
    }
    if hasPitchBend, format != .midi {
      throw ValidationError("\(name) cannot carry a pitch bend; --format midi can.")
    }
  }

  /// A writer at the start of a track.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second of the recording.
  ///   - hopSize: Samples from reading to reading.
  /// - Returns: A writer that has written nothing.
  func encoder(sampleRate: Double, hopSize: Double) -> any TrackEncoder {
    let naming = NoteNaming(concertPitch: concertPitch, spelling: spelling)
    let layer = SonicVisualiserLayer(sampleRate: sampleRate, hopSize: hopSize)
    return switch format {
    case .csv where isOfNotes: NotesEncoder(NoteTable(naming: naming))
    case .json where isOfNotes: NotesEncoder(NoteObjects(naming: naming, isArray: true))
    case .jsonl where isOfNotes: NotesEncoder(NoteObjects(naming: naming, isArray: false))
    case .svl where isOfNotes: NotesEncoder(SonicVisualiserNotes(layer: layer, naming: naming))
    case .csv: ReadingTable(.commas, unvoiced: unvoiced ?? .empty)
    case .tsv: ReadingTable(.tabs, unvoiced: unvoiced ?? .zero)
    case .json: ReadingObjects(naming: naming, isArray: true)
    case .jsonl: ReadingObjects(naming: naming, isArray: false)
    case .pitchtier: PitchTier()
    case .svl: SonicVisualiserPitches(layer: layer)
    case .textgrid: NotesEncoder(TextGrid(naming: naming))
    case .audacity: NotesEncoder(AudacityLabels(naming: naming))
    case .midi: NotesEncoder(MIDIFile(concertPitch: concertPitch, hasPitchBend: hasPitchBend))
    }
  }
}
