/// The numbers of the stages that keep a note, and that refuse a pitch without its own partials
/// (decision 58).
extension TrackerParameters {
  /// A note that goes on in the next frame (decision 60).
  enum Continuation {
    /// A note is clear above this strength.
    static let clearStrength = 0.6
    /// The largest difference of the frequency from frame to frame, as a share: a vibrato glides.
    static let farthestGlide = 0.03
    /// The largest loss of strength from frame to frame.
    static let largestLoss = 0.03
    /// Candidates this close in strength to the strongest one must be the same.
    static let rivalry = 0.15
    /// The largest difference of level from frame to frame, in decibels.
    static let largestStep = 2.0
    /// The time for which a note is clear before it goes on, in seconds: the memory of the scorer
    /// needs as long to be sure of it.
    static let leastDuration = 0.1
    /// The largest number of such frames in turn: the next one is searched in full.
    static let mostFrames = 7
  }

  /// The beginning of a sound.
  enum Attack {
    /// The time constant of the mean power of a bin, in seconds.
    static let memory = 0.3
    /// A line that began exceeds its mean by this factor: two steady lines that beat do not exceed
    /// twice theirs.
    static let leastRise: Float = 4
    /// A line has this many times the power of the noise around it.
    static let leastSignal: Float = 10
    /// The highest frequency that counts, in hertz.
    static let highest = 5000.0
  }

  /// A note that is held while it dies away.
  enum Held {
    /// The share of the power in lines that rose from which on something began.
    static let leastRisenShare: Float = 0.1
    /// Lines that rise for longer than this, in seconds, move: there is no one attack.
    static let longestRise = 0.12
    /// The time without rising lines after which a sound decays freely, in seconds.
    static let shortestRest = 0.03
    /// The decay from the loudest frame on after which a note is held, in decibels.
    static let leastDecay = 6.0
    /// A decay ends where the level rises by more than this, in decibels.
    static let swell = 3.0
    /// A candidate stronger than this votes for its pitch.
    static let leastStrength = 0.55
    /// The largest difference of two frequencies of one note, as a share.
    static let sameNote = 0.03
    /// A candidate stronger than this corrects the frequency of a note that decays.
    static let exactStrength = 0.75
    /// The least power of the note's strongest partial relative to the strongest line, 10 dB less.
    static let leastShare: Float = 0.1
    /// The number of partials of which one must be left.
    static let partialCount = 3
    /// The lead in strength of the note over all others.
    static let lead = 0.1
  }

  /// The partials that a candidate needs.
  enum Teeth {
    /// The fewest periods in the window with which the spectrum separates partials.
    static let resolvedPeriods = 3.0
    /// The highest partial that counts, in hertz.
    static let highest = 5000.0
    /// The least power of a partial relative to the strongest line, 40 dB less.
    static let leastShare: Float = 1e-4
    /// The least power of a partial relative to the noise in its bin.
    static let leastSignal: Float = 10
    /// A partial this much weaker than the strongest one is expected to be seen, 20 dB less: where
    /// noise would hide it, it may be there.
    static let leastVisibleShare: Float = 0.01
    /// The largest distance of a partial from a multiple, as a share.
    static let reach = 0.01
    /// The smallest such limit, in bins.
    static let leastReach = 0.5
    /// The least power of a partial that alone speaks for a candidate, relative to the strongest
    /// one, 6 dB less.
    static let leastOwnShare: Float = 0.25
    /// The least strength of another candidate that takes the place of one without its own
    /// partials.
    static let leastStrength = 0.5
    /// The least ratio of its frequency to the other's.
    static let leastRatio = 1.5
    /// The lead in strength that it gets.
    static let lead = 0.1
  }

  /// A room that hums before anyone plays.
  enum Room {
    /// The level of a room is below this, in dBFS.
    static let highestLevel = -45.0
    /// The time constant of the smoothed level, in seconds.
    static let memory = 0.1
    /// The largest change of the smoothed level while the room is alone, in decibels.
    static let largestChange = 3.0
    /// The shortest time of a pitch of the room alone after which it is known, in seconds.
    static let shortest = 0.2
    /// The largest difference of two pitches of the room, as a share.
    static let samePitch = 0.03
    /// The least degree of noise removal in the sound of a fan, 0...1.
    static let leastNoise: Float = 0.5
    /// The least share of the power in the first two partials of a transformer.
    static let leastOwnShare: Float = 0.9
    /// The pitches of transformers and fans are below this, in hertz.
    static let highestFrequency = 260.0
  }
}
