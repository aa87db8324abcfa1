/// The numbers that decide when a note is told before its readings are (decision 66).
extension TrackerParameters {
  /// A note that has just begun.
  enum Beginning {
    /// After an attack, the newest quarter of a frame has this many times the energy of the oldest:
    /// 15 dB. Noise does not rise that fast.
    static let leastRise = 32.0
    /// The height that the peaks of both windows need: with less, an attack is still more noise
    /// than note.
    static let leastHeight = 0.9
    /// The largest difference between both windows, as a share: 20 cents.
    static let agreement = 0.0116
    /// The largest difference between two such frames, as a share: 10 cents.
    static let sameNote = 0.0058
    /// The time between the two frames that must agree, in seconds.
    static let interval = 0.02
    /// The confidence that a frame of the path needs.
    static let leastConfidence = 0.8
    /// The time after an attack in which the path is followed, in seconds.
    static let duration = 0.1
    /// Below this frequency, in hertz, the shortest window holds too few periods.
    static let lowest = 150.0
    /// The largest difference between frames of the path on such a note, as a share: 20 cents, since
    /// their frequencies are not refined. They must agree for ``interval``.
    static let samePath = 0.0116
    /// The time for which the path must hold still within ``sameNote`` on a higher note, in seconds:
    /// voices glide into theirs.
    static let longInterval = 0.04
    /// The energy that the newest quarter of a frame needs, as a share of that of the oldest: -10 dB.
    /// With less, a note has ended.
    static let leastShare = 0.1
    /// The newest sound that is compared with that before it, in seconds.
    static let comparison = 0.012
    /// The share of its power that repeats with the period of a note which goes on, and after which
    /// another one has begun.
    static let calmShare = 0.8
    static let brokenShare = 0.5
    /// The longest time from one to the other, in seconds: what a fading note uncovers does not come
    /// at once.
    static let suddenness = 0.06
    /// The least distance of a note from the one before it, as a share: a semitone.
    static let leastChange = 0.055
  }
}
