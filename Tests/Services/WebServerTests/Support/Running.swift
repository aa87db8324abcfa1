@testable import WebServer

extension WebServer {
  /// Runs a server at a free port for as long as a test needs it, and ends it gracefully.
  static func running<Value: Sendable>(
    readings: EventBroadcaster? = nil, beat: (any MessageEndpoint)? = nil,
    access: AccessControl = .thisMachine, identity: ServerIdentity? = nil,
    limits: ServerLimits = ServerLimits(),
    _ body: @escaping @Sendable (_ port: Int) async throws -> Value
  ) async throws -> Value {
    var server = try WebServer(
      site: .example(), readings: readings, port: 0, access: access, identity: identity)
    server.limits = limits
    server.beat = beat
    let (ports, port) = AsyncStream<Int>.makeStream()
    let running = server
    let task = Task {
      defer { port.finish() }
      try await running.run { port.yield($0) }
    }
    var iterator = ports.makeAsyncIterator()
    guard let number = await iterator.next() else {
      try await task.value
      throw WebServerError.failed(reason: "it has not started")
    }
    let result = await Result { try await body(number) }
    task.cancel()
    try await task.value
    return try result.get()
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Result {
  var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
