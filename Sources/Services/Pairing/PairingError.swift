/// The reason why two devices did not pair. After any of these errors, make a new offer, which has
/// new keys.
public enum PairingError: Error, Equatable, Sendable {
  /// The time limit, in seconds, must be in ``PairingWindow/allowedLifetimes``.
  case lifetimeOutOfRange(Double)
  /// The payload has more bytes than the limit.
  case handOverTooLong(Int, limit: Int)
  /// The payload is invalid; the associated problem is the reason.
  case handOverRefused(HandOverProblem)
  /// The time was up in this stage; `heard` is the last ignored message, if any.
  case timedOut(PairingStage, after: Double, heard: IgnoredMessage?)
  /// The key that was revealed is not the promised one.
  case commitmentBroken
  /// The offerer answers another device's join.
  case offerTaken
  /// Two devices answered one offer.
  case twoDevices
  /// The other device's key would reveal the secret, or is our own.
  case keyRefused
  /// The other device does not have the same keys.
  case confirmationWrong
  /// A part of the payload cannot be decrypted, or has impossible content.
  case handOverDamaged
  /// The digits that the user typed are not those that the other device should show, or it shows
  /// none.
  case stringsDiffer
  /// The user stopped it.
  case cancelled
  /// The other device gave up.
  case endedByOther(FarewellReason)
  /// The user's decision came when there was nothing to compare.
  case nothingToCompare
  /// This pairing is over already.
  case over
  /// The recording or the connection has ended.
  case cutOff
}

/// A stage of a pairing: what it is waiting for.
public enum PairingStage: Sendable, Hashable {
  /// The joiner: for an offer.
  case offer
  /// The offerer: for a join.
  case join
  /// The joiner: for the key that was promised.
  case reveal
  /// Either: for its own user to type the digits of the other device.
  case comparison
  /// Either: for the other device to confirm.
  case confirmation
  /// Either: for the rest of the payload, or its receipt.
  case handOver
}

extension PairingError: CustomStringConvertible {
  /// The error, and what to do.
  public var description: String {
    switch self {
    case .lifetimeOutOfRange(let seconds):
      "The time limit must be between 5 s and 15 min, but is \(Self.text(seconds)) s."
    case .handOverTooLong(let count, let limit):
      "The payload has \(count) bytes, but the limit is \(limit). Shorten it."
    case .handOverRefused(let problem): problem.description
    case .timedOut(let stage, let seconds, let heard):
      Self.text(stage, seconds, heard)
    case .commitmentBroken:
      "The key does not match the offer: someone may be intercepting. Start again on both devices, "
        + "and compare the digits carefully."
    case .offerTaken:
      "Another device answered the offer, or this is a recording of an old one. Start again on both "
        + "devices."
    case .twoDevices:
      "Two devices answered the offer, but only one may join. Start again with one of them."
    case .keyRefused:
      "The other device sent a key that no honest device sends. Check who else is nearby, and start "
        + "again."
    case .confirmationWrong:
      "The other device has a different key: someone may be intercepting. Start again on both devices."
    case .handOverDamaged:
      "The payload could not be decrypted or read. Start again on both devices."
    case .stringsDiffer:
      "The digits do not match: someone may be intercepting. Nothing was handed over. Move the devices "
        + "closer together and start again."
    case .cancelled: "The pairing was stopped on this device."
    case .endedByOther(let reason): Self.text(reason)
    case .nothingToCompare: "There are no digits to compare yet."
    case .cutOff:
      "The microphone or the connection ended before the pairing did. If only one device showed "
        + "digits, this may be an attack: check who else is nearby. Start again on both devices."
    case .over: "This pairing is over. Start again with a new offer."
    }
  }

  /// Returns seconds without a `.0`.
  private static func text(_ seconds: Double) -> String {
    Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
  }

  // An impostor knows the digits first, and goes silent if they would not match: each new attempt of
  // the user is another try.
  private static let silence =
    "This may be an attack: an impostor between the devices goes silent when the digits would not match. "
    + "Check who else is nearby, move the devices close together, and pair elsewhere if it happens again"

  private static func text(
    _ stage: PairingStage, _ seconds: Double, _ heard: IgnoredMessage?
  ) -> String {
    let what =
      switch stage {
      case .offer: "No offer arrived. Start the offer on the other device and turn up its volume"
      case .join: "No device joined. Start to join on the other device and turn up its volume"
      case .reveal:
        "A device answered the offer, but its key never arrived. \(silence)"
      case .comparison:
        "Nobody typed the digits in time. If the other device showed none: \(silence)"
      case .confirmation:
        "The other device has not confirmed the digits. If it showed none: \(silence)"
      case .handOver:
        "The payload or its receipt did not arrive completely. Move the devices closer together"
      }
    let also = heard.map { " The last message that arrived was \($0)." } ?? ""
    return "\(what) (time limit: \(Int(seconds)) s).\(also)"
  }

  private static func text(_ reason: FarewellReason) -> String {
    switch reason {
    case .stringsDiffer:
      "On the other device, the digits did not match: someone may be intercepting. Move the devices "
        + "closer together and start again."
    case .cancelled: "The pairing was stopped on the other device."
    case .twoDevices:
      "Two devices answered the other device, but only one may join. Start again with one of them."
    case .checkFailed:
      "The other device received a wrong message: someone may be intercepting. Start again on both "
        + "devices."
    }
  }
}
