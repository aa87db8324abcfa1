import Foundation
import Testing
@testable import TrackCommands

@Suite("Directories of recordings")
struct RecordingDirectoryTests {
  private func names(_ files: [String]) throws -> [String] {
    let directory = try FileTree(files).list(RecordingDirectory.init(path:))
    return zip(directory.recordings, directory.outputNames).map { $0.directories + $1 }
  }

  @Test("recordings at any depth are found in the order of their paths, whatever their case")
  func order() throws {
    let tree = try FileTree([
      "b.wav", "a/z.FLAC", "a/b/c/d.Mp3", "a.aiff", "a/notes.txt", "b.csv", "wav",
      "a/take.wav.part",
      "odd name\n2.ogg",
    ])
    let directory = tree.list(RecordingDirectory.init(path:))
    #expect(
      directory.recordings.map(\.path)
        == ["a.aiff", "a/b/c/d.Mp3", "a/z.FLAC", "b.wav", "odd name\n2.ogg"])
    #expect(directory.failures.isEmpty)
  }

  @Test(
    "all kinds of files that the program reads are found",
    arguments: [
      "wav", "wave", "w64", "rf64", "aif", "aiff", "aifc", "au", "snd", "caf", "flac", "ogg", "oga",
      "opus", "mp3",
    ])
  func extensions(name: String) throws {
    let tree = try FileTree(["a.\(name)", "b.\(name.uppercased())", "c\(name)"])
    #expect(
      tree.list(RecordingDirectory.init(path:)).recordings.map(\.name)
        == ["a.\(name)", "b.\(name.uppercased())"])
  }

  @Test("hidden files and directories are left out, and links to directories are not followed")
  func hidden() throws {
    let tree = try FileTree(["a.wav", ".b.wav", ".git/c.wav", "d/.e/f.wav"])
    try tree.link("loop", to: ".")
    try tree.link("loop.wav", to: "d")
    #expect(tree.list(RecordingDirectory.init(path:)).recordings.map(\.path) == ["a.wav"])
  }

  @Test("links to files count, those that lead nowhere too, so that tracking reports them")
  func links() throws {
    let tree = try FileTree(["a.wav"])
    try tree.link("b.wav", to: "a.wav")
    try tree.link("c.wav", to: "missing.wav")
    #expect(
      tree.list(RecordingDirectory.init(path:)).recordings.map(\.path) == [
        "a.wav", "b.wav", "c.wav",
      ])
  }

  @Test("a pipe is not a recording, whatever its name")
  func pipe() throws {
    let tree = try FileTree()
    #expect(mkfifo(tree.path + "/a.wav", 0o600) == 0)
    #expect(tree.list(RecordingDirectory.init(path:)).recordings.isEmpty)
  }

  @Test("a directory that cannot be read is named, with the reason")
  func unreadable() throws {
    let path = try FileTree().path + "/gone"
    let directory = RecordingDirectory(path: path)
    #expect(directory.failures == ["\(path) could not be read (No such file or directory)."])
  }

  @Test("outputs have the base names of recordings, and their directories")
  func outputNames() throws {
    #expect(
      try names(["take.wav", "a/take.flac", "a/b/v1.2.wav"]) == ["a/b/v1.2", "a/take", "take"])
  }

  @Test("recordings of one directory with one base name keep their extensions")
  func collisions() throws {
    #expect(
      try names(["take.wav", "take.aiff", "Take.mp3", "b/take.wav"])
        == ["Take.mp3", "b/take", "take.aiff", "take.wav"])
  }

  @Test("no recording that comes later can take over the output of another one")
  func later() throws {
    // Were it take.wav.f0.csv, that would be the output of take.wav once take.aiff exists.
    #expect(try names(["take.wav.flac"]) == ["take.wav.flac"])
    #expect(
      try names(["take.wav.flac", "take.wav", "take.aiff"])
        == ["take.aiff", "take.wav", "take.wav.flac"])
  }

  @Test("no output of --format json takes the name of the settings")
  func settingsName() throws {
    #expect(
      try names(["_kammerton.wav", "_Kammerton.mp3"]) == ["_Kammerton.mp3", "_kammerton.wav"])
    #expect(try names(["_kammerton.wav"]) == ["_kammerton.wav"])
  }
}
