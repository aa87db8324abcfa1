internal import FileWriting
import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes the page to a directory, for any host of static files.
///
/// A new or empty directory, or one from an earlier export, appears complete in one step. With
/// `force`, the files are added to a directory with other files, which stay: all of them or, if one
/// cannot be added, none. Symbolic links are not followed.
package struct SiteExport: Sendable {
  /// The name of the list of exported files, by which a later export knows them.
  static let listName = ".kammerton-export"

  private let files: [(path: String, contents: ByteBuffer)]

  /// Prepares the files of a page, with the header fields that its host should send: `_headers`,
  /// for Netlify and Cloudflare Pages, and `HEADERS.txt`, for people.
  package init(_ site: WebSite) {
    var files: [(path: String, contents: ByteBuffer)] = []
    for (path, file) in site.files.sorted(by: { $0.key < $1.key }) {
      files.append((path, file.plain.contents))
      // For hosts that send packed files if they find them.
      for coding in ContentCoding.allCases {
        if let packed = file.packed[coding] {
          files.append((path + coding.suffix, packed.contents))
        }
      }
    }
    files.append(("_headers", ByteBuffer(string: Self.headersFile)))
    files.append(("HEADERS.txt", ByteBuffer(string: Self.headersText)))
    let list = (files.map(\.path) + [Self.listName]).joined(separator: "\n") + "\n"
    files.append((Self.listName, ByteBuffer(string: list)))
    self.files = files
  }

  /// The number of files to write.
  package var fileCount: Int { files.count }

  /// Writes the files.
  ///
  /// - Parameters:
  ///   - directory: The directory; created if it does not exist.
  ///   - force: `true` to add files to a directory with other files, and to replace those.
  /// - Throws: ``WebSiteError``. The directory is then unchanged.
  package func write(to directory: String, force: Bool = false) throws(WebSiteError) {
    let directory = Self.withoutSlash(directory)
    guard let foreign = try foreignFile(in: directory) else {
      return try replace(directory)
    }
    guard force else { throw .foreignFiles(directory: directory, example: foreign) }
    for file in files { try Addition.requirePlace(of: file.path, in: directory) }
    var addition = Addition(to: directory)
    do throws(WebSiteError) {
      for file in files { try put(file.contents, at: file.path, in: addition.partial) }
      for file in files { try addition.move(file.path) }
    } catch {
      addition.undo()
      throw error
    }
    addition.finish()
  }

  /// Returns a file that no export has written; `nil` if there is none, or no folder.
  private func foreignFile(in directory: String) throws(WebSiteError) -> String? {
    switch DirectoryListing.kind(of: directory) {
    case 0: return nil
    case S_IFDIR: break
    case S_IFLNK: throw .unwritable(path: directory, reason: Addition.linkReason)
    default: throw .unwritable(path: directory, reason: "it is not a folder")
    }
    let own = try Self.exportedFiles(in: directory)
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in try DirectoryListing.names(in: directory + "/" + folder) {
        let path = folder + name
        if DirectoryListing.kind(of: directory + "/" + path) == S_IFDIR {
          guard own.contains(where: { $0.hasPrefix(path + "/") }) else { return path }
          waiting.append(path + "/")
        } else if !own.contains(path) {
          return path
        }
      }
    }
    return nil
  }

  private static func exportedFiles(in directory: String) throws(WebSiteError) -> Set<String> {
    let path = directory + "/" + listName
    guard DirectoryListing.kind(of: path) == S_IFREG,
      let list = try DirectoryListing.contents(of: path, atMost: 1 << 20)
    else { return [] }
    return Set(String(buffer: list).split(separator: "\n").map(String.init))
  }

  // MARK: - In one step

  private func replace(_ directory: String) throws(WebSiteError) {
    let suffix = UInt32.random(in: 0 ... .max)
    let partial = "\(directory).\(suffix).partial"
    let old = "\(directory).\(suffix).old"
    do throws(WebSiteError) {
      for file in files { try put(file.contents, at: file.path, in: partial) }
    } catch {
      Self.remove(partial)
      throw error
    }
    // A rename replaces an empty folder; a full one must be moved away first.
    if rename(partial, directory) == 0 { return }
    guard rename(directory, old) == 0, rename(partial, directory) == 0 else {
      let reason = systemReason()
      _ = rename(old, directory)
      Self.remove(partial)
      throw .unwritable(path: directory, reason: reason)
    }
    Self.remove(old)
  }

  /// Removes a folder that this export has made.
  static func remove(_ directory: String) {
    for name in (try? DirectoryListing.names(in: directory)) ?? [] {
      let path = directory + "/" + name
      if DirectoryListing.kind(of: path) == S_IFDIR { remove(path) } else { unlink(path) }
    }
    rmdir(directory)
  }

  // MARK: - One file

  private func put(
    _ contents: ByteBuffer, at path: String, in directory: String
  ) throws(WebSiteError) {
    let target = directory + "/" + path
    try Self.makeFolders(of: target)
    do throws(FileWritingError) {
      let file = try WholeFile(path: target)
      try file.write(Array(contents.readableBytesView))
      try file.finish()
    } catch {
      throw .unwritable(path: target, reason: error.reason)
    }
  }

  static func makeFolders(of path: String) throws(WebSiteError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
        throw .unwritable(path: folder, reason: systemReason())
      }
    }
  }

  private static func withoutSlash(_ path: String) -> String {
    let count = path.reversed().drop { $0 == "/" }.count
    return count == 0 ? path : String(path.prefix(count))
  }
}

// MARK: - Header fields for hosts

extension SiteExport {
  private static var headersFile: String {
    (["/*"] + SecurityHeaders.fields.map { "  \($0.name): \($0.value)" } + [
      "  Cache-Control: no-cache"
    ])
    .joined(separator: "\n") + "\n"
  }

  private static var headersText: String {
    let nginx = SecurityHeaders.fields.map { "  add_header \($0.name) \"\($0.value)\" always;" }
    let apache = SecurityHeaders.fields.map { "  Header always set \($0.name) \"\($0.value)\"" }
    return """
      Written by kammerton serve --export. Put this folder on any host of static files, with https:
      browsers give the microphone to no page without it.

      The page works on hosts that set no header fields. Where you can, set these. Netlify and
      Cloudflare Pages take them from _headers.

      Beside most files are packed ones, which half as many bytes or fewer need: NAME.br (brotli) and
      NAME.gz. Hosts that pack by themselves need neither; you may delete them.

      nginx, in the location of the page (gzip_static on; sends the .gz files, and where the module for
      brotli is there, brotli_static on; the .br files):

      \(nginx.joined(separator: "\n"))
        add_header Cache-Control "no-cache" always;

      and in mime.types, if they are missing: application/wasm wasm; application/manifest+json webmanifest;

      Apache, in .htaccess:

      \(apache.joined(separator: "\n"))
        Header always set Cache-Control "no-cache"
        AddType application/wasm .wasm
        AddType application/manifest+json .webmanifest

      """
  }
}
