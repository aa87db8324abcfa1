import OpenSoundControl
import Testing

/// Against the bytes that the specification prints.
@Suite("OSC packets")
struct OSCPacketTests {
  @Test("the specification's first example, to the byte")
  func oscillator() throws {
    let message = OSCMessage(try OSCAddress("/oscillator/4/frequency"), [.float(440)])
    #expect(
      message.encoded() == [
        0x2f, 0x6f, 0x73, 0x63, 0x69, 0x6c, 0x6c, 0x61, 0x74, 0x6f, 0x72, 0x2f, 0x34, 0x2f, 0x66,
        0x72, 0x65, 0x71, 0x75, 0x65, 0x6e, 0x63, 0x79, 0x00, 0x2c, 0x66, 0x00, 0x00, 0x43, 0xdc,
        0x00, 0x00,
      ])
  }

  @Test("the specification's second example, to the byte")
  func foo() throws {
    let message = OSCMessage(
      try OSCAddress("/foo"),
      [.int(1000), .int(-1), .string("hello"), .float(1.234), .float(5.678)])
    #expect(
      message.encoded() == [
        0x2f, 0x66, 0x6f, 0x6f, 0x00, 0x00, 0x00, 0x00, 0x2c, 0x69, 0x69, 0x73, 0x66, 0x66, 0x00,
        0x00, 0x00, 0x00, 0x03, 0xe8, 0xff, 0xff, 0xff, 0xff, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00,
        0x00, 0x00, 0x3f, 0x9d, 0xf3, 0xb6, 0x40, 0xb5, 0xb2, 0x2d,
      ])
  }

  @Test("strings end with one to four zeros; what ASCII lacks becomes a question mark")
  func strings() throws {
    let address = try OSCAddress("/abc")  // eight bytes, and four of type tags
    func string(_ text: String) -> [UInt8] {
      Array(OSCMessage(address, [.string(text)]).encoded().dropFirst(12))
    }
    #expect(string("OSC") == Array("OSC\0".utf8))
    #expect(string("data") == Array("data\0\0\0\0".utf8))
    #expect(string("A♯\0x") == Array("A??x\0\0\0\0".utf8))
    #expect(string("") == [0, 0, 0, 0])
  }

  @Test("blobs have a length and are padded")
  func blob() throws {
    let message = OSCMessage(try OSCAddress("/b"), [.blob([1, 2, 3, 4, 5])])
    #expect(
      message.encoded() == Array("/b\0\0,b\0\0".utf8) + [0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0])
  }

  @Test("a bundle has its name, its time, and each message after its size")
  func bundle() throws {
    let message = OSCMessage(try OSCAddress("/a"), [.int(1)])
    let bundle = OSCBundle(time: .immediately, messages: [message, message])
    let element = [0, 0, 0, 12] + message.encoded()
    #expect(
      bundle.encoded() == Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + element + element)
  }

  @Test("time tags count from 1900 in units of 2⁻³² s")
  func timeTags() {
    // RFC 5905, figure 4: the Unix epoch is second 2,208,988,800.
    #expect(OSCTimeTag(secondsSince1970: 0).value == 0x83AA_7E80_0000_0000)
    #expect(OSCTimeTag(secondsSince1970: 0.5).value == 0x83AA_7E80_8000_0000)
    #expect(OSCTimeTag(secondsSince1970: .nan) == .immediately)
    #expect(OSCTimeTag(secondsSince1970: -1e10) == .immediately)
    #expect(OSCTimeTag(secondsSince1970: .infinity) == .immediately)
  }

  @Test(
    "what is no address pattern is refused",
    arguments: [
      ("", OSCAddressError.noSlash), ("kammerton", .noSlash), ("/", .emptyPart),
      ("//a", .emptyPart),
      ("/a/", .emptyPart), ("/a b", .forbiddenCharacter), ("/#a", .forbiddenCharacter),
      ("/ä", .forbiddenCharacter), ("/a\n", .forbiddenCharacter),
    ])
  func badAddress(text: String, error: OSCAddressError) {
    #expect(throws: error) { try OSCAddress(text) }
  }

  @Test("patterns may have wildcards, and methods below them")
  func address() throws {
    #expect(try OSCAddress("/stage/*").appending("in-tune").text == "/stage/*/in-tune")
  }
}
