import Crypto
import NIOCore

/// The files of the page, as they were when they were read.
///
/// Nothing else is ever served: a request must match the name of a file in this list exactly, so
/// that no path can leave the directory. Packed twins are not in the list: they are sent instead of
/// their file.
public struct WebSite: Sendable {
  /// One file in memory.
  struct File: Sendable {
    let plain: Representation
    /// The packed twins, if the folder has `NAME.br` or `NAME.gz`.
    let packed: [ContentCoding: Representation]
    let type: MediaType

    /// Returns the representation for a client, and its coding; `nil` if the client refuses all.
    func representation(
      for accepted: AcceptedCodings
    ) -> (Representation, coding: ContentCoding?)? {
      switch accepted.choice(from: ContentCoding.allCases.filter { packed[$0] != nil }) {
      case .coding(let coding): packed[coding].map { ($0, coding) }
      case .identity: (plain, nil)
      case .nothing: nil
      }
    }
  }

  /// The bytes of a response.
  struct Representation: Sendable {
    let contents: ByteBuffer
    /// A strong validator (RFC 9110, section 8.8.3), from a hash of the contents: other bytes, such
    /// as those of another coding, have another tag.
    let entityTag: String

    init(_ contents: ByteBuffer) {
      self.contents = contents
      var hash = SHA256()
      contents.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
      entityTag = "\"\(hash.finalize().prefix(16).hexadecimal)\""
    }
  }

  /// The folder that was read.
  public let directory: String
  /// The files by their path in the folder, without a slash in front.
  let files: [String: File]

  static let fileLimit = 4096
  static let byteLimit = 64 << 20

  /// Reads a folder and everything below it, except hidden files and symbolic links.
  ///
  /// - Parameter directory: The folder with `index.html`.
  /// - Throws: ``WebSiteError``.
  public init(directory: String) throws(WebSiteError) {
    self.directory = directory
    var contents: [String: ByteBuffer] = [:]
    var byteCount = 0
    for path in try DirectoryListing.files(below: directory, atMost: Self.fileLimit) {
      guard path.utf8.allSatisfy(Self.isSafe) else { throw .unsafeName(path) }
      let bytes = try DirectoryListing.contents(
        of: directory + "/" + path, atMost: Self.byteLimit - byteCount)
      guard let bytes else { throw .tooLarge(directory: directory) }
      byteCount += bytes.readableBytes
      contents[path] = bytes
    }
    guard contents["index.html"] != nil else { throw .noPage(directory: directory) }
    var files: [String: File] = [:]
    for (path, bytes) in contents where !Self.isPackedTwin(path, in: contents) {
      var packed: [ContentCoding: Representation] = [:]
      for coding in ContentCoding.allCases {
        packed[coding] = contents[path + coding.suffix].map { Representation($0) }
      }
      files[path] = File(
        plain: Representation(bytes), packed: packed, type: MediaType(path: path))
    }
    self.files = files
  }

  /// Returns the file that a request's path names: `/` and `/folder/` are their `index.html`.
  ///
  /// - Parameter path: The path of the request, without the query. It is not decoded: the names of
  ///   files need no encoding, so that an encoded path names none.
  /// - Returns: The file, or `nil` if the path names none.
  func file(at path: Substring) -> File? {
    guard path.first == "/" else { return nil }
    let name = path.dropFirst()
    return files[name.isEmpty || name.last == "/" ? name + "index.html" : String(name)]
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  private static func isPackedTwin(_ path: String, in contents: [String: ByteBuffer]) -> Bool {
    ContentCoding.allCases.contains { coding in
      path.hasSuffix(coding.suffix)
        && contents[String(path.dropLast(coding.suffix.count))] != nil
    }
  }
}

extension Sequence<UInt8> {
  /// Two lower-case digits per byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// An error of serving or exporting the files of the page.
public enum WebSiteError: Error, Equatable {
  /// The directory has no `index.html`, or is not a directory.
  case noPage(directory: String)
  /// The operating system refused `path`; `reason` is its own wording.
  case unreadable(path: String, reason: String)
  /// The name has characters other than ASCII letters, digits, `.`, `_` and `-`.
  case unsafeName(String)
  /// The directory has more files or bytes than a page may have.
  case tooLarge(directory: String)
  /// The directory of an export has files that no export has written.
  case foreignFiles(directory: String, example: String)
  /// The operating system refused to write `path`.
  case unwritable(path: String, reason: String)
}

extension WebSiteError: CustomStringConvertible {
  /// One sentence with the path and what to do.
  public var description: String {
    switch self {
    case .noPage(let directory):
      "There is no page in \(directory). Run make web, or give its directory with --site DIR."
    case .unreadable(let path, let reason):
      "\(path) could not be read (\(reason))."
    case .unsafeName(let name):
      "\(name) cannot be served. Rename it with ASCII letters, digits, '.', '_' and '-' only."
    case .tooLarge(let directory):
      "\(directory) has more than \(WebSite.fileLimit) files or \(WebSite.byteLimit >> 20) MiB. "
        + "Give the directory of the page."
    case .foreignFiles(let directory, let example):
      "\(directory) holds other files, such as \(example). Choose a new directory, or add --force, "
        + "which replaces files of the same names."
    case .unwritable(let path, let reason):
      "\(path) could not be written (\(reason))."
    }
  }
}
