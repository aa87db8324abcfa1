internal import SignalProcessing

/// A note that is still growing.
struct NoteDraft: Sendable {
  struct Point: Sendable {
    var time: Double  // seconds
    var pitch: Double  // cents, on any scale
    var level: Double  // dBFS
  }

  private(set) var points: [Point]  // in order of time, the first ones only
  private var sorted: [Double]  // their pitches
  private let onset: Double  // of the sound; the first point is in tune
  private var lastTime: Double
  private var level: Double

  /// Starts at a point; the sound may have started before, at `onset`.
  init(_ point: Point, onset: Double?) {
    points = [point]
    sorted = [point.pitch]
    self.onset = onset ?? point.time
    lastTime = point.time
    level = point.level
  }

  mutating func append(_ point: Point) {
    lastTime = point.time
    level = max(level, point.level)
    guard points.count < Self.longestMeasured else { return }
    points.append(point)
    sorted.insert(point.pitch, at: position(of: point.pitch))
  }

  /// The duration of the pitch, in seconds: each reading stands for one hop.
  func duration(hop: Double) -> Double { lastTime - points[0].time + hop + 1e-9 }

  func isNear(_ point: Point, within limit: Double) -> Bool {
    (point.pitch - median).magnitude <= limit
  }

  func finished(hop: Double) -> PitchNote {
    let center = median
    let sum = points.reduce(0) { $0 + ($1.pitch - center) * ($1.pitch - center) }
    return PitchNote(
      onset: max(0, onset - hop / 2), offset: lastTime + hop / 2,
      frequency: Elementary.ratio(ofCents: center),
      spread: (sum / Double(points.count)).squareRoot(),
      vibrato: VibratoFit(points).vibrato, level: level)
  }

  private var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The index of the first pitch that is not below `pitch`, by bisection.
  private func position(of pitch: Double) -> Int {
    var (lower, upper) = (0, sorted.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if sorted[middle] < pitch { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  private static let longestMeasured = 16_384
}
