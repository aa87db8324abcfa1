package import InstrumentTuning

/// The built-in instruments, and those of the user's files.
package enum InstrumentLibrary {
  /// The largest size of a file, in bytes: a hundred times that of the built-in catalog.
  package static let largestFile = 1 << 20

  /// Reads the user's own file, where there is one, and another one by name.
  ///
  /// - Parameters:
  ///   - path: A file of the user's choice, which must exist.
  ///   - environment: The variables that locate the user's own file.
  /// - Returns: The catalog of all instruments; later files replace tunings of earlier ones.
  /// - Throws: `InstrumentLibraryError` that names the file and the line.
  package static func catalog(
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
  package static func read(_ path: String) throws(InstrumentLibraryError) -> InstrumentCatalog {
    let bytes: [UInt8]
    do {
      bytes = try ByteInput.readWhole(path, atMost: largestFile)
    } catch {
      throw .unreadable(name: path, reason: error.reason)
    }
    do {
      return try InstrumentFile.parse(bytes)
    } catch {
      throw .wrong(name: path, error)
    }
  }
}

/// The error of an instrument file that cannot be used.
package typealias InstrumentLibraryError = TextFileError<InstrumentFileError>
