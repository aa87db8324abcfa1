/// The central directory of a ZIP archive, with every position checked before it is followed.
package struct ArchiveDirectory {
  /// A file of the archive, as the directory declares it.
  package struct Entry {
    /// Its length, decompressed, in bytes.
    package fileprivate(set) var count: Int64
    fileprivate var isEncrypted: Bool
    fileprivate var method: Int
    fileprivate var checksum: UInt32
    fileprivate var compressedCount: Int64
    fileprivate var header: Int64  // where its local header starts

    /// Returns true if the bytes are those that were compressed, by their count and checksum.
    package func matches(_ contents: [UInt8]) -> Bool {
      Int64(contents.count) == count && Checksum.crc32(contents) == checksum
    }
  }

  /// The largest number of files, such as pictures and parts, in the archive of a score.
  package static let mostFiles = 1000
  /// The largest container in bytes: it only names a few files.
  package static let mostContainerBytes = 100_000

  /// Returns true if a file begins as archives do.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4)
    return start.elementsEqual([0x50, 0x4B, 3, 4]) || start.elementsEqual([0x50, 0x4B, 5, 6])
  }

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  /// Reads the directory.
  ///
  /// - Parameter bytes: The whole archive.
  /// - Throws: ``ScoreArchiveError``.
  package init(_ bytes: [UInt8]) throws(ScoreArchiveError) {
    self.bytes = bytes
    let end = try endRecord()
    let count = try number(at: end + 10, bytes: 2)
    // Disk numbers other than 0, and the marks of ZIP64 (4.4.1.4).
    let disks = try number(at: end + 4, bytes: 4)
    var position = try number(at: end + 16, bytes: 4)
    guard disks == 0, position != 0xFFFF_FFFF, count != 0xFFFF else { throw .severalParts }
    guard count <= Int64(Self.mostFiles) else { throw .tooManyFiles(Self.mostFiles) }
    for _ in 0..<count { position = try readEntry(at: position) }
  }

  /// Returns the file that names the score.
  ///
  /// - Returns: `META-INF/container.xml`.
  /// - Throws: ``ScoreArchiveError/noContainer``.
  package func container() throws(ScoreArchiveError) -> Entry {
    guard let container = entries["META-INF/container.xml"] else { throw .noContainer }
    return container
  }

  /// Finds the score.
  ///
  /// - Parameter path: Its whole path in the archive, as the container names it.
  /// - Returns: The first file of this path.
  /// - Throws: ``ScoreArchiveError``.
  package func score(at path: String?) throws(ScoreArchiveError) -> Entry {
    guard let path, !path.isEmpty else { throw .noContainer }
    guard let entry = entries[path] else {
      throw .noScore(String(path.prefix(60).filter { $0.isASCII && !$0.isNewline }))
    }
    return entry
  }

  /// Returns the end of the central directory (4.3.16), before a comment of at most 65,535 bytes.
  private func endRecord() throws(ScoreArchiveError) -> Int64 {
    let size = 22
    guard bytes.count >= size else { throw .truncated }
    let last = bytes.count - size
    for position in stride(from: last, through: max(0, last - 0xFFFF), by: -1)
    where bytes[position] == 0x50 {
      if try number(at: Int64(position), bytes: 4) == 0x0605_4B50 { return Int64(position) }
    }
    throw .truncated
  }

  /// Reads a central directory header (4.3.12).
  ///
  /// - Returns: The start of the next one.
  private mutating func readEntry(at position: Int64) throws(ScoreArchiveError) -> Int64 {
    guard try number(at: position, bytes: 4) == 0x0201_4B50 else { throw .truncated }
    let nameCount = try number(at: position + 28, bytes: 2)
    let extraCount = try number(at: position + 30, bytes: 2)
    let commentCount = try number(at: position + 32, bytes: 2)
    let name = String(decoding: try slice(at: position + 46, count: nameCount), as: UTF8.self)
    let entry = Entry(
      count: try number(at: position + 24, bytes: 4),
      isEncrypted: try number(at: position + 8, bytes: 2) & 1 != 0,
      method: Int(try number(at: position + 10, bytes: 2)),
      checksum: UInt32(truncatingIfNeeded: try number(at: position + 16, bytes: 4)),
      compressedCount: try number(at: position + 20, bytes: 4),
      header: try number(at: position + 42, bytes: 4))
    if entries[name] == nil { entries[name] = entry }
    return position + 46 + nameCount + extraCount + commentCount
  }

  /// Finds a file's bytes as they are stored.
  ///
  /// - Parameters:
  ///   - entry: The file.
  ///   - mostBytes: The limit for the decompressed file, in bytes.
  /// - Returns: Their range in the archive, and whether they are deflated (RFC 1951).
  /// - Throws: ``ScoreArchiveError``.
  package func stored(
    _ entry: Entry, mostBytes: Int
  ) throws(ScoreArchiveError) -> (range: Range<Int>, isDeflated: Bool) {
    guard !entry.isEncrypted else { throw .encrypted }
    guard entry.count <= Int64(mostBytes) else { throw .tooLong(mostBytes) }
    guard try number(at: entry.header, bytes: 4) == 0x0403_4B50 else { throw .truncated }
    // The local header (4.3.7) repeats the name, and may have other extra fields.
    let nameCount = try number(at: entry.header + 26, bytes: 2)
    let extraCount = try number(at: entry.header + 28, bytes: 2)
    let data = try slice(
      at: entry.header + 30 + nameCount + extraCount, count: entry.compressedCount)
    guard entry.method == 0 || entry.method == 8 else { throw .unknownMethod(entry.method) }
    return (data.startIndex..<data.endIndex, entry.method == 8)
  }

  /// Reads an unsigned little-endian number of at most four bytes, for which the `Int` of browsers
  /// is too small.
  private func number(at position: Int64, bytes count: Int64) throws(ScoreArchiveError) -> Int64 {
    try slice(at: position, count: count).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  private func slice(
    at position: Int64, count: Int64
  ) throws(ScoreArchiveError) -> ArraySlice<UInt8> {
    let end = Int64(bytes.count)
    guard position >= 0, position <= end, count <= end - position else { throw .truncated }
    return bytes[Int(position)..<Int(position + count)]
  }
}

