import Foundation
import Testing

@testable import WebServer

@Suite("The export of the page")
struct SiteExportTests {
  @Test("has every file, byte for byte, and the header fields to send")
  func files() throws {
    let folder = try TemporaryDirectory()
    let export = SiteExport(try .example())
    try export.write(to: folder.path("out"))
    #expect(try folder.text("out/app/main.js") == "export const a4 = 440;")
    #expect(try folder.text("out/core.wasm.gz") == "not really gzip")
    #expect(try folder.text("out/core.wasm.br") == "nor brotli")
    let headers = try folder.text("out/_headers")
    #expect(headers.hasPrefix("/*\n  Content-Security-Policy: default-src 'none'; "))
    for field in SecurityHeaders.fields {
      #expect(headers.contains("  \(field.name): \(field.value)\n"))
      #expect(try folder.text("out/HEADERS.txt").contains(field.value))
    }
    #expect(try folder.names() == ["out"])  // nothing half-written beside it
    let packed = try WebSite(directory: folder.path("out")).files["core.wasm"]?.packed
    #expect(packed.map { Set($0.keys) } == [.brotli, .gzip])
  }

  @Test("goes into an empty folder, and again over itself")
  func again() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder.path("out"), withIntermediateDirectories: false)
    let page = try TemporaryDirectory()
    try page.put("1", at: "index.html")
    try page.put("old", at: "gone/old.js")
    try SiteExport(try WebSite(directory: page.path)).write(to: folder.path("out") + "/")
    try SiteExport(.example()).write(to: folder.path("out"))
    #expect(try folder.text("out/index.html").contains("<title>"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out/gone")))
    #expect(try folder.names() == ["out"])
  }

  @Test("leaves the files of others alone", arguments: ["mine.txt", "deep/mine.txt", ".git/HEAD"])
  func foreign(name: String) throws {
    let folder = try TemporaryDirectory()
    try folder.put("mine", at: name)
    try folder.put("mine", at: "index.html")
    let export = SiteExport(try .example())
    #expect(throws: WebSiteError.self) { try export.write(to: folder.path) }
    #expect(try folder.text("index.html") == "mine")
    try export.write(to: folder.path, force: true)
    #expect(try folder.text("index.html").contains("<title>"))
    #expect(try folder.text(name) == "mine")
  }

  @Test("refuses what is no folder")
  func noFolder() throws {
    let folder = try TemporaryDirectory()
    try folder.put("mine", at: "file")
    #expect(
      throws: WebSiteError.unwritable(path: folder.path("file"), reason: "it is not a folder")
    ) { try SiteExport(.example()).write(to: folder.path("file")) }
  }
}
