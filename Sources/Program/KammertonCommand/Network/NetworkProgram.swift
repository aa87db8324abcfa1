import CommandKit
import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton-network`: the program that has the server, the keys and the certificates.
///
/// A program of its own, because building its packages takes longer than building all the rest.
enum NetworkProgram {
  static let name = "kammerton-network"

  /// The path of the program, or of the script that builds it.
  enum Place: Equatable {
    /// The path of the program.
    case built(String)
    /// The path of a script that builds it, and then becomes it.
    case buildable(String)

    var path: String {
      switch self {
      case .built(let path), .buildable(let path): path
      }
    }
  }

  /// Returns the places to search, in order: beside the program, as in a build; where
  /// `make install` and packages put it; and in a checkout, the script that builds it.
  static func candidates(program: ProgramFile?) -> [Place] {
    guard let program else { return [] }
    let places = [
      "\(program.directory)/\(name)", "\(program.prefix)/libexec/kammerton/\(name)",
    ]
    let script = program.checkout.map { Place.buildable("\($0)/Scripts/\(name)") }
    return places.map(Place.built) + (script.map { [$0] } ?? [])
  }

  /// The first place that can be run; `nil` if there is none.
  static var place: Place? {
    candidates(program: .running).first { access($0.path, X_OK) == 0 }
  }

  /// Replaces this program by the other one, which inherits its streams, terminal and signals, and
  /// whose exit status is that of the command.
  ///
  /// - Parameter arguments: The arguments of this program.
  /// - Throws: ``NetworkProgramError`` if it cannot be started.
  static func become(_ arguments: [String]) throws(NetworkProgramError) -> Never {
    guard let path = place?.path else {
      throw .missing(arguments.first ?? "", places: candidates(program: .running).map(\.path))
    }
    var pointers = ([path] + arguments).map { strdup($0.systemPath) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    signal(SIGPIPE, SIG_DFL)  // an ignored signal would stay ignored in the other program
    ForeignOutput.restore()
    execv(path, &pointers)
    throw .notStarted(path: path, reason: systemReason())
  }
}

/// An error with which `kammerton-network` does not run.
enum NetworkProgramError: Error, Equatable, CustomStringConvertible {
  /// It is in none of the places.
  case missing(_ command: String, places: [String])
  /// The system failed to start it.
  case notStarted(path: String, reason: String)

  var description: String {
    switch self {
    case .missing(let command, let places):
      """
      kammerton \(command) needs \(NetworkProgram.name), which is not at \
      \(places.joined(separator: " or ")). Install Kammerton again, or run make build in its sources.
      """
    case .notStarted(let path, let reason): "\(path) could not be started: \(reason)."
    }
  }
}

/// The directory of the page.
package enum SiteFolder {
  /// Returns the places to search, in order: beside the program, where a package installs it, and
  /// where `make web` puts it.
  static func candidates(program: ProgramFile?) -> [String] {
    let installed = program.map { ["\($0.directory)/web", "\($0.prefix)/share/kammerton/web"] }
    return (installed ?? []) + [".build-web/site"]
  }

  /// The first of the places that holds a page; without one, the last.
  package static var path: String {
    let places = candidates(program: .running)
    return places.first(where: isPage) ?? places.last ?? "."
  }

  /// Returns `true` if a directory holds a page.
  static func isPage(_ directory: String) -> Bool { UserFiles.exists(directory + "/index.html") }
}
