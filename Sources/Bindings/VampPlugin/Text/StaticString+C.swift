extension StaticString {
  /// The text for C, with its zero byte; it lives as long as the program.
  var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
