package import ArgumentParser

/// Where `kammerton serve` serves what, and how safely.
package struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Address to serve at; 0.0.0.0 is the whole network. (default: 127.0.0.1)", valueName: "name"))
  package var host: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Port, 0...65535; 0 chooses a free one. (default: 8440)", valueName: "n"))
  package var port: Int?

  @Option(help: ArgumentHelp("Readings per second, 1...100. (default: 50)", valueName: "n"))
  package var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Directory of the page. (default: the installed one)", valueName: "dir"),
    completion: .directory)
  package var site: String?

  @Flag(help: "Serve over https, with a certificate made here or from --certificate.")
  package var tls = false

  @Option(
    help: ArgumentHelp(
      "Certificate for https, a PEM file; needs --key.", valueName: "file"), completion: .file()
  )
  package var certificate: String?

  @Option(
    help: ArgumentHelp(
      "Private key of --certificate, a PEM file.", valueName: "file"),
    completion: .file())
  package var key: String?

  @Flag(help: "Print the address without its QR code.")
  package var noQr = false

  package init() {}

  /// The address, without a port.
  package var address: String { host ?? "127.0.0.1" }
  /// Whether it is served over https.
  package var isSecure: Bool { tls || certificate != nil }
}
