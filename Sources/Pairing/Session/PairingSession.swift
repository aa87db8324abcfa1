/// One side of a pairing: a state machine that takes messages and says what to answer.
///
/// It knows no sound, no network and no clock: the caller gives it bytes and the time, in seconds of
/// a clock that only goes forward. Use each one once: a copy is the same pairing, not a second one.
public protocol PairingSession: Sendable {
  /// Which side this is.
  var role: PairingRole { get }

  /// What it waits for; `nil` once it is over.
  var stage: PairingStage? { get }

  /// What to say again after a silence, for as long as nothing else has come.
  var standing: [UInt8]? { get }

  /// What to say once when it has ended early, so that the other need not wait.
  var farewell: [UInt8]? { get }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - message: Bytes, whatever they are.
  ///   - now: The time, in seconds.
  /// - Returns: What to do.
  /// - Throws: ``PairingError`` if the pairing has failed. It is over then.
  mutating func receive(_ message: [UInt8], at now: Double) throws(PairingError) -> PairingAction

  /// The user has found the short strings to be equal.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError/nothingToCompare``, or why the pairing has failed before.
  mutating func approve(at now: Double) throws(PairingError)

  /// Ends the pairing.
  ///
  /// - Parameter error: Why: ``PairingError/stringsDiffer`` or ``PairingError/cancelled``.
  mutating func end(_ error: PairingError)

  /// Looks whether the time is up.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError/timedOut(_:after:heard:)``, or why the pairing has failed before.
  mutating func check(at now: Double) throws(PairingError)
}

/// What to do about a message.
public enum PairingAction: Sendable, Equatable {
  /// Nothing: the message is not for this moment, or not for us.
  case ignore(IgnoredMessage)
  /// Say ``PairingSession/standing`` as soon as it is our turn.
  case proceed
  /// Say this once.
  case answer([UInt8])
  /// Show the string and ask the user; first say this, if anything.
  case compare(ShortString, saying: [UInt8]?)
  /// It is done; say this once more, if anything, whenever a part is said again.
  case finish(PairingResult, saying: [UInt8]?)
}

/// What a pairing has given to both devices.
public struct PairingResult: Sendable, Equatable {
  /// 32 bytes that only these two devices know.
  public let sharedSecret: PairedSecret
  /// What was compared.
  public let shortString: ShortString
  /// What the offerer has handed over, if anything.
  public let handOver: HandOver?
}

extension PairingResult: CustomStringConvertible, CustomDebugStringConvertible {
  /// The string that was compared. The secret stays out of logs.
  public var description: String { "paired, \(shortString)" }

  /// The same.
  public var debugDescription: String { description }
}
