/// The limits of a server.
public struct ServerLimits: Sendable {
  /// The time for the whole head of a request, and for the next request of an open connection. It
  /// does not start again with each byte.
  public var requestTimeout = Duration.seconds(15)
  /// How long a client may leave a response unread.
  public var stallTimeout = Duration.seconds(10)
  /// The most connections at a time; more wait until one is closed.
  public var connectionLimit = 512
  /// The most connections at a time from one address, or one network of IPv6; more are closed at once.
  public var connectionLimitPerAddress = 256
  /// The most bytes of all header fields of a request.
  public var headerByteLimit = 16 * 1024
  /// The most header fields of a request.
  public var headerCountLimit = 64
  /// The most bytes of a path with its query.
  public var pathByteLimit = 1024
  /// The most readings that wait for one viewer of a WebSocket; then the newest replaces the oldest.
  public var waitingReadingLimit = 100
  /// How long responses may take to end after the server is asked to stop.
  public var shutdownTimeout = Duration.seconds(3)

  /// The limits of `kammerton serve`.
  public init() {}
}
