import KammertonCommand

/// `kammerton`: everything but what needs keys, certificates or a server.
@main
enum Main {
  static func main() async { await KammertonCommand.main() }
}
