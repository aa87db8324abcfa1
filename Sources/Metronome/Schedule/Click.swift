/// Something that happens at a sample: a beat, what lies between beats, or the second voice.
public struct Click: Sendable, Hashable {
  /// What kind of thing happens.
  public enum Kind: Sendable, Hashable {
    /// A beat of the bar; it happens even where it is silent.
    case beat
    /// Between two beats.
    case subdivision
    /// A click of the polyrhythm.
    case cross
  }

  /// The sample, counted from the start: the nearest to the exact time.
  public var frame: Int64
  /// What kind of thing happens.
  public var kind: Kind
  /// How strong it is; `nil` for a beat that the pattern leaves out.
  public var accent: Accent?
  /// Whether the bar is one of those that are silent.
  public var isMuted: Bool
  /// The section's factor for the amplitude.
  public var volume: Double
  /// The number of the section, from 0.
  public var section: Int
  /// The number of the bar in its section, from 0.
  public var bar: Int
  /// The number of the beat in its bar, from 0: for other clicks, of the beat before.
  public var beat: Int

  /// Whether anything sounds.
  public var isAudible: Bool { accent != nil && !isMuted && volume > 0 }
}
