import CommandKit
import LiveAudio
import OpenSoundControl
import PitchEstimation
import Synchronization

/// Sends each reading as a bundle of Open Sound Control, by UDP.
final class OSCOutlet: ReadingOutlet {
  private struct State {
    var clock = SoundClock()
    var count = 0
    var nextTime = -Double.infinity
    var wasVoiced = false
  }

  private let senders: [PacketSender]
  private let layout: OSCReading
  private let interval: Double
  private let now: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameters:
  ///   - senders: The receivers.
  ///   - prefix: What all addresses begin with.
  ///   - rate: The most readings per second; `nil` for all. The end of a tone is sent at once.
  ///   - now: The time of the day, in seconds since 1970.
  init(
    to senders: [PacketSender], prefix: OSCAddress, rate: Double?,
    now: @escaping @Sendable () -> Double = timeOfDay
  ) {
    self.senders = senders
    self.now = now
    layout = OSCReading(below: prefix)
    interval = rate.map { 1 / $0 } ?? 0
  }

  func take(_ event: LiveEvent<PitchReading>, _ line: ReadingLine?) -> String? {
    if let line, let packet = packet(for: line) {
      for sender in senders { sender.send(packet) }
    }
    for sender in senders {
      if let news = sender.takeNews() { return news }
    }
    return nil
  }

  func finish() {
    for sender in senders { sender.close() }
  }

  /// - Returns: `nil` if the reading falls between two that are sent.
  private func packet(for line: ReadingLine) -> [UInt8]? {
    state.withLock { state in
      let time = line.reading.time
      let date = state.clock.date(of: time, arrivedAt: now())
      let hasEnded = state.wasVoiced && line.frequency == nil
      // A hair early counts: times are sums of hops.
      guard time >= state.nextTime - 1e-6 || hasEnded else { return nil }
      state.nextTime = max(state.nextTime + interval, time)
      if state.nextTime - time < 1e-6 { state.nextTime = time + interval }
      state.wasVoiced = line.frequency != nil
      defer { state.count += 1 }
      let bundle = OSCBundle(
        time: OSCTimeTag(secondsSince1970: date),
        messages: layout.messages(for: line, number: state.count))
      return bundle.encoded()
    }
  }
}
