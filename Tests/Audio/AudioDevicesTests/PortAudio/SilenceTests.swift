import Foundation
import Testing

@testable import AudioDevices

@Suite("Silence", .timeLimit(.minutes(5)))
struct SilenceTests {
  private let pipe = Pipe()
  private var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  private func write(_ text: String) { pipe.fileHandleForWriting.write(Data(text.utf8)) }

  /// All that has arrived. Leaves the pipe without a writer.
  private func received() throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("swallows what is written during work, and nothing before or after")
  func swallows() throws {
    let silence = Silence(of: descriptor, limit: .seconds(1000))
    write("1")
    #expect(
      silence.during {
        write("2"); return 7
      } == 7)
    write("3")
    silence.during { write("4") }
    write("5")
    #expect(try received() == "135")
  }

  @Test("work within work, and work that overlaps, give the descriptor back with the last")
  func counted() async throws {
    let silence = Silence(of: descriptor, limit: .seconds(1000))
    silence.during {
      silence.during { write("a") }
      write("b")
    }
    write("1")
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      silence.during {
        begun.signal()
        mayEnd.wait()
      }
      ended.signal()
    }
    // The first began before, and ends during, the second.
    await Task.detached { Self.wait(for: begun) }.value
    silence.during {
      mayEnd.signal()
      Self.wait(for: ended)
      write("c")
    }
    write("2")
    #expect(try received() == "12")
  }

  @Test("work that hangs does not swallow for longer than the limit")
  func limited() throws {
    let silence = Silence(of: descriptor, limit: .milliseconds(20))
    let original = try #require(identity())
    silence.during {
      while identity() != original { usleep(1000) }
      write("seen")
    }
    write(" and after")
    #expect(try received() == "seen and after")
  }

  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  /// What the descriptor leads to.
  private func identity() -> UInt64? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
  }
}
