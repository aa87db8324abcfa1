/// Why two devices did not pair. After any of these, a new offer is needed: it has new keys.
public enum PairingError: Error, Equatable, Sendable {
  /// The time in which all must be done, in seconds, must lie in ``PairingWindow/allowedLifetimes``.
  case lifetimeOutOfRange(Double)
  /// What shall be handed over has more bytes than the limit.
  case handOverTooLong(Int, limit: Int)
  /// What shall be handed over cannot be: `reason` says why.
  case handOverRefused(HandOverProblem)
  /// The time was up while `stage`; `heard` is what was heard instead, if anything was.
  case timedOut(PairingStage, after: Double, heard: IgnoredMessage?)
  /// The key that was revealed is not the promised one.
  case commitmentBroken
  /// The offerer answers another device's join.
  case offerTaken
  /// Two devices answered one offer.
  case twoDevices
  /// The other's key is one that gives away the secret, or is our own.
  case keyRefused
  /// The other does not have the same keys.
  case confirmationWrong
  /// A part of what was handed over does not open, or says something impossible.
  case handOverDamaged
  /// The user found that the strings differ.
  case stringsDiffer
  /// The user stopped it.
  case cancelled
  /// The other device gave up.
  case endedByOther(FarewellReason)
  /// The user's decision was given at a moment at which there is nothing to compare.
  case nothingToCompare
  /// This pairing is over already.
  case over
  /// There is nothing left to hear from: the recording, or the connection, has ended.
  case cutOff
}

/// What a pairing was waiting for.
public enum PairingStage: Sendable, Hashable {
  /// The joiner: for an offer.
  case offer
  /// The offerer: for a join.
  case join
  /// The joiner: for the key that was promised.
  case reveal
  /// Either: for its own user to compare the strings.
  case comparison
  /// Either: for the other device to confirm.
  case confirmation
  /// Either: for the rest of what is handed over, or its receipt.
  case handOver
}

extension PairingError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .lifetimeOutOfRange(let seconds):
      "A pairing may take \(PairingWindow.allowedLifetimes) seconds, but \(seconds) were given."
    case .handOverTooLong(let count, let limit):
      "What shall be handed over has \(count) bytes, but at most \(limit) can be."
    case .handOverRefused(let problem): problem.description
    case .timedOut(let stage, let seconds, let heard):
      Self.text(stage, seconds, heard)
    case .commitmentBroken:
      "The key does not fit the offer: somebody interferes. Start again on both devices, and "
        + "compare the strings with care."
    case .offerTaken:
      "The offer was taken by another device, or this is a recording of an old one. Start again on "
        + "both devices."
    case .twoDevices:
      "Two devices answered the offer, and only one may. Let one of them join, and start again."
    case .keyRefused:
      "The other device sent a key that no honest device sends. Start again, and look who else is "
        + "near."
    case .confirmationWrong:
      "The other device does not have the same key: somebody interferes. Start again on both devices."
    case .handOverDamaged:
      "What was handed over does not open or says nothing known. Start again on both devices."
    case .stringsDiffer:
      "The strings differ: somebody stands between the two devices. Nothing was handed over. Start "
        + "again, closer together."
    case .cancelled: "The pairing was stopped on this device."
    case .endedByOther(let reason): Self.text(reason)
    case .nothingToCompare: "There is no string to compare yet."
    case .cutOff:
      "The microphone or the connection ended before the pairing did. If only one device showed a "
        + "string, that may be an attack: look who else is near. Start again on both devices."
    case .over: "This pairing is over. Start again with a new offer."
    }
  }

  /// Who stands between knows the strings first, and stops where they would not fit: a user who tries
  /// again and again gives one more try each time.
  private static let silence =
    "This may be an attack, by somebody between the two who goes silent because the strings would "
    + "differ. Look who else is near, bring the devices close, and pair elsewhere if it happens again"

  private static func text(
    _ stage: PairingStage, _ seconds: Double, _ heard: IgnoredMessage?
  ) -> String {
    let what =
      switch stage {
      case .offer: "No offer was heard. Start the offer on the other device, and turn it louder"
      case .join: "No device has joined. Start to join on the other device, and turn it louder"
      case .reveal:
        "The offer was answered, but its key never came. \(silence)"
      case .comparison:
        "Nobody has compared the strings in time; if the other device showed none: \(silence)"
      case .confirmation:
        "The other device has not confirmed, and must approve too; if it showed no string: \(silence)"
      case .handOver: "Not all was handed over, or no receipt was heard. Bring the devices closer"
      }
    let also = heard.map { " What was heard last was \($0)." } ?? ""
    return "\(what) (\(Int(seconds)) s were given).\(also)"
  }

  private static func text(_ reason: FarewellReason) -> String {
    switch reason {
    case .stringsDiffer:
      "On the other device the strings were found to differ: somebody may stand between. Start again, "
        + "closer together."
    case .cancelled: "The pairing was stopped on the other device."
    case .twoDevices:
      "The other device was answered by two devices. Let only one join, and start again."
    case .checkFailed:
      "The other device found a wrong message: somebody may interfere. Start again on both devices."
    }
  }
}
