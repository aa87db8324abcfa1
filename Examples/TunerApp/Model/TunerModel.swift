public import Kammerton
public import LiveAudio
public import Observation

/// The state that the tuner's views show, and the actions of their buttons.
@MainActor
@Observable
public final class TunerModel {
  /// `true` while the tuner listens, or is about to.
  public private(set) var isListening = false
  /// The note that sounds, and how far off it is; `nil` in silence.
  public private(set) var reading: TunerReading?
  /// The error that stopped the tuner, as a sentence for the user; `nil` if none did.
  public private(set) var problem: String?
  /// The dial, the arrow and the waves of the newest picture.
  public private(set) var motion = TunerMotion()
  /// The frequency of A4, in hertz; a value outside 300...500 is ignored.
  public var concertPitch: Double {
    get { engine.concertPitch.frequency }
    set { if let pitch = try? ConcertPitch(newValue) { engine.concertPitch = pitch } }
  }

  /// `true` while the picture changes: while the tuner listens, and until dial and waves rest.
  public var isMoving: Bool { isListening || !motion.isResting }

  private var engine = TunerEngine()
  private var level = -150.0
  @ObservationIgnored private var listening: Task<Void, Never>?
  @ObservationIgnored private var isInBackground = false
  @ObservationIgnored private var continues = false
  @ObservationIgnored private let makeSource: @Sendable () -> any AudioSource

  /// - Parameter makeSource: Opens the microphone, or its replacement in a test.
  public init(makeSource: @escaping @Sendable () -> any AudioSource) {
    self.makeSource = makeSource
  }

  /// The name of the note with its octave, such as `A♯4`; a dash in silence.
  ///
  /// Several tones at once have no name: what a tracker of single tones finds is none of them.
  public var noteName: String {
    guard reading?.sound != .commonDivisor else { return "–" }
    return reading?.deviation.map { "\($0.note)" } ?? "–"
  }

  /// The deviation in cents, such as `+3.5 cents`; empty in silence.
  public var deviation: String {
    guard reading?.sound != .commonDivisor else { return "several tones at once" }
    guard let cents = reading?.deviation?.cents else { return "" }
    let tenths = Int((cents * 10).rounded())
    let sign = tenths < 0 ? "−" : tenths > 0 ? "+" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) cents"
  }

  /// `true` once the note has been in tune for long enough.
  public var isInTune: Bool { reading?.isInTune ?? false }

  /// Starts listening, or stops.
  public func toggle() {
    if isListening { stop() } else { start() }
  }

  /// Listens until ``stop()``, the end of the source, or an error.
  public func start() {
    guard !isListening else { return }
    isListening = true
    problem = nil
    let source = makeSource()
    listening = Task { [weak self] in
      var failure: (any Error)?
      do {
        for try await event in Self.observations(of: source) {
          if case .reading(let observation) = event { self?.process(observation) }
        }
      } catch { failure = error }
      await source.stop()
      if !Task.isCancelled { self?.end(failure) }
    }
  }

  /// Stops listening, and frees the microphone.
  public func stop() {
    listening?.cancel()
    end(nil)
  }

  /// Frees the microphone while the app is in the background.
  public func enterBackground() {
    guard !isInBackground else { return }
    isInBackground = true
    continues = isListening
    stop()
  }

  /// Listens again if the tuner did before.
  ///
  /// The system may not say when a call or another app gives the microphone back. So a tuner that
  /// listens starts again each time the app becomes active.
  public func becomeActive() {
    let starts = isInBackground ? continues : isListening
    isInBackground = false
    guard starts else { return }
    stop()
    start()
  }

  /// Returns when the source has ended, for tests.
  public func finished() async { await listening?.value }

  /// Moves the dial and the waves; call this once for each picture.
  ///
  /// - Parameter seconds: The time since the last picture. After a pause, a tenth of a second counts.
  public func advance(by seconds: Double) {
    motion.advance(
      by: max(0, min(0.1, seconds)), deviation: reading?.deviation, level: level)
  }

  nonisolated private static func observations(
    of source: any AudioSource
  ) -> Live<TunerListener<MultiresolutionTracker>> {
    let listening = TunerListening()
    return Live(source: source, buffering: .newest(32)) { sampleRate in
      try TunerListener(
        MultiresolutionTracker(
          sampleRate: sampleRate, searchRange: listening.searchRange(sampleRate: sampleRate),
          hopSize: TunerListening.hopDuration * sampleRate, lookahead: TunerListening.lookahead,
          gate: LevelGate(listening.gate)))
    }
  }

  private func process(_ observation: TunerObservation) {
    level = observation.pitch.level
    reading = engine.process(observation)
  }

  private func end(_ error: (any Error)?) {
    listening = nil
    isListening = false
    reading = nil
    level = -150
    _ = engine.reset()
    problem = error.map { "\($0)" }
  }
}
