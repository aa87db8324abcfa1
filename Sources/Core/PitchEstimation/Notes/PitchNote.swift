/// One note of a track, as a ``NoteSegmenter`` cuts it out.
public struct PitchNote: Sendable, Hashable {
  /// A periodic swing of the pitch.
  public struct Vibrato: Sendable, Hashable {
    /// Swings per second, in hertz.
    public var rate: Double
    /// The deviation of the pitch to each side, in cents.
    public var extent: Double

    /// Creates a vibrato of these properties.
    public init(rate: Double, extent: Double) {
      self.rate = rate
      self.extent = extent
    }
  }

  /// The start of the note, in seconds since the first sample.
  public var onset: Double
  /// The end of the note, in seconds since the first sample.
  public var offset: Double
  /// The median of its fundamental frequencies, in hertz.
  public var frequency: Double
  /// The root mean square deviation from ``frequency``, in cents; 0 is perfectly steady.
  public var spread: Double
  /// The vibrato; `nil` if the pitch does not vary regularly, or not for long enough.
  public var vibrato: Vibrato?
  /// The highest level during the note, in dBFS.
  public var level: Double

  /// Creates a note of these properties.
  public init(
    onset: Double, offset: Double, frequency: Double, spread: Double = 0, vibrato: Vibrato? = nil,
    level: Double = 0
  ) {
    self.onset = onset
    self.offset = offset
    self.frequency = frequency
    self.spread = spread
    self.vibrato = vibrato
    self.level = level
  }

  /// The duration of the note, in seconds.
  public var duration: Double { offset - onset }
}
