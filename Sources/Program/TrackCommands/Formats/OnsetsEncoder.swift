import CommandKit
import MusicTheory
import OnsetDetection
import PitchEstimation

/// An onset with the pitch that follows it.
struct PitchedOnset: Sendable {
  var onset: Onset
  /// In hertz, or `nil` if no pitch follows.
  var frequency: Double?
}

/// Writes onsets, each with the median pitch of the quarter of a second after it.
///
/// An onset waits until its pitch is known: about 0.7 s.
struct OnsetsEncoder<Writer: OnsetWriter>: TrackEncoder {
  /// The readings that tell an onset's pitch, in seconds after it: an attack has none yet.
  private static var pitched: ClosedRange<Double> { 0.05...0.25 }
  /// By then all onsets are known that would end the pitch of one before.
  private static var delay: Double { pitched.upperBound + OnsetDetector.latency + 0.05 }

  private var writer: Writer
  private var readings: [PitchReading] = []
  private var onsets: [Onset] = []

  init(_ writer: Writer) {
    self.writer = writer
  }

  mutating func begin(_ buffer: inout TextBuffer) { writer.begin(&buffer) }

  mutating func append(_ onset: Onset, to buffer: inout TextBuffer) { onsets.append(onset) }

  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    readings.append(reading)
    if readings.count > 4096 { readings.removeFirst(2048) }
    while let onset = onsets.first, reading.time > onset.time + Self.delay {
      writeFirst(to: &buffer)
    }
  }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    while !onsets.isEmpty { writeFirst(to: &buffer) }
    writer.end(duration: duration, &buffer)
  }

  private mutating func writeFirst(to buffer: inout TextBuffer) {
    let onset = onsets.removeFirst()
    let start = onset.time + Self.pitched.lowerBound
    let end = min(onset.time + Self.pitched.upperBound, (onsets.first?.time ?? .infinity) - 0.01)
    if let first = readings.firstIndex(where: { $0.time >= start - 1 }) {
      readings.removeFirst(first)
    }
    let frequencies = readings.filter { $0.time >= start && $0.time <= end }
      .compactMap(\.frequency).sorted()
    let frequency = frequencies.count >= 3 ? frequencies[frequencies.count / 2] : nil
    writer.append(PitchedOnset(onset: onset, frequency: frequency), to: &buffer)
  }
}

/// Writes onsets in one format.
protocol OnsetWriter {
  /// Writes the text before the first onset.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Writes the next onset.
  mutating func append(_ onset: PitchedOnset, to buffer: inout TextBuffer)

  /// Writes the rest of a track of `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)
}

/// A CSV of onsets: `time` and `rise` in seconds, `level` in dBFS, `strength` in powers of ten,
/// `frequency` in hertz, `note` and `cents`; the last three are empty where no pitch follows.
struct OnsetTable: OnsetWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    buffer.append("time,rise,level,strength,frequency,note,cents\n")
  }

  func append(_ element: PitchedOnset, to buffer: inout TextBuffer) {
    let onset = element.onset
    buffer.append(onset.time, decimals: 6)
    buffer.append(",")
    buffer.append(onset.rise, decimals: 4)
    buffer.append(",")
    buffer.append(onset.level, decimals: 2)
    buffer.append(",")
    buffer.append(onset.strength, decimals: 3)
    buffer.append(",")
    if let frequency = element.frequency {
      buffer.append(frequency, decimals: 3)
      buffer.append(",")
      buffer.append(text: naming.name(at: frequency))
      buffer.append(",")
      if let name = naming.note(at: frequency) { buffer.append(name.cents, decimals: 2) }
    } else {
      buffer.append(",,")
    }
    buffer.append("\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}

/// A label track of Audacity: points of time with the note that follows, such as `A4 +5.1`, or
/// with `onset`.
struct OnsetLabels: OnsetWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {}

  func append(_ element: PitchedOnset, to buffer: inout TextBuffer) {
    buffer.append(element.onset.time, decimals: 6)
    buffer.append("\t")
    buffer.append(element.onset.time, decimals: 6)
    buffer.append("\t")
    if let frequency = element.frequency, let name = naming.note(at: frequency) {
      buffer.append(text: naming.name(at: frequency))
      buffer.append(" ")
      buffer.append(text: name.cents.signed(decimals: 1))
    } else {
      buffer.append("onset")
    }
    buffer.append("\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}

extension PitchedOnset: JSONObject {
  /// Without a pitch its four values are `null`.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    buffer.append("{\"time\":")
    buffer.append(onset.time, decimals: 6)
    buffer.append(",\"rise\":")
    buffer.append(onset.rise, decimals: 4)
    buffer.append(",\"level\":")
    buffer.append(onset.level, decimals: 2)
    buffer.append(",\"strength\":")
    buffer.append(onset.strength, decimals: 3)
    buffer.append(",\"frequency\":")
    buffer.append(json: frequency, decimals: 3)
    buffer.append(name: naming.note(at: frequency))
    buffer.append("}")
  }
}

extension JSONObjects: OnsetWriter where Element == PitchedOnset {}
