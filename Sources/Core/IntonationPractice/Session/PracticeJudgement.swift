internal import MusicTheory
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
  init(
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

  /// Writes the members of the object that `kammerton practice --json` prints after its title, and
  /// after the tuning of a score.
  ///
  /// - Parameters:
  ///   - score: The score that was played, which names the notes.
  ///   - isTimed: Whether the times are written too.
  /// - Returns: UTF-8, without the braces of the object.
  package func jsonMembers(_ score: PracticeScore, isTimed: Bool = true) -> [UInt8] {
    var bytes =
      result?.jsonMembers(score, timing: isTimed ? timing : nil) ?? rhythm?.jsonMembers() ?? []
    guard isTimed else { return bytes }
    bytes += ", \"timing\": {".utf8
    bytes += timing.jsonMembers(latency: latency)
    bytes += "}".utf8
    return bytes
  }
}
