/// The numbers that decide what the default tracker reports, by stage.
///
/// Each is a compile-time constant of one literal, so that ``MultiresolutionTracker`` costs no more
/// than with the numbers in its code, and so that `Benchmarks/sensitivity.py` can read and vary
/// them by name, such as `Path.leapCost`. Sizes of storage, such as ``CandidateList/capacity``, and
/// numbers that follow from a formula stay with the code. The other estimators have their own
/// numbers, from their papers.
///
/// A strength is a height of an autocorrelation, up to 1, less costs. A share is relative to
/// something that the text names. Unless a text says otherwise, a value was chosen on the
/// development clips by the decision that its stage names, as a round number.
///
/// - SeeAlso: `docs/decisions/0040-the-tracker-as-it-is.md`, `docs/measurements/sensitivity.md`.
enum TrackerParameters {
  /// Whether work is left out where a note goes on, and low notes are measured at half the sample
  /// rate: the page's modules are small, and go without.
  #if arch(wasm32)
    static let hasShortcuts = false
  #else
    static let hasShortcuts = true
  #endif

  /// The windows of a frame, and their spectra (decisions 7, 14 and 37).
  enum Windows {
    /// The number of periods of the lowest frequency that the longest window holds.
    static let periods = 2.5
    /// The length below which no window is used, in seconds.
    static let shortest = 0.012
    /// The lowest frequency of a candidate, as a share of the lowest frequency of the search.
    static let lowestShare = 0.98
    /// The highest frequency of a candidate, as a share of the highest frequency of the search.
    static let highestShare = 1.02
    /// The lowest sample rate of the longest window, in hertz: its spectrum is used up to 5 kHz.
    static let leastRate = 10_000.0
    /// The power of a frequency f is multiplied by (f²/(f² + corner²))², in hertz: a half at
    /// 62 Hz, 1 far above. Studied in decision 36.
    static let corner = 40.0
  }

  /// The noise that is removed from the spectrum of the longest window (decision 19).
  enum Noise {
    /// The multiple of the mean power of the noise that is removed.
    static let subtraction: Float = 2
    /// The share of the power of the noise that is added in the normalisation.
    static let constant: Float = 0.1
    /// The factor of the share that grows with the height that noise reaches by chance.
    static let ofChance: Float = 1
    /// The factor of the share that grows with the square of that height.
    static let ofChanceSquared: Float = 12
    /// Noise up to this share of the whole power is left alone.
    static let firstShare: Float = 0.05
    /// From this share of the whole power on, all of the noise is removed.
    static let allShare: Float = 0.3
    /// The share of the bins of a band that are quieter than the measured level.
    static let quantile = 0.1
    /// The least width of a band, in bins of a transform that is as long as the frame.
    static let leastBandWidth = 20.0
    /// The width of a band, as a share of its lowest frequency.
    static let relativeBandWidth = 0.33
    /// The time constant of a falling floor, in seconds.
    static let fall = 0.03
    /// The time constant of a rising floor, in seconds: sounds that come and go are not noise.
    static let rise = 6.0
    /// The time between two measurements, in seconds: frames overlap by more.
    static let interval = 0.02
    /// The same while a clear note goes on, in seconds.
    static let clearInterval = 0.04
  }

  /// The lines of mains hum (decision 19).
  enum Hum {
    /// The largest deviation of a line from its multiple, in hertz.
    static let reach = 2.5
    /// The number of the first multiples that must be present.
    static let leastCount = 3
    /// The number of the first multiples that are examined.
    static let firstCount = 8
    /// A line has this many times the power of the noise around it.
    static let leastSignal: Float = 8
    /// The smallest power of a line relative to the strongest: the window spreads each over bins
    /// far away, at -31 dB at most.
    static let leastShare: Float = 0.003
    /// The power that is subtracted, as a multiple of that of the line.
    static let subtraction: Float = 2
    /// The smallest share of the power that must remain after hum is removed.
    static let leastRest: Float = 0.1
    /// The smallest number of odd multiples, among the first ones, that hum has.
    static let leastOddCount = 2
    /// The highest multiple that can be the pitch of hum.
    static let highestPitchOrder = 4.0
    /// The largest deviation of the mains from 50 or 60 Hz, in hertz.
    static let drift = 0.3
    /// The smallest share of their first power at which the lines are still the same hum, 2 dB
    /// less.
    static let leastPower: Float = 0.63
    /// The time constant of falling lines, in seconds: a decaying note takes its own lines with it.
    static let fall = 0.15
    /// The time constant of rising lines, in seconds.
    static let rise = 5.0
    /// The highest line, in hertz.
    static let highest = 2000.0
    /// The coarsest frequency resolution at which lines can be separated, in hertz.
    static let largestResolution = 16.0
  }

