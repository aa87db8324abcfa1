import Foundation
import NIOCore
import Testing

@testable import WebServer

@Suite("The files of the page")
struct WebSiteTests {
  @Test("are those of the folder, without hidden files, links and packed twins")
  func listing() throws {
    let site = try WebSite.example()
    #expect(
      site.files.keys.sorted() == [
        "app/main.js", "core.wasm", "index.html", "manifest.webmanifest",
      ])
  }

  @Test("have the media types that browsers insist on")
  func mediaTypes() {
    // Modules, WebAssembly.compileStreaming and manifests are refused under other types.
    #expect(MediaType(path: "a/b.js").rawValue == "text/javascript; charset=utf-8")
    #expect(MediaType(path: "b.mjs").rawValue == "text/javascript; charset=utf-8")
    #expect(MediaType(path: "core.wasm").rawValue == "application/wasm")
    #expect(MediaType(path: "x.webmanifest").rawValue == "application/manifest+json")
    #expect(MediaType(path: "x.css").rawValue == "text/css; charset=utf-8")
    #expect(MediaType(path: "X.SVG").rawValue == "image/svg+xml")
    #expect(MediaType(path: "html").rawValue == "application/octet-stream")
    #expect(MediaType(path: "a.js/x").rawValue == "application/octet-stream")
  }

  @Test("do not change when the folder does")
  func snapshot() throws {
    let folder = try TemporaryDirectory()
    try folder.put("old", at: "index.html")
    let site = try WebSite(directory: folder.path)
    try folder.put("new", at: "index.html")
    #expect(site.file(at: "/").map { String(buffer: $0.plain.contents) } == "old")
  }

  @Test("need an index.html, and a folder")
  func missing() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: WebSiteError.noPage(directory: folder.path)) {
      try WebSite(directory: folder.path)
    }
    #expect(throws: WebSiteError.noPage(directory: "/nowhere")) {
      try WebSite(directory: "/nowhere")
    }
    #expect(WebSiteError.noPage(directory: "x").description.contains("make web"))
  }

  @Test("have names that need no encoding")
  func names() throws {
    let folder = try TemporaryDirectory()
    try folder.put("", at: "index.html")
    try folder.put("", at: "two words.js")
    #expect(throws: WebSiteError.unsafeName("two words.js")) {
      try WebSite(directory: folder.path)
    }
  }

  @Test("differ in their entity tags, and equal ones do not")
  func entityTags() throws {
    let site = try WebSite.example()
    let again = try WebSite.example()
    let tags = site.files.values.flatMap { [$0.plain] + $0.packed.values }.map(\.entityTag)
    #expect(Set(tags).count == 6)
    let (file, same) = (site.files["core.wasm"], again.files["core.wasm"])
    #expect(file?.plain.entityTag == same?.plain.entityTag)
    #expect(file?.packed[.brotli]?.entityTag == same?.packed[.brotli]?.entityTag)
  }
}
