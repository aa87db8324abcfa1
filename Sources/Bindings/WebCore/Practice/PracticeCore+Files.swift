internal import IntonationPractice

// The result and the take as files.
extension PracticeCore {
  /// The members of the object that the command prints, after title and tuning.
  var json: [UInt8] { session.judgement.jsonMembers(document.score) }

  /// The take as a MIDI file, with its own times.
  var takeMIDI: [UInt8] {
    let timing = session.judgement.timing
    let first = session.notes.first?.onset
    let start = timing.notes.first?.expected ?? first ?? 0
    return session.judgement.take.midi(
      of: document.score, under: session.concertPitch, tempo: timing.tempo?.mean,
      start: min(start, first ?? start)
    ).bytes
  }

  /// The take as MusicXML, quantised to the score, or to the click.
  var takeMusicXML: [UInt8] {
    session.judgement.result.map {
      session.judgement.take.musicXML(of: document.score, $0, under: session.concertPitch)
    } ?? []
  }
}
