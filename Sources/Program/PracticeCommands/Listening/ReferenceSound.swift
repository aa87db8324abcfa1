import AudioDevices
import CommandKit
import Connections
import LiveAudio
import Synchronization
import ToneGeneration

/// A sound that the player follows, and the microphone that hears the player, on one clock.
///
/// The loudspeaker is opened before the microphone, and both stay open.
final class ReferenceSound<Sound: SoundRendering>: Sendable {
  private let player: SoundPlayer<Sound>
  private let microphone: TimestampedSource
  private let soundTime = SoundTime()
  private let interruption: Interruption
  private let names = Mutex((loudspeaker: "", microphone: ""))

  init(_ player: SoundPlayer<Sound>, _ microphone: any AudioSource, _ interruption: Interruption) {
    self.player = player
    self.microphone = TimestampedSource(microphone)
    self.interruption = interruption
  }

  /// Records the name with which the microphone started.
  func noteMicrophone(_ name: String) { names.withLock { $0.microphone = name } }

  /// The latency that was measured for both devices; `nil` if it was not.
  var latency: LatencyRecord? {
    let names = names.withLock { $0 }
    return SavedSettings.load().latency(
      ofMicrophone: names.microphone, loudspeaker: names.loudspeaker)
  }

  /// Plays the sound while something listens.
  ///
  /// - Parameters:
  ///   - listen: Reads the microphone until the player has ended.
  ///   - isEmpty: Returns true if nothing was heard.
  /// - Returns: What it returns; `nil` if the user stopped before the loudspeaker was open.
  /// - Throws: What it throws; `AudioDeviceError` of the loudspeaker, unless notes were heard.
  func run<Heard: Sendable>(
    _ listen: (any AudioSource) async throws -> Heard, isEmpty: (Heard) -> Bool
  ) async throws -> Heard? {
    // The microphone is opened once the loudspeaker is: while a device opens, standard error is silent.
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let sounding = Task { [player, soundTime, microphone, interruption] in
      defer { start.finish() }
      do {
        _ = try await player.play { event in
          soundTime.take(event)
          guard case .started(let format) = event else { return }
          self.names.withLock { $0.loudspeaker = format.deviceName }
          start.yield()
        }
      } catch {
        interruption.request()
        await microphone.stop()
        throw error
      }
    }
    defer { player.fadeOut() }
    for await _ in starts { break }
    if interruption.isRequested {
      player.fadeOut()
      try await sounding.value
      return nil
    }
    let heard = try await listen(microphone)
    player.fadeOut()
    do {
      try await sounding.value
    } catch {
      guard !isEmpty(heard) else { throw error }
      complain("\(error)")  // What was played until then is not lost.
    }
    return heard
  }

  /// Returns what is heard of the player's sound now, without the latency; `nil` if that is not
  /// known.
  ///
  /// - Parameter sampleRate: Samples per second of the player, in hertz.
  /// - Returns: In seconds from the player's first sample.
  func now(sampleRate: Double) -> Double? { soundTime(at: steadyTime(), sampleRate: sampleRate) }

  /// Returns the time of the player's sound at which something was heard, without the latency;
  /// `nil` if that is not known.
  ///
  /// - Parameters:
  ///   - second: When it was heard, in seconds of the microphone.
  ///   - sampleRate: Samples per second of the player, in hertz.
  /// - Returns: In seconds from the player's first sample.
  func soundTime(ofSecond second: Double, sampleRate: Double) -> Double? {
    microphone.time(ofSecond: second).flatMap { soundTime(at: $0, sampleRate: sampleRate) }
  }

  private func soundTime(at time: Int64, sampleRate: Double) -> Double? {
    guard let start = soundTime.time(of: 0), let later = soundTime.time(of: Int64(sampleRate * 10)),
      later > start
    else { return nil }
    return 10 * Double(time - start) / Double(later - start)
  }
}
