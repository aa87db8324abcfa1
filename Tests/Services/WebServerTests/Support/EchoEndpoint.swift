import NIOCore
import Synchronization

@testable import WebServer

/// Sends each page its own messages back.
final class EchoEndpoint: MessageEndpoint {
  struct Failure: Error {}

  fileprivate let state = Mutex((guests: 0, lengths: [Int]()))
  private let limit: Int
  fileprivate let fails: Bool

  init(limit: Int = 9, fails: Bool = false) { (self.limit, self.fails) = (limit, fails) }

  var guestCount: Int { state.withLock { $0.guests } }
  /// Of all messages, in bytes.
  var lengths: [Int] { state.withLock { $0.lengths } }

  func join() -> (any MessageGuest)? {
    state.withLock { state in
      guard state.guests < limit else { return nil }
      state.guests += 1
      return Guest(self)
    }
  }

  /// Waits until all have left.
  func waitUntilEmpty() async throws {
    while guestCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
  }

  private final class Guest: MessageGuest {
    private let endpoint: EchoEndpoint
    private let send = Mutex<(@Sendable (ByteBuffer) -> Void)?>(nil)

    init(_ endpoint: EchoEndpoint) { self.endpoint = endpoint }

    deinit { endpoint.state.withLock { $0.guests -= 1 } }

    func begin(on loop: any EventLoop, send: @escaping @Sendable (ByteBuffer) -> Void) throws {
      if endpoint.fails { throw Failure() }
      self.send.withLock { $0 = send }
    }

    func receive(_ message: ByteBuffer) {
      endpoint.state.withLock { $0.lengths.append(message.readableBytes) }
      send.withLock { $0 }?(message)
    }

    func end() { send.withLock { $0 = nil } }
  }
}
