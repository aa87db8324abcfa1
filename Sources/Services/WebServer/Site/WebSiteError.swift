/// An error of serving or exporting the files of the page.
public enum WebSiteError: Error, Equatable {
  /// The directory has no `index.html`, or is not a directory.
  case noPage(directory: String)
  /// The operating system refused `path`; `reason` is its own wording.
  case unreadable(path: String, reason: String)
  /// A name with characters other than ASCII letters, digits, `.`, `_` and `-`.
  case unsafeName(String)
  /// More files or more bytes than a page has.
  case tooLarge(directory: String)
  /// The directory of an export has files that no export has written.
  case foreignFiles(directory: String, example: String)
  /// The operating system refused to write `path`.
  case unwritable(path: String, reason: String)
}

extension WebSiteError: CustomStringConvertible {
  /// One sentence with the path and what to do.
  public var description: String {
    switch self {
    case .noPage(let directory):
      "There is no page in \(directory). Run make web, or give its directory with --site DIR."
    case .unreadable(let path, let reason):
      "\(path) could not be read (\(reason))."
    case .unsafeName(let name):
      "\(name) cannot be served. Rename it with ASCII letters, digits, '.', '_' and '-' only."
    case .tooLarge(let directory):
      "\(directory) has more than \(WebSite.fileLimit) files or \(WebSite.byteLimit >> 20) MiB. "
        + "Give the directory of the page."
    case .foreignFiles(let directory, let example):
      "\(directory) holds other files, such as \(example). Choose a new directory, or add --force, "
        + "which replaces files of the same names."
    case .unwritable(let path, let reason):
      "\(path) could not be written (\(reason))."
    }
  }
}
