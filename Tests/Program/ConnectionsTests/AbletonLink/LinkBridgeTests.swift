import CommandKit
@testable import Connections
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Finding kammerton-link")
struct LinkBridgeTests {
  private func bridge(_ program: String?, _ environment: [String: String]) -> LinkBridge {
    LinkBridge(
      program: program.map { ProgramFile(path: $0) }, environment: environment, user: 1000)
  }

  @Test("it is looked for beside the program, in a checkout and in PATH, each place once")
  func places() {
    let installed = bridge("/usr/bin/kammerton", ["PATH": "/usr/local/bin:/usr/bin"])
    #expect(installed.places == ["/usr/bin/kammerton-link", "/usr/local/bin/kammerton-link"])
    let packaged = bridge("/opt/k/libexec/kammerton/kammerton-network", [:])
    #expect(packaged.places.contains("/opt/k/bin/kammerton-link"))
    let built = bridge("/home/me/k/.build/x86_64/release/kammerton", [:])
    #expect(built.places.contains("/home/me/k/.build-link/kammerton-link"))
  }

  @Test("KAMMERTON_LINK names it, and then nothing else is tried")
  func named() {
    let named = bridge("/usr/bin/kammerton", ["PATH": "/usr/bin", "KAMMERTON_LINK": "/opt/link"])
    #expect(named.places == ["/opt/link"])
  }

  @Test("its notice is in the user's runtime folder, or in /tmp under the user's number")
  func notice() {
    let folder = ["XDG_RUNTIME_DIR": "/run/user/1000"]
    #expect(bridge(nil, folder).noticePath == "/run/user/1000/kammerton-link")
    #expect(bridge(nil, [:]).noticePath == "/tmp/kammerton-link-1000")
    #expect(bridge(nil, ["XDG_RUNTIME_DIR": "here"]).noticePath == "/tmp/kammerton-link-1000")
  }

  @Test("a notice has a port and a token of 32 hexadecimal digits; anything else is none")
  func door() throws {
    let token = "000102030405060708090a0b0c0d0eff"
    let door = try #require(LinkBridge.Door("KLnk 1 40000 \(token)\n"))
    #expect(door.port == 40_000 && door.token == Array(0...14) + [255])
    for text in [
      "", "KLnk", "KLnk 1 0 \(token)", "KLnk 1 65536 \(token)", "KLnk 2 40000 \(token)",
      "KMet 1 40000 \(token)", "KLnk 1 40000 \(token)00", "KLnk 1 40000 \(token.dropLast())",
      "KLnk 1 40000 \(token.dropLast())g", "KLnk 1 40000 \(token) more", "KLnk 1 -1 \(token)",
    ] {
      #expect(LinkBridge.Door(text) == nil, "\(text)")
    }
  }

  @Test("a notice that others can read or write is not believed, nor a link, nor a folder")
  func trust() throws {
    var template = Array("/tmp/kammerton-link-test-XXXXXX\0".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let bridge = bridge(nil, ["XDG_RUNTIME_DIR": folder])
    let path = bridge.noticePath
    let text = "KLnk 1 40000 000102030405060708090a0b0c0d0e0f\n"
    #expect(bridge.door() == nil)
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    close(file)
    #expect(bridge.door()?.port == 40_000)
    chmod(path, 0o644)
    #expect(bridge.door() == nil)
    chmod(path, 0o600)
    rename(path, path + "-moved")
    symlink(path + "-moved", path)
    #expect(bridge.door() == nil)
    unlink(path)
    mkdir(path, 0o700)
    #expect(bridge.door() == nil)
    rmdir(path)
    unlink(path + "-moved")
    rmdir(folder)
  }

  @Test("a missing program is said, with the package that has it")
  func missing() {
    let error = #expect(throws: LinkBridgeError.self) {
      try bridge(nil, ["KAMMERTON_LINK": "/nowhere/kammerton-link"]).start()
    }
    let text = error.map(String.init(describing:)) ?? ""
    #expect(text.contains("/nowhere/kammerton-link"))
    #expect(text.contains("Install the package kammerton-link"))
  }
}
