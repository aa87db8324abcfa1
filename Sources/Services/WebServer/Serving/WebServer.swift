import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// Serves the page, and the readings of this machine's microphone, over HTTP/1.1.
///
/// `docs/serve.md` describes what it refuses, and why. It has no directory listings, no uploads and
/// no request log.
public struct WebServer: Sendable {
  /// The name or address to listen at.
  public var host: String
  /// The port to listen at; 0 for any that is free.
  public var port: Int
  /// The access rules for the page.
  public var access: AccessControl
  /// With it, TLS; without, plain HTTP.
  public var identity: ServerIdentity?
  /// The limits of the server.
  public var limits = ServerLimits()
  private let site: WebSite
  private let readings: EventBroadcaster?

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - site: The page.
  ///   - readings: The events of `/api/readings`, also by WebSocket; without them, this path does not
  ///     exist.
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
        availableConnectionsDelegate: .maximum(limits.connectionLimit, logger: silence)),
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

  /// What the parser of requests puts up with, and what stands behind it.
  var channelConfiguration: HTTP1Channel.Configuration {
    let stallTimeout = TimeAmount(limits.stallTimeout)
    let census = ConnectionCensus(limit: limits.connectionLimitPerAddress)
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionGuard(stallTimeout: stallTimeout, census: census)
      ],
      idleTimeout: TimeAmount(limits.requestTimeout),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerByteLimit, maxHeaderListSize: limits.headerByteLimit,
        maxHeaderFieldCount: limits.headerCountLimit))
  }

  private func responder() -> HTTPChannelHandler.Responder {
    let page = PageResponder(site: site, access: access, readings: readings, limits: limits)
    return { request, writer, channel in
      let response: Response
      switch page.answer(to: request.head) {
      case .response(let answer): response = answer
      case .webSocket(let webSocket, let viewer):
        try await Self.keepBuffersSmall(of: channel)
        return try await WebSocketConnection.run(viewer, webSocket, on: channel)
      }
      if response.headers[.contentType] == MediaType.eventStream.rawValue {
        try await Self.keepBuffersSmall(of: channel)
      }
      try await writer.write(response: response.head, body: response.body)
    }
  }

  /// Readings that wait in buffers are old; what does not fit shall wait where a newer one takes its
  /// position.
  private static func keepBuffersSmall(of channel: any Channel) async throws {
    try await channel.setOption(.writeBufferWaterMark, value: .init(low: 2048, high: 8192)).get()
    try await channel.setOption(.socketOption(.so_sndbuf), value: 16_384).get()
  }
}
