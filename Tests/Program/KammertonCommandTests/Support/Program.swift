import Foundation
import Synchronization

/// The built `kammerton`, run as a user runs it.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// The most memory that it was seen to hold, in kilobytes; `nil` where `/proc` does not tell.
    var peakMemory: Int?

    var lines: [Substring] { output.split(separator: "\n") }
  }

  struct NotBuilt: Error {}

  /// The program lies beside the test bundle.
  static func url() throws -> URL {
    var positions = [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL]
    positions += Bundle.allBundles.map(\.bundleURL)
    for position in positions {
      for directory in [position, position.deletingLastPathComponent()] {
        let url = directory.appendingPathComponent("kammerton")
        if FileManager.default.isExecutableFile(atPath: url.path),
          !url.hasDirectoryPath
        {
          return url
        }
      }
    }
    throw NotBuilt()
  }

  /// What a test gives to a program, and where its coverage is to be counted if that is asked for.
  static func environment(_ values: [String: String]) -> [String: String] {
    let counted = ProcessInfo.processInfo.environment.filter { $0.key == "LLVM_PROFILE_FILE" }
    return values.merging(counted) { $1 }
  }

  /// Runs to the end.
  ///
  /// Output goes through files, so that neither side can block the other.
  static func run(
    _ arguments: [String], of program: String? = nil, input: Data = Data(),
    environment: [String: String] = [:]
  ) async throws -> Result {
    let directory = try TemporaryDirectory()
    let process = Process()
    process.executableURL = try program.map { URL(fileURLWithPath: $0) } ?? url()
    process.arguments = arguments
    process.environment = Self.environment(
      ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 })
    try input.write(to: directory.file("in"))
    for name in ["out", "err"] { try Data().write(to: directory.file(name)) }
    process.standardInput = try FileHandle(forReadingFrom: directory.file("in"))
    process.standardOutput = try FileHandle(forWritingTo: directory.file("out"))
    process.standardError = try FileHandle(forWritingTo: directory.file("err"))
    let watch = MemoryWatch(process)
    defer { watch.stop() }
    try await process.runToEnd()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: directory.file("out")), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: directory.file("err")), as: UTF8.self),
      peakMemory: watch.peak)
  }
}

/// Reads the high-water mark of a process's own memory again and again, while it runs. (That of
/// `getrusage` would start from the test's own, from before the program was loaded.)
///
/// On a thread of its own: other tests may keep all threads of Swift's pool busy for seconds.
private final class MemoryWatch: Sendable {
  private struct State {
    var peak: Int?
    var isStopped = false
  }

  private let state = Mutex(State())

  init(_ process: Process) {
    Thread.detachNewThread { [self] in
      while !state.withLock(\.isStopped) {
        if process.processIdentifier > 0 { read(process.processIdentifier) }
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
  }

  /// The most memory that was seen, in kilobytes.
  var peak: Int? { state.withLock(\.peak) }

  func stop() {
    state.withLock { $0.isStopped = true }
  }

  private func read(_ processIdentifier: Int32) {
    let status = try? String(
      contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    if let value = line.flatMap({ Int($0.filter(\.isNumber)) }) {
      state.withLock { $0.peak = value }
    }
  }
}

extension Process {
  /// Starts and waits, without blocking a thread.
  func runToEnd() async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      terminationHandler = { _ in done.resume() }
      do {
        try run()
      } catch {
        terminationHandler = nil
        done.resume(throwing: error)
      }
    }
  }
}

/// A directory that goes with its owner.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func path(_ name: String) -> String { file(name).path }
}
