internal import InstrumentTuning
internal import PitchEstimation

/// Listens for bells and for several tones at once, beside the tuner, which runs in the audio thread.
///
/// Telling a bell takes longer than a block lasts, so a worker does it, and the page hands what is found to
/// the tuner. The tuner needs none of this to start: so it is a module of its own.
final class EvidenceCore: Core {
  enum Part: Int, CaseIterable { case input, evidence }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let evidence = SharedMemory<Float>(repeating: 0, count: TunerEvidence.count)
  private var listener: EvidenceListener

  init(sampleRate: Double) {
    listener = EvidenceListener(sampleRate: sampleRate)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .evidence: evidence.address
    case nil: nil
    }
  }

  /// Analyses samples from `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    listener.append(UnsafeBufferPointer(rebasing: input.values[..<count]).span)
    TunerEvidence.write(listener.evidence, to: evidence.values)
  }

  /// Samples are missing here.
  func interrupt() {
    listener.interrupt()
    TunerEvidence.write(listener.evidence, to: evidence.values)
  }
}

/// What is known of a sound beside its pitch, as numbers at fixed positions.
enum TunerEvidence {
  static let strike = 0  // the strike note of a bell, in hertz; 0 while none sounds
  static let toneCount = 1  // of the tones that sound at once; 0 for one or none
  static let tones = 2  // where their frequencies begin, in hertz
  static let count = tones + PolyphonyDetector.Verdict.capacity

  static func write(
    _ evidence: SoundEvidence, to numbers: UnsafeMutableBufferPointer<Float>
  ) {
    numbers.update(repeating: 0)
    numbers[strike] = Float(evidence.strike ?? 0)
    guard let verdict = evidence.tones else { return }
    numbers[toneCount] = Float(verdict.count)
    for index in 0..<verdict.count { numbers[tones + index] = verdict[index] }
  }

  /// Tells what a reading's pitch belongs to. That of a bell becomes the strike note.
  ///
  /// Without the observation that says the same, the module of the tuner is 1.5 kB smaller.
  static func judge(
    _ reading: inout PitchReading, by numbers: UnsafeMutableBufferPointer<Float>
  ) -> TunerSound {
    if numbers[strike] > 0 {
      reading.setStrike(Double(numbers[strike]))
      return .unexpectedBell
    }
    let end = tones + Int(numbers[toneCount])
    guard tones < end, end <= count, let frequency = reading.frequency else { return .tone }
    let frequencies = UnsafeBufferPointer(rebasing: numbers[tones..<end])
    return PolyphonyDetector.Verdict.isCommonDivisor(frequency, of: frequencies.span)
      ? .commonDivisor : .tone
  }
}

/// Creates a listener that tells bells and several tones: `evidence` has the strike note of a bell
/// in hertz, and the number and frequencies of the tones that sound at once.
@_cdecl("evidence_create")
func createEvidence(_ sampleRate: Hertz) -> Handle? {
  sampleRates.contains(sampleRate) ? handle(EvidenceCore(sampleRate: sampleRate)) : nil
}

/// Judges the first samples of `input`, and writes `evidence`.
@_cdecl("evidence_push")
func pushEvidence(_ evidence: Handle, _ count: Int32) {
  (object(evidence) as EvidenceCore).push(Int(count))
}

/// Samples are missing here; what sounds is judged again from the sound after them.
@_cdecl("evidence_interrupt")
func interruptEvidence(_ evidence: Handle) {
  (object(evidence) as EvidenceCore).interrupt()
}
