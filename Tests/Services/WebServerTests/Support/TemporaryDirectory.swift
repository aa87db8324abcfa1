import Foundation

@testable import WebServer

/// A directory that goes with its owner.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Puts a file with the folders above it.
  func put(_ text: String, at name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

extension WebSite {
  /// A page of four files, one of them also packed twice, with a hidden file and a link out.
  static func example() throws -> WebSite {
    let folder = try TemporaryDirectory()
    try folder.put("<!doctype html><title>Page</title>", at: "index.html")
    try folder.put("export const a4 = 440;", at: "app/main.js")
    try folder.put("not really wasm", at: "core.wasm")
    try folder.put("not really gzip", at: "core.wasm.gz")
    try folder.put("nor brotli", at: "core.wasm.br")
    try folder.put("{}", at: "manifest.webmanifest")
    try folder.put("secret", at: ".hidden")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("passwd"), withDestinationPath: "/etc/passwd")
    return try WebSite(directory: folder.path)
  }
}
