internal import SignalProcessing

/// The peaks of a spectrum, in space that is allocated once.
struct PeakList: Sendable {
  /// A peak of the spectrum.
  struct Peak: Sendable {
    /// In hertz.
    var frequency = 0.0
    var amplitude = 0.0
  }

  /// In noise there may be more; the weakest are left out.
  static let capacity = 128

  private var peaks = [Peak](repeating: Peak(), count: capacity)
  private(set) var count = 0

  subscript(index: Int) -> Peak { peaks[index] }

  /// The amplitude of the strongest peak; 0 without peaks.
  var highest: Double {
    var highest = 0.0
    for index in 0..<count { highest = max(highest, peaks[index].amplitude) }
    return highest
  }

  mutating func removeAll() { count = 0 }

  mutating func append(_ peak: Peak) {
    if count < Self.capacity {
      peaks[count] = peak
      count += 1
      return
    }
    var weakest = 0
    for index in 1..<count where peaks[index].amplitude < peaks[weakest].amplitude {
      weakest = index
    }
    if peak.amplitude > peaks[weakest].amplitude { peaks[weakest] = peak }
  }
}

extension PolyphonyDetector {
  /// Finds the peaks within 42 dB of the highest that stand 14 dB out of what is beside them, in the
  /// split spectrum in ``buffer``.
  mutating func findPeaks() {
    peaks.removeAll()
    computePowers()
    guard lowBins.count > 16 else { return }
    let least = Self.power(decibels: -42) * highestPower(in: lowBins)
    for bin in lowBins where powers[bin] > least && isPeak(bin, in: lowBins) {
      // The peak of a parabola through three levels.
      let (left, level, right) = (level(bin - 1), level(bin), level(bin + 1))
      let curvature = left - 2 * level + right
      let offset = curvature < 0 ? 0.5 * (left - right) / curvature : 0
      peaks.append(
        PeakList.Peak(
          frequency: (Double(bin) + offset) * binWidth, amplitude: powers[bin].squareRoot()))
    }
  }

  /// Looks for a strong peak above the range of ``peaks`` that is no partial of a tone.
  ///
  /// - Parameter tone: The tone that explains the peaks; `nil` if there are none.
  /// - Returns: True if there is one.
  func hasOtherPeaks(above tone: PartialSeries?) -> Bool {
    guard highBins.count > 16 else { return false }
    let above = highestPower(in: highBins)
    let least = Self.power(decibels: -30) * max(above, highestPower(in: lowBins))
    guard above > least else { return false }
    for bin in highBins where powers[bin] > least && isPeak(bin, in: highBins) {
      guard let tone else { return true }
      if tone.order(of: Double(bin) * binWidth) == nil { return true }
    }
    return false
  }

  private mutating func computePowers() {
    let half = buffer.count / 2
    for bin in lowBins.lowerBound - 2..<highBins.upperBound + 2 {
      let (real, imaginary) = (Double(buffer[bin]), Double(buffer[half + bin]))
      powers[bin] = real * real + imaginary * imaginary + 1e-24
    }
  }

  private static func power(decibels: Double) -> Double { Elementary.power(10, decibels / 10) }

  private func level(_ bin: Int) -> Double { 10 * Elementary.log10(powers[bin]) }

  private func highestPower(in bins: Range<Int>) -> Double {
    var highest = 0.0
    for bin in bins { highest = max(highest, powers[bin]) }
    return highest
  }

  /// Returns true if a bin is the highest within the main lobe of the window, and 14 dB above the
  /// median of what is beside it.
  private func isPeak(_ bin: Int, in bins: Range<Int>) -> Bool {
    let lobe = max(2, 2 * buffer.count / window.weights.count)
    for other in max(bins.lowerBound, bin - lobe)...min(bins.upperBound - 1, bin + lobe)
    where powers[other] > powers[bin] { return false }
    let reach = max(8, Int(120 / binWidth))
    let beside = max(bins.lowerBound, bin - reach)...min(bins.upperBound - 1, bin + reach)
    let least = Self.power(decibels: -14) * powers[bin]
    var lowerCount = 0
    for other in beside where powers[other] < least { lowerCount += 1 }
    return lowerCount > beside.count / 2
  }
}

