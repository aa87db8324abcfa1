internal import SignalProcessing

/// Fits a straight line, and a sine of every rate a vibrato may have, to the pitches of a note.
///
/// The rate whose sine leaves the least error is the vibrato's if the sine explains most of the
/// line's residual. Least squares at the readings' own times (P. Vaníček, 1971) need no whole
/// number of swings, and tolerate gaps.
struct VibratoFit {
  /// The rates to test, in hertz. Those of singers and players are in 4...8.
  static let rates = 3.0...12.0
  /// The smallest extent of a vibrato, in cents.
  static let leastExtent = 5.0
  /// The lowest share of the variance that the sine must explain.
  static let leastShare = 0.5
  /// The least number of swings within the note.
  static let leastSwings = 2.0

  let vibrato: PitchNote.Vibrato?

  /// - Complexity: O(n · t) for n readings over t seconds. Only 1000 count, about 10 ms apart.
  init(_ points: [NoteDraft.Point]) {
    let duration = points[points.count - 1].time - points[0].time
    let perReading = duration > 0 ? 0.01 * Double(points.count - 1) / duration : 1
    let step = max(1, Int(min(perReading, 1e6)))
    vibrato = Self.fit(
      stride(from: 0, to: points.count, by: step).prefix(1000).map { points[$0] })
  }

  private static func fit(_ points: [NoteDraft.Point]) -> PitchNote.Vibrato? {
    guard points.count >= 8, let first = points.first, let last = points.last else { return nil }
    let duration = last.time - first.time
    let lowest = max(rates.lowerBound, leastSwings / duration)
    // Fewer than four readings per swing are not enough.
    let highest = min(rates.upperBound, Double(points.count - 1) / duration / 4)
    guard lowest < highest else { return nil }
    let residuals = Residuals(points)
    guard residuals.variance > leastExtent * leastExtent / 8 else { return nil }
    let rate = residuals.bestRate(in: lowest...highest, step: 0.1 / duration)
    let sine = residuals.sine(at: rate)
    guard sine.explained >= leastShare, sine.amplitude >= leastExtent else { return nil }
    return PitchNote.Vibrato(rate: rate, extent: sine.amplitude)
  }
}

/// The residuals of a straight line through the pitches of a note.
private struct Residuals {
  var times: [Double] = []  // seconds from the middle of the note
  var values: [Double] = []  // cents
  private var power = 0.0

  var variance: Double { power / Double(values.count) }

  init(_ points: [NoteDraft.Point]) {
    let count = Double(points.count)
    let meanTime = points.reduce(0) { $0 + $1.time } / count
    let meanPitch = points.reduce(0) { $0 + $1.pitch } / count
    var (product, square) = (0.0, 0.0)
    for point in points {
      product += (point.time - meanTime) * (point.pitch - meanPitch)
      square += (point.time - meanTime) * (point.time - meanTime)
    }
    let slope = square > 0 ? product / square : 0
    for point in points {
      times.append(point.time - meanTime)
      let value = point.pitch - meanPitch - slope * (point.time - meanTime)
      values.append(value)
      power += value * value
    }
  }

  /// The rate whose sine explains most: a grid, then halving steps around its best point.
  func bestRate(in rates: ClosedRange<Double>, step: Double) -> Double {
    var best = rates.lowerBound
    var most = sine(at: best).explained
    func consider(_ rate: Double) {
      guard rates.contains(rate) else { return }
      let explained = sine(at: rate).explained
      if explained > most { (best, most) = (rate, explained) }
    }
    for rate in stride(from: rates.lowerBound, through: rates.upperBound, by: step) {
      consider(rate)
    }
    var step = step / 2
    while step > 1e-4 {
      let center = best
      consider(center - step)
      consider(center + step)
      step /= 2
    }
    return best
  }

  /// The best sine of one rate beside a constant and a slope: its amplitude in cents, and the share
  /// of the power that it explains.
  func sine(at rate: Double) -> (amplitude: Double, explained: Double) {
    var normal = NormalEquations()
    for index in times.indices {
      let angle = 2 * .pi * rate * times[index]
      normal.add(
        [Elementary.cos(angle), Elementary.sin(angle), 1, times[index]], value: values[index])
    }
    guard let fit = normal.solution() else { return (0, 0) }
    let amplitude = (fit.weights[0] * fit.weights[0] + fit.weights[1] * fit.weights[1])
      .squareRoot()
    return (amplitude, power > 0 ? fit.explainedPower / power : 0)
  }
}

/// A linear least-squares fit of four functions, by the normal equations.
private struct NormalEquations {
  private var matrix = InlineArray<4, InlineArray<4, Double>>(repeating: InlineArray(repeating: 0))
  private var right = InlineArray<4, Double>(repeating: 0)

  mutating func add(_ functions: InlineArray<4, Double>, value: Double) {
    for row in 0..<4 {
      for column in 0..<4 { matrix[row][column] += functions[row] * functions[column] }
      right[row] += functions[row] * value
    }
  }

  /// Solves by Gaussian elimination; the matrix is symmetric and positive, so no pivot is sought.
  func solution() -> (weights: InlineArray<4, Double>, explainedPower: Double)? {
    var (matrix, rest) = (matrix, right)
    for pivot in 0..<4 {
      guard matrix[pivot][pivot] > 1e-12 else { return nil }
      for row in (pivot + 1)..<4 {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot..<4 { matrix[row][column] -= factor * matrix[pivot][column] }
        rest[row] -= factor * rest[pivot]
      }
    }
    var weights = InlineArray<4, Double>(repeating: 0)
    var explained = 0.0
    for row in (0..<4).reversed() {
      var sum = rest[row]
      for column in (row + 1)..<4 { sum -= matrix[row][column] * weights[column] }
      weights[row] = sum / matrix[row][row]
      explained += weights[row] * right[row]
    }
    return (weights, explained)
  }
}
