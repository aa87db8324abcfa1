/// The numbers of the stages that choose one candidate for each frame.
extension TrackerParameters {
  /// The frequencies whose partials stand out of a spectrum (decision 24).
  enum Comb {
    /// The number of frequencies of the grid per octave.
    static let stepsPerOctave = 48.0
    /// The number of partials.
    static let partialCount = 10
    /// The weight of each partial, relative to the one before.
    static let decay: Float = 0.85
    /// The weight of the amplitudes halfway between the partials.
    static let betweenShare: Float = 0.3
    /// The width of the region whose mean an amplitude is compared with, in hertz.
    static let surroundings = 300.0
    /// The mean is at least this share of the largest amplitude.
    static let leastMean: Float = 0.01
    /// The highest partial to read, in hertz.
    static let highest = 8000.0
    /// The cost in strength of a candidate of the comb relative to a peak of the correlation of the
    /// same height.
    static let cost = 0.1
  }

  /// The influence of the learned scorer (decisions 21, 24, 27 and 37).
  enum Scorer {
    /// The strength of one natural logarithm of a likelihood ratio. Studied in decision 36.
    static let strengthPerNat = 0.1
    /// The largest likelihood ratio, as a natural logarithm; larger ones are limited to it.
    static let mostNats: Float = 8
    /// If the highest peak is above this height, a sound is clear, and the heights of the peaks
    /// decide.
    static let clearHeight = 0.9
    /// If the highest peak is below this height, the scorer decides which candidate is the best.
    static let unclearHeight = 0.7
    /// The largest distance in strength from the strongest candidate of a clear sound at which
    /// others are judged.
    static let largestClearGap = 0.4
    /// The smallest number of periods in the window with which its spectrum separates partials: the
    /// lobe of a partial is as wide as four lines of the Hann window.
    static let resolvedPeriods = 4.0
    /// The smallest height of a peak that is not chance.
    static let repeatingHeight = 0.5
    /// The smallest distance of the height of a peak from 1 that the confidence sees; closer peaks
    /// are equally clear.
    static let leastRest = 0.001
  }

  /// The scales of the scorer's inputs. With another value, `Training/train.sh` must be run: the
  /// weights belong to these.
  enum Inputs {
    /// The time constant of the memory of the frames before, in seconds, if none of them is left
    /// out: with fewer frames, chance is as likely to look like a note, and is remembered no
    /// sooner.
    static let memory = 0.06
    /// The largest distance, as a ratio minus 1, at which a candidate continues one of the frame
    /// before.
    static let largestStep: Float = 0.03
    /// The frequency at which ``ScorerInput/octaves`` is 0, in hertz.
    static let middleFrequency = 440.0
    /// The octaves over which ``ScorerInput/octaves`` grows by 1.
    static let octaves = 4.0
    /// The level above the gate at which ``ScorerInput/openness`` is 1, in decibels.
    static let openLevel = 40.0
    /// The number of periods in the window at which ``ScorerInput/periods`` is a half.
    static let halfPeriods: Float = 5
    /// The highest partial that counts, in hertz.
    static let highest = 5000.0
    /// The amplitude, as a multiple of the noise, whose signal is half that of a tone without
    /// noise.
    static let halfAmplitude: Float = 2
    /// The number of partials whose mean signal is the salience of a frequency.
    static let saliencePartialCount = 10
    /// The number of partials whose share of the power is summed.
    static let sharePartialCount = 20
    /// The largest half width of a partial, as a share of its fundamental frequency.
    static let largestLobe = 0.25
  }

  /// The best path through the candidates (decisions 7 and 27; all studied in decision 36).
  enum Path {
    /// The strength of an unvoiced frame: a candidate that stands alone is voiced if it is
    /// stronger.
    static let unvoicedStrength = 0.46
    /// The cost of an octave of change between two frames, at a hop of ``hop``.
    static let leapCost = 0.6
    /// The cost of a change between voiced and unvoiced, at a hop of ``hop``. In an unclear frame
    /// it is up to twice as much: a candidate that stands out only for a moment is chance.
    static let voicingCost = 0.14
    /// The hop that the costs are for, in seconds; they are in inverse proportion to it.
    static let hop = 0.01
  }

  /// The frames between two searched ones that agree (decision 37).
  enum Between {
    /// Frames farther apart than this, in seconds, are all searched.
    static let longestStep = 0.02
    /// Two frames have the same note if their strongest candidates differ by less than this share.
    static let sameNote = 0.004
    /// Other candidates correspond up to this difference, as a share.
    static let sameCandidate = 0.03
    /// A note is clear above this strength.
    static let clearStrength = 0.6
    /// A sound below this strength has no note.
    static let noStrength = 0.2
    /// The smallest lead in strength of a clear note over candidates that only one of the frames
    /// has.
    static let leastLead = 0.15
    /// The largest difference between the level of the frame and those of the two, in decibels.
    static let largestStep = 6.0
    /// Two frames have one note that glides if their strongest candidates differ by less than this
    /// share: 3.5 octaves a second.
    static let farthestGlide = 0.1
    /// The largest distance of such a note from where it would be by the frames around, as a ratio
    /// minus 1.
    static let largestDetour = 0.02
    /// The largest difference of the height of its peak from theirs.
    static let largestLoss = 0.1
    /// Measured readings lie on a smooth curve if the last of three is at most this far from the
    /// straight line through the others, in cents.
    static let largestTurn = 4.0
  }
}
