import ArgumentParser
import KammertonCommand
import MessageCommands

/// `kammerton-network`: the commands that need keys, certificates or a server, for which
/// `kammerton` starts it; and all others, so that packages need only this program.
@main
enum Main {
  static func main() async { await KammertonCommand.main(by: perform) }

  private static func perform(_ parsed: any ParsableCommand, _ arguments: [String]) async throws {
    switch parsed {
    case let serve as ServeCommand: try await ServeRun(command: serve).run()
    case let pair as PairCommand: try await PairRun(command: pair).run()
    case let send as SendCommand:
      try await send.run(secret: try send.secret.map(SecretFile.read))
    case let receive as ReceiveCommand:
      try await receive.run(secret: try receive.secret.map(SecretFile.read))
    default: try await KammertonCommand.perform(parsed, arguments)
    }
  }
}
