/// Where bytes of MIDI come from.
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
