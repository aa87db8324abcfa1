internal import CZlib

/// The central directory of a ZIP archive, with every position checked before it is followed.
struct ArchiveDirectory {
  /// A file of the archive, as the directory declares it.
  struct Entry {
    fileprivate var isEncrypted: Bool
    fileprivate var method: Int
    fileprivate var checksum: UInt32
    fileprivate var compressedCount: Int
    fileprivate var count: Int
    fileprivate var header: Int  // where its local header starts
  }

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  /// Reads the directory.
  ///
  /// - Parameter bytes: The whole archive.
  /// - Throws: ``ScoreArchiveError``.
  init(_ bytes: [UInt8]) throws(ScoreArchiveError) {
    self.bytes = bytes
    let end = try endRecord()
    let count = try number(at: end + 10, bytes: 2)
    // Disk numbers other than 0, and the marks of ZIP64 (4.4.1.4).
    let disks = try number(at: end + 4, bytes: 4)
    var position = try number(at: end + 16, bytes: 4)
    guard disks == 0, position != 0xFFFF_FFFF, count != 0xFFFF else { throw .severalParts }
    guard count <= ScoreArchive.mostFiles else { throw .tooManyFiles(ScoreArchive.mostFiles) }
    for _ in 0..<count { position = try readEntry(at: position) }
  }

  /// The file of a name, which is its whole path in the archive; the first, if there are several.
  subscript(name: String) -> Entry? { entries[name] }

  /// The end of the central directory (4.3.16), before a comment of at most 65,535 bytes.
  private func endRecord() throws(ScoreArchiveError) -> Int {
    let size = 22
    guard bytes.count >= size else { throw .truncated }
    let last = bytes.count - size
    for position in stride(from: last, through: max(0, last - 0xFFFF), by: -1)
    where bytes[position] == 0x50 {
      if try number(at: position, bytes: 4) == 0x0605_4B50 { return position }
    }
    throw .truncated
  }

  /// Reads a central directory header (4.3.12).
  ///
  /// - Returns: Where the next one starts.
  private mutating func readEntry(at position: Int) throws(ScoreArchiveError) -> Int {
    guard try number(at: position, bytes: 4) == 0x0201_4B50 else { throw .truncated }
    let nameCount = try number(at: position + 28, bytes: 2)
    let extraCount = try number(at: position + 30, bytes: 2)
    let commentCount = try number(at: position + 32, bytes: 2)
    let name = String(decoding: try slice(at: position + 46, count: nameCount), as: UTF8.self)
    let entry = Entry(
      isEncrypted: try number(at: position + 8, bytes: 2) & 1 != 0,
      method: try number(at: position + 10, bytes: 2),
      checksum: UInt32(try number(at: position + 16, bytes: 4)),
      compressedCount: try number(at: position + 20, bytes: 4),
      count: try number(at: position + 24, bytes: 4),
      header: try number(at: position + 42, bytes: 4))
    if entries[name] == nil { entries[name] = entry }
    return position + 46 + nameCount + extraCount + commentCount
  }

  /// Decompresses a file.
  ///
  /// - Parameters:
  ///   - entry: The file.
  ///   - mostBytes: No file is longer, decompressed.
  /// - Returns: Its bytes, whose checksum was compared.
  /// - Throws: ``ScoreArchiveError``.
  func contents(of entry: Entry, mostBytes: Int) throws(ScoreArchiveError) -> [UInt8] {
    guard !entry.isEncrypted else { throw .encrypted }
    guard entry.count <= mostBytes else { throw .tooLong(mostBytes) }
    guard try number(at: entry.header, bytes: 4) == 0x0403_4B50 else { throw .truncated }
    // The local header (4.3.7) repeats the name, and may have other extra fields.
    let nameCount = try number(at: entry.header + 26, bytes: 2)
    let extraCount = try number(at: entry.header + 28, bytes: 2)
    let data = try slice(
      at: entry.header + 30 + nameCount + extraCount, count: entry.compressedCount)
    let contents: [UInt8]
    switch entry.method {
    case 0:
      guard data.count == entry.count else { throw .damaged }
      contents = Array(data)
    case 8: contents = try Self.inflated(data, count: entry.count)
    default: throw .unknownMethod(entry.method)
    }
    guard crc32(0, contents, UInt32(contents.count)) == UInt(entry.checksum) else {
      throw .damaged
    }
    return contents
  }

  /// Decompresses deflate (RFC 1951) into memory of the declared size, and so never more.
  private static func inflated(
    _ data: ArraySlice<UInt8>, count: Int
  ) throws(ScoreArchiveError) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else { throw .damaged }
    defer { inflateEnd(&stream) }
    var input = Array(data)  // zlib's interface takes it as mutable
    // One byte more shows whether there is more than was declared.
    var output = [UInt8](repeating: 0, count: count + 1)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    guard result == Z_STREAM_END, Int(stream.total_out) == count, stream.avail_in == 0 else {
      throw .damaged
    }
    output.removeLast()
    return output
  }

  /// An unsigned little-endian number.
  private func number(at position: Int, bytes count: Int) throws(ScoreArchiveError) -> Int {
    try slice(at: position, count: count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func slice(at position: Int, count: Int) throws(ScoreArchiveError) -> ArraySlice<UInt8> {
    guard position >= 0, position <= bytes.count, count <= bytes.count - position else {
      throw .truncated
    }
    return bytes[position..<position + count]
  }
}
