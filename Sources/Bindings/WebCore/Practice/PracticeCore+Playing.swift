internal import IntonationPractice
internal import Metronome
internal import MusicTheory
internal import OnsetDetection

// What was played, compared with the score and with the beat.
extension PracticeCore {
  /// Takes how times are judged, and makes the clicks for it.
  func take(_ plan: PracticePlan) {
    let start = self.plan
    self.plan = plan
    (self.plan.clickStart, self.plan.latency) = (start.clickStart, start.latency)
    writeDueTimes()
    writeClicks()
    evaluate()
  }

  /// Takes how the score is gone through.
  func choose(_ mode: PracticeMode, ignoresOctaves: Bool) {
    let tempo = plan.isTimed ? ScoreClock(document.score, tempo: plan.tempo)?.tempo : nil
    practice.choose(mode, ignoresOctaves: ignoresOctaves, tempo: tempo)
    writePractice()
  }

  /// Writes when each note is due, and where it is in its bar.
  func writeDueTimes() {
    let score = document.score
    let clock = ScoreClock(score, tempo: plan.tempo)
    for (index, note) in score.notes.enumerated() {
      notes[index, .due] = clock?.seconds(atQuarter: note.onset) ?? .nan
      notes[index, .dueEnd] = clock?.seconds(atQuarter: note.onset + note.duration) ?? .nan
      let place = score.place(atQuarter: note.onset)
      notes[index, .bar] = place.map { Double($0.bar) } ?? .nan
      notes[index, .beat] = place?.beat ?? .nan
    }
  }

  /// Makes the clicks.
  func writeClicks() {
    clicks = plan.hasClick ? plannedClicks?.clicks() ?? [] : []
    let clock = ScoreClock(document.score, tempo: plan.tempo)
    let end = document.score.notes.last.map { $0.onset + $0.duration } ?? 0
    times.write(clicks, duration: clock.map { $0.seconds(atQuarter: end) })
  }

  /// The clicks beside the score, or beside a rhythm, which goes on; `nil` without a tempo.
  private var plannedClicks: PracticeClicks? {
    guard let meter = document.rhythm?.meter else {
      return try? PracticeClicks(document.score, tempo: plan.tempo, rests: plan.rests)
    }
    guard let tempo = plan.tempo,
      let bar = Meter(beatCount: meter.beatCount, denominator: meter.beatUnit)
    else { return nil }
    return try? PracticeClicks(bar, tempo: tempo, rests: plan.rests)
  }

  /// When the score ends by the click, in seconds of what is heard; `nil` without one.
  var clickEnd: Double? {
    guard let start = plan.clickStart, times.facts[.duration].isFinite else { return nil }
    return start + times.facts[.duration]
  }

  /// Writes how far a player has come who is waited for, or who repeats a passage.
  func writePractice() {
    let (answer, value) = PracticeAnswer.of(practice.waiting?.answer)
    let loop = practice.loop
    outcome[.answer] = Double(answer.rawValue)
    outcome[.answerValue] = Double(value)
    outcome[.position] = Double(practice.waiting?.waiting.position ?? 0)
    outcome[.passCount] = Double(loop?.passes.count ?? 0)
    outcome[.streak] = Double(loop?.streak ?? 0)
    outcome[.goal] = Double(loop?.settings.goal ?? 0)
    outcome[.loopTempo] = loop?.tempo ?? .nan
    outcome[.isLoopDone] = loop?.isDone == true ? 1 : 0
  }

  /// Compares what was played so far.
  func evaluate() {
    take = PlayedTake(notes: played, onsets: onsets, plan: plan.timing)
    if let start = plan.clickStart {
      take.follow(clicks, origin: start, latency: plan.latency?.value)
    }
    if let pattern = document.rhythm { evaluate(pattern) } else { evaluateNotes() }
  }

  private func evaluateNotes() {
    let result = Intonation(
      document.score, played: take.notes, onsets: take.onsets, concertPitch: concertPitch,
      isFinished: isFinished)
    let timing = Timing(document.score, result, plan: take.plan)
    (self.result, self.timing) = (result, timing)
    write(result)
    write(timing)
    times.write(timing, result, isTimed: plan.isTimed, heard: take.heard, rhythm: nil)
  }

