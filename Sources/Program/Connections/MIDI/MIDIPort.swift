/// What a user names as a MIDI port: the path of a device, or else a virtual port to be made.
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
