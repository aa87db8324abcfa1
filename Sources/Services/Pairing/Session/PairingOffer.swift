/// The side that sends first. It commits to a key, reveals it to the one device that answers, and
/// hands over the payload once both users have confirmed.
///
/// One offer accepts one join. After any failure, make a new offer, which has new keys.
public struct PairingOffer: PairingSession {
  private enum State: Sendable {
    case offering
    case comparing(Agreement, joinerHasConfirmed: Bool, isApproved: Bool)
    case handingOver(Agreement, parts: [PairingMessage], next: Int?)
    case over
  }

  private let secrets: PairingSecrets
  private let offer: [UInt8]
  private let handOver: HandOver?
  private let handOverBytes: [UInt8]
  private var course: SessionCourse
  private var state = State.offering

  /// Creates an offer.
  ///
  /// - Parameters:
  ///   - handOver: The payload for the joiner, if any, of at most ``HandOver/byteLimit`` bytes.
  ///   - route: The route for the joiner's answers.
  ///   - window: The time limit.
  ///   - secrets: A fresh key and nonce.
  /// - Throws: ``PairingError/handOverTooLong(_:limit:)``, ``PairingError/handOverRefused(_:)``
  public init(
    handOver: HandOver? = nil, route: OfferRoute = .sound, window: PairingWindow,
    secrets: PairingSecrets = PairingSecrets()
  ) throws(PairingError) {
    (self.handOver, self.secrets) = (handOver, secrets)
    handOverBytes = if let handOver { try handOver.encoded() } else { [] }
    course = SessionCourse(window)
    let commitment = Transcript.commitment(
      route: route, publicKey: secrets.publicKey, nonce: secrets.nonce)
    offer = PairingMessage.offer(route: route, commitment: commitment).bytes
  }

  /// The offerer.
  public var role: PairingRole { .offerer }

  /// The current stage; `nil` once the pairing is over.
  public var stage: PairingStage? {
    if course.failure != nil { return nil }
    return switch state {
    case .offering: .join
    case .comparing(_, _, let isApproved): isApproved ? .confirmation : .comparison
    case .handingOver: .handOver
    case .over: nil
    }
  }

  /// The offer; later the confirmation, and then the part that the joiner needs next.
  public var standing: [UInt8]? {
    guard course.failure == nil else { return nil }
    switch state {
    case .offering: return offer
    case .comparing, .over: return nil
    case .handingOver(let agreement, let parts, let next):
      guard let next else { return agreement.offererConfirmation(partCount: parts.count).bytes }
      return parts[next].bytes
    }
  }

  /// The message that ends the pairing for the joiner; `nil` before one has joined.
  public var farewell: [UInt8]? {
    guard let reason = course.farewellReason, let identifier else { return nil }
    return PairingMessage.farewell(identifier, from: .offerer, reason).bytes
  }

  private var identifier: PairingIdentifier? {
    switch state {
    case .comparing(let agreement, _, _), .handingOver(let agreement, _, _): agreement.identifier
    case .offering, .over: nil
    }
  }

  /// Returns whether a message joins this offer, which only a device that received it can send.
  ///
  /// - Parameter message: Any bytes.
  /// - Returns: `true` for a join, even a second one.
  package func isJoined(by message: [UInt8]) -> Bool {
    guard case .success(.join(let join)) = PairingMessage.read(message) else { return false }
    return join.identifier == offerIdentifier
  }

  private var offerIdentifier: PairingIdentifier {
    PairingIdentifier(offer.suffix(PairingMessage.commitmentByteCount))
  }

  /// Processes a message of a joiner.
  ///
  /// - Parameters:
  ///   - message: Any bytes.
  ///   - now: The time, in seconds.
  /// - Returns: The action for the caller.
  /// - Throws: ``PairingError`` if the pairing has failed, which ends it.
  public mutating func receive(
    _ message: [UInt8], at now: Double
  ) throws(PairingError) -> PairingAction {
    try check(at: now)
    switch PairingMessage.read(message) {
    case .failure(let reason): return course.ignore(reason)
    case .success(let read) where read.role == role: return course.ignore(.ownRole)
    case .success(let read):
      do {
        return try process(read, message)
      } catch {
        course.fail(error)
        throw error
      }
    }
  }

  private mutating func process(
    _ message: PairingMessage, _ bytes: [UInt8]
  ) throws(PairingError) -> PairingAction {
    switch message {
    case .join(let join): return try processJoin(join, bytes)
    case .joinerConfirmation(let identifier, let tag) where identifier == self.identifier:
      return try processConfirmation(tag)
    case .receipt(let identifier, let next, let tag) where identifier == self.identifier:
      return try processReceipt(next, tag)
    case .farewell(let identifier, _, let reason) where identifier == self.identifier:
      throw .endedByOther(reason)
    default: return course.ignore(.otherPairing)
    }
  }

