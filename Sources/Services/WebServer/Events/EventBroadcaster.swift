import NIOCore
import ServiceLifecycle
import Synchronization

/// Sends the readings of one capture to its viewers, as Server-Sent Events or by WebSocket.
///
/// Nothing waits for a viewer: each has an ``EventMailbox``, in which newer readings replace those
/// that were not fetched. The identifiers of the events count all readings, so that a viewer knows
/// how many it has missed.
public final class EventBroadcaster: Sendable {
  private struct State {
    var viewers: [Int: EventMailbox] = [:]
    var joinedCount = 0
    var readingCount = 0
    var status: BroadcastEvent?
    var latest = ContinuousClock.now
    var isFinished = false
  }

  private let state = Mutex(State())
  private let viewerLimit: Int
  fileprivate let heartbeat: Duration

  /// Creates a broadcaster without viewers.
  ///
  /// - Parameters:
  ///   - viewerLimit: The largest number of viewers at once; 256 by default. Others are asked to
  ///     try later.
  ///   - heartbeat: The time without an event after which viewers get an empty one, so that no
  ///     proxy or phone treats the connection as dead.
  public init(viewerLimit: Int = 256, heartbeat: Duration = .seconds(10)) {
    self.viewerLimit = viewerLimit
    self.heartbeat = heartbeat
  }

  /// The number of viewers.
  package var viewerCount: Int { state.withLock(\.viewers.count) }

  /// Sends a reading.
  ///
  /// - Parameter line: A line of JSON, with or without its end.
  public func send(reading line: [UInt8]) {
    let (number, viewers) = state.withLock { state in
      state.readingCount += 1
      state.latest = .now
      return (state.readingCount, Array(state.viewers.values))
    }
    let event = BroadcastEvent(.reading(number: number), data: line)
    for viewer in viewers { viewer.put(reading: event[viewer.form]) }
  }

  /// Sends a note that has ended, as an event named `note`, which readings never replace.
  ///
  /// - Parameter line: A line of JSON, with or without its end.
  public func send(note line: [UInt8]) {
    let event = BroadcastEvent(.note, data: line)
    let viewers = state.withLock { state in
      state.latest = .now
      return Array(state.viewers.values)
    }
    for viewer in viewers { viewer.put(note: event[viewer.form]) }
  }

  /// Sends a reading of all strings of a strum, as an event named `strum`. A newer one replaces it
  /// if it was not fetched.
  ///
  /// - Parameter line: A line of JSON, with or without its end.
  public func send(strum line: [UInt8]) {
    let event = BroadcastEvent(.strum, data: line)
    let viewers = state.withLock { state in
      state.latest = .now
      return Array(state.viewers.values)
    }
    for viewer in viewers { viewer.put(strum: event[viewer.form]) }
  }

  /// Sends the state of the source, as an event named `status`; new viewers get the newest one
  /// first.
  ///
  /// - Parameter line: A line of JSON, with or without its end.
  public func send(status line: [UInt8]) {
    let event = BroadcastEvent(.status, data: line)
    let viewers = state.withLock { state in
      state.status = event
      state.latest = .now
      return Array(state.viewers.values)
    }
    for viewer in viewers { viewer.put(status: event[viewer.form]) }
  }

  /// Sends a comment if nothing else was sent for long enough.
  fileprivate func beat() {
    let viewers = state.withLock { state in
      ContinuousClock.now - state.latest < heartbeat ? [] : Array(state.viewers.values)
    }
    for viewer in viewers { viewer.put(heartbeat: viewer.form.heartbeat) }
  }

  /// Ends the events of all viewers. No events follow.
  public func finish() {
    let viewers = state.withLock { state in
      state.isFinished = true
      return Array(state.viewers.values)
    }
    for viewer in viewers { viewer.finish() }
  }

