import Foundation

/// A directory of its own for one test, removed with its last use.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in this directory, whether it exists or not.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  func file(_ name: String, bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// Makes a file longer with zeros that take no room on the disk.
func extendFile(_ path: String, toSize size: Int) throws {
  let file = try FileHandle(forWritingTo: URL(filePath: path))
  try file.truncate(atOffset: UInt64(size))
  try file.close()
}
