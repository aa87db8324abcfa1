import Synchronization
public import ToneGeneration

/// Plays a sound to a device, block by block, and keeps its time when the device is lost.
///
/// The sound continues in time while the player waits for a lost device: the part that would have
/// played in the meantime is skipped. A metronome needs this.
public final class SoundPlayer<Sound: SoundRendering>: Sendable {
  private struct Orders {
    var changes: [@Sendable (inout Sound) -> Void] = []
    var isEndWanted = false
    /// Opens the device, for as long as that takes.
    var starting: Task<AudioSinkFormat, any Error>?
  }

  private let sink: any AudioSink
  private let time: Timekeeper
  private let makeSound: @Sendable (AudioSinkFormat) throws -> Sound
  private let orders = Mutex(Orders())

  /// Prepares to play.
  ///
  /// - Parameters:
  ///   - sink: The sink that plays the sound.
  ///   - clock: Measures how long a lost device was gone, and paces the attempts to reopen it.
  ///   - makeSound: Creates the sound for the sink's sample rate and number of channels; called at
  ///     the start, and again if a lost device returns with another format.
  public convenience init(
    sink: any AudioSink, clock: any Clock<Duration> = ContinuousClock(),
    makeSound: @escaping @Sendable (AudioSinkFormat) throws -> Sound
  ) {
    self.init(sink: sink, time: Timekeeper(clock), makeSound: makeSound)
  }

  private init(
    sink: any AudioSink, time: Timekeeper,
    makeSound: @escaping @Sendable (AudioSinkFormat) throws -> Sound
  ) {
    self.sink = sink
    self.time = time
    self.makeSound = makeSound
  }

  /// Changes the sound, in order with other changes, before the next block of 10 ms.
  ///
  /// Samples that have already been written to the sink, up to a quarter of a second, play first.
  ///
  /// - Parameter change: Changes the sound; runs on the playing task. If a lost device returns with
  ///   another format, the sound is created again, and earlier changes are lost.
  public func change(_ change: @escaping @Sendable (inout Sound) -> Void) {
    orders.withLock { $0.changes.append(change) }
  }

  /// Fades the sound out and ends it; ``play(onEvent:)`` returns once it is silent. You can call it
  /// at any time and more than once. The player stops waiting for a device that is still being
  /// opened.
  public func fadeOut() {
    let starting = orders.withLock { orders in
      orders.isEndWanted = true
      return orders.starting
    }
    starting?.cancel()
  }

  /// Plays until the sound has ended, or has faded out, or the task is cancelled.
  ///
  /// Only ``fadeOut()`` ends without a click; a cancellation ends the sound abruptly.
  ///
  /// - Parameter onEvent: Called on the playing task for each event.
  /// - Returns: The progress at the end.
  /// - Throws: ``AudioDeviceError`` if the device cannot be opened; any error of `makeSound`;
  ///   `CancellationError`.
  @discardableResult
  public func play(
    onEvent: @Sendable (SoundPlayerEvent) -> Void = { _ in }
  ) async throws -> SoundPlayerProgress {
    do {
      guard let format = try await startSink() else {
        await sink.stop()
        return SoundPlayerProgress(
          frameCount: 0, pendingFrameCount: 0, underrunCount: 0, overCount: 0)
      }
      onEvent(.started(format))
      var run = Run(sound: Fader(try makeSound(format)), format: format)
      while try await playBlock(&run, onEvent) {}
      let progress = await self.progress(of: run)
      await sink.stop()
      return progress
    } catch {
      await sink.stop()
      throw error
    }
  }
}

extension SoundPlayer {
  /// Opens the device; `nil` if the sound was to end before the device was open.
  private func startSink() async throws -> AudioSinkFormat? {
    let starting = Task { [sink] in try await sink.start() }
    let isEndWanted = orders.withLock { orders in
      orders.starting = starting
      return orders.isEndWanted
    }
    if isEndWanted { starting.cancel() }
    defer { orders.withLock { $0.starting = nil } }
    do {
      return try await withTaskCancellationHandler {
        try await starting.value
      } onCancel: {
        starting.cancel()
      }
    } catch is CancellationError where !Task.isCancelled {
      return nil
    }
  }
}

