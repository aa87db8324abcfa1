import CommandKit
import LiveAudio
import PianoTuning
import SignalProcessing

/// Measures the key that sounds.
struct PianoListener: SampleAnalysis {
  enum Reading: Sendable {
    case key(KeyListener.Reading)
    /// A stroke whose unison is to be measured.
    case stroke(KeyStroke)
    /// Samples of the key that sounded are missing, so that it must be played again.
    case interrupted
  }

  private var listener: KeyListener
  private var ready: [Reading] = []

  /// - Throws: `KeyMeterError` for a sample rate that is too low or too high.
  init(_ setup: PianoTuningSetup, sampleRate: Double) throws(KeyMeterError) {
    listener = try KeyListener(targets: setup.targets, sampleRate: sampleRate)
  }

  mutating func append(_ block: Span<Float>) {
    let block = block.withUnsafeBufferPointer(Array.init)
    ready += listener.append(block).map { .key($0) }
    if let stroke = listener.takeStroke() { ready.append(.stroke(stroke)) }
  }

  mutating func next() -> Reading? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func interrupt() {
    if listener.isSounding { ready.append(.interrupted) }
    listener.interrupt()
  }

  mutating func finish() {}

  static func delayed(_ reading: Reading, by seconds: Double) -> Reading {
    switch reading {
    case .key(let key): .key(key.delayed(by: seconds))
    case .stroke(let stroke): .stroke(stroke.delayed(by: seconds))
    case .interrupted: .interrupted
    }
  }
}

extension PianoTuningSetup {
  /// Returns the keys of a source.
  func keys(of source: any AudioSource) -> Live<PianoListener> {
    Live(source: source) { [self] in try PianoListener(self, sampleRate: $0) }
  }
}

extension LiveEvent<PianoListener.Reading> {
  /// The notice for the user after the event: `.some(nil)` clears it, and `nil` leaves it.
  var advice: String?? {
    switch self {
    case .reading(.key(let key)):
      guard key.isNewStroke || key.isClipped else { return nil }
      return .some(key.isClipped ? InputAdvice.clipped : nil)
    case .reading(.interrupted): return SoundNotice.incompleteStroke.text
    case .dropped: return nil  // nothing is missing unless a key sounds
    case .started, .reading(.stroke), .skipped, .lost, .retrying, .resumed, .ended:
      guard let notice else { return nil }
      return notice.text
    }
  }
}

extension KeyListener.Reading {
  /// For example `   1.30 s  C4   partial 4   -3.42 flat`.
  func plainLine(tolerance: Double) -> String {
    time.formatted(decimals: 2).right(8) + " s  " + key.name.left(5) + "partial \(partial)"
      + " " + cents.signed(decimals: 2).right(8) + " \(word(tolerance))"
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
    cents.magnitude <= tolerance ? "in tune" : cents < 0 ? "flat" : "sharp"
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
