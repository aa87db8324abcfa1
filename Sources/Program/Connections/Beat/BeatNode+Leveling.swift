import Metronome
import Synchronization

/// Devices that level their loudspeakers, by packets beside those of the beat.
extension BeatNode {
  /// The leader's clock, which all share.
  var sharedClock: LevelingMember.SharedClock {
    LevelingMember.SharedClock(
      shared: { [weak self] own in
        self?.state.withLock { $0.isLeading ? own : $0.leader?.offset.otherTime(at: own) }
      },
      own: { [weak self] shared in
        self?.state.withLock { $0.isLeading ? shared : $0.leader?.offset.time(ofOther: shared) }
      })
  }

  /// Answers a member's report.
  func answerReport(
    _ bytes: [UInt8], from sender: NetworkAddress, at time: Int64, _ socket: UDPSocket
  ) {
    guard let leveling, case .report(let report)? = LevelingPacket(bytes), report.asker != number,
      let answer = leveling.answer(report, from: "\(sender)", at: time)
    else { return }
    socket.send(answer.encoded(), to: sender)
  }

  /// Takes the answer to a report of this device.
  func takeLeveling(_ bytes: [UInt8], from sender: NetworkAddress, asked: [Int64]) {
    guard let leveling, case .answer(let answer)? = LevelingPacket(bytes),
      answer.asker == number, asked.contains(answer.asked),
      state.withLock({ $0.leader?.answer.leader == answer.leader })
    else { return }
    leveling.take(answer)
  }
}
