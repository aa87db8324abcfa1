import CommandKit
import PitchEstimation
import SignalProcessing

/// Noiseless tones with vibrato: shapes, notes from C3 to C6, extents and rates.
///
/// A tone lasts 1.5 s. A sine is fitted through its readings, except for the first and last 0.1 s.
/// A tone is wrong if the fitted extent or rate is too far off, or if a reading is unvoiced.
struct SelfTestVibratoSweep {
  static let duration = 1.5
  static let settling = 0.1
  /// The largest accepted errors of the extent and the rate, as shares.
  static let largestExtentError = 0.05
  static let largestRateError = 0.01

  /// One tone.
  struct Tone {
    let shape: SelfTestNoiseSweep.Shape
    let note: Int
    let vibrato: SelfTestVibrato
    let sampleRate: Double
  }

  /// Returns the tones at both sample rates: every third note, or every one.
  static func tones(isFull: Bool) -> [Tone] {
    let notes = stride(from: 48, through: 84, by: isFull ? 1 : 3)
    var tones: [Tone] = []
    for sampleRate in [44_100.0, 48_000] {
      for shape in [SelfTestNoiseSweep.Shape.sine, .harmonic, .voice] {
        for note in notes {
          for extent in [10.0, 25, 60, 100] {
            for rate in [4.0, 5.6, 7] {
              tones.append(
                Tone(
                  shape: shape, note: note,
                  vibrato: SelfTestVibrato(extent: extent, rate: rate), sampleRate: sampleRate))
            }
          }
        }
      }
    }
    return tones
  }

  /// The score of a tracker on one tone.
  struct Score {
    let tone: Tone
    let fit: SineFit?
    let unvoicedCount: Int

    /// The errors of the fit, as shares; `nil` without one.
    var extentError: Double? { fit.map { $0.extent / tone.vibrato.extent - 1 } }
    var rateError: Double? { fit.map { $0.rate / tone.vibrato.rate - 1 } }

    var isFault: Bool {
      guard let extentError, let rateError, unvoicedCount == 0 else { return true }
      return extentError.magnitude > largestExtentError || rateError.magnitude > largestRateError
    }
  }

  /// Tracks a tone and fits a sine through its readings.
  static func score(of tone: Tone, with tracker: some PitchTracking) -> Score {
    let readings = tracker.readings(of: tone.samples)
      .filter { (settling...duration - settling).contains($0.time) }
    let points = readings.compactMap { reading in
      reading.frequency.map { (reading.time, Elementary.cents(ofRatio: $0 / tone.frequency)) }
    }
    return Score(
      tone: tone, fit: SineFit(points, near: tone.vibrato.rate),
      unvoicedCount: readings.count - points.count)
  }
}

extension SelfTestVibratoSweep.Tone {
  /// The mean frequency, 13 cents sharp of the note, in hertz.
  var frequency: Double { 440 * Elementary.exp2((Double(note) - 69 + 0.13) / 12) }

  var samples: [Float] {
    var sound = SelfTestSound(duration: SelfTestVibratoSweep.duration, sampleRate: sampleRate)
    let steady = SelfTestNoiseSweep.Tone(shape: shape, note: note, sampleRate: sampleRate)
    sound.add(vibrato, frequency: frequency, amplitudes: steady?.amplitudes ?? [])
    return sound.samples(level: SelfTestNoiseSweep.Tone.level)
  }
}

extension SelfTestVibratoSweep.Score: CustomStringConvertible {
  /// One line, for a tone at fault.
  var description: String {
    let found =
      fit.map {
        "extent \($0.extent.formatted(decimals: 1)) cents, rate \($0.rate.formatted(decimals: 2)) Hz"
      } ?? "no vibrato"
    return "wrong: \(tone): \(found), \(unvoicedCount) readings unvoiced"
  }
}

extension SelfTestVibratoSweep.Tone: CustomStringConvertible {
  /// The properties of the tone, in one line.
  var description: String {
    """
    \(shape.rawValue), \(frequency.formatted(decimals: 2)) Hz at \(Int(sampleRate)) Hz, \
    \(Int(vibrato.extent)) cents at \(vibrato.rate.formatted(decimals: 1)) Hz
    """
  }
}

/// The scores of all tones with vibrato together.
struct SelfTestVibratoSummary {
  private(set) var toneCount = 0
  private(set) var faultCount = 0
  private var (worstExtent, worstRate) = (0.0, 0.0)
  private var worstTone: SelfTestVibratoSweep.Tone?

  /// Creates the summary of no tones.
  init() {}

  mutating func add(_ score: SelfTestVibratoSweep.Score) {
    toneCount += 1
    faultCount += score.isFault ? 1 : 0
    let extent = larger(worstExtent, score.extentError)
    if extent != worstExtent { worstTone = score.tone }
    worstExtent = extent
    worstRate = larger(worstRate, score.rateError)
  }

  private func larger(_ worst: Double, _ error: Double?) -> Double {
    guard let error, error.magnitude > worst.magnitude else { return worst }
    return error
  }

  /// Returns two lines, which begin with the method.
  func text(method: String) -> String {
    """
    \(method): \(faultCount) of \(toneCount) tones with vibrato wrong
    \(method): worst rate \((100 * worstRate).signed(decimals: 2)) %, worst extent \
    \((100 * worstExtent).signed(decimals: 2)) %\(worstTone.map { ": \($0)" } ?? "")

    """
  }
}

/// A sine around a mean, through points by least squares.
struct SineFit {
  private(set) var mean = 0.0
  /// The amplitude of the sine.
  private(set) var extent = 0.0
  /// The rate of the sine, in hertz.
  private(set) var rate: Double
  /// The mean square of the residuals.
  private(set) var residual = 0.0

  /// Fits a sine with a rate between half and one and a half times the given one.
  ///
  /// Needs at least six points.
  init?(_ points: [(time: Double, value: Double)], near expected: Double) {
    guard points.count >= 6 else { return nil }
    rate = expected
    let grid = stride(from: 0.5, through: 1.5, by: 0.02).map { $0 * expected }
    guard
      var best = grid.map({ SineFit(points, at: $0) }).min(by: { $0.residual < $1.residual })
    else { return nil }
    var step = 0.02 * expected
    while step > 1e-6 * expected {
      step /= 2
      for rate in [best.rate - step, best.rate + step] {
        let fit = SineFit(points, at: rate)
        if fit.residual < best.residual { best = fit }
      }
    }
    self = best
  }

  /// Fits a sine of a known rate.
  private init(_ points: [(time: Double, value: Double)], at rate: Double) {
    self.rate = rate
    let waves = points.map { Elementary.sineAndCosine(2 * .pi * rate * $0.time) }
    let rows = zip(points, waves).map { ([1, $1.sine, $1.cosine], $0.value) }
    var (normal, right) = (DenseMatrix(size: 3), [0.0, 0, 0])
    for (factors, value) in rows { normal.add(factors, value: value, weight: 1, to: &right) }
    let solution = normal.solution(right)
    mean = solution[0]
    extent = (solution[1] * solution[1] + solution[2] * solution[2]).squareRoot()
    residual =
      rows.reduce(0) { sum, row in
        let left = row.1 - zip(row.0, solution).reduce(0) { $0 + $1.0 * $1.1 }
        return sum + left * left
      } / Double(points.count)
  }
}
