package import PitchToMIDI

/// Where messages go. Never waits for who receives them.
package protocol MIDIOutput: AnyObject {
  /// Sends messages that belong to one moment.
  ///
  /// - Parameters:
  ///   - messages: What to send, in order.
  ///   - time: The moment, in seconds of sound since the start.
  /// - Returns: Whether they were taken; a device may be gone for a while.
  func send(_ messages: [MIDIMessage], at time: Double) -> Bool

  /// Tries again after messages were refused.
  ///
  /// - Returns: Whether messages are taken again. The receiver knows nothing of what was sent before.
  func recover() -> Bool

  /// Completes what was sent.
  ///
  /// - Returns: Why that failed, if it did.
  func close() -> String?
}

/// A reason why a MIDI output cannot be opened.
package enum MIDIOutputError: Error, Equatable {
  /// The system has no sequencer; `reason` is its wording.
  case noSequencer(reason: String)
  /// This system has no virtual ports that the program could make.
  case noVirtualPorts
  /// A device or file cannot be opened; `reason` is the system's wording.
  case unopened(path: String, reason: String)
}

extension MIDIOutputError: CustomStringConvertible {
  /// What happened, and what to do.
  package var description: String {
    switch self {
    case .noSequencer(let reason):
      "This system has no MIDI sequencer (\(reason)). Load it with modprobe snd-seq, or give the path of a device, such as /dev/snd/midiC1D0."
    case .noVirtualPorts:
      "Virtual MIDI ports need ALSA, which this system lacks. Give the path of a device."
    case .unopened(let path, let reason):
      "The MIDI device \(path) could not be opened (\(reason)). Connect it, or choose another one; amidi -l lists them."
    }
  }
}
