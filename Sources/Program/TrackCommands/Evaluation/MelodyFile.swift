import CommandKit
import FileWriting
import PitchEvaluation
import SignalProcessing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads tracks as `kammerton track`, crepe, aubio and mir_eval write them.
///
/// A line is a time in seconds and a frequency in hertz, separated by a comma, a semicolon, a tab
/// or blanks; further columns are ignored. The first line may be a header; empty lines, and lines
/// that start with `#`, are ignored.
enum MelodyFile {
  /// Reads a whole track.
  ///
  /// - Parameter argument: A path, or `-` for standard input.
  /// - Returns: The frames in order; at least one.
  /// - Throws: `MelodyFileError` with the name of the input and, for a bad line, its number.
  static func read(_ argument: String) throws(MelodyFileError) -> [MelodyFrame] {
    let name = argument == "-" ? "Standard input" : argument
    let descriptor = argument == "-" ? 0 : open(argument.systemPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(name: name, reason: systemReason()) }
    defer { if descriptor > 0 { close(descriptor) } }
    var parser = MelodyParser(name: name)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(name: name, reason: systemReason()) }
      guard count > 0 else { break }
      try parser.append(bytes[..<count])
    }
    return try parser.finish()
  }
}

/// A track that could not be read.
enum MelodyFileError: Error, Equatable {
  /// The operating system's `reason`.
  case unreadable(name: String, reason: String)
  /// A line, counted from 1, that is not a frame; `reason` is the fault in it.
  case badLine(name: String, line: Int, reason: String)
  /// A file without frames.
  case empty(name: String)
}

extension MelodyFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let name, let reason):
      "\(name.printable) could not be read (\(reason))."
    case .badLine(let name, let line, let reason):
      "\(name.printable), line \(line): \(reason)."
    case .empty(let name):
      "\(name.printable) has no frames. Write lines of time and frequency, such as 0.01,440."
    }
  }
}

/// Parses bytes into frames, line by line.
struct MelodyParser {
  private let name: String
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var hasHeader = false
  private var frames: [MelodyFrame] = []

  init(name: String) {
    self.name = name
  }

  /// Appends the next bytes of the file.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(MelodyFileError) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        try endLine()
      } else if byte != UInt8(ascii: "\r") {
        guard line.count < Self.longestLine else {
          lineNumber += 1
          throw fault("longer than \(Self.longestLine) bytes, which is too long for a track")
        }
        line.append(byte)
      }
    }
  }

  /// Parses the last line and returns all frames.
  mutating func finish() throws(MelodyFileError) -> [MelodyFrame] {
    if !line.isEmpty { try endLine() }
    guard !frames.isEmpty else { throw .empty(name: name) }
    return frames
  }

  private mutating func endLine() throws(MelodyFileError) {
    lineNumber += 1
    defer { line.removeAll(keepingCapacity: true) }
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    let columns = Self.columns(of: line)
    guard let first = columns.first, line.first != UInt8(ascii: "#") else { return }
    guard let time = Double(decimal: first) else {
      // Only the first line with something in it may be a header.
      guard frames.isEmpty, !hasHeader, first.contains(where: \.isLetter) else {
        throw fault("'\(Self.short(first))' is not a time in seconds")
      }
      hasHeader = true
      return
    }
    let frame = MelodyFrame(
      time: time, signedFrequency: try frequency(columns.count > 1 ? columns[1] : ""))
    guard time >= 0, time > frames.last?.time ?? -1 else {
      throw fault("times must rise from 0 s, but this one is \(time.plainText) s")
    }
    frames.append(frame)
  }

  /// Reads a signed frequency; `nil` is unvoiced.
  private func frequency(_ text: String) throws(MelodyFileError) -> Double? {
    if text.isEmpty || text.lowercased() == "nan" { return nil }
    guard let value = Double(decimal: text) else {
      throw fault("'\(Self.short(text))' is not a frequency in hertz")
    }
    return value
  }

  /// The start of a text, for messages.
  private static func short(_ text: String) -> String { text.printable.fitted(to: 30) }

  private func fault(_ reason: String) -> MelodyFileError {
    .badLine(name: name, line: lineNumber, reason: reason)
  }

  /// The columns without blanks around them; none if the line is blank.
  private static func columns(of line: [UInt8]) -> [String] {
    let marks = [",", ";", "\t"].map { (mark: Unicode.Scalar) in UInt8(ascii: mark) }
    let blank = UInt8(ascii: " ")
    guard line.contains(where: { $0 != blank && $0 != marks[2] }) else { return [] }
    let separator = marks.first { line.contains($0) }
    let parts = line.split(
      separator: separator ?? blank, omittingEmptySubsequences: separator == nil)
    return parts.map { part in
      let start = part.drop { $0 == blank }
      let trimmed = start.reversed().drop { $0 == blank }.reversed()
      return String(decoding: Array(trimmed), as: UTF8.self)
    }
  }

  private static let longestLine = 4096
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// Tracks of two folders that belong together by their names.
///
/// A name counts up to its first point, so that `song.csv` and `song.f0.csv` belong together.
struct MelodyFolder {
  /// A track and its reference.
  struct Pair: Equatable, Sendable {
    var name: String
    var reference: String
    var estimate: String
  }

  /// In the order of their names.
  private(set) var pairs: [Pair] = []
  /// References that have no estimate, in the order of their names.
  private(set) var missing: [String] = []

  /// Finds the pairs. Only pitch files count, so that a folder may hold the recordings, plots and
  /// notes beside them.
  ///
  /// - Parameters:
  ///   - references: A folder.
  ///   - estimates: A folder.
  /// - Throws: `MelodyFileError` if one cannot be read, is empty, or holds two tracks of one name.
  init(references: String, estimates: String) throws(MelodyFileError) {
    let (truths, claims) = (try Self.files(in: references), try Self.files(in: estimates))
    for (name, file) in truths.sorted(by: { $0.key < $1.key }) {
      if let estimate = claims[name] {
        pairs.append(
          Pair(
            name: name, reference: references + "/" + file, estimate: estimates + "/" + estimate))
      } else {
        missing.append(references + "/" + file)
      }
    }
  }

  /// The files of a folder by their names.
  private static func files(in folder: String) throws(MelodyFileError) -> [String: String] {
    let contents: [String]
    do throws(ByteInputError) {
      contents = try DirectoryContents.names(in: folder)
    } catch {
      throw .unreadable(name: folder, reason: error.reason)
    }
    var files: [String: String] = [:]
    for file in contents {
      guard isPitchFile(file), !DirectoryContents.exists(folder + "/" + file) else { continue }
      let name = String(file.prefix { $0 != "." })
      if let other = files[name] {
        throw .unreadable(name: folder, reason: "\(other) and \(file) have the same name")
      }
      files[name] = file
    }
    guard !files.isEmpty else {
      throw .unreadable(name: folder, reason: "the folder has no pitch files, such as song.f0.csv")
    }
    return files
  }

  /// The extensions of tracks in data sets and of our own, in small letters.
  private static let extensions: Set<String> = ["csv", "tsv", "txt", "f0", "pv"]
  /// The ends of tables that `track` writes of the same recordings, and that are no tracks.
  private static let others = [".notes.csv", ".onsets.csv", ".onsets.txt", ".labels.txt"]

  private static func isPitchFile(_ file: String) -> Bool {
    let name = file.lowercased()
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: "."),
      extensions.contains(String(name[name.index(after: dot)...]))
    else { return false }
    return !others.contains { name.hasSuffix($0) } && !name.hasPrefix("readme.")
  }
}
