package import MusicTheory

// What was played, as files for notation programs and sequencers.
extension PlayedTake {
  /// Writes the take as MusicXML, quantised to the score, or to the click.
  ///
  /// - Parameters:
  ///   - score: The score that was played.
  ///   - result: The comparison with it.
  ///   - concertPitch: A4 and the temperament.
  /// - Returns: The bytes of the file.
  package func musicXML(
    of score: PracticeScore, _ result: Intonation, under concertPitch: ConcertPitch
  ) -> [UInt8] {
    // The player's own A4, so that one who is a third of a semitone flat plays the notes of the score.
    let own = try? ConcertPitch(
      result.ownFrequency(under: concertPitch), temperament: concertPitch.temperament)
    let pitch = own ?? concertPitch
    func number(_ frequency: Double) -> Double { pitch.midiNumber(of: frequency) }
    let notation =
      if let start = plan.clickStart, let clock = ScoreClock(score, tempo: plan.tempo) {
        TakeNotation(notes, score: score, clock: clock, start: start, numberOf: number)
      } else {
        TakeNotation(result, played: notes, score: score, numberOf: number)
      }
    return MusicXMLText(notation, score: score, title: score.title).bytes
  }

  /// Writes the take as a MIDI file, with its own times.
  ///
  /// - Parameters:
  ///   - score: The score that was played.
  ///   - concertPitch: A4 and the temperament.
  ///   - tempo: The tempo of a file without a click, in quarter notes per minute; `nil` for the usual one.
  ///   - start: When the first bar of a file without a click starts, in seconds.
  /// - Returns: The file.
  package func midi(
    of score: PracticeScore, under concertPitch: ConcertPitch, tempo: Double? = nil,
    start: Double = 0
  ) -> TakeMIDI {
    let clickTempo = ScoreClock(score, tempo: plan.tempo)?.tempo
    return TakeMIDI(
      notes, under: concertPitch, title: score.title,
      tempo: plan.clickStart == nil ? tempo : clickTempo, start: plan.clickStart ?? start,
      meter: score.bars.first?.meter, key: score.key)
  }
}
