/// The geometry of a tuner's turning dial, for page, terminal and apps.
///
/// A ring with 120 thin and 12 thick dashes turns under a fixed bar, 60° per semitone, so that a
/// thin dash is five cents. An arrow outside the ring marks the target, and the names of five
/// neighbours stay upright around it. Angles are in degrees, clockwise from the top; lengths are in
/// the unit of ``radius``.
public struct TunerDial: Sendable, Hashable {
  /// The position of one name beside the ring.
  public struct Label: Sendable, Hashable {
    /// The MIDI number of the note.
    public let midiNumber: Int
    /// The angle of its centre, in degrees.
    public let angle: Double
    /// The distance of its centre from that of the ring.
    public let distance: Double
    /// The height of its letters.
    public let size: Double
    /// The opacity, from 0 for invisible to 1.
    public let opacity: Double
  }

  /// The angle of a semitone, in degrees.
  public static let degreesPerSemitone = 60.0
  /// The number of thin dashes.
  public static let thinDashCount = 120
  /// The number of thick dashes.
  public static let thickDashCount = 12
  /// The outer radius of the ring, which sets the unit of all lengths.
  public static let radius = 122.5
  /// The length of a dash.
  public static let dashLength = 16.0
  /// The names, in semitones from the nearest note.
  public static let labelOffsets = -2...2
  /// The distance of a name from the ring.
  public static let labelDistance = 30.0
  /// The additional distance of a name at the top, where it is largest.
  public static let labelLift = 48.0
  /// The angle from the top within which a name is lifted, in degrees.
  public static let labelLiftAngle = 50.0
  /// The heights of the letters: far from the top, and at the top.
  public static let labelSizes = 19.0...34.0
  /// The angles between which names fade out towards the bottom, in degrees.
  public static let labelFade = 118.0...158.0
  /// The largest angle of the arrow from the top, in degrees.
  public static let arrowLimit = 165.0

  /// The pitch under the bar, in semitones as MIDI numbers count; A4 is 69.
  public let position: Double

  /// Creates a dial.
  ///
  /// - Parameter position: The pitch under the bar, in semitones as MIDI numbers count; finite.
  public init(position: Double) { self.position = position }

  /// The angle by which the ring is turned, in degrees, within a turn.
  public var turn: Double {
    let turns = -position * Self.degreesPerSemitone / 360
    return 360 * (turns - turns.rounded(.towardZero))
  }

  /// The names to write, the lowest first.
  public var labels: [Label] {
    let nearest = position.rounded()
    return Self.labelOffsets.map { offset in
      let angle = (nearest + Double(offset) - position) * Self.degreesPerSemitone
      let lift = Self.smoothStep(1 - angle.magnitude / Self.labelLiftAngle)
      let fade = Self.labelFade
      let shown = (fade.upperBound - angle.magnitude) / (fade.upperBound - fade.lowerBound)
      let nearness = max(0, 1 - angle.magnitude / Self.labelLiftAngle)
      let sizes = Self.labelSizes
      return Label(
        midiNumber: Int(nearest) + offset, angle: angle,
        distance: Self.radius + Self.labelDistance + Self.labelLift * lift,
        size: sizes.lowerBound + (sizes.upperBound - sizes.lowerBound) * nearness,
        opacity: max(0, min(1, shown)))
    }
  }

  /// Returns the angle of the arrow.
  ///
  /// - Parameter target: The target of the tuner, in semitones as MIDI numbers count.
  /// - Returns: Degrees, in ±``arrowLimit``.
  public func arrowAngle(target: Double) -> Double {
    let angle = (target - position) * Self.degreesPerSemitone
    return max(-Self.arrowLimit, min(Self.arrowLimit, angle))
  }

  private static func smoothStep(_ value: Double) -> Double {
    let value = max(0, min(1, value))
    return value * value * (3 - 2 * value)
  }
}
