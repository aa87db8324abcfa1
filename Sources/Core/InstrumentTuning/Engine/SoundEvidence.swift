package import BellTuning
package import PitchEstimation

/// What is known of a sound beside its pitch: whether it is a bell, or several tones at once.
package struct SoundEvidence: Sendable {
  /// The strike note of a bell, in hertz; `nil` while none sounds.
  package var strike: Double?
  /// The tones that sound at once; `nil` while there is only one, or none.
  package var tones: PolyphonyDetector.Verdict?

  /// Creates evidence of a single tone.
  package init() {}

  /// Returns a reading of a track, with what its pitch belongs to.
  ///
  /// - Parameter pitch: The reading of the moment of this evidence.
  /// - Returns: The observation for a ``TunerEngine``.
  package func observation(of pitch: PitchReading) -> TunerObservation {
    var observation = TunerObservation(pitch)
    if let strike {
      observation.setStrike(strike, sound: .unexpectedBell)
    } else if let tones {
      observation.hasSeveralTones = true
      if let frequency = pitch.frequency, tones.isCommonDivisor(frequency) {
        observation.sound = .commonDivisor
      }
    }
    return observation
  }
}

/// Listens for bells and for several tones at once, beside a tracker.
///
/// In the page the tracker has the audio thread, and this runs in a worker. ``TunerListener`` has both.
///
/// - Complexity: A transform of 0.34 s of sound every 0.1 s, and while they are not those of one tone
///   about 15 ms every 0.15 s. Allocates.
package struct EvidenceListener: Sendable {
  private var detector: PolyphonyDetector
  private var strikes: StrikeListener
  private let stepSize: Int
  /// The number of samples until strikes are asked for.
  private(set) var samplesToStep: Int

  /// What the sound so far is evidence of.
  package private(set) var evidence = SoundEvidence()

  /// Creates a listener at the start of a stream.
  ///
  /// - Parameters:
  ///   - object: The kind of object to listen for; `nil` for bells among tones.
  ///   - sampleRate: Samples per second, in hertz, of a tracker.
  package init(_ object: ResonatorKind? = nil, sampleRate: Double) {
    detector = PolyphonyDetector(sampleRate: sampleRate)
    strikes = StrikeListener(object, sampleRate: sampleRate)
    stepSize = max(1, Int(TunerListening.evidenceStep * sampleRate))
    samplesToStep = stepSize
  }

  /// The number of samples until ``evidence`` can change.
  var samplesToNext: Int { min(samplesToStep, detector.samplesToNext) }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, any count.
  /// - Returns: True if ``evidence`` is not what it was.
  @discardableResult
  package mutating func append(_ block: Span<Float>) -> Bool {
    var start = 0
    var hasChanged = false
    while start < block.count {
      let count = min(block.count - start, samplesToNext)
      let piece = block.extracting(start..<start + count)
      start += count
      detector.append(piece)
      if let verdict = detector.takeVerdict(), verdict.isPolyphonic || evidence.tones != nil {
        evidence.tones = verdict.isPolyphonic ? verdict : nil
        hasChanged = true
      }
      strikes.isHarmonic = detector.isHarmonic
      strikes.append(piece)
      samplesToStep -= count
      guard samplesToStep == 0 else { continue }
      samplesToStep = stepSize
      if strikes.strike != evidence.strike {
        evidence.strike = strikes.strike
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Marks missing samples: what sounds is told again from the sound after them.
  package mutating func interrupt() {
    detector.interrupt()
    strikes.interrupt()
    samplesToStep = stepSize  // in step with `strikes`
    evidence = SoundEvidence()
  }
}
