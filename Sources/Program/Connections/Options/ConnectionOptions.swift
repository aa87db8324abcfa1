import ArgumentParser
import OpenSoundControl

/// The other programs that get the readings of `kammerton tune` while it runs.
package struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Send each reading as Open Sound Control by UDP, such as 127.0.0.1:9000. Repeat for more \
      receivers.
      """, valueName: "host:port"))
  private var osc: [String] = []

  @Option(
    name: .customLong("osc-address"),
    help: ArgumentHelp(
      "Begin the addresses of --osc with this. (default: /kammerton)", valueName: "address"))
  private var oscAddress: String?

  @Option(
    name: .customLong("osc-rate"),
    help: ArgumentHelp(
      "Largest number of readings per second for --osc, 0.1...1000. (default: all)", valueName: "n")
  )
  private var oscRate: Double?

  @OptionGroup private var midi: MIDIOptions

  package init() {}

  package func validate() throws {
    guard !osc.isEmpty || (oscAddress == nil && oscRate == nil) else {
      throw ValidationError("--osc-address and --osc-rate need --osc. Add it.")
    }
    guard (0.1...1000).contains(oscRate ?? 1) else {
      throw ValidationError("--osc-rate must be between 0.1 and 1000.")
    }
    _ = try places()
    _ = try prefix()
  }

  /// Whether another program gets the readings.
  package var isGiven: Bool { !osc.isEmpty || midi.isGiven }
  /// Whether a synthesizer plays, for which notes must begin as soon as possible.
  package var needsPromptNotes: Bool { midi.isGiven }

  /// What passes the readings on; `nil` if nobody wants them.
  package func outlet() throws -> (any ReadingOutlet)? {
    let outlets = [try midi.outlet(), try oscOutlet()].compactMap { $0 }
    return outlets.isEmpty ? nil : OutletGroup(outlets: outlets)
  }

  private func oscOutlet() throws -> (any ReadingOutlet)? {
    guard !osc.isEmpty else { return nil }
    return OSCOutlet(
      to: try places().map { PacketSender(to: $0) }, prefix: try prefix(), rate: oscRate)
  }

  private func places() throws -> [HostPort] {
    try osc.map { text in
      guard let place = HostPort(text) else {
        throw ValidationError(
          """
          '\(text)' is not a host and a port. Write --osc HOST:PORT, such as --osc 127.0.0.1:9000, \
          or [::1]:9000 for IPv6.
          """)
      }
      return place
    }
  }

  private func prefix() throws -> OSCAddress {
    do {
      return try OSCAddress(oscAddress ?? "/kammerton")
    } catch {
      throw ValidationError("--osc-address: \(error)")
    }
  }
}
