import CZlib
import IntonationPractice

/// Reads MusicXML, partwise, as scores; compressed (`.mxl`) or not.
///
/// Repeats and endings are played, tied notes are one, and transposing instruments are read at
/// sounding pitch, microtones in cents. A voice is a voice of a part, and of a staff if it is on
/// several at once. Cue notes and percussion are left out, and jumps
/// (D.C., D.S.) are not followed. No external file is read, whatever the document says.
enum MusicXMLScore {
  /// The length of the longest file, in bytes.
  static var mostBytes: Int { XMLLimits.mostBytes }

  /// Reads one voice of a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - number: The number of the voice, from 1; `nil` for the first with notes.
  ///   - mostNotes: The most notes that it may have.
  /// - Returns: The voice, at sounding pitch.
  /// - Throws: ``MusicXMLError``.
  static func read(
    _ bytes: [UInt8], voice number: Int? = nil, mostNotes: Int = PracticeScore.mostNotes
  ) throws(MusicXMLError) -> PracticeScore {
    try written(bytes).score(voice: number, mostNotes: mostNotes)
  }

  /// Reads a file, before voices are chosen and repeats are played.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: What is written.
  /// - Throws: ``MusicXMLError``.
  static func written(_ bytes: [UInt8]) throws(MusicXMLError) -> WrittenScore {
    var builder = ScoreBuilder()
    try XMLReader.read(try document(bytes)) { event throws(MusicXMLError) in
      try builder.take(event)
    }
    return builder.finished
  }

  /// Returns the document of a file, decompressed if necessary.
  private static func document(_ bytes: [UInt8]) throws(MusicXMLError) -> [UInt8] {
    guard ArchiveDirectory.isArchive(bytes) else { return bytes }
    guard bytes.count <= mostBytes else { throw .tooLong }
    do {
      return try ScoreArchive.score(bytes)
    } catch {
      throw .archive(error)
    }
  }
}

/// Reads compressed MusicXML (`.mxl`), a ZIP archive: `META-INF/container.xml` names the score.
///
/// Only these two files are read, into memory: no path leads out of the archive. Whatever the
/// archive declares, at most ``XMLLimits/mostBytes`` are decompressed.
///
/// - SeeAlso: [MusicXML 4.0, compressed files](https://www.w3.org/2021/06/musicxml40/tutorial/compressed-mxl-files/);
///   [APPNOTE.TXT, .ZIP file format specification](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)
///   (the sections are given in ``ArchiveDirectory``).
enum ScoreArchive {
  /// Finds the score of an archive.
  ///
  /// - Parameter bytes: The archive.
  /// - Returns: The MusicXML document in it.
  /// - Throws: ``ScoreArchiveError``.
  static func score(_ bytes: [UInt8]) throws(ScoreArchiveError) -> [UInt8] {
    let directory = try ArchiveDirectory(bytes)
    let container = try contents(
      of: try directory.container(), in: directory, bytes,
      mostBytes: ArchiveDirectory.mostContainerBytes)
    let score = try directory.score(at: try path(in: container))
    return try contents(of: score, in: directory, bytes, mostBytes: XMLLimits.mostBytes)
  }

  private static func path(in container: [UInt8]) throws(ScoreArchiveError) -> String? {
    var found = ScoreContainer()
    do {
      try XMLReader.read(container) { event throws(MusicXMLError) in found.take(event) }
    } catch {
      throw .noContainer
    }
    return found.path
  }

  private static func contents(
    of entry: ArchiveDirectory.Entry, in directory: ArchiveDirectory, _ bytes: [UInt8],
    mostBytes: Int
  ) throws(ScoreArchiveError) -> [UInt8] {
    let (range, isDeflated) = try directory.stored(entry, mostBytes: mostBytes)
    let data = bytes[range]
    let contents = isDeflated ? try inflated(data, count: Int(entry.count)) : Array(data)
    guard entry.matches(contents) else { throw .damaged }
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
}
