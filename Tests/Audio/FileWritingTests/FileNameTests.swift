import FileWriting
import Testing

@Suite("File names")
struct FileNameTests {
  @Test(
    "of any bytes survive as text",
    arguments: [
      [], Array("Größe ♯ 👩‍👩‍👧.wav".utf8), [0xFF], [0x61, 0xE9, 0x2E], [0xC3], [0xC3, 0x28],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x8E],
      Array("\u{10FF80}\u{10FFFF}".utf8), Array(1...255),
    ] as [[UInt8]])
  func bytes(of name: [UInt8]) {
    let text = FileName.text(name)
    #expect(text.fileNameBytes == name)
    #expect(text.systemPath.map(UInt8.init(bitPattern:)) == name + [0])
  }

  @Test("that are UTF-8 are the same text")
  func plain() {
    #expect(FileName.text(Array("Größe.wav".utf8)) == "Größe.wav")
  }

  @Test("with different bytes are different texts")
  func different() {
    #expect(FileName.text([0x80]) != FileName.text(Array("\u{10FF80}".utf8)))
    #expect(FileName.text([0xC3]) != FileName.text([0xFF]))
  }
}
