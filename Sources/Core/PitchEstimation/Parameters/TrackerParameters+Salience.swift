/// The numbers of the stage that hears one sound among others (decision 59).
extension TrackerParameters {
  /// With another value of those up to ``least``, the network must be trained anew: the weights
  /// belong to these.
  enum Salience {
    #if arch(wasm32)
      /// Whether there is a network: the page's modules are small.
      static let isUsed = false
    #else
      static let isUsed = true
    #endif
    /// The highest frequency that is read in the long window, in hertz.
    static let highestOfLong = 5200.0
    /// The highest frequency that is read in the short window, in hertz.
    static let highestOfShort = 10_400.0
    /// Both are at most this share of the sample rate.
    static let highestShare = 0.472
    /// The time constant of the quick mean, in seconds.
    static let quick = 0.06
    /// The time constant of the slow mean, in seconds.
    static let slow = 0.3
    /// The time constant of a falling floor, in seconds.
    static let fall = 0.05
    /// The time constant of a rising floor, in seconds.
    static let rise = 1.0
    /// The time constant of the highest line of late, in seconds.
    static let fade = 1.5
    /// The power, relative to the highest line, below which nothing is heard.
    static let least: Float = 1e-7
    /// A pitch that was not in question within this time, and goes on, is not asked about, in
    /// seconds.
    static let settled = 0.05
    /// The drop in level from one remembered frame to the next at which a sound ends, in decibels.
    static let drop = 2.0
    /// The share of a sine's power that nothing else reaches if it is alone: few sounds of the
    /// training have no harmonics.
    static let loneShare: Float = 0.003
    /// The number of periods in the window from which on it separates partials.
    static let resolvedPeriods = 8.0
    /// The highest note to ask about, in hertz: few instruments of the training go beyond.
    static let highestAsked = 2000.0
    /// The confidence of the scorer in noise from which on the network is not asked.
    static let sure = 0.9
    /// The network is asked if another candidate is this close in strength to the strongest one …
    static let rivalry = 0.3
    /// … and their ratio is off a whole number by more than this share.
    static let harmonicity = 0.03
    /// The least likelihood of a frequency that becomes a candidate, as a natural logarithm.
    static let leastPeak: Float = -2
    /// The least strength of such a candidate, before the network has judged it.
    static let leastStrength = 0.2
    /// What such a candidate has less than the height of the correlation.
    static let peakCost = 0.25
    /// The largest likelihood of a candidate, as a natural logarithm; the least is its inverse.
    static let mostNats = 8.0
    /// The largest likelihood of a line, as a natural logarithm.
    static let mostLineNats: Float = 40
    /// The distance at which a line no longer counts for a frequency, in lines.
    static let width = 1.5
    /// Candidates farther than this from the peak that they lie on are moved there, in lines.
    static let alignment = 0.3
    /// The share of the network in the strength of a candidate, less in noise, for which the scorer is
    /// trained.
    static let share = 0.8
    /// The strength of one natural logarithm of a likelihood.
    static let strengthPerNat = 0.1
    /// What a candidate as likely as no pitch is stronger than no pitch.
    static let readiness = 0.1
    /// The highest confidence of a reading that is called unvoiced.
    static let mostUnvoiced = 0.5
    /// A refined frequency farther than this from the peak of the salience, as a ratio minus 1, is
    /// that of another sound, or of the room.
    static let largestRefinement = 0.0116
  }
}
