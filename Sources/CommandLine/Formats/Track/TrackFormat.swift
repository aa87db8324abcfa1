import ArgumentParser

/// The files that `track` writes.
enum TrackFormat: String, CaseIterable, Sendable {
  case csv, tsv, json, jsonl, pitchtier, textgrid, audacity, svl, midi

  init(argument: String) throws {
    guard let format = Self(rawValue: argument.lowercased()) else {
      let names = Self.allCases.map(\.rawValue)
      throw ValidationError("Write \(names.dropLast().joined(separator: ", ")) or midi.")
    }
    self = format
  }

  /// What follows the base name of the input.
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

  /// Whether it has a row for each reading; the others hold notes only.
  var holdsReadings: Bool {
    switch self {
    case .csv, .tsv, .json, .jsonl, .pitchtier, .svl: true
    case .textgrid, .audacity, .midi: false
    }
  }

  /// Whether it can hold notes.
  var holdsNotes: Bool {
    switch self {
    case .tsv, .pitchtier: false
    case .csv, .json, .jsonl, .textgrid, .audacity, .svl, .midi: true
    }
  }

  /// Whether a person can read it on a terminal.
  var isText: Bool { self != .midi }

  /// How it tells that there is no pitch, where it has no place for an ``UnvoicedStyle``.
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
