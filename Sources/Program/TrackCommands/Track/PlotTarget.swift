import ArgumentParser
import Plotting

/// Where `--plot` draws to.
enum PlotTarget: Hashable, Sendable {
  /// A picture of the one input.
  case file(path: String, PlotFormat)
  /// A picture of each input, beside its track.
  case beside(PlotFormat)

  /// Reads `song.png`, or a format alone such as `png`.
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

  /// Refuses what would put several pictures in one place, or one nowhere.
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
