/// One side of a pairing: a state machine that processes messages and decides what to answer.
///
/// It has no sound, no network and no clock: the caller passes bytes and the time, in seconds of
/// any clock that never runs backwards. Use each session once: a copy is the same pairing, not a
/// second one.
public protocol PairingSession: Sendable {
  /// The role of this side.
  var role: PairingRole { get }

  /// The current stage; `nil` once the pairing is over.
  var stage: PairingStage? { get }

  /// The message to repeat after a silence, until another message arrives.
  var standing: [UInt8]? { get }

  /// The message to send when the pairing has ended early, so that the other device need not wait.
  var farewell: [UInt8]? { get }

  /// Processes a message.
  ///
  /// - Parameters:
  ///   - message: Any bytes.
  ///   - now: The time, in seconds.
  /// - Returns: The action for the caller.
  /// - Throws: ``PairingError`` if the pairing has failed, which ends it.
  mutating func receive(_ message: [UInt8], at now: Double) throws(PairingError) -> PairingAction

  /// Records that the user has typed the digits of the other device.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError/nothingToCompare``, or the error with which the pairing has failed
  ///   before.
  mutating func approve(at now: Double) throws(PairingError)

  /// Ends the pairing.
  ///
  /// - Parameter error: The reason: ``PairingError/stringsDiffer`` or ``PairingError/cancelled``.
  mutating func end(_ error: PairingError)

  /// Checks whether the pairing has timed out.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError/timedOut(_:after:heard:)``, or the error with which the pairing has
  ///   failed before.
  mutating func check(at now: Double) throws(PairingError)
}

/// The caller's action after a message.
public enum PairingAction: Sendable, Equatable {
  /// Do nothing: the message is not for this moment, or not for us.
  case ignore(IgnoredMessage)
  /// Send ``PairingSession/standing`` as soon as it is our turn.
  case proceed
  /// Send this message once.
  case answer([UInt8])
  /// Show the digits and ask the user for those of the other device; first send this message, if
  /// any.
  case compare(PairingDigits, saying: [UInt8]?)
  /// The pairing is done. Send this message, if any, again whenever a part is repeated.
  case finish(PairingResult, saying: [UInt8]?)
}

/// The result of a pairing on each device.
public struct PairingResult: Sendable, Equatable {
  /// 32 bytes that only these two devices know.
  public let sharedSecret: PairedSecret
  /// The payload from the offerer, if any.
  public let handOver: HandOver?
}

extension PairingResult: CustomStringConvertible, CustomDebugStringConvertible {
  /// A constant text: the secret and the payload stay out of logs.
  public var description: String { "paired" }

  /// The same text.
  public var debugDescription: String { description }
}

/// The time limit of a pairing.
public struct PairingWindow: Sendable, Hashable {
  /// The allowed time limits, in seconds.
  public static var allowedLifetimes: ClosedRange<Double> { 5...900 }
  /// Two minutes: enough time to pick up two devices and type six digits on each.
  public static var defaultLifetime: Double { 120 }

  /// The start of the pairing, in seconds.
  public let start: Double
  /// The time limit, in seconds.
  public let lifetime: Double

  /// Creates a time limit.
  ///
  /// - Parameters:
  ///   - start: The current time, in seconds of any clock that never runs backwards.
  ///   - lifetime: The time limit, in seconds, in ``allowedLifetimes``.
  /// - Throws: ``PairingError/lifetimeOutOfRange(_:)``
  public init(
    start: Double, lifetime: Double = PairingWindow.defaultLifetime
  ) throws(PairingError) {
    guard Self.allowedLifetimes.contains(lifetime) else { throw .lifetimeOutOfRange(lifetime) }
    (self.start, self.lifetime) = (start, lifetime)
  }

  /// Returns `true` for times within the limit, `false` for not-a-number.
  func contains(_ now: Double) -> Bool { now >= start && now - start <= lifetime }
}

/// The state of both sides beside their stage: the time limit, the last ignored message, and the
/// failure, if any.
struct SessionCourse: Sendable {
  let window: PairingWindow
  private(set) var lastIgnored: IgnoredMessage?
  private(set) var failure: PairingError?

  init(_ window: PairingWindow) { self.window = window }

  /// Stores the reason why a message is ignored, except for echoes and repetitions.
  mutating func ignore(_ reason: IgnoredMessage) -> PairingAction {
    if reason != .ownRole, reason != .repeated { lastIgnored = reason }
    return .ignore(reason)
  }

  /// Ends the pairing, unless it has ended before.
  mutating func fail(_ error: PairingError) { failure = failure ?? error }

  /// - Throws: The error with which it has failed before, or a timeout, which ends it.
  mutating func check(_ stage: PairingStage?, at now: Double) throws(PairingError) {
    if let failure { throw failure }
    guard let stage, !window.contains(now) else { return }
    let error = PairingError.timedOut(stage, after: window.lifetime, heard: lastIgnored)
    failure = error
    throw error
  }

  /// The reason to send to the other device; `nil` if nothing has failed, or that device knows.
  var farewellReason: FarewellReason? {
    switch failure {
    case .stringsDiffer: .stringsDiffer
    case .cancelled: .cancelled
    case .twoDevices: .twoDevices
    case .commitmentBroken, .keyRefused, .confirmationWrong, .handOverDamaged: .checkFailed
    default: nil
    }
  }
}
