/// An event at a sample: a beat, a click between beats, or a click of the second voice.
public struct Click: Sendable, Hashable {
  /// The kind of a click.
  public enum Kind: Sendable, Hashable {
    /// A beat of the bar; it exists even if it is silent.
    case beat
    /// Between two beats.
    case subdivision
    /// A click of the polyrhythm.
    case cross
  }

  /// The sample, counted from the start: the nearest to the exact time.
  public var frame: Int64
  /// The kind of a click.
  public var kind: Kind
  /// Its accent; `nil` for a beat that is silent in the pattern.
  public var accent: Accent?
  /// Whether the bar is a silent one.
  public var isMuted: Bool
  /// The section's factor for the amplitude.
  public var volume: Double
  /// The number of the section, from 0.
  public var section: Int
  /// The number of the bar in its section, from 0.
  public var bar: Int
  /// The number of the beat in its bar, from 0; for other clicks, that of the beat before.
  public var beat: Int

  /// Whether the click is audible.
  public var isAudible: Bool { accent != nil && !isMuted && volume > 0 }
}
