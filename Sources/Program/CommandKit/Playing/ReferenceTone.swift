import AudioDevices
package import LiveAudio
import Synchronization
package import ToneGeneration

/// Plays the reference tone of a tuner until it is stopped.
package final class ReferenceTone: Sendable {
  private let makeSink: @Sendable () -> any AudioSink
  private let onEnd: @Sendable ((any Error)?) -> Void
  private let player = Mutex<SoundPlayer<ReferenceSound>?>(nil)

  /// The time after the tone in which readings are ignored, in seconds: the delay of microphone and
  /// tracker, and the echo of a room.
  package static let tail = 0.5

  /// - Parameters:
  ///   - makeSink: Makes the loudspeaker for one tone.
  ///   - onEnd: Called when a tone has become silent, or could not be played.
  package init(
    makeSink: @escaping @Sendable () -> any AudioSink = { SpeakerSink() },
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.makeSink = makeSink
    self.onEnd = onEnd
  }

  /// Starts the tone; one that already sounds glides to the frequency.
  ///
  /// - Parameter frequency: The frequency, in hertz.
  package func sound(_ frequency: Double) {
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
  package func stop() {
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
package struct ReferenceSound: SoundRendering {
  private var oscillator: Oscillator
  package let channelCount = 1

  /// The frequencies of all targets, C-1 to G9, at the lowest and the highest concert pitch, in
  /// hertz.
  private static let frequencies = 5.5...14_300.0

  package init(frequency: Double, sampleRate: Double) throws(SynthesisError) {
    // Meanwhile another string may be chosen, and concert pitch may move.
    let highest = min(Self.frequencies.upperBound, 0.499 * sampleRate)
    oscillator = try Oscillator(
      .triangle, frequency: frequency, level: -120, sampleRate: sampleRate,
      frequencies: min(frequency, Self.frequencies.lowerBound)...max(frequency, highest))
    try oscillator.setLevel(-20)
  }

  package var sampleRate: Double { oscillator.sampleRate }

  package mutating func glide(to frequency: Double) {
    try? oscillator.setFrequency(frequency)  // a tone that cannot be played leaves the old one
  }

  package mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    oscillator.render(into: &interleaved)
    return interleaved.count
  }
}
