/// The numbers of the stages that measure the pitch that was chosen.
extension TrackerParameters {
  /// The chosen pitch around a frame (decisions 10 and 29).
  enum Contour {
    /// The time between the values of a contour, in seconds, as nearly as whole hops allow.
    static let step = 0.01
    /// The largest difference between pitches that hold still, as a share: 5 cents.
    static let stillness = 0.003
    /// The smallest difference between two notes, as a share: half a semitone.
    static let leastStep = 0.03
    /// The longest step of a contour, in seconds, with which two notes can be found to meet:
    /// between longer steps there may be a short note.
    static let longestMeetingStep = 0.015
  }

  /// The window that a pitch is measured in, and which measurement is believed (decisions 10, 14,
  /// 29 and 37).
  enum Refinement {
    /// The window for a steady pitch, in seconds.
    static let steady = 0.1
    /// The window for a calm pitch, in seconds.
    static let calm = 0.05
    /// The window for a moving pitch, in seconds.
    static let moving = 0.025
    /// The time on each side over which a pitch is steady, in seconds.
    static let steadyReach = 0.05
    /// The time on each side over which a pitch is calm, in seconds.
    static let calmReach = 0.02
    /// Up to this many cents from a straight line, over ±``steadyReach``, a pitch is steady.
    static let steadyDeviation = 6.0
    /// Up to this many cents from a straight line, over ±``calmReach``, a pitch is calm.
    static let calmDeviation = 3.0
    /// Up to this many cents from a straight line, over ±``steadyReach``, it may be steady if the
    /// sound is clear.
    static let clearDeviation = 20.0
    /// Below this frequency, in hertz, noise moves a rough pitch farther.
    static let clearFrequency = 200.0
    /// The most times as far.
    static let lowFactor = 2.0
    /// The same if the sound is not clear.
    static let uncertainDeviation = 40.0
    /// The same in noise, and for high notes, whose partials no period explains.
    static let roughDeviation = 200.0
    /// From this degree of noise removal on, a candidate may be far from its partials.
    static let leastNoise: Float = 0.02
    /// Below this height of its peak, a candidate may be far from its partials.
    static let clearHeight = 0.93
    /// The largest difference at which a period and its partials agree, in cents.
    static let agreement = 4.0
    /// The number of periods in a frame with which a period may be twice as far from its partials.
    static let roughPeriods = 3.0
    /// The largest distance of a fit from the period, in cents, for a moving pitch.
    static let farthestMoving = 33.0
    /// The same for a steady pitch.
    static let farthestSteady = 48.0
    /// The same in noise.
    static let farthestNoisy = 70.0
    /// The largest displacement of the partials of a steady sound, as a share of their power.
    static let largestCertainMismatch = 0.003
    /// The same of a string.
    static let largestStringMismatch = 0.02
    /// The fewest partials whose positions are certain.
    static let certainPartialCount = 4
    /// The largest distance, as a ratio, of a frequency from the same note in the frame before.
    static let sameNote = 0.02
    /// Up to this distance, as a ratio, a note that ends keeps its reading.
    static let sameReading = 0.006
    /// The longest time that it keeps it, in seconds. It counts from the last measured frame: up to
    /// `StillTone.longestHold` of it is for frames that were not measured, and the rest is half of
    /// the steady window and a hop.
    static let longestEnding = 0.085
    /// A partial in the window of a moving pitch counts if its power is this many times that of the
    /// noise: by chance, noise reaches it in one place of 400.
    static let leastSignalMoving = 6.0
    /// The same in longer windows: by chance, noise reaches it in one place of 20,000.
    static let leastSignalSteady = 10.0
    /// The fewest periods in the window of a steady pitch.
    static let steadyPeriods = 3.02
    /// The same after a frame with ``clearPartialCount`` partials of a stiff string.
    static let stringPeriods = 5.02
    /// The fewest partials of a clear string.
    static let clearPartialCount = 10
    /// Glides that change the number of periods in the window by less than this are not
    /// straightened.
    static let leastGlide = 0.05
    /// A steady pitch that glides by less than this, in octaves per second, holds still: 60 cents.
    static let stillGlide = 0.05
    /// The fastest glide of a voice, as a share per second.
    static let fastestGlide = 15.0
    /// The largest offset of the sound from the middle of the window, as a share of half of it.
    static let largestLopsidedness = 0.15
    /// The same for a decaying string, if several partials measure it.
    static let largestStringDecay = 0.3
    /// The same for a decaying string, if its first partial measures it.
    static let largestLineDecay = 0.7
  }

