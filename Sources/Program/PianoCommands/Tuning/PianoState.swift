import PianoTuning

/// What is known of the key that sounds, for the screen.
package struct PianoState: Sendable {
  var reading: KeyListener.Reading?
  /// How its strings beat, once it has sounded long enough.
  var unison: UnisonReading?
  var notice: String?
  /// Cycles that the partial has run ahead of its target.
  private(set) var phase = 0.0
  private(set) var strokeCount = 0

  var hasHeard: Bool { reading != nil }

  mutating func take(_ reading: KeyListener.Reading) {
    if reading.isNewStroke {
      (phase, unison) = (0, nil)
      strokeCount += 1
    }
    // A cent at a high partial is fast: as a strobe disc does, the pattern slows down there.
    phase += KeyListener.interval * min(4, max(-4, reading.cents))
    self.reading = reading
  }

  /// Takes the unison of a stroke, unless another key was struck meanwhile.
  mutating func take(_ unison: UnisonReading, ofStroke number: Int) {
    if number == strokeCount { self.unison = unison }
  }
}