/// The checksum of ZIP archives.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }

  /// Returns the CRC-32 (ISO 3309), with the reflected polynomial.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    return ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}

/// A compressed score (`.mxl`) that cannot be opened.
public enum ScoreArchiveError: Error, Equatable, Sendable {
  /// The archive ends early, or its directory points beyond its end.
  case truncated
  /// The decompressed bytes differ from those that were compressed.
  case damaged
  /// The archive is encrypted.
  case encrypted
  /// The archive is in several parts, or larger than 4 GB.
  case severalParts
  /// The archive has more files than this.
  case tooManyFiles(Int)
  /// A file is compressed by a method other than 0 (stored) and 8 (deflate).
  case unknownMethod(Int)
  /// A file is longer than this many bytes when it is decompressed.
  case tooLong(Int)
  /// There is no readable `META-INF/container.xml` that names the score.
  case noContainer
  /// The container names a file that is not in the archive.
  case noScore(String)
}

#if !hasFeature(Embedded)
  extension ScoreArchiveError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    public var description: String {
      switch self {
      case .truncated: "The compressed score is truncated. Copy or export it again."
      case .damaged: "The compressed score is damaged. Copy or export it again."
      case .encrypted: "The compressed score is encrypted. Export it without a password."
      case .severalParts:
        "The compressed score is in several parts, or larger than 4 GB. Export it as one file."
      case .tooManyFiles(let limit):
        "The archive has more than \(limit) files, which no score needs. It was not read."
      case .unknownMethod(let method):
        """
        The score is compressed by method \(method), but .mxl files use 8 (deflate). Export it again, \
        or as uncompressed .musicxml.
        """
      case .tooLong(let limit):
        "The archive decompresses to a file longer than \(limit / 1000) kB. It was not read."
      case .noContainer:
        """
        The archive has no META-INF/container.xml that names a score, so it is not an .mxl file. Export \
        the score again, or unzip it and give the .musicxml file in it.
        """
      case .noScore(let path):
        "The archive names the score '\(path)', but does not contain it. Export the score again."
      }
    }
  }
#endif
