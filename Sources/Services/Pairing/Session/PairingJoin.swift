/// The side that receives an offer. It sends its key, checks that the offerer reveals the key that
/// it has committed to, and accepts the payload once both users have confirmed.
public struct PairingJoin: PairingSession {
  private enum State: Sendable {
    case listening
    case joining(ReceivedOffer)
    case comparing(Agreement)
    case confirming(Agreement)
    case receiving(Agreement, count: Int, parts: [[UInt8]])
    case over(Agreement, count: Int)
  }

  private struct ReceivedOffer: Sendable {
    var offer: [UInt8]
    var route: OfferRoute
    var commitment: [UInt8]
    var join: [UInt8]
  }

  private let secrets: PairingSecrets
  private var course: SessionCourse
  private var state = State.listening
  /// The route for answers to the received offer; `nil` until an offer arrives.
  package private(set) var route: OfferRoute?

  /// Prepares to join.
  ///
  /// - Parameters:
  ///   - window: The time limit.
  ///   - secrets: A fresh key and nonce.
  public init(window: PairingWindow, secrets: PairingSecrets = PairingSecrets()) {
    self.secrets = secrets
    course = SessionCourse(window)
  }

  /// The joiner.
  public var role: PairingRole { .joiner }

  /// The current stage; `nil` once the pairing is over.
  public var stage: PairingStage? {
    if course.failure != nil { return nil }
    return switch state {
    case .listening: .offer
    case .joining: .reveal
    case .comparing: .comparison
    case .confirming: .confirmation
    case .receiving: .handOver
    case .over: nil
    }
  }

  /// The join; later the confirmation. Receipts are never repeated, they only answer.
  public var standing: [UInt8]? {
    guard course.failure == nil else { return nil }
    return switch state {
    case .joining(let received): received.join
    case .confirming(let agreement): agreement.joinerConfirmation.bytes
    default: nil
    }
  }

  /// The message that ends the pairing for the offerer; `nil` before an offer has arrived.
  public var farewell: [UInt8]? {
    guard let reason = course.farewellReason, let identifier else { return nil }
    return PairingMessage.farewell(identifier, from: .joiner, reason).bytes
  }

  private var identifier: PairingIdentifier? {
    switch state {
    case .listening: nil
    case .joining(let received):
      Transcript.identifier(offer: received.offer, join: received.join)
    case .comparing(let agreement), .confirming(let agreement), .receiving(let agreement, _, _),
      .over(let agreement, _):
      agreement.identifier
    }
  }

  /// Processes a message of an offerer.
  ///
  /// After the end, it still answers messages that are repeated because a receipt was lost.
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
    case .offer(let route, let commitment): return processOffer(bytes, route, commitment)
    case .reveal(let reveal): return try processReveal(reveal, bytes)
    case .offererConfirmation(let identifier, let count, let tag)
    where identifier == self.identifier:
      return try processConfirmation(count, tag)
    case .part(let identifier, let index, let sealed) where identifier == self.identifier:
      return try processPart(index, sealed)
    case .farewell(let identifier, _, let reason) where identifier == self.identifier:
      if case .over = state { return course.ignore(.outOfOrder) }
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
    case .listening, .joining: throw .nothingToCompare
    case .comparing(let agreement): state = .confirming(agreement)
    case .confirming, .receiving, .over: return
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

extension PairingJoin {
  private mutating func processOffer(
    _ bytes: [UInt8], _ route: OfferRoute, _ commitment: [UInt8]
  ) -> PairingAction {
    switch state {
    case .listening:
      let join = PairingMessage.join(secrets.contribution(to: PairingIdentifier(commitment))).bytes
      state = .joining(
        ReceivedOffer(offer: bytes, route: route, commitment: commitment, join: join))
      self.route = route
      return .proceed
    case .joining(let received) where bytes == received.offer: return .proceed  // join was lost
    default: return course.ignore(.otherPairing)
    }
  }

  private mutating func processReveal(
    _ reveal: PairingMessage.Contribution, _ bytes: [UInt8]
  ) throws(PairingError) -> PairingAction {
    guard case .joining(let received) = state else {
      return course.ignore(reveal.identifier == identifier ? .repeated : .otherPairing)
    }
    let isPromised =
      Transcript.commitment(
        route: received.route, publicKey: reveal.publicKey, nonce: reveal.nonce)
      == received.commitment
    guard reveal.identifier == identifier else {
      // The right key in answer to another join: another device was faster, or this is a recording.
      if isPromised { throw .offerTaken }
      return course.ignore(.otherPairing)
    }
    guard isPromised else { throw .commitmentBroken }
    let agreement = try Agreement(
      secrets, otherPublicKey: reveal.publicKey, offer: received.offer, join: received.join,
      reveal: bytes)
    state = .comparing(agreement)
    return .compare(agreement.keys.digits(of: role), saying: nil)
  }

  private mutating func processConfirmation(
    _ count: Int, _ tag: [UInt8]
  ) throws(PairingError) -> PairingAction {
    switch state {
    case .confirming(let agreement):
      try verify(count, tag, agreement)
      return try proceed(agreement, count, [])
    case .receiving(let agreement, count, let parts):
      try verify(count, tag, agreement)
      return .answer(agreement.receipt(next: parts.count).bytes)
    case .over(let agreement, count):
      return .answer(agreement.receipt(next: count).bytes)
    default: return course.ignore(.outOfOrder)
    }
  }

  private func verify(
    _ count: Int, _ tag: [UInt8], _ agreement: Agreement
  ) throws(PairingError) {
    let expected = agreement.keys.offererTag(agreement.transcript, partCount: count)
    guard SessionKeys.areEqual(tag, expected) else { throw .confirmationWrong }
  }

  private mutating func processPart(
    _ index: Int, _ sealed: [UInt8]
  ) throws(PairingError) -> PairingAction {
    switch state {
    case .receiving(let agreement, let count, let parts) where index <= parts.count:
      // An earlier part: our receipt was lost.
      guard index == parts.count else {
        return .answer(agreement.receipt(next: parts.count).bytes)
      }
      guard let part = SealedParts.open(sealed, index: index, count: count, agreement) else {
        throw .handOverDamaged
      }
      return try proceed(agreement, count, parts + [part])
    case .over(let agreement, let count) where index < count:
      return .answer(agreement.receipt(next: count).bytes)
    default: return course.ignore(.outOfOrder)
    }
  }

  /// Acknowledges the parts, and finishes with the last.
  private mutating func proceed(
    _ agreement: Agreement, _ count: Int, _ parts: [[UInt8]]
  ) throws(PairingError) -> PairingAction {
    let receipt = agreement.receipt(next: parts.count).bytes
    guard parts.count == count else {
      state = .receiving(agreement, count: count, parts: parts)
      return .answer(receipt)
    }
    let handOver = HandOver.decode(Array(parts.joined()))
    guard count == 0 || handOver != nil else { throw .handOverDamaged }
    state = .over(agreement, count: count)
    let result = PairingResult(
      sharedSecret: agreement.keys.sharedSecret, handOver: handOver)
    return .finish(result, saying: receipt)
  }
}
