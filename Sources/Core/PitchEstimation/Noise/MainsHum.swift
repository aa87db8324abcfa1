internal import SignalProcessing

/// Mains hum: steady lines at the multiples of 50 or 60 Hz.
///
/// Hum is a tone as well, so its lines are removed only while something else sounds. Alone, it is
/// not a note if it was there from the first sample on, has not become quieter since, and has odd
/// multiples of exactly 50 or 60 Hz; every other steady tone is detected, including a drone of 50
/// Hz that begins later.
struct MainsHum: Sendable {
  private typealias Parameters = TrackerParameters.Hum

  private let binWidth: Double
  private let lobe: Int  // the bins on each side of a line
  private let (fallShare, riseShare): (Float, Float)
  private var lines: [Float]  // the lower envelope of the power of each bin
  private var shares: [Float]  // of them that are lines of the hum: `subtraction` or 0
  private var hasStarted = false
  private var isThere = false
  private var mains = 50.0
  private var linePower: Float = 0
  private var (firstPower, isFirst): (Float, Bool) = (0, true)  // from the first sample on

  /// True if the last frame holds nothing but hum.
  private(set) var isAlone = false

  /// - Returns: `nil` if the window is too short to separate lines.
  init?(binCount: Int, frameSize: Int, sampleRate: Double, hopDuration: Double) {
    let resolution = sampleRate / Double(max(1, frameSize))
    guard resolution < Parameters.largestResolution else { return nil }
    binWidth = sampleRate / Double(2 * binCount)
    lobe = Int(2 * resolution / binWidth)
    (fallShare, riseShare) = (
      Float(min(1, hopDuration / Parameters.fall)), Float(min(1, hopDuration / Parameters.rise))
    )
    let count = min(binCount, Int(Parameters.highest / binWidth) + 2 * lobe + 4)
    lines = Array(repeating: 0, count: count)
    shares = Array(repeating: 0, count: count)  // a copy would share storage
  }

  /// Learns from a frame.
  ///
  /// - Parameter power: The power of each bin.
  mutating func learn(_ power: [Float]) {
    let (rise, fall) = hasStarted ? (riseShare, fallShare) : (1, 1)
    power.withUnsafeBufferPointer { power in
      lines.withUnsafeMutableBufferPointer { lines in
        for bin in 0..<lines.count {
          let distance = power[bin] - lines[bin]
          lines[bin] += (distance > 0 ? rise : fall) * distance
        }
      }
    }
    hasStarted = true
  }

  /// Adds the lines found to the power to remove from a frame, if that leaves something.
  ///
  /// - Parameters:
  ///   - taken: The power removed from each bin so far.
  ///   - power: The power of each bin.
  ///   - weights: The weight of each bin.
  mutating func add(to taken: inout [Float], _ power: [Float], weights: [Float]) {
    isAlone = false
    guard isThere else { return }
    var (before, after): (Float, Float) = (0, 0)
    for bin in 1..<weights.count {
      let rest = power[bin] - taken[bin]
      let line = bin < lines.count ? shares[bin] * lines[bin] : 0
      before += weights[bin] * max(0, rest)
      after += weights[bin] * max(0, rest - line)
    }
    guard after > Parameters.leastRest * before else {
      isAlone = firstPower > 0
      return
    }
    for bin in 1..<lines.count { taken[bin] += shares[bin] * lines[bin] }
  }

  /// Searches the frames learned so far for lines of 50 Hz, then of 60 Hz.
  ///
  /// - Parameters:
  ///   - power: The power of each bin of the frame, which counts if it is the first one.
  ///   - noise: The mean power of noise in each bin.
  mutating func find(in power: [Float], above noise: [Float]) {
    if !hasStarted { learn(power) }
    let least = Parameters.leastShare * lines.span.extremes.largest
    isThere =
      findsLines(of: 50, above: noise, least) || findsLines(of: 60, above: noise, least)
    if isFirst { firstPower = isThere ? linePower : 0 }
    if !isThere || linePower < Parameters.leastPower * firstPower { firstPower = 0 }
    isFirst = false
  }

  /// Checks whether a frequency is the pitch of the hum, or one of its first multiples.
  ///
  /// - Parameter frequency: In hertz, as exact as possible.
  /// - Returns: `true` if it is one of them.
  func isPitch(_ frequency: Double) -> Bool {
    let order = (frequency / mains).rounded()
    return (1...Parameters.highestPitchOrder).contains(order)
      && (frequency - order * mains).magnitude < order * Parameters.drift
  }

  /// Marks the bins of the lines at the multiples of a frequency, and returns `true` if there are
  /// enough.
  private mutating func findsLines(
    of mains: Double, above noise: [Float], _ least: Float
  ) -> Bool {
    for bin in 0..<shares.count { shares[bin] = 0 }
    self.mains = mains
    linePower = 0
    var (count, oddCount, order) = (0, 0, 1)
    while true {
      let center = Double(order) * mains / binWidth
      guard let top = top(near: center) else { break }
      if lines[top] > Parameters.leastSignal * noise[top], lines[top] > least,
        (binWidth * (place(of: top) - center)).magnitude < Parameters.reach
      {
        if order <= Parameters.firstCount {
          count += 1
          if order % 2 == 1 { oddCount += 1 }
          linePower += lines[top]
        }
        for bin in max(1, top - lobe)...(top + lobe) { shares[bin] = Parameters.subtraction }
      }
      order += 1
    }
    if oddCount < Parameters.leastOddCount { linePower = 0 }
    return count >= Parameters.leastCount
  }

  /// The bin of the top of the lobe around a position, in bins; `nil` beyond the highest line.
  private func top(near center: Double) -> Int? {
    var bin = Int(nearest: center)
    guard bin + 2 * lobe + 1 < lines.count else { return nil }
    let range = max(1, bin - lobe)...(bin + lobe)
    while bin < range.upperBound, lines[bin + 1] > lines[bin] { bin += 1 }
    while bin > range.lowerBound, lines[bin - 1] > lines[bin] { bin -= 1 }
    return bin
  }

  /// The position of the line whose top is in a bin, in bins.
  private func place(of top: Int) -> Double {
    Double(top)
      + Parabola(
        left: lines[top - 1].squareRoot(), middle: lines[top].squareRoot(),
        right: lines[top + 1].squareRoot()
      ).offset
  }
}
