import CommandKit
@testable import KammertonCommand
import Testing

@Suite("The directory of the page")
struct SiteFolderTests {
  @Test("the page is looked for beside the program, in share, and where make web puts it")
  func folders() {
    #expect(
      SiteFolder.candidates(program: ProgramFile(path: "/usr/local/bin/kammerton")) == [
        "/usr/local/bin/web", "/usr/local/share/kammerton/web", ".build-web/site",
      ])
    let network = ProgramFile(path: "/usr/local/libexec/kammerton/kammerton-network")
    #expect(
      SiteFolder.candidates(program: network).contains("/usr/local/share/kammerton/web"))
    #expect(SiteFolder.candidates(program: nil) == [".build-web/site"])
  }
}
