import Foundation

extension TemporaryDirectory {
  /// The files below a directory, by their paths in it.
  func contents(of name: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
      let url = file(name).appendingPathComponent(path)
      let isRegular = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isRegular == true { files[path] = try Data(contentsOf: url) }
    }
    return files
  }

  /// The times at which the files below a directory were modified, by their paths in it.
  func modifications(of name: String) throws -> [String: Date] {
    try contents(of: name).keys.reduce(into: [:]) { dates, path in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: self.path(name + "/" + path))
      dates[path] = attributes[.modificationDate] as? Date
    }
  }

  /// Makes a directory, and those on its way.
  func make(_ name: String) throws {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: true)
  }

  /// Sets the time at which a file was modified, in seconds from now.
  func touch(_ name: String, secondsFromNow: TimeInterval) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: secondsFromNow)], ofItemAtPath: path(name))
  }
}
