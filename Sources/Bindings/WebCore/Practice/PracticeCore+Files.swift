internal import IntonationPractice
internal import MusicTheory

// The result and the take as files.
extension PracticeCore {
  /// The members of the object that the command prints, after title and tuning.
  var json: [UInt8] {
    guard let timing else { return [] }
    var bytes: [UInt8] = []
    if let result {
      bytes += result.jsonMembers(document.score, timing: timing)
    } else if let rhythm {
      bytes += rhythm.jsonMembers()
    }
    bytes += ", \"timing\": {".utf8
    bytes += timing.jsonMembers(latency: clickLatency)
    bytes += "}".utf8
    return bytes
  }

  private var clickLatency: ClickLatency? {
    guard plan.clickStart != nil else { return nil }
    if let heard = heardClicks, heard.areHeard { return .heardClicks(spread: heard.spread ?? 0) }
    return plan.latency.map { .measured($0.value, spread: $0.spread) } ?? .unknown
  }

  private var isAgainstClick: Bool { plan.clickStart != nil }

  /// The take as a MIDI file, with its own times.
  var takeMIDI: [UInt8] {
    let score = document.score
    let clock = ScoreClock(score, tempo: plan.tempo)
    let start = timing?.notes.first?.expected ?? played.first?.onset ?? 0
    return TakeMIDI(
      played, under: concertPitch, title: score.title,
      tempo: isAgainstClick ? clock?.tempo : timing?.tempo?.mean,
      start: isAgainstClick ? plan.clickStart ?? 0 : min(start, played.first?.onset ?? start),
      meter: score.bars.first?.meter, key: score.key
    ).bytes
  }

  /// The take as MusicXML, quantised to the score, or to the click.
  var takeMusicXML: [UInt8] {
    guard let result else { return [] }
    let score = document.score
    // The player's own A4, so that one who is a third of a semitone flat plays the notes of the score.
    let own = try? ConcertPitch(
      result.ownFrequency(under: concertPitch), temperament: concertPitch.temperament)
    let pitch = own ?? concertPitch
    func number(_ frequency: Double) -> Double { pitch.midiNumber(of: frequency) }
    let notation =
      if isAgainstClick, let clock = ScoreClock(score, tempo: plan.tempo) {
        TakeNotation(
          played, score: score, clock: clock, start: plan.clickStart ?? 0, numberOf: number)
      } else {
        TakeNotation(result, played: played, score: score, numberOf: number)
      }
    return MusicXMLText(notation, score: score, title: score.title).bytes
  }
}
