import CommandKit
import Connections
import MusicTheory
import OnsetDetection
import PitchEstimation

/// The files that `track` writes.
enum TrackFormat: String, CaseIterable, Sendable {
  case csv, tsv, json, jsonl, pitchtier, textgrid, audacity, svl, midi

  /// Returns the suffix of output files, which follows the base name of the input.
  func suffix(ofNotes isOfNotes: Bool) -> String {
    let part = isOfNotes ? ".notes" : ""
    return switch self {
    case .csv: isOfNotes ? ".notes.csv" : ".f0.csv"
    case .tsv: ".f0.tsv"
    case .json: part + ".json"
    case .jsonl: part + ".jsonl"
    case .pitchtier: ".PitchTier"
    case .textgrid: ".TextGrid"
    case .audacity: ".labels.txt"
    case .svl: part + ".svl"
    case .midi: ".mid"
    }
  }

  /// Returns true if a path has the extension of one of the formats.
  static func isFileName(_ path: String) -> Bool {
    let name = path.lowercased()
    return allCases.contains { format in
      format.suffix(ofNotes: false).split(separator: ".").last.map {
        name.hasSuffix(".\($0.lowercased())")
      } ?? false
    }
  }

  /// True for formats of readings; the others hold notes only.
  var holdsReadings: Bool {
    switch self {
    case .csv, .tsv, .json, .jsonl, .pitchtier, .svl: true
    case .textgrid, .audacity, .midi: false
    }
  }

  /// True if it can hold notes.
  var holdsNotes: Bool {
    switch self {
    case .tsv, .pitchtier: false
    case .csv, .json, .jsonl, .textgrid, .audacity, .svl, .midi: true
    }
  }

  /// The suffix of files of onsets, or `nil` if it cannot hold them.
  var onsetSuffix: String? {
    switch self {
    case .csv: ".onsets.csv"
    case .json: ".onsets.json"
    case .jsonl: ".onsets.jsonl"
    case .audacity: ".onsets.txt"
    case .tsv, .pitchtier, .textgrid, .svl, .midi: nil
    }
  }

  /// The suffix of files of chords, or of their notes; `nil` if it cannot hold them.
  func chordSuffix(ofNotes isOfNotes: Bool) -> String? {
    switch self {
    case .csv, .json, .jsonl: isOfNotes ? suffix(ofNotes: true) : ".chords.\(rawValue)"
    case .midi: ".mid"
    case .tsv, .pitchtier, .textgrid, .audacity, .svl: nil
    }
  }

  /// True if it can hold the readings of several estimators.
  var holdsComparisons: Bool {
    switch self {
    case .csv, .tsv, .json, .jsonl: true
    case .pitchtier, .textgrid, .audacity, .svl, .midi: false
    }
  }

  /// True if it is text, which a terminal can show.
  var isText: Bool { self != .midi }

  /// The sign for a missing pitch, in formats without a choice of ``UnvoicedStyle``.
  var absence: String? {
    switch self {
    case .csv, .tsv: nil
    case .json, .jsonl: "null"
    case .pitchtier, .svl: "no point"
    case .textgrid: "an empty interval"
    case .audacity, .midi: "a gap"
    }
  }
}

/// The frequency column of a table at times without a pitch.
enum UnvoicedStyle: String, CaseIterable, Sendable {
  /// An empty column: no number that could be taken for a frequency.
  case empty
  /// 0, the convention of aubio.
  case zero
  /// nan, for NumPy and pandas.
  case nan
  /// The best guess with a minus sign, the convention of mir_eval: pitch and voicing can be judged
  /// apart.
  case negative
}

/// The contents and the format of a written track.
struct TrackLayout: Sendable {
  var format = TrackFormat.csv
  /// True to write notes instead of readings.
  var isOfNotes = false
  /// True to write onsets instead of readings.
  var isOfOnsets = false
  /// True to write the notes that sound together instead of one pitch.
  var isOfChords = false
  /// The sign for a missing pitch; `nil` for the usual one of the format.
  var unvoiced: UnvoicedStyle?
  /// True if MIDI follows the pitch within a note.
  var hasPitchBend = false
  var concertPitch = ConcertPitch.standard
  var spelling = Spelling.sharps
  /// The names of the estimators to write side by side; a single one needs no name.
  var estimators: [String] = []
  /// How the track came about, for JSON.
  var provenance: JSON = [:]

  init(
    format: TrackFormat = .csv, isOfNotes: Bool = false, isOfOnsets: Bool = false,
    isOfChords: Bool = false, unvoiced: UnvoicedStyle? = nil, hasPitchBend: Bool = false,
    concertPitch: ConcertPitch = .standard,
    spelling: Spelling = .sharps, estimators: [String] = []
  ) {
    self.format = format
    self.isOfNotes = isOfNotes
    self.isOfOnsets = isOfOnsets
    self.isOfChords = isOfChords
    self.unvoiced = unvoiced
    self.hasPitchBend = hasPitchBend
    self.concertPitch = concertPitch
    self.spelling = spelling
    self.estimators = estimators
  }

