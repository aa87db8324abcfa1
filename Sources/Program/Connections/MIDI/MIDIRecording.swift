import CommandKit
import PitchToMIDI

/// A standard MIDI file, which is written when the tuner ends.
final class MIDIRecording: MIDIOutput {
  private let path: String
  private var track = MIDITrack()
  private var lastTick = 0

  /// - Throws: `OutputError` where no file can be written.
  init(path: String) throws(OutputError) {
    try AtomicTextFile.requirePlace(path)
    self.path = path
    track.setTempo(microsecondsPerQuarter: 500_000)
  }

  func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
    lastTick = max(lastTick, Int((time * 1000).rounded()))
    for message in messages { track.append(lastTick, message.bytes) }
    return true
  }

  func recover() -> Bool { true }

  func close() -> String? {
    do throws(OutputError) {
      let file = try AtomicTextFile(path: path)
      try file.write(track.file(endingAt: lastTick))
      try file.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
