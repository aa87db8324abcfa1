public import PitchEstimation
public import SignalProcessing
import Synchronization

/// Listens to a source, calls back with its pitches, and reports its state.
///
/// ```swift
/// let engine = PitchEngine(source: MicrophoneSource())
/// engine.gate = .fixed(-30)
/// engine.start { reading in show(reading) } onEnd: { error in report(error) }
/// await engine.finished()
/// ```
///
/// You can use all of it from any task or thread. In asynchronous code, a loop over ``LivePitches``
/// is simpler.
public final class PitchEngine: Sendable {
  private struct State {
    var listener: LivePitchListener?
    var latest: PitchReading?
    var runCount = 0
  }

  private let source: any AudioSource
  private let pitches: LivePitches<GatedTracker<AnyPitchTracker>>
  private let liveGate: LiveGate
  private let state = Mutex(State())

  /// Creates an engine that does not run yet.
  ///
  /// - Parameters:
  ///   - source: The source to listen to.
  ///   - gate: Level that counts as sound. Adaptive by default.
  ///   - method: The method that finds the pitch.
  ///   - searchRange: Frequencies to consider, in hertz. 60 Hz to 1500 Hz by default.
  ///   - hop: The time between readings, in seconds. 10 ms by default.
  ///   - lookahead: The duration of later sound that may influence a reading, in seconds. More is
  ///     more certain, but later. 50 ms by default.
  ///   - buffering: The number of readings that wait for slow calls. The newest 32 by default.
  public init(
    source: any AudioSource, gate: LevelGate.Threshold = .automatic,
    method: EstimatorMethod = .best, searchRange: ClosedRange<Double> = 60...1500,
    hop: Double = 0.01, lookahead: Double = 0.05, buffering: LiveBuffering = .newest(32)
  ) {
    let liveGate = LiveGate(gate)
    self.source = source
    self.liveGate = liveGate
    pitches = LivePitches(source: source, buffering: buffering) { sampleRate in
      let tracker = try AnyPitchTracker(
        method, sampleRate: sampleRate, searchRange: searchRange, hopSize: hop * sampleRate,
        lookahead: lookahead)
      return GatedTracker(tracker, gate: liveGate)
    }
  }

  /// True while the engine runs: from ``start(onReading:onEnd:)`` until the source has ended, has
  /// failed, or has been stopped.
  public var isActive: Bool { state.withLock { $0.listener != nil } }

  /// The latest reading of this run, or of the last one; `nil` before the first.
  public var latestReading: PitchReading? { state.withLock { $0.latest } }

  /// The level that counts as sound. You can change it at any time; a change applies to the next
  /// sound that arrives. Readings below it are unvoiced.
  public var gate: LevelGate.Threshold {
    get { liveGate.threshold }
    set { liveGate.threshold = newValue }
  }

  /// Starts the source, and calls back for each reading, one call at a time. Does nothing while the
  /// engine is active.
  ///
  /// - Parameters:
  ///   - onReading: Receives each reading, on no particular thread.
  ///   - onEnd: Called once, last: with `nil` after the end of the source or a stop, or with the
  ///     error that ended it, such as ``AudioDeviceError``.
  public func start(
    onReading: @escaping @Sendable (PitchReading) -> Void = { _ in },
    onEnd: @escaping @Sendable ((any Error)?) -> Void = { _ in }
  ) {
    state.withLock { state in
      guard state.listener == nil else { return }
      state.runCount += 1
      state.latest = nil
      let run = state.runCount
      state.listener = pitches.listen(
        onReading: { [weak self] reading in
          self?.state.withLock { if $0.runCount == run { $0.latest = reading } }
          onReading(reading)
        },
        onEnd: { [weak self] error in
          self?.end(run)
          onEnd(error)
        })
    }
  }

  /// Stops, and returns when the device is free and the last call has returned. Does nothing while
  /// the engine is not active.
  public func stop() async {
    let (listener, run) = state.withLock { ($0.listener, $0.runCount) }
    guard let listener else { return }
    listener.cancel()
    await source.stop()
    await listener.finished()
    end(run)
  }

  /// Waits until the engine has ended or has been stopped, and the last call has returned.
  public func finished() async {
    await state.withLock { $0.listener }?.finished()
  }

  private func end(_ run: Int) {
    state.withLock { if $0.runCount == run { $0.listener = nil } }
  }
}

/// A gate that any task or thread can set while a ``GatedTracker`` runs.
package final class LiveGate: Sendable {
  private let state: Mutex<LevelGate.Threshold>

  /// Creates a gate.
  ///
  /// - Parameter threshold: Level that counts as sound. Adaptive by default.
  package init(_ threshold: LevelGate.Threshold = .automatic) {
    state = Mutex(threshold)
  }

  /// The level that counts as sound; a change applies from the next block on.
  package var threshold: LevelGate.Threshold {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A tracker whose gate is set from outside, through a ``LiveGate``.
package struct GatedTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private let gate: LiveGate
  private var threshold: LevelGate.Threshold

  /// Wraps a tracker, which gets the gate's threshold.
  ///
  /// - Parameters:
  ///   - base: The wrapped tracker.
  ///   - gate: The level that counts as sound, read before each block.
  package init(_ base: Base, gate: LiveGate) {
    self.base = base
    self.gate = gate
    threshold = gate.threshold
    self.base.setGate(threshold)
  }

  /// Samples per second, in hertz.
  package var sampleRate: Double { base.sampleRate }

  /// The number of samples that were not finite and were treated as silence.
  package var rejectedSampleCount: Int { base.rejectedSampleCount }

  /// Appends the next samples of the stream, with the current threshold of the gate.
  package mutating func append(_ block: Span<Float>) {
    let wanted = gate.threshold
    if wanted != threshold {
      threshold = wanted
      base.setGate(wanted)
    }
    base.append(block)
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { base.next() }

  /// Marks missing samples.
  package mutating func interrupt() { base.interrupt() }

  /// Ends the stream: the readings up to its last sample become available.
  package mutating func finish() { base.finish() }

  /// Changes the level that counts as sound, for all trackers of the gate.
  @discardableResult
  package mutating func setGate(_ gate: LevelGate.Threshold) -> Bool {
    self.gate.threshold = gate
    threshold = gate
    return base.setGate(gate)
  }
}
