import CommandKit
import Connections
package import MusicTheory
import PitchEstimation

/// What is written about a track, and how.
package struct TrackLayout: Sendable {
  package var format = TrackFormat.csv
  /// One row a note instead of one a reading.
  package var isOfNotes = false
  /// `nil` is what other programs expect of the format.
  package var unvoiced: UnvoicedStyle?
  /// MIDI follows the pitch within a note.
  package var hasPitchBend = false
  package var concertPitch = ConcertPitch.standard
  package var spelling = Spelling.sharps
  /// The names of the estimators whose readings stand side by side; one needs no name.
  package var estimators: [String] = []

  package init(
    format: TrackFormat = .csv, isOfNotes: Bool = false, unvoiced: UnvoicedStyle? = nil,
    hasPitchBend: Bool = false, concertPitch: ConcertPitch = .standard,
    spelling: Spelling = .sharps, estimators: [String] = []
  ) {
    self.format = format
    self.isOfNotes = isOfNotes
    self.unvoiced = unvoiced
    self.hasPitchBend = hasPitchBend
    self.concertPitch = concertPitch
    self.spelling = spelling
    self.estimators = estimators
  }

  /// Whether several estimators are written side by side.
  package var isComparison: Bool { estimators.count > 1 }

  /// What follows the base name of the input.
  package var suffix: String { format.suffix(ofNotes: isOfNotes) }

  /// A writer at the start of a track.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second of the recording.
  ///   - hopSize: Samples from reading to reading.
  /// - Returns: A writer that has written nothing.
  package func encoder(sampleRate: Double, hopSize: Double) -> any TrackEncoder {
    let naming = NoteNaming(concertPitch: concertPitch, spelling: spelling)
    let layer = SonicVisualiserLayer(sampleRate: sampleRate, hopSize: hopSize)
    if isComparison, !isOfNotes, let comparison = comparison(naming) { return comparison }
    return switch format {
    case .csv where isOfNotes: NotesEncoder(NoteTable(naming: naming))
    case .json where isOfNotes: NotesEncoder(JSONObjects<PitchNote>(naming: naming, isArray: true))
    case .jsonl where isOfNotes:
      NotesEncoder(JSONObjects<PitchNote>(naming: naming, isArray: false))
    case .svl where isOfNotes: NotesEncoder(SonicVisualiserNotes(layer: layer, naming: naming))
    case .csv: ReadingTable(.commas, unvoiced: unvoiced ?? .empty)
    case .tsv: ReadingTable(.tabs, unvoiced: unvoiced ?? .zero)
    case .json: JSONObjects<PitchReading>(naming: naming, isArray: true)
    case .jsonl: JSONObjects<PitchReading>(naming: naming, isArray: false)
    case .pitchtier: PitchTier()
    case .svl: SonicVisualiserPitches(layer: layer)
    case .textgrid: NotesEncoder(TextGrid(naming: naming))
    case .audacity: NotesEncoder(AudacityLabels(naming: naming))
    case .midi: NotesEncoder(MIDIFile(concertPitch: concertPitch, hasPitchBend: hasPitchBend))
    }
  }

  private func comparison(_ naming: NoteNaming) -> (any TrackEncoder)? {
    switch format {
    case .csv:
      ComparisonTable(names: estimators, table: ReadingTable(.commas, unvoiced: unvoiced ?? .empty))
    case .tsv:
      ComparisonTable(names: estimators, table: ReadingTable(.tabs, unvoiced: unvoiced ?? .zero))
    case .json: ComparisonObjects(names: estimators, naming: naming, isArray: true)
    case .jsonl: ComparisonObjects(names: estimators, naming: naming, isArray: false)
    default: nil
    }
  }
}
