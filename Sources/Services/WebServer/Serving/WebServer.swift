import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Serves the page, and the readings of this machine's microphone, over HTTP/1.1.
///
/// `docs/serve.md` lists the requests that it refuses, and why. It has no directory listings, no
/// uploads and no request log.
public struct WebServer: Sendable {
  /// The name or address to listen at.
  public var host: String
  /// The port to listen at; 0 for any free port.
  public var port: Int
  /// The access rules for the page.
  public var access: AccessControl
  /// The certificate and key for TLS; `nil` for plain HTTP.
  public var identity: ServerIdentity?
  /// The limits of the server.
  public var limits = ServerLimits()
  /// The receiver of messages to `/api/beat`, by WebSocket; without it, this path does not exist.
  package var beat: (any MessageEndpoint)?
  private let site: WebSite
  private let readings: EventBroadcaster?

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - site: The page.
  ///   - readings: The events of `/api/readings`, by HTTP and WebSocket; without them, this path
  ///     does not exist.
  ///   - host: The name or address to listen on. This machine only by default.
  ///   - port: The port to listen on, 8440 by default; 0 for any free port.
  ///   - access: The access rules for the page. By default, programs on this machine.
  ///   - identity: The certificate and key for TLS; `nil` for plain HTTP.
  public init(
    site: WebSite, readings: EventBroadcaster? = nil, host: String = "127.0.0.1", port: Int = 8440,
    access: AccessControl = .thisMachine, identity: ServerIdentity? = nil
  ) {
    self.site = site
    self.readings = readings
    self.host = host
    self.port = port
    self.access = access
    self.identity = identity
  }

  /// Serves until the task is cancelled, and then ends gracefully: current responses are completed,
  /// the streams of readings end, and the port is free again.
  ///
  /// - Parameter onStart: Called with the port, once the server accepts requests.
  /// - Throws: ``WebServerError`` if it cannot start or continue.
  public func run(
    onStart: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) async throws(WebServerError) {
    do {
      let group = try serviceGroup(onStart)
      let task = Task { try await group.run() }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        Task { await group.triggerGracefulShutdown() }
      }
    } catch {
      throw WebServerError(error, host: host, port: port)
    }
  }

  private func serviceGroup(
    _ onStart: @escaping @Sendable (_ port: Int) async -> Void
  ) throws -> ServiceGroup {
    let silence = Logger(label: "kammerton") { _ in SwiftLogNoOpLogHandler() }
    let server = try builder().buildServer(
      configuration: ServerConfiguration(
        address: .hostname(host, port: port),
        // The census closes what is beyond the limit; this bounds those that are still closing.
        availableConnectionsDelegate: .maximum(limits.connectionLimit + 128, logger: silence)),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: silence,
      responder: responder()
    ) { channel in
      await onStart(channel.localAddress?.port ?? port)
    }
    // Stopped in reverse order: the streams end first, which the server then waits for.
    var configuration = ServiceGroupConfiguration(
      services: [server] + (readings.map { [Heartbeat(broadcaster: $0)] } ?? []), logger: silence)
    configuration.maximumGracefulShutdownDuration = limits.shutdownTimeout
    return ServiceGroup(configuration: configuration)
  }

  private func builder() throws -> HTTPServerBuilder {
    let http = HTTPServerBuilder.http1(configuration: channelConfiguration)
    guard let identity else { return http }
    return try .tls(http, tlsConfiguration: identity.configuration())
  }

  /// The limits of the request parser, and the handlers behind it.
  var channelConfiguration: HTTP1Channel.Configuration {
    let stallTimeout = TimeAmount(limits.stallTimeout)
    let firstRequestTimeout = TimeAmount(limits.firstRequestTimeout)
    let census = ConnectionCensus(
      limit: limits.connectionLimit, limitPerAddress: limits.connectionLimitPerAddress)
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionGuard(
          firstRequestTimeout: firstRequestTimeout, stallTimeout: stallTimeout, census: census)
      ],
      idleTimeout: TimeAmount(limits.requestTimeout),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerByteLimit, maxHeaderListSize: limits.headerByteLimit,
        maxHeaderFieldCount: limits.headerCountLimit))
  }

  private func responder() -> HTTPChannelHandler.Responder {
    let page = PageResponder(
      site: site, access: access, readings: readings, beat: beat, limits: limits)
    let patience = TimeAmount(limits.silenceTimeout)
    return { request, writer, channel in
      let response: Response
      switch page.answer(to: request.head) {
      case .response(let answer): response = answer
      case .webSocket(let webSocket, let viewer):
        try await Self.keepBuffersSmall(of: channel)
        return try await WebSocketConnection.run(viewer, webSocket, on: channel)
      case .exchange(let webSocket, let guest):
        try await Self.keepBuffersSmall(of: channel)
        // Messages tell the time: none must wait until an earlier one is acknowledged.
        try await channel.setOption(.tcpOption(.tcp_nodelay), value: 1).get()
        return try await WebSocketConnection.run(
          guest, webSocket, on: channel, patience: patience)
      }
      let type = response.headers[.contentType].flatMap(MediaType.init(rawValue:))
      if type == .eventStream || type == .jsonLines {
        try await Self.keepBuffersSmall(of: channel)
      }
      try await writer.write(response: response.head, body: response.body)
    }
  }

  /// Keeps output buffers small: readings that do not fit wait in the mailbox, where newer ones
  /// replace them.
  private static func keepBuffersSmall(of channel: any Channel) async throws {
    try await channel.setOption(.writeBufferWaterMark, value: .init(low: 2048, high: 8192)).get()
    try await channel.setOption(.socketOption(.so_sndbuf), value: 16_384).get()
  }
}

