import Testing

@testable import WebServer

@Suite("The addresses of a server")
struct ServeAddressTests {
  private static let names = LocalNames(
    hostName: "studio", addresses: ["192.168.1.5", "10.0.0.2", "fd00::1"])

  @Test("are those of the network when it listens everywhere")
  func everywhere() {
    let old = ServeAddress(
      host: "0.0.0.0", port: 8440, isSecure: true, token: "ab", names: Self.names)
    #expect(
      old.addresses == [
        "https://192.168.1.5:8440/?token=ab", "https://10.0.0.2:8440/?token=ab",
      ])
    let new = ServeAddress(host: "::", port: 1, isSecure: false, token: nil, names: Self.names)
    #expect(new.addresses.last == "http://[fd00::1]:1/")
  }

  @Test("are its own when it listens at one")
  func one() {
    for (host, address) in [
      ("127.0.0.1", "http://127.0.0.1:8440/"), ("::1", "http://[::1]:8440/"),
      ("localhost", "http://localhost:8440/"),
    ] {
      let found = ServeAddress(
        host: host, port: 8440, isSecure: false, token: nil, names: Self.names)
      #expect(found.addresses == [address])
    }
  }

  @Test("a certificate is for the names that stay, each once")
  func certificate() {
    #expect(
      Self.names.certified == [
        "studio", "studio.local", "localhost", "127.0.0.1", "::1", "192.168.1.5", "10.0.0.2",
      ])
    #expect(LocalNames(hostName: "", addresses: []).certified == ["localhost", "127.0.0.1", "::1"])
  }

  @Test("only loopback addresses need no token")
  func loopback() {
    for host in ["127.0.0.1", "localhost", "::1", "127.1.2.3"] {
      #expect(LocalNames.isLoopback(host), "\(host)")
    }
    for host in ["0.0.0.0", "::", "192.168.1.5", "127.evil.example", "studio", "", "fe80::1"] {
      #expect(!LocalNames.isLoopback(host), "\(host)")
    }
  }
}
