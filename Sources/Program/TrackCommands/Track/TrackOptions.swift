import ArgumentParser
import CommandKit
import Plotting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension TrackFormat {
  init(argument: String) throws {
    self = try Choices.value(argument)
  }
}

extension UnvoicedStyle {
  init(argument: String) throws {
    self = try Choices.value(argument)
  }
}

extension TrackLayout {
  /// Refuses contents that the format cannot carry.
  ///
  /// - Parameter isDrawn: True if there is a plot, too.
  /// - Throws: `ValidationError` that names suitable formats.
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
    if isOfOnsets {
      guard !isOfNotes else { throw ValidationError("Choose --notes or --onsets.") }
      guard !isComparison else {
        throw ValidationError("--onsets take their pitch from one estimator. Choose one.")
      }
      guard format.onsetSuffix != nil else {
        throw ValidationError("\(name) cannot carry onsets; csv, json, jsonl and audacity can.")
      }
      guard unvoiced == nil || unvoiced == .empty else {
        throw ValidationError("--unvoiced is for readings; --onsets without a pitch have none.")
      }
    }
    try validateChords()
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

  private func validateChords() throws {
    guard isOfChords else { return }
    guard !isOfOnsets else { throw ValidationError("Choose --chords or --onsets.") }
    guard format.chordSuffix(ofNotes: isOfNotes) != nil else {
      throw ValidationError(
        "\(format.rawValue) cannot carry chords; csv, json, jsonl and midi can.")
    }
    guard unvoiced == nil || unvoiced == .empty else {
      throw ValidationError("--unvoiced is for readings; where no note sounds, --chords have none.")
    }
  }
}

/// The number of inputs that `--jobs` processes at once.
struct JobCount: Hashable, Sendable {
  var value: Int

  /// The number of processor cores.
  static var standard: JobCount { JobCount(value: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private init(value: Int) {
    self.value = value
  }

  /// Reads a whole number in 1...1024.
  init(argument: String) throws {
    guard let value = Int(argument), (1...1024).contains(value) else {
      throw ValidationError("Write a whole number in 1...1024, such as 4.")
    }
    self.value = value
  }
}

/// The destination of `--plot`.
enum PlotTarget: Hashable, Sendable {
  /// A picture of the one input.
  case file(path: String, PlotFormat)
  /// A picture of each input, beside its track.
  case beside(PlotFormat)

  /// Reads a file such as `song.png`, or a format alone such as `png`.
  init(argument: String) throws {
    if let format = PlotFormat(rawValue: argument.lowercased()) {
      self = .beside(format)
      return
    }
    do throws(PlotError) {
      self = .file(path: argument, try PlotFormat(path: argument))
    } catch {
      throw ValidationError(
        "Write a file name that ends in .png, .svg or .pdf; or with --output DIR, png, svg or pdf.")
    }
  }

  /// Refuses several pictures in one file, and pictures beside tracks on standard output.
  func validate(inputCount: Int, hasOutputDirectory: Bool) throws {
    switch self {
    case .file where inputCount > 1:
      throw ValidationError(
        "Several inputs need --plot png (or svg or pdf), which draws one plot per input to --output."
      )
    case .beside(let format) where !hasOutputDirectory:
      throw ValidationError(
        "--plot \(format) needs --output DIR. Or give a file, such as --plot song.\(format).")
    default: break
    }
  }
}
