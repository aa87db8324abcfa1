import CommandKit
import InstrumentTuning
import MusicTheory
import OpenSoundControl
import PitchEstimation

/// The addresses below a prefix, and a reading as messages to them.
struct OSCReading: Sendable {
  private let count, voiced, frequency, note, key, cents: OSCAddress
  private let target, targetCents, isInTune, level: OSCAddress

  /// - Parameter prefix: What all addresses begin with.
  init(below prefix: OSCAddress) {
    count = prefix.appending("count")
    voiced = prefix.appending("voiced")
    frequency = prefix.appending("frequency")
    note = prefix.appending("note")
    key = prefix.appending("midi")
    cents = prefix.appending("cents")
    target = prefix.appending("target")
    targetCents = prefix.appending("target-cents")
    isInTune = prefix.appending("in-tune")
    level = prefix.appending("level")
  }

  /// - Parameters:
  ///   - line: The reading, as other programs get it.
  ///   - number: The bundles so far; it wraps.
  /// - Returns: `voiced` and `level` always, the others while a pitch exists.
  func messages(for line: ReadingLine, number: Int) -> [OSCMessage] {
    var messages = [
      OSCMessage(count, [.int(Int32(truncatingIfNeeded: number))]),
      OSCMessage(voiced, [.int(line.frequency == nil ? 0 : 1)]),
      OSCMessage(level, [.float(Float(max(Self.lowestLevel, line.reading.level)))]),
    ]
    let aim = line.target
    messages.append(OSCMessage(isInTune, [.int(aim?.isInTune == true ? 1 : 0)]))
    guard let frequency = line.frequency, let note = line.note else { return messages }
    messages.append(OSCMessage(self.frequency, [.float(Float(frequency))]))
    messages.append(OSCMessage(self.note, [.string(note.note.asciiDescription)]))
    messages.append(OSCMessage(key, [.int(Int32(truncatingIfNeeded: note.note.midiNumber))]))
    messages.append(OSCMessage(cents, [.float(Float(note.cents))]))
    if let aim, let target = aim.target {
      messages.append(OSCMessage(self.target, [.string(target.note.asciiDescription)]))
      let cents = target.cents(to: frequency, under: aim.concertPitch)
      messages.append(OSCMessage(targetCents, [.float(Float(cents))]))
    }
    return messages
  }

  /// Digital silence, which has no level, in dBFS: receivers scale, and infinity has no scale.
  private static let lowestLevel = -160.0
}
