import ArgumentParser

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many inputs `--jobs` handles at once.
struct JobCount: Hashable, Sendable {
  var value: Int

  /// As many as there are processor cores.
  static var standard: JobCount { JobCount(value: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private init(value: Int) {
    self.value = value
  }

  /// Reads a whole number in 1...1024.
  init(argument: String) throws {
    guard let value = Int(argument), (1...1024).contains(value) else {
      throw ValidationError("Write a whole number in 1...1024, such as 4.")
    }
    self.value = value
  }
}
