import Foundation
import Testing

@testable import FileWriting

@Suite("A file that appears when it is complete")
struct WholeFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(
    _ text: String, to path: String, privacy: WholeFile.Privacy = .usual, isSeekable: Bool = false,
    prefersUnnamed: Bool = true
  ) throws {
    let file = try WholeFile(
      path: path, privacy: privacy, isSeekable: isSeekable, prefersUnnamed: prefersUnnamed)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  @Test("nothing is seen before it is finished, and nothing else after", arguments: [true, false])
  func atomic(prefersUnnamed: Bool) throws {
    let path = try directory.file("a.txt", "old")
    let file = try WholeFile(path: path, prefersUnnamed: prefersUnnamed)
    try file.write(Array("new".utf8))
    #expect(try directory.text("a.txt") == "old")
    try file.finish()
    #expect(try directory.text("a.txt") == "new")
    #expect(try directory.names == ["a.txt"])
  }

  @Test("given up, it leaves nothing behind", arguments: [true, false])
  func abandoned(prefersUnnamed: Bool) throws {
    func giveUp() throws {
      let file = try WholeFile(path: directory.path("a"), prefersUnnamed: prefersUnnamed)
      try file.write([1])
    }
    try giveUp()
    #expect(try directory.names.isEmpty)
  }

  @Test("a symbolic link stays, and what it points to is replaced with its permissions")
  func link() throws {
    let target = try directory.file("target.txt", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("near"), withDestinationPath: "target.txt")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("far"), withDestinationPath: directory.path("near"))
    for name in ["near", "far"] {
      try write(name, to: directory.path(name))
      #expect(try directory.text("target.txt") == name)
      #expect(try directory.kind(name) == .typeSymbolicLink)
    }
    #expect(try directory.permissions("target.txt") == 0o640)
    #expect(try directory.names == ["far", "near", "target.txt"])
  }

  @Test("a link to nothing gets its target; a link to itself is refused")
  func loneLinks() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link"), withDestinationPath: "target")
    try write("x", to: directory.path("link"))
    #expect(try directory.text("target") == "x")
    #expect(try directory.kind("link") == .typeSymbolicLink)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("self"), withDestinationPath: "self")
    let loop = directory.path("self")
    #expect(throws: FileWritingError(path: loop, code: ELOOP)) { try write("x", to: loop) }
  }

  @Test("a named pipe gets the bytes and stays a pipe", arguments: [true, false])
  func pipe(isSeekable: Bool) throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try WholeFile.requirePlace(path)
    try write("through", to: path, isSeekable: isSeekable)
    #expect(readText(reader) == "through")
    #expect(try directory.names == ["pipe"])
    #expect(try directory.kind("pipe") != .typeRegular)
  }

  @Test("a terminal, a device, gets the bytes and stays one", arguments: [true, false])
  func device(isSeekable: Bool) throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    let path = try #require(terminal(of: master))
    let holder = open(path, O_RDWR | O_NOCTTY)  // what is written must outlast the writer
    defer { close(holder) }
    try write("through", to: path, isSeekable: isSeekable)
    #expect(readText(master) == "through")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("a descriptor is written to where it is: what an appending one has stays")
  func descriptor() throws {
    let path = try directory.file("log", "before, ")
    let log = open(path, O_WRONLY | O_APPEND)
    defer { close(log) }
    try write("after", to: "/dev/fd/\(log)")
    #expect(try directory.text("log") == "before, after")
    #expect(try directory.names == ["log"])
  }

  @Test("a file that is replaced keeps its permissions; a secret is its owner's alone")
  func permissions() throws {
    for (older, privacy, newer) in [
      (0o755, WholeFile.Privacy.usual, 0o755), (0o600, .usual, 0o600), (0o644, .ownerOnly, 0o600),
    ] {
      let path = try directory.file("a", "old")
      try FileManager.default.setAttributes([.posixPermissions: older], ofItemAtPath: path)
      try write("new", to: path, privacy: privacy)
      #expect(try directory.permissions("a") == newer)
    }
    try write("new", to: directory.path("secret"), privacy: .ownerOnly)
    #expect(try directory.permissions("secret") == 0o600)
  }

  @Test("a new file has the permissions that the user's mask allows")
  func mask() throws {
    try write("new", to: directory.path("a"))
    let plain = open(directory.path("plain"), O_CREAT | O_WRONLY, 0o666)
    close(plain)
    #expect(try directory.permissions("a") == directory.permissions("plain"))
  }

  @Test("a read-only file is not replaced", .enabled(if: geteuid() != 0))
  func locked() throws {
    let path = try directory.file("a", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(throws: FileWritingError(path: path, code: EACCES)) { try write("new", to: path) }
    #expect(try directory.text("a") == "old")
  }

  @Test("a directory, a directory that is missing and no name are refused, and leave nothing")
  func refusals() throws {
    for (path, code) in [
      (directory.url.path, EISDIR), (directory.path("none/a"), ENOENT), ("", ENOENT),
    ] {
      #expect(throws: FileWritingError(path: path, code: code)) { try write("x", to: path) }
      #expect(throws: FileWritingError(path: path, code: code)) {
        try WholeFile.requirePlace(path)
      }
    }
    #expect(try directory.names.isEmpty)
  }

  @Test("where files need a name, an end at once removes the unfinished ones")
  func ended() throws {
    let file = try WholeFile(path: directory.path("a"), prefersUnnamed: false)
    try file.write([1])
    #expect(try directory.names.count == 1)
    PartialFiles.removeAll(whoseNamesBegin: directory.url.path)
    #expect(try directory.names.isEmpty)
    _ = consume file
  }

  /// The path of the terminal that belongs to a controller.
  private func terminal(of controller: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(controller) == 0, unlockpt(controller) == 0 else { return nil }
      return ptsname(controller).map { String(cString: $0) }
    #else
      // What `unlockpt` and `ptsname` do; the Glibc module hides those behind _XOPEN_SOURCE.
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard ioctl(controller, setLock, &lock) == 0, ioctl(controller, getNumber, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }

  private func readText(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// A directory that goes with its owner.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Makes a file.
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
  }
}