/// The state of one call of `play`.
private struct Run<Sound: SoundRendering> {
  var sound: Fader<Sound>
  var format: AudioSinkFormat
  var meter = SoundMeter()
  var frameCount = 0
  var earlierUnderruns = 0  // before the device was lost

  var blockFrameCount: Int { max(1, Int(format.sampleRate / 100)) }
}

extension SoundPlayer {
  /// Plays the next block; returns `false` after the last one.
  private func playBlock(
    _ run: inout Run<Sound>, _ onEvent: (SoundPlayerEvent) -> Void
  ) async throws -> Bool {
    carryOutOrders(&run)
    let wanted = run.blockFrameCount
    let block = run.sound.render(frameCount: wanted)
    run.meter.measure(block.span)
    run.frameCount += block.count / run.format.channelCount
    let isLast = block.count < wanted * run.format.channelCount
    do {
      if !block.isEmpty { try await sink.write(block) }
      if isLast { try await finish(run.format) }
    } catch AudioDeviceError.lost {
      if isLast { return false }
      guard try await waitForDevice(&run, onEvent) else { return false }
    }
    onEvent(.progress(await progress(of: run)))
    return !isLast
  }

  private func carryOutOrders(_ run: inout Run<Sound>) {
    let (changes, isEndWanted) = orders.withLock { orders in
      defer { orders.changes = [] }
      return (orders.changes, orders.isEndWanted)
    }
    for change in changes { change(&run.sound.sound) }
    if isEndWanted { run.sound.fadeOut() }
  }

  /// Waits until the last sample has left the device, which holds more than the sink knows of.
  private func finish(_ format: AudioSinkFormat) async throws {
    let silence = Int(0.2 * format.sampleRate) * format.channelCount
    try await sink.write([Float](repeating: 0, count: silence))
    try await sink.drain()
  }

  private func progress(of run: Run<Sound>) async -> SoundPlayerProgress {
    SoundPlayerProgress(
      frameCount: run.frameCount, pendingFrameCount: await sink.pendingFrameCount,
      underrunCount: run.earlierUnderruns + (await sink.underrunCount),
      overCount: run.meter.overCount, heard: await sink.heard)
  }
}

// MARK: - A lost device

extension SoundPlayer {
  /// Tries to reopen the device until it succeeds, and then skips the missed part of the sound.
  ///
  /// - Returns: `false` if the sound was to end meanwhile.
  private func waitForDevice(
    _ run: inout Run<Sound>, _ onEvent: (SoundPlayerEvent) -> Void
  ) async throws -> Bool {
    let moment = time.elapsed()
    let played = run.frameCount - (await sink.pendingFrameCount)
    run.earlierUnderruns += await sink.underrunCount
    onEvent(.lost(device: run.format.deviceName))
    var delay = Duration.milliseconds(250)
    while true {
      await sink.stop()
      try await time.sleep(delay)
      delay = min(delay * 2, .seconds(4))
      guard !orders.withLock({ $0.isEndWanted }) else { return false }
      guard let format = try await restartedSink() else { continue }
      let gone = time.elapsed() - moment
      try resume(&run, format, playedFrameCount: played, after: gone)
      onEvent(.resumed(format, after: gone))
      return true
    }
  }

  /// Tries to open the device; `nil` if it is not back yet.
  ///
  /// - Throws: ``AudioDeviceError/stopped(device:reason:)``, after which only the user may start again.
  private func restartedSink() async throws(AudioDeviceError) -> AudioSinkFormat? {
    do { return try await startSink() } catch let error as AudioDeviceError {
      if case .stopped = error { throw error }
      return nil
    } catch { return nil }
  }

