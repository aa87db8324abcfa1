internal import MusicTheory
public import PitchEstimation

extension NoteTrigger {
  /// A stroke whose note is not known yet.
  struct Stroke: Sendable {
    var time: Double
    var agreeing = 0  // readings in a row since then that are of the sounding key
  }

  /// The shortest time from the start of a note to a stroke that begins it again, in seconds. The note has
  /// been sounding for ``Settings/agreement`` readings by its start.
  private static var shortestNote: Double { 0.05 }
  /// How long a stroke waits for the pitch, in seconds: the noise of an attack has none.
  private static var longestWait: Double { 0.15 }

  /// Processes the next reading, and the strokes that were noticed since the last one.
  ///
  /// - Parameters:
  ///   - reading: The next reading of a track, in order of time.
  ///   - strokes: The times of strokes and plucks, in seconds, from when they are known on.
  /// - Returns: The messages to send now, in order.
  public mutating func take(_ reading: PitchReading, strokes: [Double]) -> [MIDIMessage] {
    let messages = take(reading)
    guard let sounding else {
      stroke = nil
      return messages
    }
    if let newest = strokes.last, newest - sounding.startTime >= Self.shortestNote {
      stroke = Stroke(time: newest)
    }
    guard var waiting = stroke else { return messages }
    waiting.agreeing = isOf(sounding.key, reading) ? waiting.agreeing + 1 : 0
    stroke = reading.time - waiting.time <= Self.longestWait ? waiting : nil
    guard waiting.agreeing >= settings.strokeAgreement, let frequency = reading.frequency else {
      return messages
    }
    let tone = concertPitch.midiNumber(of: frequency)
    return messages + end() + start(sounding.key, tone, reading)
  }

  private func isOf(_ key: UInt8, _ reading: PitchReading) -> Bool {
    guard let frequency = reading.frequency, reading.confidence ?? 1 >= settings.confidence else {
      return false
    }
    let tone = concertPitch.midiNumber(of: frequency)
    return 100 * (tone - Double(key)).magnitude <= settings.leap
  }
}
