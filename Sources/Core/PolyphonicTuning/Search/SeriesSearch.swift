internal import SignalProcessing

/// Finds roughly where each string of several is, within ``reach`` of its target: to two cents, and
/// B to its order of magnitude.
///
/// Each string is looked for on a grid of frequencies and of B, by how much of the spectrum's peaks
/// its partials explain; a partial without a peak costs something. Peaks that another string
/// explains count a fifth, so that the third partial of an E is not taken for a B. Every string is
/// looked for three times, with what was found of the others.
struct SeriesSearch: Sendable {
  /// One string as found.
  struct Candidate: Sendable {
    var series: StringSeries
    /// The sum of the weights of its peaks, less what is missing.
    var score: Float
  }

  /// The largest distance of a string from its target, in cents.
  static let reach = 120
  private static let spacing = 2  // cents
  private static let stiffnesses = [1e-5, 4e-5, 7e-5, 1.1e-4, 1.6e-4, 2.4e-4, 3.6e-4, 5.4e-4]
  private static let highestOrder = 12
  private static let claimedOrders = 40
  private static let claimedShare: Float = 0.2
  private static let priceOfMissing: Float = 0.04

  private static let closeness = 0.002  // 3.5 cents
  private static let preference: Float = 1.1

  private(set) var candidates: [Candidate]
  /// The weight of the strongest peak among the first partials' that no string explains, 0...1.
  private(set) var strangest: Float = 0
  private let lowest: Double
  private let highest: Double
  private let targets: [Double]
  private let spreads: [Double]  // how far from its series a string may have lines, as a ratio
  private let downwards: [Int]  // the targets from the highest
  private let ratios: [Double]  // of frequencies on the grid
  private let stretches: [Double]  // of partial and B
  private let orderCounts: [Int]
  private var width = 1.0  // a frequency bin of the frame, in hertz
  private var values: [Float]  // of partial, B, ratio, target: the fit, by the peak's weight
  private var peaks: [Int32]  // the peak that it fits
  private var missing: [Float]  // of B, ratio, target
  private var shares: [Float]  // of each peak: its weight in the score

  /// Creates the workspace for targets and partials up to `top`, in hertz; `spreads` are those of
  /// courses, as a ratio.
  init(targets: [Double], spreads: [Double], top: Double, peakCapacity: Int) {
    self.targets = targets
    self.spreads = spreads
    lowest = 0.9 * (targets.min() ?? 0)
    highest = 2.2 * (targets.max() ?? 0)
    downwards = targets.indices.ascending { -targets[$0] }
    ratios = stride(from: -Self.reach, through: Self.reach, by: Self.spacing).map {
      Elementary.ratio(ofCents: Double($0))
    }
    stretches = Self.stiffnesses.flatMap { stiffness in
      (1...Self.highestOrder).map {
        StringSeries(frequency: 1, inharmonicity: stiffness).partial($0)
      }
    }
    orderCounts = targets.map { max(1, min(Self.highestOrder, Int(top / $0))) }
    candidates = targets.map {
      Candidate(series: StringSeries(frequency: $0, inharmonicity: 1e-5), score: 0)
    }
    let cells = targets.count * Self.stiffnesses.count * ratios.count
    values = Array(repeating: 0, count: cells * Self.highestOrder)
    peaks = Array(repeating: 0, count: cells * Self.highestOrder)
    missing = Array(repeating: 0, count: cells)
    shares = Array(repeating: 1, count: peakCapacity)
  }

  /// Looks for all strings in a frame of `duration` seconds.
  ///
  /// `expected` is the previous frequency of each string, in hertz, or 0. A string hardly moves, so
  /// that another one must be better by a tenth.
  mutating func search(
    _ found: borrowing SpectrumPeaks, duration: Double, near expected: [Double]
  ) {
    width = 1 / duration
    for index in candidates.indices { candidates[index].score = 0 }
    guard found.count > 1 else { return }
    for target in targets.indices { tabulate(target, found) }
    for target in downwards { locate(target, found, near: expected[target]) }
    for _ in 0..<2 {
      for target in targets.indices { locate(target, found, near: expected[target]) }
    }
  }