  private func resume(
    _ run: inout Run<Sound>, _ format: AudioSinkFormat, playedFrameCount: Int, after gone: Duration
  ) throws {
    let oldRate = run.format.sampleRate
    let due = (Double(playedFrameCount) / oldRate + gone / .seconds(1)) * format.sampleRate
    if format.sampleRate != oldRate || format.channelCount != run.format.channelCount {
      run.sound = Fader(try makeSound(format))
      run.frameCount = 0
    }
    run.format = format
    // Samples written but not played are lost too: the sound never skips backwards.
    while run.frameCount < Int(due) {
      let wanted = min(run.blockFrameCount, Int(due) - run.frameCount)
      let skipped = run.sound.render(frameCount: wanted).count / format.channelCount
      run.frameCount += skipped
      if skipped < wanted { break }
    }
    run.sound.fadeIn()
  }
}

/// The progress of a ``SoundPlayer``.
public struct SoundPlayerProgress: Sendable, Hashable {
  /// The number of frames rendered or skipped since the start.
  public var frameCount: Int
  /// The number of frames that still wait in the sink.
  public var pendingFrameCount: Int
  /// The number of times when the device needed samples that were not available yet.
  public var underrunCount: Int
  /// The number of clipped samples, beyond full scale.
  public var overCount: Int
  /// A frame whose time is known; `nil` if the device does not say.
  public var heard: HeardFrame?

  /// Creates a progress from its parts.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames rendered or skipped since the start.
  ///   - pendingFrameCount: The number of frames that still wait in the sink.
  ///   - underrunCount: The number of times when the device needed samples that were not available
  ///     yet.
  ///   - overCount: The number of clipped samples.
  ///   - heard: A frame whose time is known; `nil` if the device does not say.
  package init(
    frameCount: Int, pendingFrameCount: Int = 0, underrunCount: Int = 0, overCount: Int = 0,
    heard: HeardFrame? = nil
  ) {
    self.frameCount = frameCount
    self.pendingFrameCount = pendingFrameCount
    self.underrunCount = underrunCount
    self.overCount = overCount
    self.heard = heard
  }
}

/// An event while a ``SoundPlayer`` plays, in chronological order.
public enum SoundPlayerEvent: Sendable, Equatable {
  /// The device is open.
  case started(AudioSinkFormat)
  /// Another block is in the sink.
  case progress(SoundPlayerProgress)
  /// The device went away; the player waits for it.
  case lost(device: String)
  /// The device is back, and the sound continues in time; `after` is the duration of the loss.
  case resumed(AudioSinkFormat, after: Duration)
}

/// Plays a sine tone that fades in and out, and returns when it is silent.
///
/// ```swift
/// try await beep(440, 0.2, sink: SpeakerSink())
/// ```
///
/// Each call opens and frees the device. For several sounds, or one that changes, use a
/// ``SoundPlayer``.
///
/// - Parameters:
///   - frequency: Cycles per second, in hertz, above 0 and below half of the sink's sample rate.
///   - duration: The duration, in seconds, above 0 and at most an hour.
///   - level: The peak level, in dBFS, in -120...0.
///   - sink: The sink that plays the tone.
/// - Throws: ``ToneGeneration/SynthesisError`` if a parameter is out of its range,
///   ``AudioDeviceError`` if the device cannot be opened; `CancellationError`.
public func beep(
  _ frequency: Double = 440, _ duration: Double = 0.2, level: Double = -20, sink: any AudioSink
) async throws {
  guard duration > 0, duration <= 3600 else { throw SynthesisError.invalidDuration(duration) }
  try await SoundPlayer(sink: sink) { format in
    let tone = try Oscillator(frequency: frequency, level: level, sampleRate: format.sampleRate)
    let count = max(1, Int((duration * format.sampleRate).rounded()))
    let voice = Voice(.oscillator(tone), count: count, sampleRate: format.sampleRate)
    return Mixer(
      [voice], sampleRate: format.sampleRate, channelCount: format.channelCount)
  }.play()
}
