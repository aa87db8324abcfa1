import CommandKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tracks of two folders that belong together by their names.
///
/// A name counts up to its first point, so that `song.csv` and `song.f0.csv` belong together.
package struct MelodyFolder {
  /// A track and its reference.
  package struct Pair: Equatable, Sendable {
    package var name: String
    package var reference: String
    package var estimate: String
  }

  /// In the order of their names.
  package private(set) var pairs: [Pair] = []
  /// References that have no estimate, in the order of their names.
  package private(set) var missing: [String] = []

  /// Whether a path is that of a folder.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Looks for pairs. Hidden files and folders do not count.
  ///
  /// - Parameters:
  ///   - references: A folder.
  ///   - estimates: A folder.
  /// - Throws: `MelodyFileError` if one cannot be read, holds nothing, or holds two tracks of one name.
  package init(references: String, estimates: String) throws(MelodyFileError) {
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
    guard let stream = opendir(folder) else {
      throw .unreadable(name: folder, reason: systemReason())
    }
    defer { closedir(stream) }
    var files: [String: String] = [:]
    while let entry = readdir(stream) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard !file.hasPrefix("."), !exists(folder + "/" + file) else { continue }
      let name = String(file.prefix { $0 != "." })
      if let other = files[name] {
        throw .unreadable(name: folder, reason: "\(other) and \(file) have the same name")
      }
      files[name] = file
    }
    guard !files.isEmpty else { throw .unreadable(name: folder, reason: "the folder is empty") }
    return files
  }
}
