import InstrumentTuning
import MusicTheory
import PitchEstimation
import PitchToMIDI

/// What a synthesizer gets from the readings of a clip, and what the players' view shows of them.
struct StageReference {
  private var plain = Notes(isMPE: false)
  private var mpe = Notes(isMPE: true)
  private var playing = PlayingNote()
  private var rows: [String] = []

  private struct Notes {
    var trigger: NoteTrigger
    var bytes: [[UInt8]]  // of the beginning, then of each reading

    init(isMPE: Bool) {
      var settings = NoteTrigger.Settings()
      settings.isMPE = isMPE
      settings.bendRange = .usual(isMPE: isMPE)
      trigger = NoteTrigger(settings)
      bytes = [(trigger.allNotesOff() + trigger.setUp()).flatMap { $0.bytes }]
    }

    mutating func take(_ reading: PitchReading) {
      bytes.append(trigger.take(reading).flatMap { $0.bytes })
    }

    var json: String {
      var last = trigger
      let end = last.finish().flatMap { $0.bytes }
      let lists = (bytes + [end]).map { "[" + $0.map { "\($0)" }.joined(separator: ",") + "]" }
      return "[" + lists.joined(separator: ",") + "]"
    }
  }

  mutating func take(_ reading: PitchReading) {
    plain.take(reading)
    mpe.take(reading)
    let shown = playing.take(reading.frequency, at: reading.time)
    let side = shown.map { $0.state == .flat ? -1 : $0.state == .sharp ? 1 : 0 }
    let deviation = playing.deviation(of: reading.frequency)
    rows.append(
      "[\(shown?.note.midiNumber ?? 0),\(shown?.cents ?? 0),\(side ?? 0),\(shown?.isHeld == true),"
        + "\(deviation.map { "\($0)" } ?? "null")]")
  }

  /// The bytes before the first reading, of each one, and at the end; and a row a reading: the note (0 for
  /// none), cents, side, whether it is held, and the deviation of the tone.
  var json: String {
    """
    "midi":\(plain.json),
    "mpe":\(mpe.json),
    "playing":[\(rows.joined(separator: ","))]
    """
  }
}
