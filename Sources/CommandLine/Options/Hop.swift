import ArgumentParser

/// The `--hop` from one reading to the next.
enum Hop: Hashable, Sendable {
  case seconds(Double)
  case samples(Double)

  /// 100 readings a second.
  static let standard = Hop.seconds(0.01)

  /// Reads `10ms`, `0.01s` or a number of samples such as `441`.
  init(argument: String) throws {
    let text = argument.lowercased()
    let number = Double(decimal: text.filter { !"ms ".contains($0) })
    guard let number, number > 0 else {
      throw ValidationError("Write a time such as 10ms or 0.01s, or a number of samples.")
    }
    if text.hasSuffix("ms") {
      self = .seconds(number / 1000)
    } else if text.hasSuffix("s") {
      self = .seconds(number)
    } else {
      self = .samples(number)
    }
    let limits = "a hop must lie between 1 sample and 10 s"
    switch self {
    case .seconds(let time) where time > 10: throw ValidationError("\(argument): \(limits).")
    case .samples(let count) where count < 1 || count > 1e6:
      throw ValidationError("\(argument): \(limits).")
    default: break
    }
  }

  /// The hop in samples, with a fraction: 10 ms are 220.5 samples at 22,050 Hz.
  func samples(at sampleRate: Double) -> Double {
    switch self {
    case .seconds(let time): max(1, time * sampleRate)
    case .samples(let count): count
    }
  }
}
