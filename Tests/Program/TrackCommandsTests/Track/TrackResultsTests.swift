import ArgumentParser
import AudioFiles
@testable import CommandKit
import Foundation
import Plotting
import Testing
@testable import TrackCommands
import _TestSignals

@Suite("Results of several runs")
struct TrackResultsTests {
  private let tree: FileTree
  private let input: String

  init() throws {
    tree = try FileTree()
    input = tree.path + "/a.wav"
    var writer = try AudioFileWriter(
      path: input, format: .wave16, sampleRate: 8000, channelCount: 1)
    try writer.write(TestSignal.sine(440, sampleRate: 8000, count: 4000))
    try writer.finish()
  }

  private func job(mustStay: Bool = true) throws -> TrackJob {
    try TrackJob(
      input: .file(path: input), outputPath: tree.path + "/out/b/a.f0.csv",
      directories: ["/out", "/out/b"].map { tree.path + $0 },
      picture: TrackJob.Picture(path: tree.path + "/out/b/a.svg", format: .svg),
      layout: TrackLayout(), hop: .standard, analysis: Analysis(), stream: StreamOptions.parse([]),
      mustStay: mustStay, interruption: Interruption())
  }

  private func touch(_ path: String, seconds: TimeInterval) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
  }

  @Test("an input is done when track and picture are there and not older than it")
  func done() throws {
    let job = try job()
    #expect(!job.isDone)
    _ = try job.run { _, _ in }
    #expect(job.isDone)
    let (output, picture) = (try #require(job.outputPath), try #require(job.picture).path)
    for path in [input, output, picture] { try touch(path, seconds: 1e9) }
    #expect(job.isDone)
    for path in [output, picture] {
      try touch(path, seconds: 1e9 - 1)
      #expect(!job.isDone)
      try touch(path, seconds: 1e9 + 1)
    }
    #expect(job.isDone)
    try FileManager.default.removeItem(atPath: picture)
    #expect(!job.isDone)
  }

  @Test("an input that changes while it is tracked leaves no output that would count as done")
  func changing() throws {
    let job = try job()
    #expect(throws: InputChangedError.self) {
      try job.run { _, _ in try? touch(input, seconds: 1e9) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tree.path + "/out/b").isEmpty)
    _ = try job.run { _, _ in }
    #expect(job.isDone)
  }

  @Test("a pipe is never done, however old it is")
  func pipe() throws {
    var job = try job()
    _ = try job.run { _, _ in }
    let path = tree.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    job.input = .file(path: path)
    #expect(!job.isDone)
  }
}
