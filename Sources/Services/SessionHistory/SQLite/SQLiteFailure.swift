internal import CSQLite

/// An error that SQLite reports.
struct SQLiteFailure: Error {
  /// The extended result code, of <https://sqlite.org/rescode.html>.
  let extendedCode: Int32
  /// SQLite's own wording.
  let message: String

  init(extendedCode: Int32, message: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message ?? String(cString: sqlite3_errstr(extendedCode))
  }

  /// The latest refusal of a connection.
  init(of handle: OpaquePointer) {
    self.init(
      extendedCode: sqlite3_extended_errcode(handle),
      message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The result code without its extension.
  var code: Int32 { extendedCode & 0xFF }
}
