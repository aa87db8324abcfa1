/// The files that `track` writes.
package enum TrackFormat: String, CaseIterable, Sendable {
  case csv, tsv, json, jsonl, pitchtier, textgrid, audacity, svl, midi

  /// What follows the base name of the input.
  package func suffix(ofNotes isOfNotes: Bool) -> String {
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

  /// Whether a name ends as the files of one of the formats do.
  package static func isFileName(_ path: String) -> Bool {
    let name = path.lowercased()
    return allCases.contains { format in
      format.suffix(ofNotes: false).split(separator: ".").last.map {
        name.hasSuffix(".\($0.lowercased())")
      } ?? false
    }
  }

  /// Whether it has a row for each reading; the others hold notes only.
  var holdsReadings: Bool {
    switch self {
    case .csv, .tsv, .json, .jsonl, .pitchtier, .svl: true
    case .textgrid, .audacity, .midi: false
    }
  }

  /// Whether it can hold notes.
  package var holdsNotes: Bool {
    switch self {
    case .tsv, .pitchtier: false
    case .csv, .json, .jsonl, .textgrid, .audacity, .svl, .midi: true
    }
  }

  /// Whether it can hold the readings of several estimators.
  package var holdsComparisons: Bool {
    switch self {
    case .csv, .tsv, .json, .jsonl: true
    case .pitchtier, .textgrid, .audacity, .svl, .midi: false
    }
  }

  /// Whether a person can read it on a terminal.
  package var isText: Bool { self != .midi }

  /// How it tells that there is no pitch, where it has no place for an ``UnvoicedStyle``.
  package var absence: String? {
    switch self {
    case .csv, .tsv: nil
    case .json, .jsonl: "null"
    case .pitchtier, .svl: "no point"
    case .textgrid: "an empty interval"
    case .audacity, .midi: "a gap"
    }
  }
}
