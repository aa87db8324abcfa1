package import InstrumentTuning

extension Instrument {
  /// True if a capo fits on the instrument: it is plucked, and has a neck with frets.
  ///
  /// Of the user's own instruments, those in a group without frets have none.
  package var isFretted: Bool {
    !Self.fretlessGroups.contains(group.lowercased()) && !Self.fretless.contains(name.lowercased())
  }

  private static let fretlessGroups: Set = ["bowed", "harps", "zithers and others"]
  /// The instruments without frets in groups whose other instruments have them.
  private static let fretless: Set = [
    "lap steel guitar", "pedal steel guitar", "oud", "shamisen",
  ]
}
