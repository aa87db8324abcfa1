import Foundation

/// Empty files in a directory that goes with its owner.
final class FileTree: Sendable {
  let path: String

  init(_ files: [String] = []) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for file in files { try add(file) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Adds a file and the directories on its way.
  @discardableResult
  func add(_ file: String, _ contents: Data = Data()) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: url)
    return url.path
  }

  /// Calls a function with the path. The tree lives until it returns, which a use of ``path`` alone
  /// does not ensure.
  func list<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) { try body(path) }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }
}
