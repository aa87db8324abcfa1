import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
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

  func take(_ event: LiveEvent<TunerObservation>, _ line: ReadingLine?) -> String? {
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

  var hasFailed: Bool { false }

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

/// The addresses below a prefix, and a reading as messages to them.
struct OSCReading: Sendable {
  private let count, voiced, frequency, note, key, cents: OSCAddress
  private let target, targetCents, isInTune, level: OSCAddress

  /// - Parameter prefix: What all addresses begin with.
  init(below prefix: OSCAddress) {
    count = prefix.appending("count")
    voiced = prefix.appending("voiced")
    frequency = prefix.appending("frequency")
    note = prefix.appending("note")
    key = prefix.appending("midi")
    cents = prefix.appending("cents")
    target = prefix.appending("target")
    targetCents = prefix.appending("target-cents")
    isInTune = prefix.appending("in-tune")
    level = prefix.appending("level")
  }

  /// - Parameters:
  ///   - line: The reading, as other programs get it.
  ///   - number: The bundles so far; it wraps.
  /// - Returns: `voiced` and `level` always, the others while a pitch exists.
  func messages(for line: ReadingLine, number: Int) -> [OSCMessage] {
    var messages = [
      OSCMessage(count, [.int(Int32(truncatingIfNeeded: number))]),
      OSCMessage(voiced, [.int(line.frequency == nil ? 0 : 1)]),
      OSCMessage(level, [.float(Float(max(Self.lowestLevel, line.reading.level)))]),
    ]
    let aim = line.target
    messages.append(OSCMessage(isInTune, [.int(aim?.isInTune == true ? 1 : 0)]))
    guard let frequency = line.frequency, let note = line.note else { return messages }
    messages.append(OSCMessage(self.frequency, [.float(Float(frequency))]))
    messages.append(OSCMessage(self.note, [.string(note.note.asciiDescription)]))
    messages.append(OSCMessage(key, [.int(Int32(truncatingIfNeeded: note.note.midiNumber))]))
    messages.append(OSCMessage(cents, [.float(Float(note.cents))]))
    if let aim, let target = aim.target {
      messages.append(OSCMessage(self.target, [.string(target.note.asciiDescription)]))
      let cents = target.cents(to: frequency, under: aim.concertPitch)
      messages.append(OSCMessage(targetCents, [.float(Float(cents))]))
    }
    return messages
  }

  /// Digital silence, which has no level, in dBFS: receivers scale, and infinity has no scale.
  private static let lowestLevel = -160.0
}

/// Turns times of the sound into times of the day, without the jitter with which readings arrive.
///
/// The earliest arrival relative to its sound tells the day's time at the start of the sound; later
/// arrivals waited. The estimate creeps by 200 millionths, because the clock of a microphone differs
/// from the computer's by up to 100. A time is never later than its arrival.
struct SoundClock: Sendable {
  private var start: Double?
  private var lastTime = 0.0

  /// - Parameters:
  ///   - time: Seconds since the first sample, in chronological order.
  ///   - now: The time of the day at the arrival, in seconds since any epoch.
  /// - Returns: The time of the day that belongs to the sound, delayed by what the tracker needs at least.
  mutating func date(of time: Double, arrivedAt now: Double) -> Double {
    let arrival = now - time
    let crept = start.map { $0 + 2e-4 * max(0, time - lastTime) }
    // Later by a second: the sound stood still, as when a device was lost.
    let start = crept.map { arrival - $0 > 1 ? arrival : min($0, arrival) } ?? arrival
    self.start = start
    lastTime = time
    return start + time
  }
}
