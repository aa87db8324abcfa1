import ArgumentParser
import KammertonCommand

/// `kammerton-network`: the commands that need keys, certificates or a server. `kammerton` starts it.
@main
enum Main {
  static func main() async { await KammertonCommand.main(by: perform) }

  /// Runs a command that `kammerton` has passed on.
  private static func perform(_ parsed: any ParsableCommand, _ arguments: [String]) async throws {
    switch parsed {
    case let serve as ServeCommand: try await ServeRun(command: serve).run()
    case let pair as PairCommand: try await PairRun(command: pair).run()
    case let send as SendCommand:
      try await send.run(secret: try send.secret.map(SecretFile.read))
    case let receive as ReceiveCommand:
      try await receive.run(secret: try receive.secret.map(SecretFile.read))
    default: throw ValidationError("kammerton starts kammerton-network. Run kammerton itself.")
    }
  }
}
