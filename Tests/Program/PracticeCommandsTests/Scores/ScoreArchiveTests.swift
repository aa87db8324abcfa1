import CZlib
import Foundation
import IntonationPractice
@testable import PracticeCommands
import Testing

@Suite("Compressed MusicXML")
struct ScoreArchiveTests {
  /// As Python's zipfile writes it: a container that names tune.musicxml and a PDF, and C4 D4 E4.
  private static let written = """
    UEsDBBQAAAAIAAAAIQAXjmgahgAAAM0AAAAWAAAATUVUQS1JTkYvY29udGFpbmVyLnhtbH2OwQ7CIBBEf4Xs1RT0
    5gHam1+gH7CBrW4CC6HQ6N/bnurJ2yQz82bs9E5RrVQXzuLgos+gSHwOLE8Hj/ttuMI0Wp+lIQvV0dac28yRlkOq
    ucc4FGwvB60L6dQX9hsYVKLAOLRPIQdYSmSPbVsyqwRdyecasB75094xf8AlzLtvfk6Y49sXUEsDBBQAAAAIAAAA
    IQCc/kLtmAAAAKEBAAANAAAAdHVuZS5tdXNpY3htbK2Rzw6DIAzGX8Vwd52Jx9rL/pz3CgSbjESBQHWvP4xOYnbc
    LrT5+vFrC5iMj1wHHeVlE1czx2S961R7OivCRa8Hm4SwGCvbd+rRfMpOj0z3YRJGKAJCuUBbYQUdESPrNMXsd17y
    GayYZ24mHOiSGUtEb0TPTC3ClmXe6uunqCXPSw3CniOsrG/i9e/E249E2PeH7aWOH0JvUEsBAhQDFAAAAAgAAAAh
    ABeOaBqGAAAAzQAAABYAAAAAAAAAAAAAAIABAAAAAE1FVEEtSU5GL2NvbnRhaW5lci54bWxQSwECFAMUAAAACAAA
    ACEAnP5C7ZgAAAChAQAADQAAAAAAAAAAAAAAgAG6AAAAdHVuZS5tdXNpY3htbFBLBQYAAAAAAgACAH8AAAB9AQAA
    AAA=
    """

  private static let tune =
    "<score-partwise><part id=\"P1\"><measure><note><pitch><step>A</step><octave>4</octave></pitch>"
    + "<duration>1</duration></note></measure></part></score-partwise>"

  private static func container(_ path: String) -> String {
    "<container><rootfiles><rootfile full-path=\"\(path)\"/></rootfiles></container>"
  }

  /// A file to be archived, and what the archive wrongly says of it.
  private struct File {
    var name: String
    var contents: [UInt8]
    var method = 8
    var declared: Int?
    var flags = 0

    init(_ name: String, _ text: String) { self.init(name, bytes: Array(text.utf8)) }

    init(_ name: String, bytes: [UInt8]) {
      self.name = name
      contents = bytes
    }
  }

