import ArgumentParser
import CommandKit

/// The metronomes that pages of `kammerton serve` join.
package struct PacketRelayOptions: ParsableArguments {
  @Option(
    defaultAsFlag: LeaderAddress.anywhere,
    help: ArgumentHelp(
      """
      Let pages share the beat of the metronome that leads in this network, or at HOST[:PORT].
      """, valueName: "host"))
  private var join: LeaderAddress?

  @Option(
    help: ArgumentHelp(
      "With --join: the UDP port of the metronomes, 1...65535. (default: 8442)", valueName: "n"))
  private var sharePort: UInt16?

  package init() {}

  /// True if pages may join.
  package var isGiven: Bool { join != nil }

  package func validate() throws {
    try Refusals.require("--join", join != nil, for: ["--share-port": sharePort != nil])
    guard sharePort != 0 else { throw ValidationError("--share-port must be 1 to 65535.") }
  }

  /// Creates what passes the packets of pages on; `nil` if they do not join.
  ///
  /// - Throws: `MetronomePeerError` for a host that is not found.
  package func relays() throws -> PacketRelays? {
    guard let join else { return nil }
    let standard = sharePort ?? LeaderAddress.standardPort
    guard case .host(_, let port) = join else {
      return PacketRelays(to: .anywhere, port: standard)
    }
    return PacketRelays(to: try .init(join, port: standard), port: port ?? standard)
  }
}
