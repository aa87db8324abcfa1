package import PitchToMIDI

/// The MIDI ports that a user can name: the path of a device, or a virtual port to create.
package enum MIDIPort {
  /// Opens a port that messages are sent to.
  ///
  /// - Parameter name: A path if it has a slash, else the name that other programs show.
  /// - Returns: The port.
  /// - Throws: ``MIDIOutputError``.
  package static func output(_ name: String) throws(MIDIOutputError) -> any MIDIOutput {
    if isPath(name) { return try MIDIDevice(path: name) }
    #if canImport(CALSA)
      return try SequencerPort(name: name)
    #else
      throw MIDIOutputError.noVirtualPorts
    #endif
  }

  /// The port's name in messages.
  package static func title(_ name: String) -> String {
    isPath(name) ? name : "The MIDI port \(name)"
  }

  static func isPath(_ name: String) -> Bool { name.contains("/") }
}

/// A destination of messages, which never waits for its receivers.
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
  /// A sentence on what happened, and one on what to do.
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

/// A source of the bytes of MIDI.
package protocol MIDIInput: AnyObject {
  /// Waits for bytes.
  ///
  /// - Parameter timeout: Milliseconds.
  /// - Returns: What came, perhaps nothing; `nil` if the device is gone.
  func receive(timeout: Int32) -> [UInt8]?

  /// Tries again after the device was gone.
  ///
  /// - Returns: Whether it is back.
  func recover() -> Bool
}

extension MIDIPort {
  /// Opens a port that messages come from.
  ///
  /// - Parameter name: A path if it has a slash, else the name that other programs show.
  /// - Returns: The port.
  /// - Throws: ``MIDIOutputError``.
  package static func input(_ name: String) throws(MIDIOutputError) -> any MIDIInput {
    if isPath(name) { return try MIDIDeviceInput(path: name) }
    #if canImport(CALSA)
      return try SequencerInput(name: name)
    #else
      throw MIDIOutputError.noVirtualPorts
    #endif
  }
}
