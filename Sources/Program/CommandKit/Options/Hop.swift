import ArgumentParser

/// The `--hop` from one reading to the next.
package enum Hop: Hashable, Sendable {
  case seconds(Double)
  case samples(Double)

  /// 100 readings a second.
  package static let standard = Hop.seconds(0.01)

  /// Reads `10ms`, `0.01s` or `441samples`.
  package init(argument: String) throws {
    let value = NumberWithUnit(argument)
    try value?.requireUnit(["ms", "samples"])
    guard let value, value.number > 0 else { throw Self.unreadable }
    switch value.unit {
    case "ms", "s": self = .seconds(value.seconds ?? 0)
    case "samples", "sample": self = .samples(value.number)
    default: throw Self.unreadable
    }
    let limits = "a hop must be between 1 sample and 10 s"
    switch self {
    case .seconds(let time) where time > 10: throw ValidationError("\(argument): \(limits).")
    case .samples(let count) where count < 1 || count > 1e6:
      throw ValidationError("\(argument): \(limits).")
    default: break
    }
  }

  private static var unreadable: ValidationError {
    ValidationError("Write a time or a number of samples, such as 10ms, 0.01s or 441samples.")
  }

  /// The hop in samples, with a fraction: 10 ms are 220.5 samples at 22,050 Hz.
  package func samples(at sampleRate: Double) -> Double {
    switch self {
    case .seconds(let time): max(1, time * sampleRate)
    case .samples(let count): count
    }
  }
}