extension PolyphonyDetector {
  /// Collects the strong peaks that remain when one tone has explained as many as possible; none if
  /// less than ``leastShare`` of the amplitudes remains.
  ///
  /// - Returns: The share of the amplitudes that remains, and the tone; `nil` if there is none.
  static func findUnexplained(
    in peaks: borrowing PeakList, _ remaining: inout PeakList
  ) -> (share: Double, tone: PartialSeries?) {
    remaining.removeAll()
    let highest = peaks.highest
    var sum = 0.0
    for index in 0..<peaks.count where isStrong(peaks[index], highest) {
      sum += peaks[index].amplitude
    }
    let stiffnesses: InlineArray<5, Double> = [0, 1e-4, 3e-4, 1e-3, 3e-3]
    var least = sum
    var best: PartialSeries?
    var (level, position) = (Double.infinity, -1)  // of the peak that was tried last
    for _ in 0..<min(6, peaks.count) {
      guard let next = nextStrongest(in: peaks, after: position, level) else { break }
      (level, position) = (peaks[next].amplitude, next)
      for order in 1...12 where peaks[next].frequency / Double(order) >= 24 {
        for index in stiffnesses.indices {
          let tone = PartialSeries(
            peaks[next].frequency, order: order, stiffness: stiffnesses[index])
          let rest = amplitude(in: peaks, besides: tone, highest, limit: least)
          guard rest < least, tone.isTone(in: peaks) else { continue }
          (least, best) = (rest, tone)
        }
      }
    }
    guard sum > 0 else { return (0, nil) }
    guard least > leastShare * sum else { return (least / sum, best) }
    for index in 0..<peaks.count where peaks[index].amplitude > 0.1 * highest {
      let peak = peaks[index]
      if isStrong(peak, highest), best?.order(of: peak.frequency) == nil { remaining.append(peak) }
    }
    return (least / sum, best)
  }

  /// Within 30 dB of the highest; what the mains hum is no tone.
  private static func isStrong(_ peak: PeakList.Peak, _ highest: Double) -> Bool {
    peak.amplitude > 0.0316 * highest && !isHum(peak.frequency)
  }

  private static func isHum(_ frequency: Double) -> Bool {
    guard frequency < 620 else { return false }
    return isMultiple(frequency, of: 50) || isMultiple(frequency, of: 60)
  }

  private static func isMultiple(_ frequency: Double, of mains: Double) -> Bool {
    let ratio = frequency / mains
    return abs(ratio - ratio.rounded()) * mains < 1
  }

  /// Returns the strongest peak after one, from the strongest.
  private static func nextStrongest(
    in peaks: borrowing PeakList, after position: Int, _ level: Double
  ) -> Int? {
    var best: Int?
    for index in 0..<peaks.count {
      let amplitude = peaks[index].amplitude
      guard amplitude < level || amplitude == level && index > position else { continue }
      if let best, peaks[best].amplitude >= amplitude { continue }
      best = index
    }
    return best
  }

  /// Returns the sum of the strong amplitudes that a tone does not explain, or more than `limit`.
  private static func amplitude(
    in peaks: borrowing PeakList, besides tone: PartialSeries, _ highest: Double, limit: Double
  ) -> Double {
    var sum = 0.0
    for index in 0..<peaks.count where sum < limit {
      let peak = peaks[index]
      if isStrong(peak, highest), tone.order(of: peak.frequency) == nil { sum += peak.amplitude }
    }
    return sum
  }
}

/// The partials of a string: partial n at n · f · √(1 + Bn²).
struct PartialSeries: Sendable {
  private let fundamental: Double
  private let stiffness: Double

  init(_ frequency: Double, order: Int, stiffness: Double) {
    let order = Double(order)
    fundamental = frequency / order / (1 + stiffness * order * order).squareRoot()
    self.stiffness = stiffness
  }

  /// The number of the partial at a frequency; `nil` if none is near.
  func order(of frequency: Double) -> Int? {
    let ratio = frequency / fundamental
    // n²(1 + Bn²) = ratio², solved for n².
    let square =
      stiffness > 0
      ? ((1 + 4 * stiffness * ratio * ratio).squareRoot() - 1) / (2 * stiffness) : ratio * ratio
    let order = min(80, max(1, square.squareRoot().rounded()))
    let place = order * fundamental * (1 + stiffness * order * order).squareRoot()
    // 30 cents and 2 more for each partial, up to a quarter of the distance of two partials.
    let tolerance = min((30 + 2 * order) * 5.78e-4, 0.25 / order)
    return abs(frequency / place - 1) < tolerance ? Int(order) : nil
  }

  /// True for the series of a tone, not of the common divisor of several: the fundamental, or nearly
  /// all of the low partials, or six in a row.
  func isTone(in peaks: borrowing PeakList) -> Bool {
    var isPresent = InlineArray<82, Bool>(repeating: false)
    var highest = 0
    for index in 0..<peaks.count {
      guard let order = order(of: peaks[index].frequency) else { continue }
      isPresent[order] = true
      highest = max(highest, order)
    }
    if isPresent[1] { return true }
    let top = min(8, highest)
    guard top > 0 else { return false }
    var (lowCount, run) = (0, 0)
    for order in 1...top where isPresent[order] { lowCount += 1 }
    if Double(lowCount) >= 0.8 * Double(top) { return true }
    for order in 1...highest {
      run = isPresent[order] ? run + 1 : 0
      if run >= 6 { return true }
    }
    return false
  }
}
