import AudioDevices
import InstrumentTuning
import LiveAudio
import MusicTheory
import Synchronization
import ToneGeneration

/// Plays the reference tone of the tuner until it is stopped.
final class ReferenceTone: Sendable {
  private let makeSink: @Sendable () -> any AudioSink
  private let onEnd: @Sendable ((any Error)?) -> Void
  private let player = Mutex<SoundPlayer<ReferenceSound>?>(nil)

  /// - Parameters:
  ///   - makeSink: Makes the loudspeaker for one tone.
  ///   - onEnd: Called when a tone has become silent, or could not be played.
  init(
    makeSink: @escaping @Sendable () -> any AudioSink = { SpeakerSink() },
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.makeSink = makeSink
    self.onEnd = onEnd
  }

  /// Starts the tone; one that already sounds glides to the frequency.
  ///
  /// - Parameter frequency: The frequency, in hertz.
  func sound(_ frequency: Double) {
    player.withLock { player in
      if let player { return player.change { $0.glide(to: frequency) } }
      let new = SoundPlayer(sink: makeSink()) { format in
        try ReferenceSound(frequency: frequency, sampleRate: format.sampleRate)
      }
      player = new
      Task { await self.play(new) }
    }
  }

  /// Fades out.
  func stop() {
    player.withLock { $0?.fadeOut() }
  }

  private func play(_ player: SoundPlayer<ReferenceSound>) async {
    var failure: (any Error)?
    do {
      try await player.play()
    } catch {
      failure = error
    }
    self.player.withLock { $0 = nil }
    onEnd(failure)
  }
}

/// A tone that fades in and glides: a triangle, whose harmonics a small loudspeaker can play where
/// the fundamental is too low for it.
struct ReferenceSound: SoundRendering {
  private var oscillator: Oscillator
  let channelCount = 1

  /// The frequencies of all targets, C-1 to G9, at the lowest and the highest concert pitch, in
  /// hertz.
  private static let frequencies = 5.5...14_300.0

  init(frequency: Double, sampleRate: Double) throws(SynthesisError) {
    // Meanwhile another string may be chosen, and concert pitch may move.
    let highest = min(Self.frequencies.upperBound, 0.499 * sampleRate)
    oscillator = try Oscillator(
      .triangle, frequency: frequency, level: -120, sampleRate: sampleRate,
      frequencies: min(frequency, Self.frequencies.lowerBound)...max(frequency, highest))
    try oscillator.setLevel(-20)
  }

  var sampleRate: Double { oscillator.sampleRate }

  mutating func glide(to frequency: Double) {
    try? oscillator.setFrequency(frequency)  // a tone that cannot be played leaves the old one
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    oscillator.render(into: &interleaved)
    return interleaved.count
  }
}

extension TunerModel {
  /// The time after the tone in which readings are ignored, in seconds: the delay of microphone and
  /// tracker, and the echo of a room.
  static let referenceTail = 0.5

  /// Starts the reference tone of the target, or ends the one that sounds.
  mutating func toggleReference() {
    if state.reference != nil {
      state.reference?.isEnding = true
      return
    }
    guard let pitch = referencePitch(near: state.target?.pitch ?? lastPitch) else { return }
    state.reference = ReferenceState(
      pitch: pitch, frequency: pitch.frequency(under: engine.concertPitch))
    forgetSound()
  }

  /// Handles a tone that has become silent, or could not be played.
  ///
  /// - Parameter problem: The problem, for the user; `nil` if the tone was played.
  mutating func referenceEnded(_ problem: String? = nil) {
    guard state.reference != nil else { return }
    state.reference = nil
    startReferenceTail()
    if let problem { notice("no reference tone: \(problem)", duration: 5) }
  }

  /// Moves the tone to a new concert pitch or target.
  mutating func retuneReference() {
    guard var reference = state.reference, !reference.isEnding else { return }
    reference.pitch = referencePitch(near: reference.pitch) ?? reference.pitch
    reference.frequency = reference.pitch.frequency(under: engine.concertPitch)
    state.reference = reference
  }

  /// Returns the string or note that was chosen, else the target nearest to the last pitch, else
  /// the first string, or A4.
  private func referencePitch(near last: TargetPitch?) -> TargetPitch? {
    let mode = state.mode
    let reference = engine.concertPitch
    guard let last = last ?? (mode.targets.isEmpty ? Self.pitchOfA4 : nil) else {
      return mode.targets.first?.pitch
    }
    if mode == .chromatic, last.cents == 0 { return last }
    return mode.nearestTarget(to: last.frequency(under: reference), under: reference)?.pitch
  }

  private static let pitchOfA4 = try? TargetPitch(Note(.a, octave: 4))
}
