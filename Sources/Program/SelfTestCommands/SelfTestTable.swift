import CommandKit
import MusicTheory

/// The results of the self-test as a table, and as JSON.
enum SelfTestTable {
  /// Returns the description of the recordings.
  static func heading(count: Int, seed: UInt64) -> String {
    """
    \(count) harmonic tones of 55...1760 Hz, 0.5 s each at 44.1 kHz, seed \(seed), hop 10 ms:
    clean (errors in cents), at 10 dB in white noise, and white noise alone (alarms).
    Speed is in times real time, on one thread.

    """
  }

  static let header = row([
    "method", "median", "95 %", "missed", "right", "octaves", "alarms", "speed",
  ])

  static func row(_ result: SelfTestResult) -> String {
    row([
      result.method, cents(result.medianError), cents(result.percentile95Error),
      percent(result.missed), percent(result.rawPitchAccuracy), percent(result.octaveErrors),
      percent(result.falseAlarms), result.speed.formatted(decimals: 0) + " x",
    ])
  }

  static func json(_ results: [SelfTestResult]) -> String {
    JSON.lines(
      results.map { result in
        [
          "method": .text(result.method), "medianCents": .number(result.medianError, decimals: 6),
          "percentile95Cents": .number(result.percentile95Error, decimals: 6),
          "missed": .number(result.missed, decimals: 6),
          "noisyRawPitchAccuracy": .number(result.rawPitchAccuracy, decimals: 6),
          "noisyOctaveErrorRate": .number(result.octaveErrors, decimals: 6),
          "noiseFalseAlarms": .number(result.falseAlarms, decimals: 6),
          "timesRealTime": .number(result.speed, decimals: 6),
        ]
      })
  }

  /// Returns the description of the rows of bounds.
  static func boundHeading(trials: Int, seeds: ClosedRange<UInt64>) -> String {
    """
    \(trials) tones of 82...880 Hz in white noise for each of the seeds \(seeds.lowerBound)...\(seeds.upperBound), \
    one reading each:
    root-mean-square errors in cents, beside the Cramer-Rao bound of the \
    \((1000 * SelfTestBound.window).formatted(decimals: 0)) ms in the middle, and
    in units of it: mean and worst seed. What uses more sound can come below 1.

    """
  }

  static let boundHeader = row([
    "method", "tone", "SNR", "bound", "error", "mean", "worst", "missed",
  ])

  static func row(_ result: SelfTestBounds, method: String) -> String {
    row([
      method, result.shape.rawValue, decibels(result.signalToNoise), cents(result.bound),
      cents(result.error), result.meanRatio.formatted(decimals: 2),
      result.worstRatio.formatted(decimals: 2), "\(result.missed)",
    ])
  }

  static func json(_ results: [(method: String, bounds: SelfTestBounds)]) -> String {
    JSON.lines(
      results.map { method, result in
        [
          "method": .text(method), "tone": .text(result.shape.rawValue),
          "signalToNoise": .number(result.signalToNoise, decimals: 6),
          "boundCents": .number(result.bound, decimals: 6),
          "errorCents": .number(result.error, decimals: 6),
          "ratio": .number(result.meanRatio, decimals: 6),
          "worstRatio": .number(result.worstRatio, decimals: 6),
          "missed": .number(Double(result.missed), decimals: 6),
        ]
      })
  }

  /// The description of the rows of the noise sweep.
  static let noiseHeading = """
    Tones of A0...C8 in white noise, by the SNR over the band of 44.1 kHz: root-mean-square errors
    in cents of the voiced readings, of the near ones (within 50 cents), and shares of all readings.

    """

  static let noiseHeader = row([
    "method", "tone", "SNR", "error", "near", "in 5 c", "in 50 c", "unvoiced",
  ])

  static func row(_ row: SelfTestNoiseSweep.Row, method: String) -> String {
    let tally = row.tally
    return self.row([
      method, row.shape.rawValue, decibels(row.level), cents(tally.rootMeanSquare),
      cents(tally.nearRootMeanSquare), percent(tally.share(within: 5)),
      percent(tally.share(within: 50)), percent(tally.unvoicedShare),
    ])
  }

  /// Returns, for each measure of a shape, whether it worsens with every step of the noise, and the
  /// steps at which it does not; and the keys with less than half of their readings within 5 cents.
  ///
  /// - Parameter rows: From the highest ratio to the lowest.
  /// - Returns: Up to two lines.
  static func course(of rows: [SelfTestNoiseSweep.Row]) -> String {
    let measures: [(name: String, badness: (SelfTestTally) -> Double)] = [
      ("error", { $0.rootMeanSquare ?? .infinity }),
      ("near error", { $0.nearRootMeanSquare ?? .infinity }),
      ("share in 5 c", { -$0.share(within: 5) }),
    ]
    let words = measures.map { name, badness in
      let better = zip(rows, rows.dropFirst())
        .filter { badness($1.tally) < badness($0.tally) }
        .map { "\(decibels($0.level)) to \(decibels($1.level))" }
      return "\(name) "
        + (better.isEmpty ? "monotonic" : "better from " + better.joined(separator: ", "))
    }
    let failing = failingKeys(of: rows)
    return "  " + words.joined(separator: "; ") + "\n"
      + (failing.isEmpty ? "" : "  less than half in 5 c: \(failing.joined(separator: ", "))\n")
  }

  /// Returns each failing key with the highest ratio at which it fails.
  private static func failingKeys(of rows: [SelfTestNoiseSweep.Row]) -> [String] {
    let keys = Set(rows.flatMap(\.keyTallies.keys)).sorted()
    return keys.compactMap { key in
      let first = rows.first { ($0.keyTallies[key]?.share(within: 5) ?? 1) < 0.5 }
      return first.map { "\(Note(midiNumber: key)) \(decibels($0.level))" }
    }
  }

  private static func row(_ cells: [String]) -> String {
    cells[0].left(17) + cells.dropFirst().map { $0.right(9) }.joined() + "\n"
  }

  private static func cents(_ value: Double?) -> String {
    value.map { $0.formatted(decimals: $0 < 10 ? 4 : 1) } ?? "-"
  }

  private static func decibels(_ value: Double) -> String {
    value.formatted(decimals: 0) + " dB"
  }

  private static func percent(_ value: Double) -> String {
    (100 * value).formatted(decimals: 1) + " %"
  }
}
