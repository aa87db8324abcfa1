import LiveAudio
import Synchronization

/// The channel of a device to use.
public enum InputChannel: Sendable, Hashable {
  /// The mean of the first two channels, or of all if the device cannot open just two.
  case mix
  /// One channel, counted from 1.
  case channel(Int)
}

/// The settings with which a microphone opens a ``CaptureBackend``.
struct CaptureRequest: Sendable, Equatable {
  var device: DeviceSelection
  var channel: InputChannel
}

/// Opens devices to record from: PortAudio, or a fake in tests.
protocol CaptureBackend: Sendable {
  func open(_ request: CaptureRequest) async throws(AudioDeviceError) -> any CaptureStream
}

/// A device that records mono samples into a ring until it is closed or goes away.
protocol CaptureStream: AnyObject, Sendable {
  var deviceName: String { get }
  var sampleRate: Double { get }
  /// Written by the device's own thread; read by one session.
  var ring: SampleRing { get }
  /// The number of samples so far that did not fit into the ring.
  var droppedCount: Int { get }
  /// The number of gaps that the device has reported so far.
  var overflowCount: Int { get }
  /// True after the device has stopped by itself.
  var hasFinished: Bool { get }
  /// Frees the device. Returns in a few seconds even if the device hangs.
  func close() async
}

/// The settings with which a loudspeaker opens a ``PlaybackBackend``.
struct PlaybackRequest: Sendable, Equatable {
  var device: DeviceSelection
  var channelCount: Int
  /// Samples per second, in hertz; the device's own rate if `nil`.
  var sampleRate: Double?
}

/// Opens devices to play to: PortAudio, or a fake in tests.
protocol PlaybackBackend: Sendable {
  func open(_ request: PlaybackRequest) async throws(AudioDeviceError) -> any PlaybackStream
}

/// A device that plays what is in a ring until it is closed or goes away.
protocol PlaybackStream: AnyObject, Sendable {
  var format: AudioSinkFormat { get }
  /// Written by one sink; read by the device's own thread.
  var ring: SampleRing { get }
  /// The number of times the ring had too few samples.
  var underrunCount: Int { get }
  /// True after the device has stopped by itself.
  var hasFinished: Bool { get }
  /// A frame of the ring, counted from the first, and the time at which it is heard, in nanoseconds
  /// on the clock of ``steadyTime()``; `nil` until the device reports it.
  var heard: (frame: Int, time: Int64)? { get }
  /// Sets whether an empty ring is the end, not an underrun.
  func expectEnd(_ isExpected: Bool)
  /// Frees the device. Returns in a few seconds even if the device hangs.
  func close() async
}

/// A device that is being opened, which may take long and may be abandoned meanwhile.
final class Opening<Stream: Sendable>: Sendable {
  typealias Outcome = Result<Stream, AudioDeviceError>

  private enum State {
    case running
    case done(Outcome)
    case taken(Outcome)
    case abandoned
  }

  private let state = Mutex(State.running)
  private let close: @Sendable (Stream) async -> Void

  init(
    _ open: @escaping @Sendable () async throws(AudioDeviceError) -> Stream,
    close: @escaping @Sendable (Stream) async -> Void
  ) {
    self.close = close
    Task {
      let outcome: Outcome
      do throws(AudioDeviceError) {
        outcome = .success(try await open())
      } catch {
        outcome = .failure(error)
      }
      await finish(outcome)
    }
  }

  /// Returns the outcome once; `nil` before it is known and after it was taken.
  func poll() -> Outcome? {
    state.withLock { state in
      guard case .done(let outcome) = state else { return nil }
      state = .taken(outcome)
      return outcome
    }
  }

  /// The outcome, once someone has taken it.
  var taken: Outcome? {
    state.withLock { state in
      if case .taken(let outcome) = state { outcome } else { nil }
    }
  }

  /// Closes the device as soon as it is open.
  func abandon() {
    let outcome = state.withLock { state -> Outcome? in
      defer { state = .abandoned }
      if case .done(let outcome) = state { return outcome }
      return nil
    }
    if case .success(let stream) = outcome { Task { [close] in await close(stream) } }
  }

  private func finish(_ outcome: Outcome) async {
    let isWanted = state.withLock { state in
      guard case .running = state else { return false }
      state = .done(outcome)
      return true
    }
    if !isWanted, case .success(let stream) = outcome { await close(stream) }
  }
}
