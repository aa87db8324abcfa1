import Foundation

/// A directory that goes with its owner.
final class TemporaryDirectory: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func path(_ name: String) -> String { file(name).path }
}
