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

  /// All files below a folder, with their contents, and the targets of links.
  private func contents(_ folder: TemporaryDirectory) throws -> [String: String] {
    let manager = FileManager.default
    var contents: [String: String] = [:]
    for path in try manager.subpathsOfDirectory(atPath: folder.path) {
      let target = try? manager.destinationOfSymbolicLink(atPath: folder.path(path))
      contents[path] = target ?? (try? folder.text(path)) ?? "folder"
    }
    return contents
  }

  @Test(
    "with --force follows no link out of its folder, and leaves nothing of itself",
    arguments: ["app", "index.html", "_headers", "core.wasm.gz"])
  func links(name: String) throws {
    let folder = try TemporaryDirectory()
    let elsewhere = try TemporaryDirectory()
    try folder.put("mine", at: "mine.txt")
    try elsewhere.put("theirs", at: "main.js")
    let target = name == "app" ? elsewhere.path : elsewhere.path("main.js")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
    let before = try contents(folder)
    let error = #expect(throws: WebSiteError.self) {
      try SiteExport(.example()).write(to: folder.path, force: true)
    }
    #expect(
      error?.description
        == "\(folder.path(name)) could not be written (it is a symbolic link, which an export does "
        + "not follow).")
    #expect(try contents(folder) == before)
    #expect(try contents(elsewhere) == ["main.js": "theirs"])
  }

  @Test(
    "with --force adds all its files or none",
    arguments: [
      ("app", "it is not a folder"), ("core.wasm/x", "it is a folder"),
      ("HEADERS.txt/x", "it is a folder"),
    ])
  func clashes(name: String, reason: String) throws {
    let folder = try TemporaryDirectory()
    try folder.put("mine", at: name)
    try folder.put("mine", at: "index.html")
    let before = try contents(folder)
    let clash = folder.path(String(name.prefix { $0 != "/" }))
    #expect(throws: WebSiteError.unwritable(path: clash, reason: reason)) {
      try SiteExport(.example()).write(to: folder.path, force: true)
    }
    #expect(try contents(folder) == before)
  }

  @Test("puts back what it has replaced, if it fails half-way")
  func undo() throws {
    let folder = try TemporaryDirectory()
    try folder.put("mine", at: "index.html")
    let before = try contents(folder)
    var addition = SiteExport.Addition(to: folder.path)
    let hidden = String(addition.partial.dropFirst(folder.path.count + 1))
    for name in ["index.html", "deep/er/new.js"] { try folder.put("new", at: "\(hidden)/\(name)") }
    try addition.move("index.html")
    try addition.move("deep/er/new.js")
    #expect(try folder.text("index.html") == "new")
    #expect(throws: WebSiteError.self) { try addition.move("missing.js") }
    addition.undo()
    #expect(try contents(folder) == before)
  }

  @Test("of a replaced file keeps the permissions")
  func permissions() throws {
    let folder = try TemporaryDirectory()
    try folder.put("mine", at: "mine.txt")
    try folder.put("mine", at: "index.html")
    let manager = FileManager.default
    try manager.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.path("index.html"))
    try SiteExport(.example()).write(to: folder.path, force: true)
    let attributes = try manager.attributesOfItem(atPath: folder.path("index.html"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names().filter { $0.hasPrefix(".kammerton-") } == [".kammerton-export"])
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
