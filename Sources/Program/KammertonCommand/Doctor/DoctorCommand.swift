import ArgumentParser
import CommandKit

/// `kammerton doctor`: what works on this machine, and what to do about the rest.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check what works on this system.",
    discussion: """
      Checks sound, terminal, files and page, and advises what to do. It records half a second from \
      the default microphone and deletes it at once. Exit status: 0 if everything works, 1 if \
      something needs attention.

      Example: kammerton doctor
      """)

  @Flag(help: "Print one JSON array.")
  private var json = false

  func run() async throws {
    let findings = await SystemProbe.findings()
    let isTerminal = ByteOutput.standardOutput.isTerminal
    let capabilities = Capabilities(environment: .process, isTerminal: isTerminal)
    try ByteOutput.standardOutput.write(
      json ? findings.json : findings.text(hasUnicode: capabilities.hasUnicode))
    guard findings.allSatisfy({ $0.state == .works }) else { throw ExitStatus.someFailed }
  }
}
