import CommandIO
import InstrumentTuning
import LiveAudio
import PianoTuning

/// Turns the events of a source into readings of the key that sounds.
struct PianoListener: Sendable {
  private let setup: PianoTuningSetup
  private var listener: KeyListener?
  private var notice: String?

  init(_ setup: PianoTuningSetup) { self.setup = setup }

  /// Takes an event.
  ///
  /// - Returns: The readings that became possible.
  /// - Throws: `KeyMeterError` for a sample rate that is too low or too high.
  mutating func take(_ event: AudioSourceEvent) throws(KeyMeterError) -> [KeyListener.Reading] {
    switch event {
    case .started(_, let sampleRate):
      listener = try KeyListener(targets: setup.targets, sampleRate: sampleRate)
    case .block(let samples):
      let readings = listener?.append(samples) ?? []
      if let first = readings.first(where: { $0.isNewStroke || $0.isClipped }) {
        notice = first.isClipped ? InputAdvice.clipped : nil
      }
      return readings.map { $0.corrected(by: setup.clock.factor) }
    case .lost(let reason):
      notice = reason
      listener?.interrupt()
    case .dropped:
      if listener?.isSounding ?? false { notice = InputAdvice.dropped }
      listener?.interrupt()
    case .resumed: notice = nil
    case .retrying, .ended: break
    }
    return []
  }

  /// A stroke whose unison is to be measured.
  mutating func takeStroke() -> KeyStroke? { listener?.takeStroke() }

  /// What the user has to know now; `nil` for nothing.
  var currentNotice: String? { notice }
}
