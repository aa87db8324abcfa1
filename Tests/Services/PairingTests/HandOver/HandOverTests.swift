import Testing

@testable import Pairing

@Suite("What is handed over")
struct HandOverTests {
  @Test(
    "all twelve marks that turn the direction of text are refused: Unicode's Bidi_Control",
    arguments: [
      0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
      0x2069,
    ] as [UInt32])
  func directionMarks(value: UInt32) throws {
    let mark = Character(try #require(Unicode.Scalar(value)))
    #expect(throws: PairingError.handOverRefused(.controlCharacters)) {
      try PairingOffer(handOver: .text("a\(mark)b"), window: PairingWindow(start: 0))
    }
  }

  @Test("of all of Unicode, exactly the controls, two line ends and twelve marks are refused")
  func allScalars() {
    // PropList.txt: 12 of Bidi_Control; category Cc: 65, of which tab and line feed are allowed.
    let refused = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).count { scalar in
      HandOver.decode([1, 1] + Array(String(Character(scalar)).utf8)) == nil
    }
    #expect(refused == 65 - 2 + 2 + 12)
  }

  @Test("each kind goes to bytes and back")
  func roundTrip() throws {
    let settings = TunerHandOver(
      concertPitch: 442.5, temperament: "vallotti", root: "D",
      pieces: ["Bach, BWV 1043: Vivace", "Пьеса для альта"])
    let all: [HandOver] = [
      .text(""), .text("two\nlines\tand a tab"), .address("192.168.1.20:8440"),
      .address("[fd00::1]:8440"), .address("pi.local:80"), .url("https://example.org/set?list=1"),
      .tuner(settings), .tuner(TunerHandOver()),
    ]
    for handOver in all { #expect(HandOver.decode(try handOver.encoded()) == handOver) }
    #expect(try HandOver.text("A").encoded() == [1, 1, 65])
    #expect(
      settings.text == """
        a4: 442.5
        temperament: vallotti
        root: D
        piece: Bach, BWV 1043: Vivace
        piece: Пьеса для альта
        """)
  }

  @Test("574 bytes fit, 575 are refused with the limit")
  func limit() throws {
    #expect(try HandOver.text(String(repeating: "x", count: 574)).encoded().count == 576)
    #expect(throws: PairingError.handOverTooLong(575, limit: 574)) {
      try HandOver.text(String(repeating: "x", count: 575)).encoded()
    }
  }

  @Test("what could drive a terminal, or hide what it says, is refused")
  func controls() {
    for text in ["\u{1B}[2J", "a\u{0}b", "a\rb", "\u{202E}cod.exe", "\u{9B}31m", "\u{7F}"] {
      #expect(throws: PairingError.handOverRefused(.controlCharacters)) {
        try HandOver.text(text).encoded()
      }
      #expect(HandOver.decode([1, 1] + Array(text.utf8)) == nil)
    }
  }

  @Test("what is no address, URL or setting is refused, and says why")
  func refusals() {
    for text in ["", "host", "host:", "host:0", "host:70000", "a b:80", "fd00::1:80", "http://a:1"]
    {
      #expect(throws: PairingError.handOverRefused(.noAddress)) {
        try HandOver.address(text).encoded()
      }
    }
    for text in ["", "example.org", "https:", "1http://x", "https://a b", "https://é"] {
      #expect(throws: PairingError.handOverRefused(.noURL)) { try HandOver.url(text).encoded() }
    }
    for line in ["a4: nan", "a4: 1e3", "a4: 4400", "a4: 440\na4: 441", "volume: 3", "root:", "x"] {
      guard case .failure(.tunerLine) = TunerHandOver.read(line) else {
        Issue.record("\(line) was read")
        continue
      }
    }
    // A line end in a value would become another setting.
    #expect(throws: PairingError.self) {
      try HandOver.tuner(TunerHandOver(temperament: "x\nroot: D")).encoded()
    }
    #expect(throws: PairingError.handOverRefused(.tunerLine(1))) {
      try HandOver.tuner(TunerHandOver(concertPitch: 4400)).encoded()
    }
  }

  @Test("other versions, unknown kinds and broken UTF-8 are not read")
  func unreadable() {
    for bytes in [[], [1], [2, 1, 65], [1, 0, 65], [1, 5, 65], [1, 1, 0xFF]] as [[UInt8]] {
      #expect(HandOver.decode(bytes) == nil)
    }
  }
}
