/// One input of `track`: a file, or standard input.
package enum TrackInput: Hashable, Sendable {
  case file(path: String)
  case standardInput

  /// - Parameter argument: A path, or `-`.
  package init(_ argument: String) {
    self = argument == "-" ? .standardInput : .file(path: argument)
  }

  /// What messages call it.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }

  /// The name of the input without directories.
  package var shortName: String {
    guard case .file(let path) = self else { return name }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The name of the input without directories and without the last extension.
  package var baseName: String {
    guard case .file(let path) = self else { return "stdin" }
    let name = path.split(separator: "/").last ?? "track"
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The file, if it is one.
  package var path: String? {
    guard case .file(let path) = self else { return nil }
    return path
  }

  /// One output name per input, in order; inputs with the same base name get `-2`, `-3` …
  ///
  /// Upper and lower case count as equal, because some file systems take them so.
  package static func outputNames(of inputs: [TrackInput], suffix: String = "") -> [String] {
    var taken: Set<String> = []
    return inputs.map { input in
      var name = input.baseName
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(input.baseName)-\(number)"
        number += 1
      }
      return name + suffix
    }
  }
}
