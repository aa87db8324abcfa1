package import LiveAudio

// What a user should know of the loudspeaker after the end.

extension SoundPlayerProgress {
  /// Says on standard error how often the device ran out of samples, if it did.
  package func complainOfUnderruns() {
    guard underrunCount > 0 else { return }
    let times = underrunCount == 1 ? "once" : "\(underrunCount) times"
    complain("The loudspeaker ran out of samples \(times) (underruns).")
  }
}
