@testable import Connections
import Metronome
import PitchToMIDI
import Synchronization
import Testing

/// Remembers what it gets; can be unplugged.
private final class TestPort: MIDIOutput, Sendable {
  private let state = Mutex((sent: [MIDIMessage](), isThere: true))

  var sent: [MIDIMessage] { state.withLock { $0.sent } }
  var isThere: Bool {
    get { state.withLock { $0.isThere } }
    set { state.withLock { $0.isThere = newValue } }
  }

  func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
    state.withLock { state in
      if state.isThere { state.sent += messages }
      return state.isThere
    }
  }

  func forget() { state.withLock { $0.sent = [] } }

  func recover() -> Bool { isThere }

  func close() -> String? { nil }
}

/// A clock that a test sets.
private final class TestTime: Sendable {
  private let time = Atomic<Int64>(0)
  var nanoseconds: Int64 {
    get { time.load(ordering: .relaxed) }
    set { time.store(newValue, ordering: .relaxed) }
  }
}

@Suite("MIDI clock for other programs")
struct ClockSenderTests {
  private let port = TestPort()
  private let time = TestTime()

  /// Samples of 1 kHz: a frame is a millisecond.
  private func sender() -> ClockSender {
    let time = time
    return ClockSender(port, title: "x", now: { time.nanoseconds }) { $0 * 1_000_000 }
  }

  private func ticks(_ range: Range<Int64>) -> [ClockTicks.Tick] {
    range.map { ClockTicks.Tick(frame: $0 * 20, position: $0) }
  }

  @Test("a tick is sent when its sample is heard, the first one after a start")
  func due() {
    let sender = sender()
    sender.append(ticks(0..<3))
    #expect(sender.sendDue() == 10_000_000)
    #expect(port.sent == [.start, .timingClock])
    time.nanoseconds = 19_000_000
    #expect(sender.sendDue() == 1_000_000)
    #expect(port.sent.count == 2)
    time.nanoseconds = 40_000_000
    _ = sender.sendDue()
    #expect(port.sent == [.start, .timingClock, .timingClock, .timingClock])
    sender.close()
    #expect(port.sent.last == .stop)
    #expect(sender.sendDue() == nil)
  }

  @Test("a count-in has a clock but no start")
  func countIn() {
    var sequence = ClockSequence()
    #expect(sequence.messages(at: nil) == [.timingClock])
    #expect(sequence.halt() == [])
    #expect(sequence.messages(at: 0) == [.start, .timingClock])
    #expect(sequence.messages(at: 6) == [.timingClock])
  }

  @Test("after an interruption it continues at the next sixteenth, and says which")
  func continuation() {
    let sender = sender()
    sender.append(ticks(0..<8))
    time.nanoseconds = 60_000_000
    _ = sender.sendDue()
    sender.interrupt()
    #expect(port.sent.last == .stop)
    port.forget()
    sender.append(ticks(10..<14))
    time.nanoseconds = 280_000_000
    _ = sender.sendDue()
    #expect(
      port.sent == [
        .timingClock, .timingClock, .songPosition(2), .continue, .timingClock, .timingClock,
      ])
  }

  @Test("beyond the last song position it continues without one")
  func longSong() {
    var sequence = ClockSequence()
    #expect(sequence.messages(at: 16_383 * 6).first == .songPosition(16_383))
    _ = sequence.halt()
    #expect(sequence.messages(at: 16_384 * 6) == [.continue, .timingClock])
  }

  @Test("an unplugged port is said once, tried each second, and told where to continue")
  func unplugged() {
    let sender = sender()
    sender.append(ticks(0..<200))
    _ = sender.sendDue()
    port.isThere = false
    func go(to end: Int64) {
      while time.nanoseconds < end {
        time.nanoseconds += 10_000_000
        _ = sender.sendDue()
      }
    }
    go(to: 1_500_000_000)
    #expect(sender.takeNews() == "x takes no clock. Connect it again; the metronome continues.")
    #expect(sender.takeNews() == nil)
    port.isThere = true
    port.forget()
    go(to: 3_000_000_000)
    #expect(sender.takeNews() == "x takes the clock again.")
    let place = port.sent.firstIndex { if case .songPosition = $0 { true } else { false } }
    let first = place ?? 0
    #expect(place != nil && port.sent[first + 1] == .continue)
    // The sixteenth that is named is the one whose tick follows: one tick every 20 ms.
    let before = port.sent[..<first].count { $0 == .timingClock }
    let after = port.sent[first...].count { $0 == .timingClock }
    if case .songPosition(let sixteenths) = port.sent[first] {
      #expect(Int(sixteenths) * 6 + after == 151 && before < 6)
    }
  }

  @Test("what a suspended computer has missed is not sent in a burst")
  func suspended() {
    let sender = sender()
    sender.append(ticks(0..<100))
    _ = sender.sendDue()
    port.forget()
    time.nanoseconds = 1_000_000_000
    _ = sender.sendDue()
    #expect(port.sent.first == .stop)
    #expect(port.sent.count <= 15)
  }
}
