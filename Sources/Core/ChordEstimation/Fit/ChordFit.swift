internal import PolyphonicTuning
internal import SignalProcessing

/// Measures the notes of a chord whose frequencies are nearly known.
///
/// All partials of all notes are fitted at once by least squares, so that those that fall together
/// are explained once, and a robust fit of a stiff string gives the frequency of each note.
struct ChordFit: Sendable {
  /// What was measured of one note.
  struct Result: Sendable {
    /// In hertz.
    var frequency = 0.0
    /// One standard error, in cents.
    var error = ChordFit.coarseError
    /// The power of its partials, of full scale 1.
    var power = 0.0
  }

  /// The results, in the order of the peaks.
  private(set) var results = [Result](repeating: Result(), count: NotePeaks.mostCount)

  private let sampleRate: Double
  private let top: Double
  private var frame: [Float]
  private var spectrum: ContinuousSpectrum
  private var joint = JointFit(stringCount: NotePeaks.mostCount, orderCount: Self.explained)
  private var fit = SeriesFit(capacity: Self.fitted)
  private var series = [StringSeries](
    repeating: StringSeries(frequency: 1, inharmonicity: 0), count: NotePeaks.mostCount)

  /// The length of the frame about the moment, in seconds: short enough to follow a vibrato.
  static let duration = 0.12
  /// The error of a frequency that only the network has told, in cents.
  static let coarseError = 8.0
  // Partials that are explained, and those whose frequencies count.
  private static let explained = 12
  private static let fitted = 10
  /// The scatter of partials around their series, in cents.
  private static let scatter = 3.0
  /// The farthest that the fit moves a note, as a ratio: 35 cents.
  private static let farthest = 0.0204
  /// The smallest distance at which another note's partial is told apart, in bins.
  private static let resolution = 0.8
  /// The power of a partial that says nothing, relative to the strongest one of its note: -60 dB.
  private static let faintest = 1e-6
  /// The highest power of a note, relative to that of the sound: notes may cancel each other for a while.
  private static let mostPower = 2.0
  /// The difference between readings of one note from other partials, in cents.
  private static let modelError = 0.6
  /// What is known of the stiffness of any string, B: partials of most instruments are harmonic, and
  /// a short frame could not tell.
  private static let stiffness = 1e-6

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    top = min(6500, 0.42 * sampleRate)
    let count = Int(Self.duration * sampleRate) / 2 * 2 + 1
    frame = Array(repeating: 0, count: count)
    spectrum = ContinuousSpectrum(holding: count)
  }

  /// The number of samples that are measured, about the moment.
  var size: Int { frame.count }

  /// Measures the notes of some peaks.
  ///
  /// - Parameters:
  ///   - peaks: The frequencies to begin with.
  ///   - samples: At least ``size`` samples from `start` on.
  ///   - start: The index of the first one.
  mutating func measure(_ peaks: NotePeaks, in samples: [Float], from start: Int) {
    guard peaks.count > 0 else { return }
    var square = 0.0
    for index in 0..<size {
      frame[index] = samples[start + index]
      square += Double(frame[index]) * Double(frame[index])
    }
    let half = Double(size) / 2
    spectrum.process(frame, count: size, window: TrapezoidWindow(span: half, rise: half))
    for index in 0..<peaks.count {
      let frequency = peaks.peaks[index].frequency
      series[index] = StringSeries(frequency: frequency, inharmonicity: 0)
      results[index] = Result(frequency: frequency)
    }
    joint.forget()
    for _ in 0..<2 {
      list(peaks.count)
      joint.measure(spectrum, frameCount: Double(size), sampleRate: sampleRate, passes: 2)
      for index in 0..<peaks.count { fitSeries(index, near: peaks.peaks[index].frequency) }
    }
    // Where partials of two notes fall together, they may be told apart as a large difference.
    let highest = Self.mostPower * square / Double(size)
    for index in 0..<peaks.count { results[index].power = min(highest, power(of: index)) }
  }

  private mutating func list(_ count: Int) {
    joint.removeAll()
    for index in 0..<count {
      for order in 1...Self.explained {
        let frequency = series[index].partial(order)
        guard frequency < top else { break }
        joint.add(string: index, order: order, frequency: frequency)
      }
    }
  }

  private mutating func fitSeries(_ index: Int, near frequency: Double) {
    fit.removeAll()
    let duration = Double(size) / sampleRate
    let scatter = Self.scatter / SeriesFit.centsPerUnit
    var loudest = 0.0
    for position in 0..<joint.count where joint.partials[position].string == index {
      loudest = max(loudest, joint.partials[position].power)
    }
    for position in 0..<joint.count {
      let partial = joint.partials[position]
      guard partial.string == index, partial.order <= Self.fitted else { continue }
      let isUsable =
        partial.power > Self.faintest * loudest && partial.error < 0.3 / duration
        && (partial.frequency - partial.model).magnitude < 1.3 / duration
      let noise = (isUsable ? partial.error : 1000) / partial.frequency
      var sigma = (noise * noise + scatter * scatter).squareRoot()
      if partial.gap < Self.resolution / duration { sigma += 3 * scatter }
      fit.add(order: partial.order, frequency: partial.frequency, sigma: sigma)
    }
    fit.fit(from: series[index], deviation: Self.stiffness)
    let found = fit.series
    guard (found.frequency / frequency - 1).magnitude < Self.farthest,
      fit.error < Self.coarseError
    else { return }
    series[index] = found
    results[index].frequency = found.frequency
    results[index].error =
      (fit.error * fit.error + Self.modelError * Self.modelError).squareRoot()
  }

  /// A sinusoid of amplitude a has a partial of a/2 and a power of a²/2.
  private func power(of index: Int) -> Double {
    var sum = 0.0
    for position in 0..<joint.count where joint.partials[position].string == index {
      sum += 2 * joint.partials[position].power
    }
    return sum
  }
}
