internal import IntonationPractice

// What was played, compared with the score and with the beat.
extension PracticeCore {
  /// Takes how times are judged, and makes the clicks for it.
  func follow(_ plan: PracticePlan) {
    try? session.follow(plan)
    writeDueTimes()
    writeClicks()
    judge()
  }

  /// Takes how the score is gone through.
  func choose(_ mode: PracticeMode, ignoresOctaves: Bool) {
    session.choose(mode, ignoresOctaves: ignoresOctaves)
    writePractice()
  }

  /// Compares anew.
  func judge() {
    session.judge()
    writeJudgement()
  }

  /// Writes when each note is due, and where it is in its bar.
  func writeDueTimes() {
    let score = document.score
    let own = score.isPerformance ? ScoreClock.performanceTempo : nil
    let clock = ScoreClock(score, tempo: session.plan.tempo ?? own)
    for (index, note) in score.notes.enumerated() {
      notes[index, .due] = clock?.seconds(atQuarter: note.onset) ?? .nan
      notes[index, .dueEnd] = clock?.seconds(atQuarter: note.onset + note.duration) ?? .nan
      let place = score.place(atQuarter: note.onset)
      notes[index, .bar] = place.map { Double($0.bar.value) } ?? .nan
      notes[index, .beat] = place?.beat ?? .nan
    }
  }

  func writeClicks() { times.write(session.clickTimes, duration: session.duration) }

  /// Writes how far a player has come who is waited for, or who repeats a passage.
  func writePractice() {
    let (answer, value) = PracticeAnswer.of(session.waiting?.answer)
    let loop = session.loop
    outcome[.answer] = Double(answer.rawValue)
    outcome[.answerValue] = Double(value)
    outcome[.position] = Double(session.waiting?.waiting.position ?? 0)
    outcome[.passCount] = Double(loop?.passes.count ?? 0)
    outcome[.streak] = Double(loop?.streak ?? 0)
    outcome[.goal] = Double(loop?.settings.goal ?? 0)
    outcome[.loopTempo] = loop?.tempo ?? .nan
    outcome[.wantsNextPass] = session.wantsNextPass ? 1 : 0
  }

  /// Writes how the playing was judged last.
  func writeJudgement() {
    let judgement = session.judgement
    if let rhythm = judgement.rhythm { showBeats(of: rhythm.rhythm) }
    for (index, note) in judgement.timing.notes.enumerated()
    where index < document.score.notes.count {
      notes[index, .expected] = note.expected ?? .nan
      notes[index, .late] = note.late ?? .nan
    }
    if let result = judgement.result { write(result) }
    if let rhythm = judgement.rhythm { write(rhythm.rhythm) }
    times.write(judgement, isTimed: session.plan.isTimed || judgement.rhythm != nil)
  }

  /// Shows the beats that were played, and while it goes on, some bars more.
  private func showBeats(of rhythm: Rhythm) {
    guard let pattern = document.rhythm else { return }
    if session.isFinished, !session.onsets.isEmpty {
      document.extendRhythm(to: rhythm.score)
    } else if rhythm.score.notes.count + pattern.meter.beatCount > document.score.notes.count {
      _ = document.readRhythm(pattern, barCount: rhythm.score.bars.count + 8)
    } else {
      return
    }
    writeScore()
  }

  private func write(_ rhythm: Rhythm) {
    let first = rhythm.onsets.firstIndex { $0 != nil } ?? rhythm.onsets.count
    for index in document.score.notes.indices {
      let onset = index < rhythm.onsets.count ? rhythm.onsets[index] : nil
      notes[index, .time] = onset ?? .nan
      notes[index, .cents] = .nan
      notes[index, .isWrong] = 0
      notes[index, .isMissing] =
        session.isFinished && onset == nil && index > first && index < rhythm.onsets.count ? 1 : 0
    }
    outcome[.playedCount] = Double(session.onsets.count)
    outcome[.rightCount] = Double(rhythm.onsets.count { $0 != nil })
    outcome[.wrongCount] = 0
    outcome[.missingCount] = Double(rhythm.missingCount)
    outcome[.extraCount] = Double(rhythm.extra.count)
    outcome[.spread] = .nan
    (outcome[.pitchCount], outcome[.stepCount]) = (0, 0)
  }

  private func write(_ result: Intonation) {
    for (index, note) in result.notes.enumerated() {
      notes[index, .cents] = note.cents ?? .nan
      notes[index, .isWrong] = note.isWrong ? 1 : 0
      notes[index, .isMissing] = result.isMissing(at: index) ? 1 : 0
      notes[index, .time] = note.played?.onset ?? .nan
      notes[index, .duration] = note.played?.duration ?? .nan
      notes[index, .frequency] = note.played?.frequency ?? .nan
      notes[index, .spread] = note.played?.spread ?? .nan
      notes[index, .isInTune] = note.isInTune ? 1 : 0
      notes[index, .first] = note.firstCents ?? .nan
      notes[index, .last] = note.lastCents ?? .nan
      notes[index, .isFirstInTune] = note.isFirstInTune ? 1 : 0
      notes[index, .isCorrected] = note.isCorrected ? 1 : 0
    }
    outcome[.playedCount] = Double(session.notes.count)
    outcome[.rightCount] = Double(result.rightCount)
    outcome[.wrongCount] = Double(result.wrongCount)
    outcome[.missingCount] = Double(result.missingCount)
    outcome[.extraCount] = Double(result.extraCount)
    outcome[.offset] = result.offset
    outcome[.spread] = result.spread ?? .nan
    outcome[.octaves] = Double(result.octaves)
    outcome[.ownConcertPitch] = result.ownFrequency(under: session.concertPitch)
    outcome[.firstSpread] = result.firstSpread ?? .nan
    outcome[.lastSpread] = result.lastSpread ?? .nan
    outcome[.correctedCount] = Double(result.correctedCount)
    let means = result.pitches
    outcome[.pitchCount] = Double(min(means.count, Self.mostPitches))
    for (index, row) in means.prefix(Self.mostPitches).enumerated() {
      pitches[index, .value] = Double(row.midiNumber) + row.microtone / 100
      pitches[index, .count] = Double(row.count)
      pitches[index, .cents] = row.cents
      pitches[index, .error] = row.error ?? .nan
    }
    outcome[.stepCount] = Double(min(result.steps.count, Self.mostSteps))
    for (index, row) in result.steps.prefix(Self.mostSteps).enumerated() {
      steps[index, .value] = Double(row.semitones) + row.microtone / 100
      steps[index, .count] = Double(row.count)
      steps[index, .cents] = row.cents
      steps[index, .error] = row.error ?? .nan
    }
  }
}
