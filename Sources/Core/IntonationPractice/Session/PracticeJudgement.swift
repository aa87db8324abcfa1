package import MusicTheory
internal import OnsetDetection

/// A playing, compared with its score and with the beat.
package struct PracticeJudgement: Sendable {
  /// What was played, without the clicks that the microphone heard.
  package let take: PlayedTake
  /// The pitches; `nil` for a rhythm.
  package let result: Intonation?
  /// The times.
  package let timing: Timing
  /// The beats; `nil` for a score.
  package let rhythm: RhythmResult?
  /// What is known of the latency; `nil` if nothing was followed.
  package let latency: ClickLatency?

  /// Compares a take.
  ///
  /// - Parameters:
  ///   - take: The take.
  ///   - score: The score; of a rhythm alone, it means nothing.
  ///   - rhythm: The rhythm that is practised alone; `nil` for a score.
  ///   - concertPitch: A4 and the temperament.
  ///   - timed: The score as its times are; `nil` if they are those of the score.
  ///   - latency: What is known of the latency; `nil` if nothing was followed.
  ///   - isFinished: Whether the playing has ended; until then, the rest of the score is not missing.
  package init(
    of take: PlayedTake, _ score: PracticeScore, _ rhythm: RhythmPattern?,
    under concertPitch: ConcertPitch, timed: PracticeScore? = nil, latency: ClickLatency? = nil,
    isFinished: Bool = false
  ) {
    (self.take, self.latency) = (take, latency)
    guard let rhythm else {
      let result = Intonation(
        score, played: take.notes, onsets: take.onsets, concertPitch: concertPitch,
        isFinished: isFinished)
      self.result = result
      timing = Timing(timed ?? score, result, plan: take.plan)
      self.rhythm = nil
      return
    }
    let beats = RhythmResult(
      onsets: take.onsets.map { $0.time }, pattern: rhythm, plan: take.plan)
    (result, timing, self.rhythm) = (nil, beats.timing, beats)
  }

  /// Chooses what is said of the playing first.
  ///
  /// - Parameter isTimed: Whether the times count; `nil` to let them count if they were asked for, or
  ///   if the notes follow a beat.
  /// - Returns: The verdict, and the times that it considers; those of a rhythm always count.
  package func verdict(isTimed: Bool? = nil) -> (verdict: PracticeVerdict, timing: Timing?) {
    guard let result else {
      return (rhythm.map { PracticeVerdict($0) } ?? .nothing, timing)
    }
    let counted = isTimed ?? (take.plan.isTimed || timing.followsBeat) ? timing : nil
    return (PracticeVerdict(result, counted), counted)
  }

  /// Writes the members of the object that `kammerton practice --json` prints after its title, and
  /// after the tuning of a score.
  ///
  /// - Parameters:
  ///   - score: The score that was played, which names the notes.
  ///   - isTimed: Whether the times are written too.
  ///   - isTimeJudged: Whether the times count for the verdict, if they are written; `nil` as in
  ///     ``verdict(isTimed:)``.
  /// - Returns: UTF-8, without the braces of the object.
  package func jsonMembers(
    _ score: PracticeScore, isTimed: Bool = true, isTimeJudged: Bool? = nil
  ) -> [UInt8] {
    var bytes =
      result?.jsonMembers(score, timing: isTimed ? timing : nil) ?? rhythm?.jsonMembers() ?? []
    if result != nil {
      let (verdict, counted) = verdict(isTimed: isTimed ? isTimeJudged : false)
      let sentence = verdict.sentence(of: score, timing: counted) { number, microtone in
        Note(midiNumber: number, spelling: score.spelling).asciiDescription
          + (microtone.rounded() == 0 ? "" : PracticeWords.signedCents(microtone))
      }
      bytes += ", \"verdict\": {".utf8
      bytes += verdict.jsonMembers(sentence: Array(sentence.utf8))
      bytes += "}".utf8
    }
    guard isTimed else { return bytes }
    bytes += ", \"timing\": {".utf8
    bytes += timing.jsonMembers(latency: latency)
    bytes += "}".utf8
    return bytes
  }
}
