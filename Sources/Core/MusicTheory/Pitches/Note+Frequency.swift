extension Note {
  /// Returns the frequency of the note.
  ///
  /// - Parameter concertPitch: The frequency of A4 and the temperament; 440 Hz and equal by default.
  /// - Returns: Hertz. Beyond the range of `Double`, 0 or infinity.
  public func frequency(under concertPitch: ConcertPitch = .standard) -> Double {
    concertPitch.frequency(of: self)
  }
}
