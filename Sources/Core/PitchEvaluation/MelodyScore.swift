import SignalProcessing

/// The agreement of an estimated melody with a reference.
///
/// The first five measures are those of J. Salamon, E. Gómez, D. P. W. Ellis, G. Richard, "Melody
/// extraction from polyphonic music signals", IEEE Signal Processing Magazine 31(2), 2014, after G.
/// E. Poliner et al., "Melody transcription from music audio: approaches and evaluation", IEEE
/// Transactions on Audio, Speech, and Language Processing 15(4), 2007, with the conventions of
/// mir_eval 0.8 (`mir_eval.melody`): the estimate is resampled to the times of the reference, and a
/// reference that starts after 0 s gets one more frame at 0 s. Tests compare them with mir_eval's
/// own results.
public struct MelodyScore: Sendable, Hashable {
  /// The largest error of a correct pitch, exclusive, in cents.
  public var tolerance: Double
  /// The number of frames of the reference, with one at 0 s.
  public var frameCount = 0
  /// The number of voiced frames of the reference.
  public var voicedCount = 0
  /// The share of the reference's voiced frames that the estimate calls voiced; 1 if it has none.
  public var voicingRecall = 1.0
  /// The share of the reference's unvoiced frames that the estimate calls voiced; 0 if it has none.
  public var voicingFalseAlarm = 0.0
  /// The share of the reference's voiced frames with the right pitch, guesses included; 0 if it has
  /// none.
  public var rawPitchAccuracy = 0.0
  /// Like ``rawPitchAccuracy``, but pitches any number of octaves away count as right.
  public var rawChromaAccuracy = 0.0
  /// The share of all frames with the right voicing and, if voiced, the right pitch.
  public var overallAccuracy = 0.0
  /// The number of frames that reference and estimate both call voiced.
  public var comparedCount = 0
  /// The median of the absolute errors of those frames, in cents; `nil` if there are none.
  public var medianAbsoluteError: Double?
  /// The mean of the absolute errors of those frames, in cents; `nil` if there are none.
  public var meanAbsoluteError: Double?
  /// The number of those frames that are wrong but right in chroma: one or more whole octaves off.
  public var octaveErrorCount = 0

  /// The share of the compared frames that are whole octaves off; `nil` if there are none.
  public var octaveErrorRate: Double? {
    comparedCount > 0 ? Double(octaveErrorCount) / Double(comparedCount) : nil
  }

  /// Compares an estimate with a reference.
  ///
  /// - Parameters:
  ///   - estimate: The frames to judge, in order of time, at any times.
  ///   - reference: The truth, in order of time. Guesses in unvoiced frames do not count.
  ///   - tolerance: The largest error of a correct pitch, exclusive, in cents, 0...600. Salamon et
  ///     al. use half a semitone.
  /// - Throws: ``EvaluationError`` if a melody has no frame or an impossible one, or if the
  ///   tolerance is out of its range.
  /// - Complexity: O(n log n) time and O(n) memory for n frames in all.
  public init(
    of estimate: [MelodyFrame], against reference: [MelodyFrame], tolerance: Double = 50
  ) throws(EvaluationError) {
    guard (0...600).contains(tolerance) else { throw .invalidTolerance(tolerance) }
    let reference = try MelodySeries(reference)
    let estimate = try MelodySeries(estimate).resampled(to: reference.times)
    self.tolerance = tolerance
    frameCount = reference.count
    var tally = Tally(tolerance: tolerance)
    for index in reference.times.indices {
      tally.count(
        reference: reference.isVoiced[index] ? reference.pitches[index] : nil,
        estimate: estimate.pitches[index], isVoiced: estimate.isVoiced[index])
    }
    rate(tally)
    summarize(tally.errors)
  }

  private mutating func rate(_ tally: Tally) {
    voicedCount = tally.voiced
    let unvoicedCount = frameCount - voicedCount
    if voicedCount > 0 {
      voicingRecall = Double(tally.hits) / Double(voicedCount)
      rawPitchAccuracy = Double(tally.rightPitch) / Double(voicedCount)
      rawChromaAccuracy = Double(tally.rightChroma) / Double(voicedCount)
    }
    if unvoicedCount > 0 { voicingFalseAlarm = Double(tally.falseAlarms) / Double(unvoicedCount) }
    let rightlyUnvoiced = unvoicedCount - tally.falseAlarms
    overallAccuracy = Double(tally.rightVoicedPitch + rightlyUnvoiced) / Double(frameCount)
    octaveErrorCount = tally.octaveErrors
  }

  private mutating func summarize(_ errors: [Double]) {
    comparedCount = errors.count
    guard !errors.isEmpty else { return }
    let sorted = errors.sorted()
    let middle = sorted.count / 2
    medianAbsoluteError =
      sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    meanAbsoluteError = errors.reduce(0, +) / Double(errors.count)
  }
}

/// The counts over all frames.
private struct Tally {
  let tolerance: Double
  var voiced = 0
  var hits = 0
  var falseAlarms = 0
  var rightPitch = 0
  var rightChroma = 0
  var rightVoicedPitch = 0
  var octaveErrors = 0
  var errors: [Double] = []  // of frames that both call voiced, in cents

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  /// Counts one frame; `reference` is its pitch in cents, `nil` if unvoiced.
  mutating func count(reference: Double?, estimate: Double?, isVoiced: Bool) {
    guard let reference else {
      if isVoiced { falseAlarms += 1 }
      return
    }
    voiced += 1
    if isVoiced { hits += 1 }
    guard let estimate else { return }
    let error = (estimate - reference).magnitude
    let octaves = (error / 1200 + 0.5).rounded(.down)
    let isRight = error < tolerance
    let isRightInChroma = (error - 1200 * octaves).magnitude < tolerance
    if isRight { rightPitch += 1 }
    if isRightInChroma { rightChroma += 1 }
    guard isVoiced else { return }
    errors.append(error)
    if isRight { rightVoicedPitch += 1 }
    if isRightInChroma, !isRight { octaveErrors += 1 }
  }
}

/// The reason that two melodies cannot be compared.
public enum EvaluationError: Error, Equatable, Sendable {
  /// A melody has no frame.
  case noFrames
  /// The time of the frame at `index` is negative, not finite, or not after the one before.
  case timeOutOfOrder(Double, index: Int)
  /// The frequency of the frame at `index`, in hertz, is not finite and greater than 0.
  case invalidFrequency(Double, index: Int)
  /// The tolerance, in cents, must be in 0...600.
  case invalidTolerance(Double)
}

#if !hasFeature(Embedded)
  extension EvaluationError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .noFrames:
        "There are no frames to compare."
      case .timeOutOfOrder(let time, let index):
        "Times must start at 0 s or later and rise, but that of frame \(index + 1) is \(time.plainText) s."
      case .invalidFrequency(let frequency, let index):
        "A frequency must be above 0 Hz and finite, but that of frame \(index + 1) is \(frequency.plainText)."
      case .invalidTolerance(let tolerance):
        outOfRange("The tolerance", tolerance, 0...600, "cents")
      }
    }
  }
#endif
