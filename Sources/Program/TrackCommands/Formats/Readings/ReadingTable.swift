import CommandKit
import PitchEstimation

/// A row a reading: CSV as crepe and mir_eval have it, or TSV as aubio has it.
struct ReadingTable: TrackEncoder {
  enum Style {
    /// A header, then `time,frequency,confidence`.
    case commas
    /// No header, `time<TAB>frequency`.
    case tabs
  }

  private let style: Style
  private let unvoiced: UnvoicedStyle

  init(_ style: Style, unvoiced: UnvoicedStyle) {
    self.style = style
    self.unvoiced = unvoiced
  }

  func begin(_ buffer: inout TextBuffer) {
    if style == .commas { buffer.append("time,frequency,confidence\n") }
  }

  func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    buffer.append(reading.time, decimals: 6)
    appendColumns(of: reading, to: &buffer)
    buffer.append("\n")
  }

  /// Whether a frequency has its confidence beside it.
  var hasConfidence: Bool { style == .commas }

  /// Appends what a reading has besides its time, a separator before each column.
  func appendColumns(of reading: PitchReading, to buffer: inout TextBuffer) {
    appendSeparator(to: &buffer)
    appendFrequency(of: reading, to: &buffer)
    guard hasConfidence else { return }
    appendSeparator(to: &buffer)
    buffer.append(reading.confidenceOrPeriodicity, decimals: 4)
  }

  func appendSeparator(to buffer: inout TextBuffer) {
    buffer.append(byte: style == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t"))
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}

  private func appendFrequency(of reading: PitchReading, to buffer: inout TextBuffer) {
    let decimals = 6  // three would round 82 Hz by up to 0.01 cents
    if let frequency = reading.frequency {
      buffer.append(frequency, decimals: decimals)
      return
    }
    switch unvoiced {
    case .empty: break
    case .zero: buffer.append(0, decimals: decimals)
    case .nan: buffer.append("nan")
    case .negative: buffer.append(-(reading.candidate?.frequency ?? 0), decimals: decimals)
    }
  }
}
