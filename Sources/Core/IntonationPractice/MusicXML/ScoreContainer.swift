/// Finds in the events of an archive's container which file is the score.
package struct ScoreContainer {
  /// The first root file; further ones are other renditions, such as PDF. `nil` if there is none.
  package private(set) var path: String?

  package init() {}

  /// Takes the next event.
  package mutating func take(_ event: XMLEvent) {
    if case .start("rootfile", let attributes) = event, path == nil {
      path = attributes["full-path"]
    }
  }
}