  /// Tabulates how well each partial on the grid fits a peak.
  private mutating func tabulate(_ target: Int, _ found: borrowing SpectrumPeaks) {
    let orderCount = orderCounts[target]
    var cell = target * Self.stiffnesses.count * ratios.count
    for stiffness in Self.stiffnesses.indices {
      for ratio in ratios {
        var absent: Float = 0
        for order in 0..<orderCount {
          let frequency =
            targets[target] * ratio * stretches[stiffness * Self.highestOrder + order]
          let peak = found.index(nearestTo: frequency)
          let distance = found.frequencies[peak] - frequency
          let (near, far) = (0.3 * width, 0.0015 * frequency)
          let exponent = 0.5 * distance * distance / (near * near + far * far)
          // exp(−x) below a tenth, where a partial is missing: from 2.3 on.
          let fit: Float = exponent > 8 ? 0 : Float(Elementary.exp(-exponent))
          if fit < 0.1 { absent += Self.priceOfMissing }
          values[cell * Self.highestOrder + order] = fit * found.weights[peak]
          peaks[cell * Self.highestOrder + order] = Int32(peak)
        }
        missing[cell] = absent
        cell += 1
      }
    }
  }

  /// Finds the best position on the grid for one string, the others being where they are.
  private mutating func locate(
    _ target: Int, _ found: borrowing SpectrumPeaks, near expected: Double
  ) {
    for index in 0..<found.count { shares[index] = 1 }
    for other in candidates.indices where other != target && candidates[other].score > 0 {
      claim(candidates[other].series, spreads[other], found)
    }
    let orderCount = orderCounts[target]
    let first = target * Self.stiffnesses.count * ratios.count
    var best = (rank: Float(0), score: Float(0), cell: -1)
    for cell in first..<(first + Self.stiffnesses.count * ratios.count) {
      var score = -missing[cell]
      let start = cell * Self.highestOrder
      for index in start..<(start + orderCount) {
        score += values[index] * shares[Int(peaks[index])]
      }
      let ratio = ratios[(cell - first) % ratios.count]
      let isExpected =
        (targets[target] * ratio - expected).magnitude < Self.closeness * expected
      let rank = isExpected ? score * Self.preference : score
      if rank > best.rank { best = (rank, score, cell) }
    }
    candidates[target].score = best.score
    guard best.cell >= 0 else { return }
    let cell = best.cell - first
    candidates[target].series = StringSeries(
      frequency: targets[target] * ratios[cell % ratios.count],
      inharmonicity: Self.stiffnesses[cell / ratios.count])
  }

  /// Marks the peaks that a string explains.
  private mutating func claim(
    _ series: StringSeries, _ spread: Double, _ found: borrowing SpectrumPeaks
  ) {
    for order in 1...Self.claimedOrders {
      let frequency = series.partial(order)
      let middle = found.index(nearestTo: frequency)
      var index = middle
      while index >= 0, isNear(found.frequencies[index], frequency, spread) {
        shares[index] = Self.claimedShare
        index -= 1
      }
      index = middle + 1
      while index < found.count, isNear(found.frequencies[index], frequency, spread) {
        shares[index] = Self.claimedShare
        index += 1
      }
    }
  }

  private func isNear(_ peak: Double, _ frequency: Double, _ spread: Double) -> Bool {
    (peak - frequency).magnitude < max(0.8 * width, max(0.001, spread) * peak)
  }

  /// Returns the share of the peaks' weight up to a frequency that the strings explain, 0...1.
  mutating func explainedShare(
    of found: borrowing SpectrumPeaks, below top: Double, by readings: [StringReading]
  ) -> Double {
    for index in 0..<found.count { shares[index] = 1 }
    for index in readings.indices where readings[index].isPresent {
      let reading = readings[index]
      claim(
        StringSeries(frequency: reading.frequency, inharmonicity: reading.inharmonicity),
        spreads[index], found)
    }
    var (explained, all): (Float, Float) = (0, 0)
    strangest = 0
    for index in 0..<found.count where found.frequencies[index] < top {
      all += found.weights[index]
      if shares[index] < 1 {
        explained += found.weights[index]
      } else if found.frequencies[index] > lowest, found.frequencies[index] < highest {
        strangest = max(strangest, found.weights[index])
      }
    }
    return all > 0 ? Double(explained / all) : 0
  }
}
