/// A device that shares a clock with others, and may align its loudspeaker with theirs.
///
/// All times are in nanoseconds.
package protocol AlignedDevice {
  /// The part of this device in aligning loudspeakers; `nil` if it takes none.
  var alignment: AlignmentFollowerState? { get }

  /// Returns a time on the leader's clock, which all devices share.
  ///
  /// - Parameter own: The same moment on the own clock.
  /// - Returns: `nil` while the leader's clock is unknown.
  func sharedTime(at own: Int64) -> Int64?

  /// Returns a time on the own clock.
  ///
  /// - Parameter shared: The same moment on the leader's clock.
  /// - Returns: `nil` while the leader's clock is unknown.
  func ownTime(ofShared shared: Int64) -> Int64?
}

extension AlignedDevice {
  /// By how much this loudspeaker is late: it plays what is due so much later.
  package var correction: Int64 { Int64((alignment?.lateness?.seconds ?? 0) * 1e9) }

  /// Returns whether chirps are played, so that clicks must be silent.
  ///
  /// - Parameter own: A moment on the own clock.
  /// - Returns: False while the leader's clock is unknown.
  package func isAligning(at own: Int64) -> Bool {
    sharedTime(at: own).flatMap { alignment?.isBusy(at: $0) } ?? false
  }

  /// Returns when a chirp of this device begins.
  ///
  /// - Parameter span: The time in which it must begin, on the own clock.
  /// - Returns: A time on the own clock; `nil` if none begins then.
  package func chirp(in span: Range<Int64>) -> Int64? {
    guard let session = alignment?.session else { return nil }
    for round in 0..<session.plan.roundCount {
      let slot = session.plan.time(of: session.index, round: round)
      if let own = ownTime(ofShared: slot), span.contains(own) { return own }
    }
    return nil
  }

  /// Returns the session whose chirps are over, and have not been worked out yet.
  ///
  /// - Parameter own: The moment up to which there is sound, on the own clock.
  /// - Returns: `nil` if there is nothing to work out.
  package func recordedSession(until own: Int64) -> AlignmentPacket.Session? {
    guard let session = alignment?.unheardSession, let end = ownTime(ofShared: session.plan.end),
      own > end + AlignmentPlan.recordingTail
    else { return nil }
    return session
  }

  /// Works out with which delays the chirps of a session were heard.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - arrival: Returns when the chirp of a slot was heard, both on the own clock; `nil` if it was not. It is
  ///     called for all rounds of one device, then for those of the next.
  /// - Returns: The delay of each device, in seconds; `nil` for one that was not heard.
  package func delays(
    in session: AlignmentPacket.Session, arrival: (_ slot: Int64?) -> Int64?
  ) -> [Double?] {
    session.plan.delays { slot in arrival(ownTime(ofShared: slot)).flatMap { sharedTime(at: $0) } }
  }
}
