import ArgumentParser
import Plotting

extension TrackFormat {
  init(argument: String) throws {
    guard let format = Self(rawValue: argument.lowercased()) else {
      let names = Self.allCases.map(\.rawValue)
      throw ValidationError("Write \(names.dropLast().joined(separator: ", ")) or midi.")
    }
    self = format
  }
}

extension UnvoicedStyle {
  init(argument: String) throws {
    guard let style = Self(rawValue: argument.lowercased()) else {
      throw ValidationError("Write empty, zero, nan or negative.")
    }
    self = style
  }
}

extension TrackLayout {
  /// Refuses what the format cannot carry.
  ///
  /// - Parameter isDrawn: Whether there is a plot, too.
  /// - Throws: `ValidationError` that says what it can.
  func validate(isDrawn: Bool) throws {
    let name = format.rawValue
    guard !isDrawn || estimators.count <= PitchPlot.mostEstimators else {
      throw ValidationError(
        "A plot compares at most \(PitchPlot.mostEstimators) estimators. Remove some, or --plot.")
    }
    guard !isComparison || (format.holdsComparisons && !isOfNotes) else {
      throw ValidationError(
        "Several estimators need readings as csv, tsv, json or jsonl. Choose one estimator, or one of these."
      )
    }
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
}
