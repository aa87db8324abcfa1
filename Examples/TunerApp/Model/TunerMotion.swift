public import Kammerton

/// The positions of dial, arrow and waves, which follow the pitch smoothly, as the eye does.
public struct TunerMotion: Sendable, Hashable {
  /// The turning ring and the names beside it.
  public private(set) var dial = TunerDial(position: 69)
  /// The target, as a MIDI number.
  public private(set) var target = 69.0
  /// The five waves under the dial.
  public private(set) var waves = PitchWaves()
  /// 0.5 at rest, 1 while a note sounds.
  public private(set) var brightness = 0.5
  private var silence = 10.0

  /// The time in which the dial covers most of its way, in seconds.
  private static let followingTime = 0.07
  /// The longest way that the dial turns, in semitones; it jumps to notes farther away.
  private static let longestWay = 7.0
  /// The time without a note before the dial rests, in seconds.
  private static let restTime = 1.0

  /// Creates a dial at rest on A4.
  public init() {}

  /// `true` once the dial has dimmed and the waves are flat.
  public var isResting: Bool { brightness == 0.5 && waves.amplitude < 0.01 }

  /// The angle of the arrow, in degrees from the top.
  public var arrowAngle: Double { dial.arrowAngle(target: target) }

  /// Advances to the next picture.
  ///
  /// - Parameters:
  ///   - seconds: The time since the last picture.
  ///   - deviation: The note that sounds; `nil` for none.
  ///   - level: The level of the sound, in dBFS.
  public mutating func advance(by seconds: Double, deviation: NoteDeviation?, level: Double) {
    waves.advance(by: seconds, frequency: deviation?.frequency, level: level)
    silence = deviation == nil ? silence + seconds : 0
    let isResting = silence > Self.restTime
    let step = seconds * 0.5 / (isResting ? 1 : 0.2)
    brightness += max(-step, min(step, (isResting ? 0.5 : 1) - brightness))
    guard let deviation else { return }
    target = Double(deviation.note.midiNumber)
    let way = target + deviation.cents / 100 - dial.position
    let share = way.magnitude > Self.longestWay ? 1 : min(1, seconds / Self.followingTime)
    dial = TunerDial(position: dial.position + share * way)
  }
}
