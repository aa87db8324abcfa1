import AudioDevices
import CommandKit
import Dispatch
import Metronome
import Synchronization

/// A metronome's beat from a MIDI clock.
final class ClockFollower: BeatSource {
  private struct State {
    var receiver = ClockReceiver()
    var messages = ClockMessages()
    var news: [String] = []
    var isSilent = false
    var isSaidIrregular = false
    var hasSaidWaiting = false
    var isClosed = false
  }

  private let title: String
  private let meter: Meter
  private let state = Mutex(State())

  /// - Parameters:
  ///   - title: The name of the port, for people.
  ///   - meter: The meter to count in.
  init(title: String, meter: Meter) {
    self.title = title
    self.meter = meter
  }

  /// Reads on a thread of its own until ``close()``.
  func run(_ input: sending any MIDIInput) {
    let source = Mutex(input)
    DispatchQueue(label: "kammerton.midi-clock-input", qos: .userInteractive).async { [self] in
      while !state.withLock({ $0.isClosed }) {
        // This thread alone takes that lock, so nobody waits for it.
        guard let bytes = source.withLock({ $0.receive(timeout: 50) }) else {
          pause(nanoseconds: 100_000_000)
          _ = source.withLock { $0.recover() }
          watch(at: steadyTime())
          continue
        }
        let time = steadyTime()
        take(bytes, at: time)
        watch(at: time)
      }
    }
  }

  /// Takes bytes that came together.
  func take(_ bytes: [UInt8], at time: Int64) {
    state.withLock { state in
      for byte in bytes {
        switch state.messages.take(byte) {
        case .clock: state.receiver.tick(at: time)
        case .start: state.receiver.start()
        case .continue: state.receiver.continue()
        case .stop: state.receiver.stop()
        case .songPosition(let sixteenths): state.receiver.locate(sixteenths: sixteenths)
        case nil: break
        }
      }
    }
  }

  /// Finds what a user should know.
  func watch(at time: Int64) {
    state.withLock { state in
      let receiver = state.receiver
      let isSilent = receiver.lastTime.map { time - $0 > 1_000_000_000 } ?? false
      if isSilent != state.isSilent {
        state.isSilent = isSilent
        let rest = receiver.isRunning ? " The clicks go on at the last tempo." : ""
        state.news.append(
          isSilent ? "\(title) sends no clock any more.\(rest)" : "\(title) sends a clock again.")
      }
      if receiver.tempo != nil, !receiver.isRunning, !state.hasSaidWaiting {
        state.hasSaidWaiting = true
        state.news.append("\(title) sends a clock. The clicks wait for its start.")
      }
      if receiver.isIrregular, !state.isSaidIrregular {
        state.isSaidIrregular = true
        state.news.append(
          "The clock of \(title) is irregular. If two programs send one, switch one off.")
      }
    }
  }

  func guidance() -> BeatGuidance {
    state.withLock { state in
      guard state.receiver.isRunning else { return .stopped }
      guard let course = state.receiver.course(in: meter) else { return .waiting }
      return .course(
        course, key: .init(source: state.receiver.beginningCount, section: 0))
    }
  }

  func publish(_ course: BeatCourse?, section: UInt32) {}

  func takeNews() -> String? {
    state.withLock { $0.news.isEmpty ? nil : $0.news.removeFirst() }
  }

  func close() { state.withLock { $0.isClosed = true } }
}

/// Finds the messages of a clock among the bytes of MIDI, whatever else comes.
struct ClockMessages: Sendable {
  enum Message: Sendable, Hashable {
    case clock
    case start
    case `continue`
    case stop
    case songPosition(Int)
  }

  /// The first data byte of a song position, once it has come; `nil` outside of one.
  private var isInPosition = false
  private var firstByte: UInt8?

  /// - Returns: The message that ends with this byte, if one does.
  mutating func take(_ byte: UInt8) -> Message? {
    switch byte {
    case 0xF8: return .clock  // may come in the middle of any other message
    case 0xFA: return .start
    case 0xFB: return .continue
    case 0xFC: return .stop
    case 0xF8...: return nil
    case 0x80...:
      (isInPosition, firstByte) = (byte == 0xF2, nil)
      return nil
    default:
      guard isInPosition else { return nil }
      guard let first = firstByte else {
        firstByte = byte
        return nil
      }
      (isInPosition, firstByte) = (false, nil)
      return .songPosition(Int(first) | Int(byte) << 7)
    }
  }
}
