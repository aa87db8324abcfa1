import MusicTheory
import PitchEstimation

/// One reading as a line of JSON: the feed that other programs read.
///
/// Every line has the same keys in the same order. Without a pitch, `frequency`, `note`, `octave`
/// and `cents` are `null`; `level` is `null` for digital silence, because JSON has no infinity.
struct ReadingLine {
  /// The note of a voiced reading.
  struct NotePart {
    var note: Note
    var cents: Double

    init(_ note: Note, cents: Double) {
      self.note = note
      self.cents = cents
    }
  }

  var reading: PitchReading
  var frequency: Double?
  var note: NotePart?

  /// - Parameters:
  ///   - reading: Time, periodicity and level.
  ///   - note: The note that the frequency belongs to.
  init(_ reading: PitchReading, note: NotePart?) {
    self.reading = reading
    self.frequency = reading.frequency
    self.note = note
  }

  func append(to buffer: inout TextBuffer) {
    buffer.append("{\"time\":")
    buffer.append(reading.time, decimals: 6)
    buffer.append(",\"frequency\":")
    appendNumber(frequency, decimals: 3, to: &buffer)
    buffer.append(",\"note\":")
    if let note, frequency != nil {
      buffer.append("\"")
      buffer.append(text: note.note.name.asciiDescription)
      buffer.append("\",\"octave\":")
      buffer.append(note.note.octave)
    } else {
      buffer.append("null,\"octave\":null")
    }
    buffer.append(",\"cents\":")
    appendNumber(frequency == nil ? nil : note?.cents, decimals: 2, to: &buffer)
    buffer.append(",\"periodicity\":")
    appendNumber(reading.periodicity, decimals: 4, to: &buffer)
    buffer.append(",\"level\":")
    appendNumber(reading.level, decimals: 2, to: &buffer)
    buffer.append("}\n")
  }

  private func appendNumber(_ value: Double?, decimals: Int, to buffer: inout TextBuffer) {
    if let value, value.isFinite {
      buffer.append(value, decimals: decimals)
    } else {
      buffer.append("null")
    }
  }
}
