import CommandKit
import LiveAudio
package import PianoTuning
import SignalProcessing

/// Reads the key that sounds.
package struct PianoListener: SampleAnalysis {
  package enum Reading: Sendable {
    case key(KeyListener.Reading)
    /// A stroke whose unison is to be measured.
    case stroke(KeyStroke)
    /// Samples are missing of the key that sounded: it has to be played again.
    case interrupted
  }

  private var listener: KeyListener
  private var ready: [Reading] = []

  /// - Throws: `KeyMeterError` for a sample rate that is too low or too high.
  init(_ setup: PianoTuningSetup, sampleRate: Double) throws(KeyMeterError) {
    listener = try KeyListener(targets: setup.targets, sampleRate: sampleRate)
  }

  package mutating func append(_ block: Span<Float>) {
    let block = block.withUnsafeBufferPointer(Array.init)
    ready += listener.append(block).map { .key($0) }
    if let stroke = listener.takeStroke() { ready.append(.stroke(stroke)) }
  }

  package mutating func next() -> Reading? { ready.isEmpty ? nil : ready.removeFirst() }

  package mutating func interrupt() {
    if listener.isSounding { ready.append(.interrupted) }
    listener.interrupt()
  }

  package mutating func finish() {}

  package static func delayed(_ reading: Reading, by seconds: Double) -> Reading {
    switch reading {
    case .key(let key): .key(key.delayed(by: seconds))
    case .stroke(let stroke): .stroke(stroke.delayed(by: seconds))
    case .interrupted: .interrupted
    }
  }
}

extension PianoTuningSetup {
  /// The keys of a source.
  func keys(of source: any AudioSource) -> Live<PianoListener> {
    Live(source: source) { [self] in try PianoListener(self, sampleRate: $0) }
  }
}

extension LiveEvent<PianoListener.Reading> {
  /// What the user has to know now, and `nil` for nothing; without a value, what it was.
  var advice: String?? {
    switch self {
    case .reading(.key(let key)):
      guard key.isNewStroke || key.isClipped else { return nil }
      return .some(key.isClipped ? InputAdvice.clipped : nil)
    case .reading(.interrupted): return InputAdvice.dropped
    case .lost(let reason): return reason
    case .resumed: return .some(nil)
    case .started, .reading(.stroke), .skipped, .dropped, .retrying, .ended: return nil
    }
  }
}
