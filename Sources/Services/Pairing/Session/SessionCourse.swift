/// What both sides keep beside their stage: the time window, what was heard last in vain, and how it
/// ended.
struct SessionCourse: Sendable {
  let window: PairingWindow
  private(set) var lastIgnored: IgnoredMessage?
  private(set) var failure: PairingError?

  init(_ window: PairingWindow) { self.window = window }

  /// Remembers why nothing comes of a message. Echoes and repetitions are no news.
  mutating func ignore(_ reason: IgnoredMessage) -> PairingAction {
    if reason != .ownRole, reason != .repeated { lastIgnored = reason }
    return .ignore(reason)
  }

  /// Ends the pairing, unless it has ended before.
  mutating func fail(_ error: PairingError) { failure = failure ?? error }

  /// - Throws: Why it has ended before, or that the time is up; it ends with that.
  mutating func check(_ stage: PairingStage?, at now: Double) throws(PairingError) {
    if let failure { throw failure }
    guard let stage, !window.contains(now) else { return }
    let error = PairingError.timedOut(stage, after: window.lifetime, heard: lastIgnored)
    failure = error
    throw error
  }

  /// What to tell the other; `nil` where it did not fail, or the other knows.
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
