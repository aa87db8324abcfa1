import CommandKit
import InstrumentTuning
import MusicTheory
import PolyphonicTuning

extension StrumState {
  /// Appends a reading as one line of JSON.
  func append(to buffer: inout TextBuffer) {
    buffer.append("{\"time\":")
    buffer.append(time, decimals: 3)
    buffer.append(",\"centre\":")
    buffer.append(center, decimals: 3)
    buffer.append(",\"view\":")
    switch view {
    case .strings: buffer.append("\"strings\"")
    case .string: buffer.append("\"string\"")
    }
    buffer.append(isOther ? ",\"sound\":\"other\"" : ",\"sound\":\"strings\"")
    buffer.append(isClipped ? ",\"clipped\":true" : ",\"clipped\":false")
    buffer.append(",\"strings\":[")
    for index in rows.indices {
      if index > 0 { buffer.append(",") }
      append(rows[index], to: &buffer)
    }
    buffer.append("]}\n")
  }

  private func append(_ row: Row, to buffer: inout TextBuffer) {
    let isPresent = row.cents != nil
    buffer.append("{\"string\":")
    buffer.append(row.string.number)
    buffer.append(",\"note\":\"")
    buffer.append(text: row.string.pitch.note.asciiDescription)
    buffer.append("\",\"target\":")
    buffer.append(row.target, decimals: 4)
    buffer.append(",\"cents\":")
    buffer.append(json: row.cents, decimals: 2)
    buffer.append(",\"frequency\":")
    buffer.append(json: isPresent ? row.frequency : nil, decimals: 4)
    buffer.append(",\"error\":")
    buffer.append(json: isPresent ? row.error : nil, decimals: 2)
    buffer.append(",\"beat\":")
    buffer.append(json: row.beat.frequency, decimals: 3)
    buffer.append(",\"beatError\":")
    buffer.append(json: row.beat.frequency == nil ? nil : row.beat.error, decimals: 3)
    buffer.append(",\"beatLimit\":")
    buffer.append(json: row.beat.limit, decimals: 3)
    buffer.append(row.beat.isMerged ? ",\"merged\":true" : ",\"merged\":false")
    buffer.append(row.isGliding ? ",\"gliding\":true" : ",\"gliding\":false")
    buffer.append(isPresent ? ",\"present\":true}" : ",\"present\":false}")
  }
}
