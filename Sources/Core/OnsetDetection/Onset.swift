internal import SignalProcessing

/// The start of a note, a stroke, a clap or another sound.
public struct Onset: Sendable, Hashable {
  /// The start, in seconds from the first sample: the time at which the attack first reaches
  /// a quarter of its amplitude (-12 dB).
  ///
  /// A hard attack, such as a plucked string or a clap, rises within a few milliseconds, so that
  /// this is its first sound. A soft one, such as a bow stroke, has no instant of its own; a quarter
  /// of the amplitude is near to where listeners hear it start.
  public var time: Double
  /// The time in which the attack rises from a quarter of its amplitude to 90 percent, in seconds:
  /// a few milliseconds for hard attacks, 0.02 and more for soft ones.
  public var rise: Double
  /// The level of the attack, in dBFS.
  public var level: Double
  /// The contrast of the sound to the one before: the mean rise of its frequency bands,
  /// in powers of ten; greater than zero.
  public var strength: Double
  /// The level of what is new in it, in decibels relative to ``level``; 0 where nothing sounded before.
  package var newLevel = 0.0
  /// The number of bands of a twenty-fourth of an octave that hold what is new: a few for each partial of a tone.
  package var newBreadth = 0.0
  /// How far the narrow bands rise within 40 ms, in powers of ten on average.
  package var tonalRise = 0.0
  /// True if the sound goes on to grow for longer than a hard attack: a swell has sharp moments too.
  package var grows = false

  /// Creates an onset.
  ///
  /// - Parameters:
  ///   - time: When it starts, in seconds from the first sample.
  ///   - rise: The time in which it rises, in seconds.
  ///   - level: Its level, in dBFS.
  ///   - strength: The mean rise of its frequency bands, in powers of ten.
  public init(time: Double, rise: Double = 0, level: Double = 0, strength: Double = 1) {
    self.time = time
    self.rise = rise
    self.level = level
    self.strength = strength
  }
}

/// An onset detector that cannot be created.
public enum OnsetDetectorError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be in ``OnsetDetector/sampleRates``.
  case invalidSampleRate(Double)
}

#if !hasFeature(Embedded)
  extension OnsetDetectorError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        outOfRange("The sample rate", rate, OnsetDetector.sampleRates, "Hz")
      }
    }
  }
#endif