  /// Tells how the last note was off; a player who is waited for is answered instead.
  func writeCue() {
    guard practice.mode != .wait, let result, let last = take.notes.last,
      let cue = PracticeCue(after: last, result, plan.isTimed ? timing : nil)
    else { return }
    outcome[.cueCount] += 1
    outcome[.cue] = Double(PracticeCue.allCases.firstIndex(of: cue) ?? 0)
  }

  private func evaluate(_ pattern: RhythmPattern) {
    result = nil
    let onsets = take.onsets.map { $0.time }
    let judged = RhythmResult(onsets: onsets, pattern: pattern, plan: take.plan)
    let (rhythm, timing) = (judged.rhythm, judged.timing)
    (self.timing, self.rhythm) = (timing, judged)
    if isFinished, !onsets.isEmpty {
      document.extendRhythm(to: rhythm.score)
      writeScore()
    } else if rhythm.score.notes.count + pattern.meter.beatCount > document.score.notes.count {
      _ = document.readRhythm(pattern, barCount: rhythm.score.bars.count + 8)
      writeScore()
    }
    write(timing)
    write(rhythm)
    times.write(timing, nil, isTimed: true, heard: take.heard, rhythm: judged)
  }

  private func write(_ rhythm: Rhythm) {
    let first = rhythm.onsets.firstIndex { $0 != nil } ?? rhythm.onsets.count
    for index in document.score.notes.indices {
      let onset = index < rhythm.onsets.count ? rhythm.onsets[index] : nil
      notes[index, .time] = onset ?? .nan
      notes[index, .cents] = .nan
      notes[index, .isWrong] = 0
      notes[index, .isMissing] =
        isFinished && onset == nil && index > first && index < rhythm.onsets.count ? 1 : 0
    }
    outcome[.playedCount] = Double(onsets.count)
    outcome[.rightCount] = Double(rhythm.onsets.count { $0 != nil })
    outcome[.wrongCount] = 0
    outcome[.missingCount] = Double(rhythm.missingCount)
    outcome[.extraCount] = Double(rhythm.extra.count)
    outcome[.spread] = .nan
    (outcome[.pitchCount], outcome[.stepCount]) = (0, 0)
  }

  private func write(_ timing: Timing) {
    for (index, note) in timing.notes.enumerated() where index < document.score.notes.count {
      notes[index, .expected] = note.expected ?? .nan
      notes[index, .late] = note.late ?? .nan
    }
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
    outcome[.playedCount] = Double(played.count)
    outcome[.rightCount] = Double(result.rightCount)
    outcome[.wrongCount] = Double(result.wrongCount)
    outcome[.missingCount] = Double(result.missingCount)
    outcome[.extraCount] = Double(result.extraCount)
    outcome[.offset] = result.offset
    outcome[.spread] = result.spread ?? .nan
    outcome[.octaves] = Double(result.octaves)
    outcome[.ownConcertPitch] = result.ownFrequency(under: concertPitch)
    outcome[.firstSpread] = result.firstSpread ?? .nan
    outcome[.lastSpread] = result.lastSpread ?? .nan
    outcome[.correctedCount] = Double(result.correctedCount)
    let means = result.pitches
    outcome[.pitchCount] = Double(min(means.count, Self.mostPitches))
    for (index, row) in means.prefix(Self.mostPitches).enumerated() {
      pitches[index, .value] = Double(row.midiNumber)
      pitches[index, .count] = Double(row.count)
      pitches[index, .cents] = row.cents
      pitches[index, .error] = row.error ?? .nan
    }
    outcome[.stepCount] = Double(min(result.steps.count, Self.mostSteps))
    for (index, row) in result.steps.prefix(Self.mostSteps).enumerated() {
      steps[index, .value] = Double(row.semitones)
      steps[index, .count] = Double(row.count)
      steps[index, .cents] = row.cents
      steps[index, .error] = row.error ?? .nan
    }
  }
}