  /// True if several estimators are written side by side.
  var isComparison: Bool { estimators.count > 1 }

  /// True if what is written begins with onsets: onsets themselves, and notes.
  var needsOnsets: Bool { isOfOnsets || isOfNotes || !format.holdsReadings }

  /// The suffix of output files, which follows the base name of the input.
  var suffix: String {
    if isOfChords, let suffix = format.chordSuffix(ofNotes: isOfNotes) { return suffix }
    return (isOfOnsets ? format.onsetSuffix : nil) ?? format.suffix(ofNotes: isOfNotes)
  }

  /// Creates an encoder for one track.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second of the recording.
  ///   - hopSize: Samples from reading to reading.
  /// - Returns: An encoder that has written nothing.
  func encoder(sampleRate: Double, hopSize: Double) -> any TrackEncoder {
    let naming = NoteNaming(concertPitch: concertPitch, spelling: spelling)
    let layer = SonicVisualiserLayer(sampleRate: sampleRate, hopSize: hopSize)
    if isOfOnsets, let encoder = onsetsEncoder(naming) { return encoder }
    if isComparison, !isOfNotes, let comparison = comparison(naming) { return comparison }
    return switch format {
    case .csv where isOfNotes: NotesEncoder(NoteTable(naming: naming))
    case .json where isOfNotes, .jsonl where isOfNotes:
      NotesEncoder(JSONObjects<PitchNote>(naming: naming, form: form("notes")))
    case .svl where isOfNotes: NotesEncoder(SonicVisualiserNotes(layer: layer, naming: naming))
    case .csv: ReadingTable(.commas, unvoiced: unvoiced ?? .empty)
    case .tsv: ReadingTable(.tabs, unvoiced: unvoiced ?? .zero)
    case .json, .jsonl: JSONObjects<PitchReading>(naming: naming, form: form("readings"))
    case .pitchtier: PitchTier()
    case .svl: SonicVisualiserPitches(layer: layer)
    case .textgrid: NotesEncoder(TextGrid(naming: naming))
    case .audacity: NotesEncoder(AudacityLabels(naming: naming))
    case .midi: NotesEncoder(MIDIFile(concertPitch: concertPitch, hasPitchBend: hasPitchBend))
    }
  }

  /// Returns the form of the JSON formats; other formats do not use it.
  func form(_ name: String) -> JSONForm {
    format == .jsonl ? .lines : .document(heading: provenance, name: name)
  }

  private func onsetsEncoder(_ naming: NoteNaming) -> (any TrackEncoder)? {
    switch format {
    case .csv: OnsetsEncoder(OnsetTable(naming: naming))
    case .json, .jsonl:
      OnsetsEncoder(JSONObjects<PitchedOnset>(naming: naming, form: form("onsets")))
    case .audacity: OnsetsEncoder(OnsetLabels(naming: naming))
    case .tsv, .pitchtier, .textgrid, .svl, .midi: nil
    }
  }

  private func comparison(_ naming: NoteNaming) -> (any TrackEncoder)? {
    switch format {
    case .csv:
      ComparisonTable(names: estimators, table: ReadingTable(.commas, unvoiced: unvoiced ?? .empty))
    case .tsv:
      ComparisonTable(names: estimators, table: ReadingTable(.tabs, unvoiced: unvoiced ?? .zero))
    case .json, .jsonl:
      ComparisonObjects(names: estimators, naming: naming, form: form("readings"))
    default: nil
    }
  }
}

/// Writes a track in one format, reading by reading.
protocol TrackEncoder {
  /// Writes the text before the first reading.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Writes the next reading, as far as the format allows that yet.
  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer)

  /// Writes the readings of several estimators at one time; by default only the first.
  mutating func append(row: [PitchReading], to buffer: inout TextBuffer)

  /// Takes the next onset; by default it is not written.
  mutating func append(_ onset: Onset, to buffer: inout TextBuffer)

  /// Takes the next moment at which the sound is back that had stopped; by default, nothing is made of it.
  mutating func append(_ sound: SoundReturn)

  /// Writes the rest of a track of `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)

  /// Writes a piece of the text that ``end(duration:_:)`` has left.
  ///
  /// - Returns: `false` if there was none left.
  mutating func appendRest(to buffer: inout TextBuffer) -> Bool

  /// The loss, in one sentence, if the format could not carry everything; `nil` if it could.
  var loss: String? { get }
}

extension TrackEncoder {
  mutating func append(row: [PitchReading], to buffer: inout TextBuffer) {
    append(row[0], to: &buffer)
  }
  mutating func append(_ onset: Onset, to buffer: inout TextBuffer) {}
  mutating func append(_ sound: SoundReturn) {}
  mutating func appendRest(to buffer: inout TextBuffer) -> Bool { false }
  var loss: String? { nil }
}
