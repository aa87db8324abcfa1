// A pitch estimator of your own, in the package's tracker.
//
//     OwnEstimator a.wav

import AudioFiles
import Foundation  // for standard error and the exit status
import Kammerton

/// Prints a reason to standard error, and exits.
func stop(_ reason: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("OwnEstimator: \(reason)\n".utf8))
  exit(status)
}

/// The lag at which a frame is most like itself, by brute force.
///
/// `PitchTracker` adds everything that an estimator need not know: frames, hops, the level gate, and
/// the decision over time which frames are voiced.
struct BruteForce: PitchEstimator {
  let sampleRate: Double
  let lags = 32...800  // samples: 1500 Hz to 60 Hz at 48 kHz
  /// The frame size and `estimate` are the only two requirements.
  var frameSize: Int { 3 * lags.upperBound }
  /// Readings are voiced from this periodicity on.
  var voicingThreshold: Double { 0.8 }

  mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    let values = lags.map { similarity(of: frame, at: $0) }
    // A sound repeats at twice its period as well: take the first peak that is almost the best.
    let best = values.max() ?? 0
    guard best > 0, var position = values.firstIndex(where: { $0 > 0.9 * best }) else { return nil }
    while position + 1 < values.count, values[position + 1] > values[position] { position += 1 }
    guard position > 0, position + 1 < values.count else { return nil }
    // The top of a parabola through three values lies between the samples.
    let slope = (values[position + 1] - values[position - 1]) / 2
    let curvature = 2 * values[position] - values[position + 1] - values[position - 1]
    let lag = Double(lags.lowerBound + position) + (curvature > 0 ? slope / curvature : 0)
    return PitchCandidate(frequency: sampleRate / lag, periodicity: min(1, values[position]))
  }

  /// The correlation of a frame with itself, one lag later: 1 if both are equal.
  private func similarity(of frame: Span<Float>, at lag: Int) -> Double {
    var (product, energy) = (0.0, 0.0)
    for index in 0..<frame.count - lags.upperBound {
      let (now, later) = (Double(frame[index]), Double(frame[index + lag]))
      product += now * later
      energy += (now * now + later * later) / 2
    }
    return energy > 0 ? product / energy : 0
  }
}

/// Prints the time, in seconds, and the frequency, in hertz, of each voiced reading of a file.
func track(_ path: String) throws {
  var reader = try AudioFileReader(path: path)
  let estimator = BruteForce(sampleRate: reader.sampleRate)
  var tracker = try PitchTracker(
    estimator, sampleRate: reader.sampleRate, hopSize: reader.sampleRate / 10)
  tracker.append(try reader.readAll())
  tracker.finish()
  while let reading = tracker.next() {
    if let frequency = reading.frequency { print(reading.time, frequency) }
  }
}

guard let path = CommandLine.arguments.dropFirst().first else {
  stop("Usage: OwnEstimator FILE", status: 64)
}
do {
  try track(path)
} catch {
  stop("\(error)", status: 1)
}
