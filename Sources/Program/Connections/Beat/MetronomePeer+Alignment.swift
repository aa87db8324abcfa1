import Metronome
import Synchronization

/// Devices that align their loudspeakers, by packets beside those of the beat.
extension MetronomePeer {
  /// The leader's clock, which all share.
  var sharedClock: AlignmentPeer.SharedClock {
    AlignmentPeer.SharedClock(
      shared: { [weak self] own in
        self?.state.withLock { $0.isLeading ? own : $0.follower.leader?.offset.otherTime(at: own) }
      },
      own: { [weak self] shared in
        self?.state.withLock {
          $0.isLeading ? shared : $0.follower.leader?.offset.time(ofOther: shared)
        }
      })
  }

  /// Answers a member's report.
  func answerReport(
    _ bytes: [UInt8], from sender: NetworkAddress, at time: Int64, _ socket: UDPSocket
  ) {
    guard let alignment, case .report(let report)? = AlignmentPacket(bytes), report.asker != number,
      let answer = alignment.answer(report, from: "\(sender)", at: time)
    else { return }
    socket.send(answer.encoded(), to: sender)
  }

  /// Takes the answer to a report of this device.
  func takeAlignment(_ bytes: [UInt8]) {
    guard let alignment, case .answer(let answer)? = AlignmentPacket(bytes),
      state.withLock({
        $0.follower.hasAsked(answer.asker, at: answer.asked)
          && $0.follower.leader?.answer.leader == answer.leader
      })
    else { return }
    alignment.take(answer)
  }
}