  /// Records that the user has typed the digits of the other device.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError/nothingToCompare``, or the error with which the pairing has failed
  ///   before.
  public mutating func approve(at now: Double) throws(PairingError) {
    try check(at: now)
    switch state {
    case .offering: throw .nothingToCompare
    case .comparing(let agreement, let joinerHasConfirmed, _):
      state = .comparing(agreement, joinerHasConfirmed: joinerHasConfirmed, isApproved: true)
      beginHandOver()
    case .handingOver, .over: return
    }
  }

  /// Ends the pairing.
  ///
  /// - Parameter error: The reason.
  public mutating func end(_ error: PairingError) {
    if stage != nil { course.fail(error) }
  }

  /// Checks whether the pairing has timed out.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Throws: ``PairingError/timedOut(_:after:heard:)``, or the error with which the pairing has
  ///   failed before.
  public mutating func check(at now: Double) throws(PairingError) {
    try course.check(stage, at: now)
  }
}

// MARK: - The messages, in their order

extension PairingOffer {
  private mutating func processJoin(
    _ join: PairingMessage.Contribution, _ bytes: [UInt8]
  ) throws(PairingError) -> PairingAction {
    guard join.identifier == offerIdentifier else { return course.ignore(.otherPairing) }
    switch state {
    case .offering:
      return try reveal(to: join, bytes)
    case .comparing(let agreement, let joinerHasConfirmed, _):
      guard bytes == agreement.join else { throw .twoDevices }
      // Repeated because our answer was lost.
      return joinerHasConfirmed ? course.ignore(.repeated) : .answer(agreement.reveal)
    case .handingOver(let agreement, _, _):
      guard bytes == agreement.join else { throw .twoDevices }
      return course.ignore(.repeated)
    case .over: return course.ignore(.outOfOrder)
    }
  }

  private mutating func reveal(
    to join: PairingMessage.Contribution, _ bytes: [UInt8]
  ) throws(PairingError) -> PairingAction {
    let identifier = Transcript.identifier(offer: offer, join: bytes)
    let reveal = PairingMessage.reveal(secrets.contribution(to: identifier)).bytes
    let agreement = try Agreement(
      secrets, otherPublicKey: join.publicKey, offer: offer, join: bytes, reveal: reveal)
    state = .comparing(agreement, joinerHasConfirmed: false, isApproved: false)
    return .compare(agreement.keys.digits(of: role), saying: reveal)
  }

  private mutating func processConfirmation(_ tag: [UInt8]) throws(PairingError) -> PairingAction {
    guard case .comparing(let agreement, let joinerHasConfirmed, let isApproved) = state else {
      // Our confirmation was lost, unless a receipt has arrived.
      guard case .handingOver(_, _, next: nil) = state else { return course.ignore(.repeated) }
      return .proceed
    }
    let expected = agreement.keys.joinerTag(agreement.transcript)
    guard SessionKeys.areEqual(tag, expected) else { throw .confirmationWrong }
    if joinerHasConfirmed { return course.ignore(.repeated) }
    state = .comparing(agreement, joinerHasConfirmed: true, isApproved: isApproved)
    beginHandOver()
    return .proceed
  }

  /// Seals the parts once both users have confirmed.
  private mutating func beginHandOver() {
    guard case .comparing(let agreement, true, true) = state else { return }
    let parts = SealedParts.seal(handOverBytes, agreement)
    state = .handingOver(agreement, parts: parts, next: nil)
  }

  private mutating func processReceipt(
    _ next: Int, _ tag: [UInt8]
  ) throws(PairingError) -> PairingAction {
    guard case .handingOver(let agreement, let parts, let current) = state else {
      return course.ignore(.outOfOrder)
    }
    let expected = agreement.keys.receiptTag(agreement.transcript, next: next)
    guard SessionKeys.areEqual(tag, expected), next <= parts.count else {
      throw .confirmationWrong
    }
    guard next > (current ?? -1) else { return course.ignore(.repeated) }
    guard next < parts.count else {
      state = .over
      return .finish(result(agreement), saying: nil)
    }
    state = .handingOver(agreement, parts: parts, next: next)
    return .proceed
  }

  private func result(_ agreement: Agreement) -> PairingResult {
    PairingResult(sharedSecret: agreement.keys.sharedSecret, handOver: handOver)
  }
}
