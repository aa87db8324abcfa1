import Testing

@testable import KammertonCommand

@Suite("Where the page lies")
struct SiteFolderTests {
  @Test("the page is looked for beside the program, in share, and where make web puts it")
  func folders() {
    #expect(
      SiteFolder.candidates(program: "/usr/local/bin/kammerton") == [
        "/usr/local/bin/web", "/usr/local/share/kammerton/web", ".build-web/site",
      ])
    #expect(SiteFolder.candidates(program: nil) == [".build-web/site"])
  }
}