  /// The peaks of the correlations, and their strengths (decisions 7, 14 and 37). The costs,
  /// `leastHeight` and `largestValley` were studied in decision 36.
  enum Candidates {
    /// Peaks lower than this are noise.
    static let leastHeight: Float = 0.25
    /// Between lag 0 and a peak, the correlation must fall below this share of the peak's height: a
    /// ripple on the lobe around lag 0 is not a period.
    static let largestValley: Float = 0.6
    /// The smallest limit of the distance between the peaks of the unweighted and the weighted
    /// correlation, as a share of the lag: stiff strings move it.
    static let leastReach = 0.02
    /// A candidate without a peak of the unweighted correlation is refused if the weights may have
    /// moved it farther than this, as a share of the lag.
    static let largestUnmeasured = 0.05
    /// The largest drop from a peak to the next lag, as a share, that a parabola measures well.
    static let largestDrop: Float = 0.1
    /// The shortest lag whose peak a parabola measures, in samples.
    static let parabolicLag = 100
    /// Up to this lag, in samples of a lower rate than the sound's, correlations are read between
    /// their samples.
    static let shortLags = 16
    /// The number of positions per sample there.
    static let fineness = 4.0
    /// Two candidates nearer than this, as a ratio of frequencies minus 1, are one.
    static let resolution = 0.025
    /// The cost of each halving of the window: short windows have peaks by chance.
    static let shortWindowCost = 0.02
    /// The cost of each period less than ``manyPeriods`` in a shorter window: two and a half
    /// periods of noise are alike by chance, and the longer window shows more of them.
    static let fewPeriodsCost = 0.05
    /// The number of periods from which on a shorter window costs no more.
    static let manyPeriods = 3.5
    /// The cost of each octave below ``costFreeFrequency``: twice a period is also a period.
    static let octaveCost = 0.035
    /// C8, in hertz.
    static let costFreeFrequency = 4186.0
    /// If the longest window holds fewer periods of a note than this, its partials leave no bins
    /// free between them.
    static let resolvedPeriods = 6.0
    /// Such a note is believed if its peak is this high: with two and a half periods it need not
    /// reach 1.
    static let clearHeight = 0.6
    /// Peaks whose heights differ by less than this count as equally high.
    static let sameHeight = 0.05
    /// A candidate is compared at the next higher sample rate if this multiple of its frequency,
    /// the third partial of the note an octave below, is beyond the lowest rate.
    static let comparedPartial = 1.5
  }

  /// The lines of a stiff string's spectrum (decision 29).
  enum Lines {
    /// From this frequency on, in hertz, a line may be the first partial.
    static let lowest = 450.0
    /// The lowest frequency at which lines are searched, in hertz.
    static let lowestSearched = 60.0
    /// The highest frequency at which lines are searched, as a share of the sample rate.
    static let highestSearchedShare = 0.45
    /// Lines weaker than this share of the power of the strongest are left out.
    static let leastShare: Float = 1e-5
    /// No first partial is weaker than this share.
    static let leastFirstShare: Float = 1e-4
    /// A line must have this many times the power of the noise.
    static let leastSignal: Float = 8
    /// Only sound beyond the range exists if it has this many times the power of any line within
    /// it, ``lobe`` hertz from the border.
    static let leastExcess: Float = 1e4
    /// The width of the border, in hertz.
    static let lobe = 60.0
    /// The smallest ratio by which sound above the range exceeds its upper bound.
    static let upperEdge = 1.01
    /// If a line below ``lowest`` has this many times the power of the lines above, those cannot
    /// explain enough.
    static let largestBelow: Float = 4
    /// The share of ``lowest`` up to which a line is below it.
    static let belowShare = 0.95
    /// The amplitude of the series must be this share of that of all lines.
    static let leastExplained: Float = 0.8
    /// The largest share by which a partial may be flat of a multiple.
    static let flatness = 0.006
    /// The largest deviation of later partials from the frequency predicted by the last one, as a
    /// share.
    static let reach = 0.012
    /// The most partials of a series.
    static let partialCount = 6
    /// The fewest partials of a series.
    static let leastCount = 3
    /// The smallest B of a series: below it, a period explains the partials.
    static let leastInharmonicity = 0.0007
    /// The strength that a note found by its lines gains over a peak of the same height: a stiff
    /// string has no high peak.
    static let gain = 0.1
  }

  /// A note that decays into the noise (decisions 10 and 19).
  enum Decay {
    /// A candidate stronger than this counts as a note that may decay.
    static let clearStrength = 0.6
    /// A candidate stronger than this updates the frequency of the note.
    static let exactStrength = 0.75
    /// A frame whose strongest candidate is stronger than this needs no help.
    static let sufficientStrength = 0.55
    /// The strength of the candidate that is kept.
    static let strength = 0.52
    /// The partial must have this many times the power of the noise next to it. By chance, noise
    /// has it in one frame of 1500.
    static let leastSignal = 12.0
    /// The largest drift of the note while it decays, as a ratio.
    static let largestDrift = 0.02
    /// The largest error of the frequency of a clear candidate, relative to that of its partials,
    /// as a ratio.
    static let uncertainty = 0.008
    /// The number of partials to search.
    static let partialCount = 3
    /// The highest partial that is searched, as a share of half the sample rate.
    static let highestShare = 0.9
    /// The lowest partial that is searched, in widths of a line.
    static let leastWidths = 8.0
  }

  /// The level of a frame, relative to the gate and within the frame (decisions 7 and 10).
  enum Level {
    /// The length of the middle of a frame whose level counts, in seconds.
    static let middleDuration = 0.02
    /// The largest drop of the level in the middle of a frame below that of the frame without a
    /// penalty, in decibels.
    static let toleratedDrop = 6.0
    /// The cost of each decibel beyond in the strength of all candidates. Studied in decision 36.
    static let dropCost = 0.05
    /// A frame whose strongest candidate is weaker than this is noise, and updates the gate.
    static let noiseStrength = 0.2
    /// The largest decay below the gate of a note that was detected before, in decibels.
    static let heldBelowGate = 15.0
  }
}
