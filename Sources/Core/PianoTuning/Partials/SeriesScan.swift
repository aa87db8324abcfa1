internal import PolyphonicTuning
internal import SignalProcessing

/// Finds f1 and B of a low key: every pair is tried against the peaks of two seconds.
///
/// A partial followed upwards from a wrong one leads astray, as low keys have weak first partials
/// and much else between them. So all orders vote at once. Each peak counts relative to its
/// neighbours, so that no strong one decides, and less what a partial anywhere would find by
/// chance.
struct SeriesScan: Sendable {
  /// The pair that explains the peaks best.
  let series: StringSeries
  /// Its score above chance, in standard deviations.
  let significance: Double
  /// The score of the best pair that puts most partials elsewhere, as a share of the best.
  let rivalry: Double
  /// The score of the odd partials above chance, in standard deviations.
  let oddPartials: Double
  /// The score above chance of the odd partials of the octave below, in standard deviations.
  let octaveBelow: Double
  /// The pair that ``rivalry`` is about.
  let rival: StringSeries

  /// Below C3: higher keys have strong first partials, with little between them.
  static let keys = PianoKey(unchecked: 21)..<PianoKey(unchecked: 48)
  private static let highestOrder = 30
  /// From this rivalry on, a rival is as good. Right pairs of synthesised keys have rivals of up to
  /// 0.75.
  static let highestRivalry = 0.85
  /// From this rivalry on, a rival of far larger B casts doubt: phantom partials, at the sums of
  /// neighbours' frequencies, make a series of a quarter of B, and may be clearer than what they
  /// come from.
  static let highestPhantomRivalry = 0.65
  static let phantomRatio = 2.5
  static let leastSignificance = 6.0
  /// Below this, only every second partial may be there, and the key an octave higher.
  static let leastOddPartials = 2.0
  static let leastPartialCount = 6
  /// The largest distance of the fit's tenth partial from that of the scan, in cents.
  static let largestDeparture = 20.0
  /// Cents around the key's usual frequency: its own, and those in which rivals are looked for.
  private static let reach = 70.0
  private static let rivalReach = 170.0
  private static let centsStep = 2.0
  /// B relative to that of a usual piano: bass strings of real ones lie between a tenth and thrice.
  static let stiffnesses = 0.06...5.0
  /// The expected irregularity of partials, as a ratio: 4 cents.
  private static let irregularity = 0.0023

  init?(_ recording: Recording, key: PianoKey) {
    guard var map = SalienceMap(recording, key: key, irregularity: Self.irregularity) else {
      return nil
    }
    let middle = key.equalFrequency() * Elementary.ratio(ofCents: key.typicalStretch)
    let grid = Self.stiffnessGrid(key)
    var scores: [(series: StringSeries, score: Double, variance: Double)] = []
    var best = -1
    var cents = -Self.rivalReach
    while cents <= Self.rivalReach {
      for stiffness in grid {
        let series = StringSeries(
          frequency: middle * Elementary.ratio(ofCents: cents), inharmonicity: stiffness)
        let (score, variance) = map.score(series, orders: 1...Self.highestOrder)
        scores.append((series, score, variance))
        if cents.magnitude <= Self.reach, best < 0 || score > scores[best].score {
          best = scores.count - 1
        }
      }
      cents += Self.centsStep
    }
    guard best >= 0, scores[best].score > 0 else { return nil }
    series = scores[best].series
    significance = scores[best].score / max(1e-9, scores[best].variance).squareRoot()
    var (other, height) = (series, 0.0)
    for candidate in scores
    where candidate.score > height && map.differ(series, candidate.series, Self.highestOrder) {
      (other, height) = (candidate.series, candidate.score)
    }
    map.ignoreLevels()
    let (odd, variance) = map.score(
      StringSeries(
        frequency: 0.5 * series.frequency
          * ((1 + 0.25 * series.inharmonicity) / (1 + series.inharmonicity)).squareRoot(),
        inharmonicity: 0.25 * series.inharmonicity),
      orders: stride(from: 3, through: 2 * Self.highestOrder - 1, by: 2))
    let (own, spread) = map.score(
      series, orders: stride(from: 1, through: Self.highestOrder, by: 2))
    oddPartials = own / max(1e-9, spread).squareRoot()
    octaveBelow = odd / max(1e-9, variance).squareRoot()
    rival = other
    rivalry = height / scores[best].score
  }

  /// True if the key is rather the one an octave below, whose odd partials are faint.
  var hasOctaveBelow: Bool { octaveBelow > 2 }

  /// Steps of B that move the highest order by two cents.
  private static func stiffnessGrid(_ key: PianoKey) -> [Double] {
    let square = Double(highestOrder * highestOrder)
    var grid = [stiffnesses.lowerBound * key.typicalInharmonicity]
    while let last = grid.last, last < stiffnesses.upperBound * key.typicalInharmonicity {
      grid.append(last + 0.00232 * (1 + last * square) / square)
    }
    return grid
  }
}

/// The likelihood of a partial at each frequency, by the peaks nearby.
private struct SalienceMap {
  private let step: Double
  private let duration: Double
  private let irregularity: Double
  private var values: [Double]
  private var sums: [Double]
  private var squares: [Double]
  private let spacing: Double
  private var peaks: SpectrumPeaks

