/// Finds the score's file in the events of an archive's container.
package struct ScoreContainer {
  /// The first root file that is MusicXML; others are other renditions, such as PDF. `nil` if there is
  /// no root file.
  package private(set) var path: String?
  private var likeness = -1

  package init() {}

  /// Processes the next event.
  package mutating func take(_ event: XMLEvent) {
    guard case .start("rootfile", let attributes) = event, let file = attributes["full-path"] else {
      return
    }
    let found = Self.likeness(of: file, mediaType: attributes["media-type"] ?? "")
    if found > likeness { (path, likeness) = (file, found) }
  }

  /// Returns how much a root file is like MusicXML: its media type tells, and without one its name.
  private static func likeness(of path: String, mediaType: String) -> Int {
    let hasName = ends(path, ".xml") || ends(path, ".musicxml")
    // The type of the compressed score itself is written, too.
    let type = Array("application/vnd.recordare.musicxml".utf8)
    if mediaType.utf8.map({ $0 | 0x20 }).starts(with: type.map { $0 | 0x20 }) { return 3 }
    if mediaType.isEmpty { return hasName ? 3 : 1 }
    return ends(mediaType, "xml") && hasName ? 2 : 0
  }

  /// Returns true if a text ends so, in small letters or capital ones.
  private static func ends(_ text: String, _ ending: String) -> Bool {
    text.utf8.map { $0 | 0x20 }.suffix(ending.utf8.count).elementsEqual(
      ending.utf8.map { $0 | 0x20 })
  }
}