  /// Vibrato (decision 29).
  enum Vibrato {
    /// Vibrato of notes above this is followed, in hertz.
    static let lowest = 100.0
    /// The largest difference between the means of the pitch and of its partials, in cents.
    static let sameMean = 2.0
    /// The smallest distance of the pitch from its mean that counts as vibrato, in cents.
    static let leastBend = 0.7
    /// The largest correction, as a multiple of that distance.
    static let largestChange = 3.0
    /// The smallest number of partials that must follow a vibrato in noise.
    static let leastNoisyCount = 4
    /// The number of standard deviations that rules out chance.
    static let leastCertainty = 3.0
    /// The factor of that number in noise.
    static let noisyFactor = 2.5
  }

  /// Partials that hold still (decisions 29 and 37).
  enum StillTone {
    /// The largest range of partials that hold still, in cents over ``duration``.
    static let largestRange = 4.0
    /// The same once they have held still for ``steadyDuration``.
    static let largestHeldRange = 12.0
    /// The time over which partials are compared, in seconds.
    static let duration = 0.1
    /// The time after which partials have held still, in seconds.
    static let steadyDuration = 0.05
    /// The time constant of the smoothing of readings, in seconds, if every frame is measured.
    /// While a note is held, every third one is, and the time is three times as long.
    static let smoothingTime = 0.12
    /// The largest step of a reading that is still smoothed, in cents.
    static let largestLeap = 3.0
    /// The largest number of frames to compare.
    static let mostCompared = 6
    /// The share of them that must be known.
    static let leastKnownShare = 0.6
    /// The largest distance of the same note from its partials so far, as a ratio.
    static let sameNote = 0.04
    /// After this many smoothed readings, the next ones need no measurement.
    static let surelyJoinedCount = 5
    /// The largest change of the last of them, in cents.
    static let largestSureChange = 0.5
    /// The longest time without a measurement, in seconds.
    static let longestHold = 0.025
    /// The most hops without a measurement.
    static let mostHeldHops = 2.5
  }

