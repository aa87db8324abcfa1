internal import CKammerton
internal import IntonationPractice

// How a playing was judged, as rows of numbers. What is not known is NaN.

extension PracticeSession {
  /// A row for each note of the score, or for each beat of a rhythm.
  var rows: [ktn_practice_note] {
    let judgement = result
    let played = judgement.rhythm?.rhythm
    let score = played?.score ?? score
    return score.notes.indices.map { index in
      var row = ktn_practice_note(score.notes[index])
      let times = judgement.timing.notes
      if index < times.count { row.write(times[index], isTimed: hasTimes) }
      if let result = judgement.result {
        row.write(result, index)
      } else if let played {
        row.write(played, index)
      }
      return row
    }
  }

  /// A row for each pass of a loop.
  var passRows: [ktn_practice_pass] { (loop?.passes ?? []).map { ktn_practice_pass($0) } }
}

extension ktn_practice_note {
  fileprivate init(_ note: PracticeNote) {
    self.init(
      onset: note.onset, duration: note.duration, beat: .nan, cents: .nan, first_cents: .nan,
      last_cents: .nan, spread: .nan, frequency: .nan, time: .nan, played_duration: .nan,
      expected: .nan, late: .nan, note: Int32(note.midiNumber), bar: 0, state: 0,
      is_grace: note.isGrace ? 1 : 0, is_in_tune: 0, is_corrected: 0)
  }

  fileprivate mutating func write(_ time: Timing.Note, isTimed: Bool) {
    bar = Int32(clamping: time.bar?.value ?? 0)
    beat = time.beat ?? .nan
    guard isTimed else { return }
    expected = time.expected ?? .nan
    late = time.late ?? .nan
  }

  fileprivate mutating func write(_ result: Intonation, _ index: Int) {
    let note = result.notes[index]
    cents = note.cents ?? .nan
    first_cents = note.firstCents ?? .nan
    last_cents = note.lastCents ?? .nan
    is_in_tune = note.isInTune ? 1 : 0
    is_corrected = note.isCorrected ? 1 : 0
    state = Int32(Self.state(of: result, index))
    guard let played = note.played else { return }
    spread = played.spread
    frequency = played.frequency
    time = played.onset
    played_duration = played.duration
  }

  private static func state(of result: Intonation, _ index: Int) -> Int {
    let note = result.notes[index]
    if note.cents != nil { return KTN_NOTE_RIGHT }
    if note.isWrong { return KTN_NOTE_WRONG }
    if note.isPlayedAsOne { return KTN_NOTE_AS_ONE }
    return result.isMissing(at: index) ? KTN_NOTE_MISSING : KTN_NOTE_LEFT_OUT
  }

  fileprivate mutating func write(_ rhythm: Rhythm, _ index: Int) {
    note = -1
    time = rhythm.onsets[index] ?? .nan
    state = Int32(
      rhythm.onsets[index] != nil
        ? KTN_NOTE_RIGHT : rhythm.isMissing(at: index) ? KTN_NOTE_MISSING : KTN_NOTE_LEFT_OUT)
  }
}

extension ktn_practice_pass {
  fileprivate init(_ pass: PracticeLoop.Pass) {
    let verdict = pass.verdict
    self.init(
      tempo: pass.tempo ?? .nan, worst: verdict.worst, offset: verdict.offset,
      is_right: verdict.isRight ? 1 : 0, wrong_count: Int32(clamping: verdict.wrongCount),
      missing_count: Int32(clamping: verdict.missingCount),
      extra_count: Int32(clamping: verdict.extraCount),
      out_of_tune_count: Int32(clamping: verdict.outOfTune.count),
      off_beat_count: Int32(clamping: verdict.offBeat.count))
  }
}

extension ktn_practice_result {
  init(_ session: PracticeSession) {
    let judgement = session.result
    let timing = judgement.timing
    self.init()
    duration = session.time
    (offset, spread, first_spread, last_spread, own_a4) = (.nan, .nan, .nan, .nan, .nan)
    (median_late, time_spread, swing_ratio) = (.nan, .nan, .nan)
    (tempo, tempo_error, tempo_start, tempo_end) = (.nan, .nan, .nan, .nan)
    loop_tempo = session.loop?.tempo ?? .nan
    density = judgement.rhythm?.density ?? .nan
    is_over = session.isOver ? 1 : 0
    is_finished = session.isFinished ? 1 : 0
    position = Int32(clamping: session.waiting?.waiting.position ?? 0)
    pass_count = Int32(clamping: session.loop?.passes.count ?? 0)
    streak = Int32(clamping: session.loop?.streak ?? 0)
    if session.hasTimes { write(timing) }
    if let result = judgement.result {
      write(result, session)
    } else if let rhythm = judgement.rhythm {
      write(rhythm.rhythm, session)
    }
  }

  private mutating func write(_ timing: Timing) {
    median_late = timing.median ?? .nan
    time_spread = timing.spread ?? .nan
    swing_ratio = timing.swing?.ratio ?? .nan
    guard let found = timing.tempo else { return }
    (tempo, tempo_error, tempo_start, tempo_end) = (found.mean, found.error, found.start, found.end)
  }

  private mutating func write(_ result: Intonation, _ session: PracticeSession) {
    offset = result.offset
    spread = result.spread ?? .nan
    first_spread = result.firstSpread ?? .nan
    last_spread = result.lastSpread ?? .nan
    own_a4 = result.ownFrequency(under: session.concertPitch)
    note_count = Int32(clamping: result.notes.count)
    played_count = Int32(clamping: session.result.take.notes.count)
    right_count = Int32(clamping: result.rightCount)
    wrong_count = Int32(clamping: result.wrongCount)
    missing_count = Int32(clamping: result.missingCount)
    extra_count = Int32(clamping: result.extraCount)
    corrected_count = Int32(clamping: result.correctedCount)
    octaves = Int32(clamping: result.octaves)
    is_doubled = result.isDoubled ? 1 : 0
  }

  private mutating func write(_ rhythm: Rhythm, _ session: PracticeSession) {
    note_count = Int32(clamping: rhythm.onsets.count)
    played_count = Int32(clamping: session.onsets.count)
    right_count = Int32(clamping: rhythm.onsets.count { $0 != nil })
    missing_count = Int32(clamping: rhythm.missingCount)
    extra_count = Int32(clamping: rhythm.extra.count)
    is_doubled = rhythm.isDoubled ? 1 : 0
  }
}
