package import CommandKit
package import PianoTuning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package typealias MeasurementStorageError = TextFileError<MeasurementFileError>

extension MeasurementFile {
  /// Reads a file.
  package static func load(_ path: String) throws(MeasurementStorageError) -> Self {
    let bytes: [UInt8]
    do {
      bytes = try ByteInput.readWhole(path, atMost: largestSize)
    } catch {
      throw .unreadable(name: path, reason: error.reason)
    }
    do {
      return try Self(bytes: bytes)
    } catch {
      throw .wrong(name: path, error)
    }
  }

  /// Reads a file, or begins a new one if there is none.
  package static func loadOrBegin(_ path: String) throws(MeasurementStorageError) -> Self {
    UserFiles.exists(path) ? try load(path) : Self()
  }

  /// Writes the file in one step; an older one stays until then.
  package func save(_ path: String) throws(OutputError) {
    try AtomicTextFile.write(bytes, to: path)
  }

  /// Returns the current time in the format of entries.
  package static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// The days of the measurements, in order.
  var dates: [String] { entries.map { String($0.date.prefix(10)).printable }.sorted() }

  /// The first and the last day of the measurements.
  var days: String {
    guard let first = dates.first, let last = dates.last else { return "nothing measured" }
    return first == last ? first : "\(first) to \(last)"
  }
}