  /// The fit through the partials, from a rough frequency (decisions 10, 14 and 29).
  enum Fit {
    /// The largest error of the first guess, as a ratio.
    static let uncertainty = 0.012
    /// The same for a tone that held still in the frame before.
    static let knownUncertainty = 0.001
    /// Beyond this, as a ratio, it did not hold still.
    static let largestStep = 0.0007
    /// From frame to frame the rough frequency of a tone that holds still differs by this much at
    /// most, as a ratio.
    static let sameTone = 0.003
    /// The largest displacement of the partials of a well measured tone, as a share of their power.
    static let largestKnownMismatch = 0.02
    /// The largest distance of a partial from where it was read, in turns of its phase over the
    /// window, in the first two steps: half a turn would be ambiguous.
    static let firstTurns = 0.45
    /// The same in later steps.
    static let laterTurns = 0.3
    /// The turns of phase that the first guess may be off: beyond, it is ambiguous.
    static let ambiguousTurns = 0.4
    /// The same in noise, where the guess is worse.
    static let ambiguousNoisyTurns = 0.15
    /// From this frequency on, in hertz, the first partial may be increasingly far from the
    /// frequency of the period.
    static let stiffFrom = 500.0
    /// The frequency from which on the distance grows no more, in hertz.
    static let stiffTo = 2000.0
    /// From this frequency on, in hertz, partials are so far apart that missing ones can be told
    /// from those of another fundamental.
    static let clearPartials = 1000.0
    /// The fewest periods in a window.
    static let fewestPeriods = 2.0
    /// The share of the periods of a window that its rise takes.
    static let riseShare = 0.1
    /// The largest number of steps; each adds partials.
    static let stepCount = 8
    /// The growth of the number of partials from step to step.
    static let growth = 1.8
    /// The largest distance of the first partial from the rough frequency, as a share.
    static let nearReach = 0.015
    /// The same in noise.
    static let noisyReach = 0.035
    /// The same for the highest notes.
    static let farReach = 0.12
    /// The number of partials that locate the fundamental near the rough frequency.
    static let soughtOrders = 3
    /// The first partial is located separately if it has this share of the power of the first
    /// three.
    static let leastFirstShare = 1e-6
    /// A second partial with this many times the power of the first, and no third one, is a first
    /// one.
    static let leastSecondExcess = 4.0
    /// A third partial that is sought must have this many times the power of others: one in the
    /// noise must not turn a ringing string into a stiff one.
    static let thirdFactor = 4.0
    /// A far line must have this many times the power of any near one.
    static let farExcess = 10.0
    /// The number of partials, from the first, for which the noise beside them counts: they
    /// determine the reading of a string.
    static let besideOrders = 6
    /// Noise of the same level everywhere reaches this many times its mean once in 200 partials.
    static let clearExcess = 6.0
    /// The share of the louder of two neighbouring gaps that is noise.
    static let besideShare = 0.7
    /// The share of the power halfway between partials that is noise, if the window holds so few
    /// periods that the slopes of the partials lie there.
    static let slopeShare = 0.05
    /// Partials that are not multiples of a number are missing if they have less than this share of
    /// the power of those that are.
    static let leastOtherShare = 0.0025
    /// The weakest partial that counts, as a share of the power of the strongest.
    static let weakestShare = 1e-8
    /// The highest frequency, as a share of the sample rate: nearer to half of it, the filters of a
    /// recording distort it.
    static let highestShare = 0.45
    /// Up to this frequency, as a share of the sample rate, half the rate holds 32 partials, of
    /// stiff strings too.
    static let highestHalvedShare = 0.0065
  }

  /// The model of a string, and its reading (decision 29).
  enum Strings {
    /// B counts if it is at least this many standard deviations above 0.
    static let significance = 3.0
    /// The largest B of a string: C8 of a small piano has 0.03.
    static let largestInharmonicity = 0.04
    /// The largest B of a string whose first partial is at 1 kHz: it grows with the square of the
    /// frequency.
    static let largestAt1000Hz = 0.008
    /// A change of pitch beyond this, in octaves, may be another string.
    static let sameString = 0.04
    /// The share of the information about B that remains after 10 ms.
    static let retention = 0.98
    /// The share of the information about B in two partials that counts: they always lie on a line.
    static let twoPartialsShare = 0.25
    /// The largest displacement of partials that move by equal amounts in hertz, as a share of
    /// their power.
    static let largestMismatchInHertz = 0.3
    /// The largest displacement of partials that move by equal amounts in cents, as the variance of
    /// the ratio.
    static let largestMismatchInCents = 1e-4
    /// The smallest uncertainty of a partial, as a share of its frequency: no filter is perfect.
    static let leastDeviation = 2e-6
    /// Noise alone explains up to this many times the misfit that it has on average, for its level
    /// is known roughly.
    static let noiseMisfit = 5.0
    /// The number of standard deviations of the misfit that noise alone may have: by chance, it
    /// moves the partials of a string this far once in a hundred times.
    static let chanceDeviations = 3.0
    /// Up to this frequency, C3, a tone is low, in hertz.
    static let lowFrom = 130.8
    /// From this frequency on, E3, a tone is not low, in hertz.
    static let lowTo = 164.8
    /// The number of the lowest partials that determine the reading of a low tone.
    static let lowCount = 4
    /// A low partial is strong if its power is at least this share of that of the strongest one,
    /// -15 dB.
    static let strongShare = 0.03162
    /// Below this share, -18 dB, a low partial does not count at all.
    static let weakShare = 0.01585
    /// The first partial stands clear if its power is at least this share of that of the strongest,
    /// -40 dB.
    static let clearShare = 1e-4
  }
}
