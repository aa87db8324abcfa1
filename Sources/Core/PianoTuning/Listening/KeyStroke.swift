/// A key that sounds, from its stroke on.
public struct KeyStroke: Sendable {
  /// From just before the stroke on.
  public let samples: [Float]
  /// Samples a second, in hertz.
  public let sampleRate: Double
  /// The key as the listener found it.
  public let key: PianoKey
  /// Seconds since the stream began: the end of the samples.
  public private(set) var time: Double

  /// The stroke of a stream that began later.
  ///
  /// - Parameter seconds: The sound that was heard before, in seconds.
  /// - Returns: The stroke with its time from the first sample of all.
  public func delayed(by seconds: Double) -> KeyStroke {
    var stroke = self
    stroke.time += seconds
    return stroke
  }

  /// How the strings of the key lie to each other.
  ///
  /// - Returns: The strings; `nil` if what sounds is not clearly this key.
  /// - Complexity: About half a second of computing. Allocates.
  public func unison() -> UnisonReading? {
    guard var meter = try? KeyMeter(sampleRate: sampleRate),
      let measurement = try? meter.measure(samples), measurement.key == key
    else { return nil }
    return UnisonReading(measurement, time: time)
  }
}

/// How the strings of a key beat.
public struct UnisonReading: Sendable, Hashable {
  /// Seconds since the stream began: the end of what was measured.
  public let time: Double
  /// The key.
  public let key: PianoKey
  /// The strings that can be told apart: their distances from their middle in cents, ascending.
  public let strings: [Double]
  /// Their beats in the first partial, in hertz, ascending.
  public let beats: [Double]
  /// The slowest beat that so short a sound can show, in hertz of the first partial.
  public let limit: Double

  /// What a measurement says of the strings.
  ///
  /// - Parameters:
  ///   - measurement: Of one key.
  ///   - time: The end of what was measured, in seconds.
  public init(_ measurement: KeyMeasurement, time: Double) {
    self.time = time
    key = measurement.key
    strings = measurement.strings
    (beats, audibleBeats) = (measurement.beats, measurement.audibleBeats)
    limit = measurement.beatLimit
  }

  /// The beats that are heard as an impure unison, in hertz.
  public let audibleBeats: [Double]
}