  private func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let capacity = output.count
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        _ = deflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(Int(stream.total_out)))
  }

  /// An archive by the specification's sections 4.3.7, 4.3.12 and 4.3.16.
  private func archive(_ files: [File], count: Int? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let data = file.method == 8 ? deflated(file.contents) : file.contents
      let name = Array(file.name.utf8)
      let common =
        littleEndian(file.flags, 2) + littleEndian(file.method, 2) + littleEndian(0, 4)
        + littleEndian(Int(crc32(0, file.contents, UInt32(file.contents.count))), 4)
        + littleEndian(data.count, 4) + littleEndian(file.declared ?? file.contents.count, 4)
        + littleEndian(name.count, 2) + littleEndian(0, 2)
      directory += Array("PK".utf8) + [1, 2, 20, 0, 20, 0] + common + littleEndian(0, 10)
      directory += littleEndian(bytes.count, 4) + name
      bytes += Array("PK".utf8) + [3, 4, 20, 0] + common + name + data
    }
    let count = count ?? files.count
    let end =
      littleEndian(0, 4) + littleEndian(count, 2) + littleEndian(count, 2)
      + littleEndian(directory.count, 4) + littleEndian(bytes.count, 4) + [0, 0]
    return bytes + directory + Array("PK".utf8) + [5, 6] + end
  }

  private func notes(_ files: [File]) throws -> [Int] {
    try MusicXMLScore.read(archive(files)).notes.map(\.midiNumber)
  }

  private func expect(_ error: ScoreArchiveError, of bytes: [UInt8]) {
    #expect(throws: MusicXMLError.archive(error)) { try MusicXMLScore.read(bytes) }
  }

  private let named = File("META-INF/container.xml", Self.container("a/tune.xml"))

  @Test("an archive of another program is read, and its first root file is the score")
  func otherProgram() throws {
    let data = Data(base64Encoded: Self.written, options: .ignoreUnknownCharacters)
    let score = try MusicXMLScore.read(Array(try #require(data)))
    #expect(score.notes.map(\.midiNumber) == [60, 62, 64])
  }

  @Test("files may be stored or deflated, in any order, beside others")
  func methods() throws {
    let tune = File("a/tune.xml", Self.tune)
    #expect(try notes([named, tune]) == [69])
    var stored = tune
    stored.method = 0
    #expect(try notes([stored, File("picture.png", "x"), named]) == [69])
  }

  @Test("every truncated archive is refused")
  func truncated() throws {
    let bytes = archive([named, File("a/tune.xml", Self.tune)])
    for count in 4..<bytes.count {
      expect(.truncated, of: Array(bytes.prefix(count)))
    }
  }

  @Test("an archive with any byte changed is read as it was, or refused")
  func changed() throws {
    let bytes = archive([named, File("a/tune.xml", Self.tune)])
    let score = try MusicXMLScore.read(bytes)
    for index in bytes.indices {
      for flip: UInt8 in [0x01, 0x80, 0xFF] {
        var other = bytes
        other[index] ^= flip
        if let read = try? MusicXMLScore.read(other) { #expect(read == score, "byte \(index)") }
      }
    }
  }

  @Test("bombs are refused: by what they declare, and by what comes out")
  func bombs() {
    let zeros = [UInt8](repeating: 32, count: 32_000_001)
    let bomb = File("a/tune.xml", bytes: zeros)
    expect(.tooLong(32_000_000), of: archive([named, bomb]))
    var modest = bomb
    modest.declared = 1000
    expect(.damaged, of: archive([named, modest]))
    var liar = File("a/tune.xml", Self.tune)
    liar.declared = 30_000_000
    expect(.damaged, of: archive([named, liar]))
    let container = File("META-INF/container.xml", bytes: Array(zeros.prefix(100_001)))
    expect(.tooLong(100_000), of: archive([container, bomb]))
    expect(.tooManyFiles(1000), of: archive([named], count: 1001))
    let nested = archive([named, File("a/tune.xml", Self.tune)])
    #expect(throws: MusicXMLError.notXML(line: 1)) {
      try MusicXMLScore.read(archive([named, File("a/tune.xml", bytes: nested)]))
    }
  }

  @Test("the score must be in the archive, whatever path the container names")
  func paths() {
    for path in ["../../etc/passwd", "/etc/passwd", "tune.xml", "a\\tune.xml"] {
      let container = File("META-INF/container.xml", Self.container(path))
      expect(.noScore(path), of: archive([container, File("a/tune.xml", Self.tune)]))
    }
    expect(.noContainer, of: archive([File("a/tune.xml", Self.tune)]))
    expect(.noContainer, of: archive([]))
    for text in ["", "<container/>", "<container", Self.container("")] {
      expect(.noContainer, of: archive([File("META-INF/container.xml", text)]))
    }
  }

  @Test("encrypted archives, other methods and several parts are refused with their reason")
  func unsupported() {
    var tune = File("a/tune.xml", Self.tune)
    tune.flags = 1
    expect(.encrypted, of: archive([named, tune]))
    tune.flags = 0
    tune.method = 12
    expect(.unknownMethod(12), of: archive([named, tune]))
    expect(.severalParts, of: archive([named], count: 0xFFFF))
  }

  @Test("a document type with entities is refused in an archive, too")
  func entities() {
    let tune = File("a/tune.xml", "<!DOCTYPE score-partwise [<!ENTITY a \"b\">]><score-partwise/>")
    #expect(throws: MusicXMLError.entities) { try MusicXMLScore.read(archive([named, tune])) }
  }
}
