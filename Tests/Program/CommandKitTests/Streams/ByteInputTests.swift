@testable import CommandKit
import Foundation
import Testing

@Suite("Reading files")
struct ByteInputTests {
  private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    try body(url.path)
  }

  @Test("a file is read up to a limit, or refused beyond it")
  func limits() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try Self.withFile(bytes) { (path: String) throws in
      #expect(try ByteInput.read(path, limit: 200_000) == bytes)
      #expect(try ByteInput.readFile(path, limit: 70_001) == Array(bytes[..<70_001]))
      #expect(try ByteInput.readWhole(path, atMost: 100_000) == bytes)
      let error = #expect(throws: ByteInputError.self) {
        try ByteInput.readWhole(path, atMost: 99_999)
      }
      #expect(error?.reason == "larger than 99999 bytes")
    }
  }

  @Test("a file that is not there is named with the system's reason")
  func missing() {
    let error = #expect(throws: ByteInputError.self) {
      try ByteInput.readFile("/nowhere/x", limit: 1)
    }
    #expect(error?.description == "/nowhere/x could not be read (No such file or directory).")
  }

  private struct Fault: Error, Equatable, CustomStringConvertible {
    var description: String
  }

  @Test("a fault in a file follows its name: with a comma where it has a line")
  func faults() {
    typealias FileError = TextFileError<Fault>
    let line = FileError.wrong(name: "a\u{1B}.txt", Fault(description: "line 3: too long."))
    #expect(line.description == "a?.txt, line 3: too long.")
    let whole = FileError.wrong(name: "a.txt", Fault(description: "Nothing in it."))
    #expect(whole.description == "a.txt: Nothing in it.")
    let unread = FileError.unreadable(name: "a.txt", reason: "is a directory")
    #expect(unread.description == "a.txt could not be read (is a directory).")
  }
}
