internal import IntonationPractice

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
    if let heard = take.heard, heard.areHeard { return .heardClicks(spread: heard.spread ?? 0) }
    return plan.latency.map { .measured($0.value, spread: $0.spread) } ?? .unknown
  }

  /// The take as a MIDI file, with its own times.
  var takeMIDI: [UInt8] {
    let start = timing?.notes.first?.expected ?? played.first?.onset ?? 0
    return take.midi(
      of: document.score, under: concertPitch, tempo: timing?.tempo?.mean,
      start: min(start, played.first?.onset ?? start)
    ).bytes
  }

  /// The take as MusicXML, quantised to the score, or to the click.
  var takeMusicXML: [UInt8] {
    result.map { take.musicXML(of: document.score, $0, under: concertPitch) } ?? []
  }
}
