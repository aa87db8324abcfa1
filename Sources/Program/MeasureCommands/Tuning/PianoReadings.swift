import CommandKit
import InstrumentTuning
import LiveAudio
import PianoTuning
import SignalProcessing

extension PianoTuningSetup {
  /// Returns the keys of a source.
  func keys(of source: any AudioSource) -> Live<PianoSession> {
    Live(source: source) { [session] rate in
      var session = session
      try session.start(sampleRate: rate)
      return session
    }
  }
}

extension LiveEvent<PianoSession.Reading> {
  /// The notice for the user after the event: `.some(nil)` clears it, and `nil` leaves it.
  var advice: String?? {
    switch self {
    case .reading(.key(let key)):
      guard key.isNewStroke || key.isClipped else { return nil }
      return .some(key.isClipped ? InputAdvice.clipped : nil)
    case .reading(.interrupted): return SoundNotice.incompleteStroke.text
    case .dropped: return nil  // nothing is missing unless a key sounds
    case .started, .reading, .skipped, .lost, .retrying, .resumed, .ended:
      guard let notice else { return nil }
      return notice.text
    }
  }
}

extension KeyListener.Reading {
  /// For example `   1.30 s  C4   partial 4   -3.42 flat`.
  func plainLine(word: String) -> String {
    time.formatted(decimals: 2).right(8) + " s  " + key.name.left(5) + "partial \(partial)"
      + " " + cents.signed(decimals: 2).right(8) + " \(word)"
  }

  /// One JSON object.
  var jsonLine: String {
    let object: JSON = [
      "time": .number(time, decimals: 3), "key": .text(key.name), "partial": .number(partial),
      "frequency": .number(frequency, decimals: 5), "cents": .number(cents, decimals: 4),
      "error": .number(error, decimals: 4), "clipped": .bool(isClipped),
    ]
    return object.line(isSpaced: true)
  }

  func word(_ tolerance: Double) -> String {
    NoteDeviation.State(cents: cents, tolerance: tolerance).word
  }
}

extension UnisonReading {
  /// The text for people: `strings beat at 0.52 Hz (slowest that shows: 0.03 Hz)`.
  var text: String {
    "\(audibleBeats.beatText) (slowest that shows: \(limit.formatted(decimals: 2)) Hz)"
  }

  /// For example `   2.10 s  C4   strings beat at 0.52 Hz (slowest that shows: 0.03 Hz)`.
  var plainLine: String {
    time.formatted(decimals: 2).right(8) + " s  " + key.name.left(5) + text
  }

  /// One JSON object.
  var jsonLine: String {
    let object: JSON = [
      "time": .number(time, decimals: 3), "key": .text(key.name),
      "unison": .array(strings.map { ["cents": .number($0, decimals: 4)] }),
      "beats": .array(beats.map { .number($0, decimals: 4) }),
      "beatLimit": .number(limit, decimals: 4),
    ]
    return object.line(isSpaced: true)
  }
}
