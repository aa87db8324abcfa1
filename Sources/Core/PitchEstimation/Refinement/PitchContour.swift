internal import SignalProcessing

/// The pitch around a frame, at steps of about 10 ms.
struct PitchContour: Sendable {
  private typealias Parameters = TrackerParameters.Contour

  /// The number of steps to either side.
  static let reach = 5
  /// The frequencies in hertz at 1, 2, … steps; 0 if the sound is unvoiced, NaN if it is not known.
  typealias Side = InlineArray<5, Double>

  /// Returns the number of frames in a step.
  static func step(hopDuration: Double) -> Int {
    max(1, Int((Parameters.step / hopDuration).rounded()))
  }

  let frequency: Double
  let past: Side
  let future: Side
  /// False if no pitch of ``future`` ever is known.
  let looksAhead: Bool

  /// The nearer of two steady notes that meet in the frame, in hertz; `nil` if there are none. Such
  /// a frame repeats at neither of their periods.
  var nearerNote: Double? {
    guard looksAhead else { return nil }
    // Both may still sound one step away.
    let (before, after) = (past[1], future[1])
    guard (before - after).magnitude > Parameters.leastStep * before, isOther(than: past),
      isOther(than: future)
    else { return nil }
    let isLow = frequency * frequency < before * after
    return isLow == (before < after) ? before : after
  }

  /// Returns `true` if the sound ends within some of the next steps.
  func ends(within reach: Int) -> Bool {
    guard looksAhead else { return false }
    for step in 0..<reach where future[step] == 0 { return true }
    return false
  }

  /// Returns `true` if a side holds still from its second step on, at another frequency.
  @inline(never)
  private func isOther(than side: Side) -> Bool {
    let limit = Parameters.stillness * side[1]
    return (side[1] - frequency).magnitude > limit && (side[1] - side[2]).magnitude < limit
      && (side[1] - side[3]).magnitude < limit
  }

  /// The straight line through the pitch around the frame.
  struct Line {
    /// The share by which the pitch changes per step.
    var slope = 0.0
    /// The largest distance of the pitch from the line, in cents.
    var deviation = Double.infinity
  }

  /// Fits a straight line; steps that are not known yet are left out.
  ///
  /// - Parameter reach: The steps to look at on each side, up to ``reach``.
  /// - Returns: A level line of infinite deviation if any of them is unvoiced.
  func line(within reach: Int) -> Line {
    var octaves = InlineArray<11, Double>(repeating: 0)
    var (first, last) = (0, 0)
    for step in 1...reach {
      guard past[step - 1] != 0, future[step - 1] != 0 else { return Line() }
      if past[step - 1] > 0, first == step - 1 {
        octaves[Self.reach - step] = Elementary.log2(past[step - 1] / frequency)
        first = step
      }
      if future[step - 1] > 0, last == step - 1 {
        octaves[Self.reach + step] = Elementary.log2(future[step - 1] / frequency)
        last = step
      }
    }
    return Self.line(through: octaves, Self.reach - first, Self.reach + last)
  }

  /// Returns the mean of the pitch around the frame in a window of twice `reach`: the weight falls
  /// with the distance from the middle.
  ///
  /// - Parameter reach: The steps to look at on each side, up to ``reach``.
  /// - Returns: In hertz; `nil` if any of them is unvoiced or not known.
  func mean(within reach: Int) -> Double? {
    var (sum, weights) = (0.0, 1.0)
    for step in 1...reach {
      guard past[step - 1] > 0, future[step - 1] > 0 else { return nil }
      let share = Double(step) / Double(reach)
      let weight = 1 - share * share
      sum += weight * Elementary.log2(past[step - 1] / frequency)
      sum += weight * Elementary.log2(future[step - 1] / frequency)
      weights += 2 * weight
    }
    return frequency * Elementary.exp2(sum / weights)
  }

  private static func line(
    through values: InlineArray<11, Double>, _ first: Int, _ last: Int
  ) -> Line {
    let count = Double(last - first + 1)
    let middle = Double(first + last) / 2
    var (sum, product, squares) = (0.0, 0.0, 0.0)
    for index in first..<(last + 1) {
      let distance = Double(index) - middle
      sum += values[index]
      product += distance * values[index]
      squares += distance * distance
    }
    let slope = squares > 0 ? product / squares : 0
    var greatest = 0.0
    for index in first..<(last + 1) {
      let expected = sum / count + slope * (Double(index) - middle)
      greatest = max(greatest, (values[index] - expected).magnitude)
    }
    return Line(slope: slope * Elementary.log(2), deviation: 1200 * greatest)
  }
}
