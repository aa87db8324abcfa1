@testable import MessageCommands
import Testing

@Suite("Names of files that are sent")
struct NamedFileTests {
  @Test("a name and any bytes come back; a message without a name stays as it is")
  func roundTrip() {
    let file = NamedFile(name: "Skizze für später.txt", bytes: [28, 0, 255, 28])
    #expect(NamedFile(message: file.message) == file)
    #expect(NamedFile.message(of: [1, 2, 3]) == [1, 2, 3])
    let odd: [UInt8] = [28, 65, 28, 66]  // looks like a file A
    #expect(NamedFile(message: NamedFile.message(of: odd)) == NamedFile(name: "", bytes: odd))
    for text in ["", "hello", "a\u{1C}b"] { #expect(NamedFile(message: Array(text.utf8)) == nil) }
    #expect(NamedFile(message: [28] + Array(repeating: 65, count: 300) + [28]) == nil)
    #expect(NamedFile(message: [28, 0xFF, 28]) == nil)
  }

  @Test(
    "of a path from outside only a harmless last part is left",
    arguments: [
      ("notes.txt", "notes.txt"), ("/etc/passwd", "passwd"), ("../../.bashrc", "bashrc"),
      ("..\\..\\a.exe", "a.exe"), ("a\u{1B}[2J\n\u{202E}b.txt", "a[2Jb.txt"), ("..", nil),
      ("/", nil), (" . ", nil), ("", nil), ("\u{0}", nil), ("Grüße ", "Grüße"),
    ] as [(String, String?)])
  func safeName(name: String, safe: String?) {
    #expect(NamedFile(name: name, bytes: []).safeName == safe)
  }

  @Test("a name has at most 200 bytes, and whole characters")
  func longName() throws {
    let safe = try #require(
      NamedFile(name: String(repeating: "ä", count: 300), bytes: []).safeName)
    #expect(safe == String(repeating: "ä", count: 100))
  }
}