  /// Adds a viewer of the events from now on; `nil` if there are too many, or events have ended.
  ///
  /// - Parameters:
  ///   - form: The form of its events.
  ///   - readingLimit: The largest number of readings that wait for it.
  /// - Returns: The viewer, which leaves when it is released.
  func join(_ form: EventForm = .eventStream, readingLimit: Int = 1) -> Viewer? {
    state.withLock { state in
      guard !state.isFinished, state.viewers.count < viewerLimit else { return nil }
      state.joinedCount += 1
      let mailbox = EventMailbox(form: form, readingLimit: readingLimit)
      var greeting = form.greeting
      if var status = state.status?[form] { greeting.writeBuffer(&status) }
      if greeting.readableBytes > 0 { mailbox.put(status: greeting) }
      state.viewers[state.joinedCount] = mailbox
      return Viewer(broadcaster: self, number: state.joinedCount, mailbox: mailbox)
    }
  }

  private func leave(_ number: Int) {
    state.withLock { _ = $0.viewers.removeValue(forKey: number) }
  }

  /// One viewer; it leaves when it is released.
  final class Viewer: Sendable {
    private let broadcaster: EventBroadcaster
    private let number: Int
    let mailbox: EventMailbox

    fileprivate init(broadcaster: EventBroadcaster, number: Int, mailbox: EventMailbox) {
      self.broadcaster = broadcaster
      self.number = number
      self.mailbox = mailbox
    }

    deinit { broadcaster.leave(number) }
  }
}

/// Keeps the connections of a broadcaster alive, and ends its events when the server stops.
struct Heartbeat: Service {
  let broadcaster: EventBroadcaster

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: broadcaster.heartbeat / 2)) != nil { broadcaster.beat() }
    }
    broadcaster.finish()
  }
}

/// The form in which a viewer gets events.
enum EventForm: Sendable {
  /// Server-sent events (HTML Living Standard, section 9.2).
  case eventStream
  /// A message of RFC 6455 per event.
  case webSocket
  /// A line of JSON per event: the text of such a message.
  case lines

  /// The first bytes: a page that loses an event stream tries again after two seconds.
  var greeting: ByteBuffer {
    switch self {
    case .eventStream: ByteBuffer(string: "retry: 2000\n\n")
    case .webSocket, .lines: ByteBuffer()
    }
  }

  /// The bytes that keep the connection alive for proxies and phones. Lines have none: an empty one
  /// is no JSON.
  var heartbeat: ByteBuffer {
    switch self {
    case .eventStream: ByteBuffer(string: ":\n\n")
    case .webSocket: WebSocketFrames.frame(.ping, ByteBuffer())
    case .lines: ByteBuffer()
    }
  }
}

/// An event in the forms of all viewers, each made once.
struct BroadcastEvent: Sendable {
  /// The content of an event.
  enum Kind: Sendable {
    case reading(number: Int)
    case note, strum, status
  }

  private let eventStream: ByteBuffer
  private let webSocket: ByteBuffer
  private let lines: ByteBuffer

  /// - Parameters:
  ///   - kind: The content.
  ///   - line: A line of JSON, with or without its end.
  init(_ kind: Kind, data line: [UInt8]) {
    let data = line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
    let (fields, members) =
      switch kind {
      case .reading(let number): ("id: \(number)\n", "\"event\":\"reading\",\"id\":\(number)")
      case .note: ("event: note\n", "\"event\":\"note\"")
      case .strum: ("event: strum\n", "\"event\":\"strum\"")
      case .status: ("event: status\n", "\"event\":\"status\"")
      }
    eventStream = Self.joined(fields + "data: ", data, "\n\n")
    let object = Self.joined("{\(members),\"data\":", data, "}")
    webSocket = WebSocketFrames.frame(.text, object)
    lines = Self.joined("", object.readableBytesView, "\n")
  }

  subscript(form: EventForm) -> ByteBuffer {
    switch form {
    case .eventStream: eventStream
    case .webSocket: webSocket
    case .lines: lines
    }
  }

  private static func joined(
    _ start: String, _ data: some Collection<UInt8>, _ end: String
  ) -> ByteBuffer {
    var text = ByteBuffer()
    text.reserveCapacity(start.utf8.count + data.count + end.utf8.count)
    text.writeString(start)
    text.writeBytes(data)
    text.writeString(end)
    return text
  }
}
