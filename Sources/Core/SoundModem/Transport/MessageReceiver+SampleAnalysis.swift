public import SignalProcessing

/// Messages in a stream of samples.
extension MessageReceiver: SampleAnalysis {
  /// Does nothing: the check of a packet that lacks samples fails.
  public mutating func interrupt() {}

  /// Returns the same event of a stream that began later.
  public static func delayed(_ event: MessageEvent, by seconds: Double) -> MessageEvent {
    switch event {
    case .packet(let packet): return .packet(Demodulator.delayed(packet, by: seconds))
    case .lost(var packet):
      packet.time += seconds
      return .lost(packet)
    case .progress(let progress): return .progress(delayed(progress, by: seconds))
    case .message(var message):
      message.time += seconds
      message.lastTime += seconds
      return .message(message)
    case .abandoned(let progress, let reason):
      return .abandoned(delayed(progress, by: seconds), reason)
    }
  }

  private static func delayed(_ progress: MessageProgress, by seconds: Double) -> MessageProgress {
    var progress = progress
    progress.time += seconds
    progress.lastTime += seconds
    return progress
  }
}

extension Demodulator: SampleAnalysis {
  /// Does nothing: the check of a packet that lacks samples fails.
  public mutating func interrupt() {}

  /// Returns the same packet of a stream that began later.
  public static func delayed(_ packet: ReceivedPacket, by seconds: Double) -> ReceivedPacket {
    var packet = packet
    packet.time += seconds
    return packet
  }
}
