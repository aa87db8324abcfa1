/// An event during ``PairingRunner/run(messages:say:compare:onEvent:)``.
public enum PairingEvent: Sendable, Equatable {
  /// It now waits for the next message or decision of this stage.
  case waiting(PairingStage)
  /// A message was ignored.
  case ignored(IgnoredMessage)
  /// It is done; the joiner stays for a few more seconds, in case its last receipt was lost.
  case done(PairingResult)
  /// The pairing has failed; telling the other device takes some seconds.
  case failed(PairingError)
}

/// Runs one side of a pairing: connects received and sent messages, the user and the time.
public struct PairingRunner<Session: PairingSession>: Sendable {
  private enum Input: Sendable {
    case received([UInt8])
    case receivingEnded
    case sent
    case decided(Bool)
    case tick
    case failed(any Error)
  }

  private let session: Session
  private let pace: PairingPace

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - session: A side of a pairing whose window starts at 0 s, when `run` is called.
  ///   - pace: The timing.
  public init(_ session: Session, pace: PairingPace) {
    (self.session, self.pace) = (session, pace)
  }

  /// Runs until the pairing is done or has failed.
  ///
  /// - Parameters:
  ///   - messages: The received messages. The pairing ends with them.
  ///   - say: Sends a message, and returns when it has been sent.
  ///   - compare: Shows the digits, asks the user for those of the other device, and returns
  ///     whether they match. Must return soon after its task is cancelled.
  ///   - onEvent: Called for everything that happens.
  /// - Returns: The result of the pairing.
  /// - Throws: ``PairingError``; any error of `messages` and `say`; `CancellationError`.
  public func run(
    messages: AsyncThrowingStream<[UInt8], any Error>,
    say: @escaping @Sendable ([UInt8]) async throws -> Void,
    compare: @escaping @Sendable (PairingDigits) async -> Bool,
    onEvent: @escaping @Sendable (PairingEvent) -> Void = { _ in }
  ) async throws -> PairingResult {
    let (inputs, feed) = AsyncStream.makeStream(of: Input.self)
    let clock = ContinuousClock()
    let start = clock.now
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { await Self.forward(messages, to: feed) }
      group.addTask { await Self.tick(feed) }
      var dialogue = PairingDialogue(session, pace: pace, at: 0)
      var report = Report(onEvent)
      for await input in inputs {
        let now = (clock.now - start) / .seconds(1)
        do {
          if let digits = try Self.process(input, &dialogue, at: now, onEvent) {
            group.addTask { feed.yield(.decided(await compare(digits))) }
          }
          if let message = try dialogue.message(toSayAt: now) {
            group.addTask { await Self.send(message, say, feed) }
          }
        } catch let error as PairingError {
          report.fail(error)  // the farewell may still have to be sent
        }
        report.update(dialogue)
        if dialogue.isOver(at: now) { break }
      }
      return try report.outcome(of: dialogue)
    }
  }

  /// - Returns: The digits, if the user must compare them now.
  private static func process(
    _ input: Input, _ dialogue: inout PairingDialogue<Session>, at now: Double,
    _ onEvent: (PairingEvent) -> Void
  ) throws -> PairingDigits? {
    switch input {
    case .received(let message):
      switch try dialogue.hear(message, at: now) {
      case .ignore(let reason): onEvent(.ignored(reason))
      case .compare(let digits, _): return digits
      default: break
      }
    case .receivingEnded:
      dialogue.end(.cutOff, at: now)
      if dialogue.result == nil { throw PairingError.cutOff }
    case .sent: dialogue.hasSpoken(at: now)
    case .decided(true): try dialogue.approve(at: now)
    case .decided(false):
      dialogue.end(.stringsDiffer, at: now)
      throw PairingError.stringsDiffer
    case .tick: break
    case .failed(let error): throw error
    }
    return nil
  }

  // MARK: - Tasks that feed the run

  private static func forward(
    _ messages: AsyncThrowingStream<[UInt8], any Error>, to feed: AsyncStream<Input>.Continuation
  ) async {
    do {
      for try await message in messages { feed.yield(.received(message)) }
      feed.yield(.receivingEnded)
    } catch {
      feed.yield(.failed(error))
    }
    // A run whose task was cancelled ends here.
    if Task.isCancelled { feed.finish() }
  }

  private static func tick(_ feed: AsyncStream<Input>.Continuation) async {
    while (try? await Task.sleep(for: .milliseconds(25))) != nil { feed.yield(.tick) }
    feed.finish()
  }

  private static func send(
    _ message: [UInt8], _ say: @Sendable ([UInt8]) async throws -> Void,
    _ feed: AsyncStream<Input>.Continuation
  ) async {
    do {
      try await say(message)
      feed.yield(.sent)
    } catch {
      feed.yield(.failed(error))
    }
  }
}

/// Reports changes of a dialogue as events, and its outcome.
private struct Report {
  private var failure: PairingError?
  private let onEvent: (PairingEvent) -> Void
  private var stage: PairingStage?
  private var isDone = false

  init(_ onEvent: @escaping (PairingEvent) -> Void) { self.onEvent = onEvent }

  mutating func fail(_ error: PairingError) {
    guard failure == nil else { return }
    failure = error
    onEvent(.failed(error))
  }

  mutating func update(_ dialogue: PairingDialogue<some PairingSession>) {
    if let stage = dialogue.session.stage, stage != self.stage { onEvent(.waiting(stage)) }
    stage = dialogue.session.stage
    if let result = dialogue.result, !isDone { onEvent(.done(result)) }
    isDone = dialogue.result != nil
  }

  func outcome(
    of dialogue: PairingDialogue<some PairingSession>
  ) throws -> PairingResult {
    if let failure { throw failure }
    guard let result = dialogue.result else { throw CancellationError() }
    return result
  }
}
