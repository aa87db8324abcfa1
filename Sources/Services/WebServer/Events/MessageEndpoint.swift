package import NIOCore

/// A place where pages exchange messages of bytes with this program, by WebSocket.
package protocol MessageEndpoint: Sendable {
  /// Lets a page in.
  ///
  /// - Returns: The page's part, which leaves when it is released; `nil` if there is no room.
  func join() -> (any MessageGuest)?
}

/// A receiver of the messages of one page. All functions are called on the event loop of its
/// connection.
package protocol MessageGuest: Sendable {
  /// Begins, once the page is connected.
  ///
  /// - Parameters:
  ///   - loop: The event loop of the connection.
  ///   - send: Sends the page a message, if it reads; only on the event loop.
  /// - Throws: What prevents it. The connection is then closed.
  func begin(on loop: any EventLoop, send: @escaping @Sendable (ByteBuffer) -> Void) throws

  /// Takes a message of bytes, of at most ``WebSocketConnection/largestFrame`` bytes.
  func receive(_ message: ByteBuffer)

  /// Ends. May be called again, and without a beginning.
  func end()
}
