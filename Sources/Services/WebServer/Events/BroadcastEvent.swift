import NIOCore

/// The form in which a viewer gets events.
enum EventForm: Sendable {
  /// HTML Living Standard, section 9.2, "Server-sent events".
  case eventStream
  /// A message of RFC 6455 per event.
  case webSocket

  /// What comes first: a page that loses an event stream tries again after two seconds.
  var greeting: ByteBuffer {
    switch self {
    case .eventStream: ByteBuffer(string: "retry: 2000\n\n")
    case .webSocket: ByteBuffer()
    }
  }

  /// What tells proxies and phones that the connection lives.
  var heartbeat: ByteBuffer {
    switch self {
    case .eventStream: ByteBuffer(string: ":\n\n")
    case .webSocket: WebSocketFrames.frame(.ping, ByteBuffer())
    }
  }
}

/// An event in the forms of all viewers, each made once.
struct BroadcastEvent: Sendable {
  /// What an event tells.
  enum Kind: Sendable {
    case reading(number: Int)
    case note, strum, status
  }

  private let eventStream: ByteBuffer
  private let webSocket: ByteBuffer

  /// - Parameters:
  ///   - kind: What it tells.
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
    webSocket = WebSocketFrames.frame(.text, Self.joined("{\(members),\"data\":", data, "}"))
  }

  subscript(form: EventForm) -> ByteBuffer {
    switch form {
    case .eventStream: eventStream
    case .webSocket: webSocket
    }
  }

  private static func joined(
    _ start: String, _ data: ArraySlice<UInt8>, _ end: String
  ) -> ByteBuffer {
    var text = ByteBuffer()
    text.reserveCapacity(start.utf8.count + data.count + end.utf8.count)
    text.writeString(start)
    text.writeBytes(data)
    text.writeString(end)
    return text
  }
}
