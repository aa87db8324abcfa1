import CommandIO
import InstrumentTuning

/// The built-in instruments, and those of the user's files.
enum InstrumentLibrary {
  /// The most bytes of a file; the built-in catalog has a hundredth of that.
  static let largestFile = 1 << 20

  /// Reads the user's own file, where there is one, and another one by name.
  ///
  /// - Parameters:
  ///   - path: A file of the user's choice, which must exist.
  ///   - environment: Where the user's own file lies.
  /// - Returns: The catalog of all of them; later ones replace tunings of earlier ones.
  /// - Throws: `InstrumentLibraryError` that names the file and the line.
  static func catalog(
    path: String?, environment: [String: String] = .process
  ) throws(InstrumentLibraryError) -> InstrumentCatalog {
    var catalog = InstrumentCatalog.builtIn
    if let own = UserFiles(environment: environment).path(of: "instruments.txt"),
      UserFiles.exists(own)
    {
      catalog = catalog.adding(try read(own))
    }
    if let path { catalog = catalog.adding(try read(path)) }
    return catalog
  }

  /// Reads one file.
  static func read(_ path: String) throws(InstrumentLibraryError) -> InstrumentCatalog {
    let bytes: [UInt8]
    do {
      bytes = try UserFiles.read(path, atMost: largestFile)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    do {
      return try InstrumentFile.parse(bytes)
    } catch {
      throw .badFile(path: path, error)
    }
  }
}

/// Why instruments could not be read.
enum InstrumentLibraryError: Error, Equatable {
  /// The file cannot be read, or is too large; `reason` says why.
  case unreadable(path: String, reason: String)
  /// A line of the file is wrong.
  case badFile(path: String, InstrumentFileError)
}

extension InstrumentLibraryError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path.printable) could not be read (\(reason))."
    case .badFile(let path, let error): "\(path.printable), \(error.description.printable)"
    }
  }
}
