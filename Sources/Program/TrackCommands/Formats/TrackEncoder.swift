package import CommandKit
package import PitchEstimation

/// Writes a track in one format, reading by reading.
package protocol TrackEncoder {
  /// Writes what stands before the first reading.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Writes what the next reading allows to write.
  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer)

  /// Writes the readings that several estimators have of one moment; by default the first one.
  mutating func append(row: [PitchReading], to buffer: inout TextBuffer)

  /// Writes the rest of a track of `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)

  /// Writes a piece of what ``end(duration:_:)`` has left.
  ///
  /// - Returns: `false` if nothing was left.
  mutating func appendRest(to buffer: inout TextBuffer) -> Bool

  /// What the format could not carry, as a sentence without its subject; `nil` if nothing was lost.
  var loss: String? { get }
}

extension TrackEncoder {
  package mutating func append(row: [PitchReading], to buffer: inout TextBuffer) {
    append(row[0], to: &buffer)
  }
  package mutating func appendRest(to buffer: inout TextBuffer) -> Bool { false }
  package var loss: String? { nil }
}
