import CommandKit

/// Where the page lies.
package enum SiteFolder {
  /// The places to look in, in order: beside the program, where a package installs it, and where
  /// `make web` puts it.
  static func candidates(program: ProgramFile?) -> [String] {
    let installed = program.map { ["\($0.directory)/web", "\($0.prefix)/share/kammerton/web"] }
    return (installed ?? []) + [".build-web/site"]
  }

  /// The first of the places that holds a page; without one, the last.
  package static var path: String {
    let places = candidates(program: .running)
    return places.first(where: isPage) ?? places.last ?? "."
  }

  /// Whether a directory holds a page.
  static func isPage(_ directory: String) -> Bool { UserFiles.exists(directory + "/index.html") }
}
