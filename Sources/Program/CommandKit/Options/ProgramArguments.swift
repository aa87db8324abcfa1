internal import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The arguments of this program.
package enum ProgramArguments {
  /// All but the program's name. File names that are not UTF-8 keep their bytes:
  /// ``FileWriting/FileName``.
  package static var all: [String] {
    let pointers = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return pointers.dropFirst().compactMap { pointer in
      pointer.map { FileName.text(Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))) }
    }
  }
}
