import CommandIO

/// The results of the self-test as a table, and as JSON.
package enum SelfTestTable {
  /// What the recordings are.
  package static func heading(count: Int, seed: UInt64) -> String {
    """
    \(count) harmonic tones of 55...1760 Hz, 0.5 s each at 44.1 kHz, seed \(seed), hop 10 ms:
    clean (errors in cents), at 10 dB in white noise, and white noise alone (alarms).
    Speed is in times real time, on one thread.

    """
  }

  package static let header = row([
    "method", "median", "95 %", "missed", "right", "octaves", "alarms", "speed",
  ])

  package static func row(_ result: SelfTestResult) -> String {
    row([
      result.method, cents(result.medianError), cents(result.percentile95Error),
      percent(result.missed), percent(result.rawPitchAccuracy), percent(result.octaveErrors),
      percent(result.falseAlarms), result.speed.formatted(decimals: 0) + " x",
    ])
  }

  package static func json(_ results: [SelfTestResult]) -> String {
    let objects = results.map { result in
      let members: [(key: String, value: Double?)] = [
        ("medianCents", result.medianError), ("percentile95Cents", result.percentile95Error),
        ("missed", result.missed), ("noisyRawPitchAccuracy", result.rawPitchAccuracy),
        ("noisyOctaveErrorRate", result.octaveErrors), ("noiseFalseAlarms", result.falseAlarms),
        ("timesRealTime", result.speed),
      ]
      let numbers = members.map { member in
        ",\(member.key.jsonQuoted):" + (member.value?.formatted(decimals: 6) ?? "null")
      }
      return "{\"method\":\(result.method.jsonQuoted)" + numbers.joined() + "}"
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  /// What ``bounds(_:method:)`` shows.
  package static func boundHeading(trials: Int, seed: UInt64) -> String {
    """
    \(trials) steady harmonic tones of 82...880 Hz in white noise, seed \(seed), one reading each, by
    100 ms of sound: root-mean-square errors in cents, beside the Cramer-Rao bound.

    """
  }

  package static let boundHeader = row(["method", "SNR", "bound", "error", "ratio", "missed"])

  package static func row(_ result: SelfTestBound, method: String) -> String {
    row([
      method, result.signalToNoise.formatted(decimals: 0) + " dB", cents(result.bound),
      cents(result.error), result.ratio.formatted(decimals: 2), "\(result.missed)",
    ])
  }

  package static func json(_ results: [(method: String, bound: SelfTestBound)]) -> String {
    let objects = results.map { method, result in
      let members: [(key: String, value: Double)] = [
        ("signalToNoise", result.signalToNoise), ("boundCents", result.bound),
        ("errorCents", result.error), ("ratio", result.ratio), ("missed", Double(result.missed)),
      ]
      let numbers = members.map { ",\($0.key.jsonQuoted):" + $0.value.formatted(decimals: 6) }
      return "{\"method\":\(method.jsonQuoted)" + numbers.joined() + "}"
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  private static func row(_ cells: [String]) -> String {
    cells[0].left(18) + cells.dropFirst().map { $0.right(9) }.joined() + "\n"
  }

  private static func cents(_ value: Double?) -> String {
    value.map { $0.formatted(decimals: $0 < 10 ? 4 : 1) } ?? "-"
  }

  private static func percent(_ value: Double) -> String {
    (100 * value).formatted(decimals: 1) + " %"
  }
}