  init?(_ recording: Recording, key: PianoKey, irregularity: Double) {
    let (reduced, rate) = Self.reduced(recording)
    let count = (reduced.count - 1) / 2 * 2 + 1
    guard Double(count) > 0.25 * rate,
      var spectrum = try? ContinuousSpectrum(maximumCount: count)
    else { return nil }
    var frame = reduced
    for index in 0..<count {
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      let hann = 0.5 - 0.5 * Elementary.cos(angle)
      frame[index] *= Float(hann * hann)
    }
    spectrum.process(
      frame, count: count, window: TrapezoidWindow(span: Double(2 * count), rise: 1))
    duration = Double(count) / rate
    self.irregularity = irregularity
    spacing = key.equalFrequency()
    let top = min(0.4 * rate, 48 * spacing)
    peaks = SpectrumPeaks(duration: duration, top: top)
    peaks.find(in: spectrum, sampleRate: rate)
    step = 0.25 / duration
    values = Array(repeating: 0, count: Int(top / step) + 2)
    sums = Array(repeating: 0, count: values.count + 1)
    squares = sums
    guard peaks.count > 0 else { return nil }
    fill(countsLevels: true)
  }

  /// Lets faint peaks count like strong ones, if they are so among their neighbours.
  mutating func ignoreLevels() { fill(countsLevels: false) }

  private mutating func fill(countsLevels: Bool) {
    for index in values.indices { values[index] = 0 }
    for peak in 0..<peaks.count { add(peak, countsLevels) }
    for index in values.indices {
      sums[index + 1] = sums[index] + values[index]
      squares[index + 1] = squares[index] + values[index] * values[index]
    }
  }

  /// Two seconds at a rate of 10 to 20 kHz: the scan ends at 3 kHz.
  private static func reduced(_ recording: Recording) -> (samples: [Float], rate: Double) {
    let factor = max(1, Int(recording.sampleRate / 10_000))
    let rate = recording.sampleRate / Double(factor)
    let start = recording.onset + Int(0.08 * recording.sampleRate)
    let end = min(recording.samples.count, start + Int(2 * recording.sampleRate))
    guard start < end else { return ([], rate) }
    guard factor > 1 else { return (Array(recording.samples[start..<end]), rate) }
    let half = 8 * factor
    let taps = (-half...half).map { index -> Float in
      let angle = Double.pi * Double(index) / Double(half + 1)
      let phase = 0.8 * Double.pi * Double(index) / Double(factor)
      let sinc = index == 0 ? 1 : Elementary.sin(phase) / phase
      return Float(sinc * (0.5 + 0.5 * Elementary.cos(angle)) * 0.8 / Double(factor))
    }
    var samples: [Float] = []
    for middle in stride(from: start + half, to: end - half, by: factor) {
      var sum: Float = 0
      for tap in taps.indices { sum += taps[tap] * recording.samples[middle - half + tap] }
      samples.append(sum)
    }
    return (samples, rate)
  }

  /// The root of a peak's magnitude, relative to the strongest nearby: within little more than a
  /// partial's distance.
  private mutating func add(_ peak: Int, _ countsLevels: Bool) {
    let frequency = peaks.frequencies[peak]
    var strongest = peaks.weights[peak]
    for direction in [-1, 1] {
      var index = peak + direction
      while index >= 0, index < peaks.count,
        (peaks.frequencies[index] - frequency).magnitude < 1.25 * spacing
      {
        strongest = max(strongest, peaks.weights[index])
        index += direction
      }
    }
    // Phantom partials, of the sums of other partials' frequencies, make a series of a quarter of B:
    // only their levels tell.
    let level = countsLevels ? peaks.weights[peak].squareRoot() : 1
    let weight = Double(peaks.weights[peak] / strongest * level)
    let width = self.width(frequency)
    let first = max(0, Int((frequency - 3 * width) / step))
    let last = min(values.count - 1, Int((frequency + 3 * width) / step) + 1)
    guard first <= last else { return }
    for index in first...last {
      let distance = (Double(index) * step - frequency) / width
      values[index] = max(
        values[index], weight * Elementary.exp(-0.5 * distance * distance))
    }
  }

  private func width(_ frequency: Double) -> Double {
    let (near, far) = (0.4 / duration, irregularity * frequency)
    return (near * near + far * far).squareRoot()
  }

  /// Returns the sum of what is found at the orders, less that of chance, and its variance.
  func score(_ series: StringSeries, orders: some Sequence<Int>) -> (
    score: Double, variance: Double
  ) {
    var (score, variance) = (0.0, 0.0)
    let reach = Int(2 * spacing / step)
    for order in orders {
      let index = Int(series.partial(order) / step + 0.5)
      guard index < values.count else { break }
      let (low, high) = (max(0, index - reach), min(values.count, index + reach))
      let mean = (sums[high] - sums[low]) / Double(high - low)
      let weight = min(1, (8 / Double(order)).squareRoot())
      score += weight * (values[index] - mean)
      variance +=
        weight * weight * ((squares[high] - squares[low]) / Double(high - low) - mean * mean)
    }
    return (score, variance)
  }

  /// Returns true if much of what one series finds lies away from the other's partials.
  func differ(_ one: StringSeries, _ other: StringSeries, _ orders: Int) -> Bool {
    var (all, apart) = (0.0, 0.0)
    for order in 1...orders {
      let frequency = one.partial(order)
      let index = Int(frequency / step + 0.5)
      guard index < values.count else { break }
      all += values[index]
      if (other.partial(order) - frequency).magnitude > 3 * width(frequency) {
        apart += values[index]
      }
    }
    return apart > 0.4 * all
  }
}
