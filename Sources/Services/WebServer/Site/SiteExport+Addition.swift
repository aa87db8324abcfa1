#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension SiteExport {
  /// The files of an export on their way into a directory with other files.
  ///
  /// They are written to a hidden folder in the directory, and then moved to their names. Files that
  /// they replace wait in another hidden folder, until all have moved.
  struct Addition {
    static let linkReason = "it is a symbolic link, which an export does not follow"

    private let directory: String
    /// The folder of the new files.
    let partial: String
    private let replaced: String
    private var moved: [(path: String, replacesFile: Bool)] = []
    private var madeFolders: [String] = []

    /// - Parameter directory: The directory, without a slash at its end.
    init(to directory: String) {
      let name = "\(directory)/.kammerton-\(UInt32.random(in: 0 ... .max))"
      (self.directory, partial, replaced) = (directory, name + ".partial", name + ".old")
    }

    /// Refuses a place at which a file cannot be put without leaving the directory, or without
    /// removing what is no file.
    static func requirePlace(of path: String, in directory: String) throws(WebSiteError) {
      var place = directory
      for part in path.split(separator: "/").dropLast() {
        place += "/" + part
        switch DirectoryListing.kind(of: place) {
        case S_IFDIR: continue
        case 0: return
        case S_IFLNK: throw .unwritable(path: place, reason: linkReason)
        default: throw .unwritable(path: place, reason: "it is not a folder")
        }
      }
      place = directory + "/" + path
      switch DirectoryListing.kind(of: place) {
      case 0: return
      case S_IFREG where access(place, W_OK) == 0: return
      case S_IFREG: throw .unwritable(path: place, reason: systemReason())
      case S_IFLNK: throw .unwritable(path: place, reason: linkReason)
      case S_IFDIR: throw .unwritable(path: place, reason: "it is a folder")
      default: throw .unwritable(path: place, reason: "it is not a regular file")
      }
    }

    /// Moves a file from the folder of the new files to its name.
    mutating func move(_ path: String) throws(WebSiteError) {
      try makeFolders(of: path)
      let target = directory + "/" + path
      var status = stat()
      let replacesFile = lstat(target, &status) == 0
      if replacesFile {
        chmod(partial + "/" + path, status.st_mode & 0o777)
        try SiteExport.makeFolders(of: replaced + "/" + path)
        guard rename(target, replaced + "/" + path) == 0 else {
          throw .unwritable(path: target, reason: systemReason())
        }
      }
      moved.append((path, replacesFile))
      guard rename(partial + "/" + path, target) == 0 else {
        throw .unwritable(path: target, reason: systemReason())
      }
    }

    private mutating func makeFolders(of path: String) throws(WebSiteError) {
      var folder = directory
      for part in path.split(separator: "/").dropLast() {
        folder += "/" + part
        if mkdir(folder, 0o755) == 0 {
          madeFolders.append(folder)
        } else if errno != EEXIST {
          throw .unwritable(path: folder, reason: systemReason())
        }
      }
    }

    /// Removes what was moved, and puts back what that has replaced.
    func undo() {
      for (path, replacesFile) in moved.reversed() {
        let target = directory + "/" + path
        if replacesFile { _ = rename(replaced + "/" + path, target) } else { unlink(target) }
      }
      for folder in madeFolders.reversed() { rmdir(folder) }
      finish()
    }

    /// Removes the hidden folders.
    func finish() {
      SiteExport.remove(partial)
      SiteExport.remove(replaced)
    }
  }
}
