package import CommandKit
package import LiveAudio
package import PianoTuning

/// What a piano is tuned by.
package struct PianoTuningSetup: Sendable {
  package var title: String
  package var targets: [KeyTarget]
  /// The largest deviation that counts as in tune, in cents.
  package var tolerance: Double

  package init(title: String, targets: [KeyTarget], tolerance: Double) {
    self.title = title
    self.targets = targets
    self.tolerance = tolerance
  }
}

/// The readings of each key as lines, until the source or the user ends it.
package struct PianoFeed: Sendable {
  private let setup: PianoTuningSetup
  private let isJSON: Bool
  private let output: ByteOutput

  package init(_ setup: PianoTuningSetup, isJSON: Bool, output: ByteOutput = .standardOutput) {
    self.setup = setup
    self.isJSON = isJSON
    self.output = output
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop.
  ///
  /// - Returns: Whether a key was heard, or the user has stopped it.
  /// - Throws: What the source throws, or `KeyMeterError` for a sample rate that is too low.
  package func run(_ source: any AudioSource) async throws -> Bool {
    try await untilStopped(true) { try await feed(source) }
  }

  private func feed(_ source: any AudioSource) async throws -> Bool {
    var changes = PianoChanges(tolerance: setup.tolerance)
    var hasHeard = false
    var notice: String?
    for try await event in setup.keys(of: source) {
      switch event {
      case .reading(.key(let reading)):
        hasHeard = true
        if isJSON {
          try output.write(reading.jsonLine + "\n")
        } else if changes.take(reading) {
          try output.write(reading.plainLine(tolerance: setup.tolerance) + "\n")
        }
      case .reading(.stroke(let stroke)):
        guard let unison = stroke.unison() else { continue }
        try output.write((isJSON ? unison.jsonLine : unison.plainLine) + "\n")
      default: break
      }
      if let advice = event.advice, advice != notice {
        notice = advice
        if let notice { complain(notice.printable) }
      }
    }
    return hasHeard || Task.isCancelled
  }
}

/// Which readings are worth a line that somebody has read out: a new stroke, another word, and after a
/// second another cent.
struct PianoChanges: Sendable {
  let tolerance: Double
  private var last: KeyListener.Reading?

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Takes a reading; whether it is such a one.
  mutating func take(_ reading: KeyListener.Reading) -> Bool {
    guard let last, !reading.isNewStroke, reading.key == last.key,
      reading.word(tolerance) == last.word(tolerance)
    else {
      self.last = reading
      return true
    }
    guard reading.time - last.time >= 1, (reading.cents - last.cents).magnitude >= 1 else {
      return false
    }
    self.last = reading
    return true
  }
}