/// The limits of a server.
public struct ServerLimits: Sendable {
  /// The time for the whole head of the first request of a connection. It does not start again with
  /// each byte.
  public var firstRequestTimeout = Duration.seconds(5)
  /// The time for the whole head of a later request, and until it begins.
  public var requestTimeout = Duration.seconds(15)
  /// The longest time that a client may leave a response unread.
  public var stallTimeout = Duration.seconds(10)
  /// The longest time without a frame of a page that exchanges messages; it gets pings before.
  public var silenceTimeout = Duration.seconds(30)
  /// The largest number of connections at a time; a new one takes the place of the one that has
  /// waited longest without a request.
  public var connectionLimit = 512
  /// The largest number of connections at a time from one address, or one IPv6 network; here, too,
  /// a new one takes the place of the one that has waited longest.
  public var connectionLimitPerAddress = 256
  /// The largest number of bytes in all header fields of a request.
  public var headerByteLimit = 16 * 1024
  /// The largest number of header fields in a request.
  public var headerCountLimit = 64
  /// The largest number of bytes in a path with its query.
  public var pathByteLimit = 1024
  /// The largest number of readings that wait for one viewer of a WebSocket; then the newest
  /// replaces the oldest.
  public var waitingReadingLimit = 100
  /// The time that responses may take to end once the server stops.
  public var shutdownTimeout = Duration.seconds(3)

  /// Creates the limits of `kammerton serve`.
  public init() {}
}

/// An error of serving the page.
public enum WebServerError: Error, Equatable {
  /// Another program listens at the port.
  case portInUse(Int)
  /// The operating system reserves the port, like those below 1024.
  case portNotPermitted(Int)
  /// The host is not a name or address of this machine.
  case noSuchHost(String, reason: String)
  /// Another error; `reason` is the message of the system or the library.
  case failed(reason: String)

  init(_ error: any Error, host: String, port: Int) {
    if let error = error as? WebServerError {
      self = error
      return
    }
    guard let error = error as? IOError else {
      self =
        error is SocketAddressError || error is SocketAddressError.UnknownHost
        ? .noSuchHost(host, reason: "no such name") : .failed(reason: "\(error)")
      return
    }
    self =
      switch error.errnoCode {
      case EADDRINUSE: .portInUse(port)
      case EACCES: .portNotPermitted(port)
      case EADDRNOTAVAIL: .noSuchHost(host, reason: String(cString: strerror(EADDRNOTAVAIL)))
      default: .failed(reason: String(cString: strerror(error.errnoCode)))
      }
  }
}

extension WebServerError: CustomStringConvertible {
  /// One sentence with the error, and what to do.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "Port \(port) is in use, perhaps by another kammerton serve. "
        + "Stop that one, or choose another port with --port \(port == 8440 ? 8441 : 8440)."
    case .portNotPermitted(let port):
      "Port \(port) is reserved for the system. Choose one from 1024 up, such as --port 8440."
    case .noSuchHost(let host, let reason):
      "This machine has no address \(host) (\(reason)). Try --host 0.0.0.0, which means all its addresses."
    case .failed(let reason):
      "The server failed (\(reason)). Start it again."
    }
  }
}
