package import CommandIO
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

/// The readings of each key as lines, until the source ends.
package struct PianoFeed: Sendable {
  private let setup: PianoTuningSetup
  private let isJSON: Bool
  private let output: ByteOutput

  package init(_ setup: PianoTuningSetup, isJSON: Bool, output: ByteOutput = .standardOutput) {
    self.setup = setup
    self.isJSON = isJSON
    self.output = output
  }

  /// Runs until the source ends.
  ///
  /// - Returns: Whether a key was heard.
  /// - Throws: What the source throws, or `KeyMeterError` for a sample rate that is too low.
  package func run(_ source: any AudioSource) async throws -> Bool {
    var listener: KeyListener?
    var hasHeard = false
    for try await event in source.start() {
      switch event {
      case .started(_, let sampleRate):
        listener = try KeyListener(targets: setup.targets, sampleRate: sampleRate)
      case .block(let samples):
        for reading in listener?.append(samples) ?? [] {
          hasHeard = true
          let line = isJSON ? reading.jsonLine : reading.plainLine(tolerance: setup.tolerance)
          try output.write(line + "\n")
        }
      case .lost(let reason): complain(reason)
      case .dropped, .retrying, .resumed, .ended: break
      }
    }
    return hasHeard
  }
}
