@testable import CommandKit
import Foundation
import Testing
@testable import TrackCommands

@Suite("Inputs of kammerton track")
struct TrackInputsTests {
  private let tree: FileTree

  init() throws { tree = try FileTree() }

  @Test("files keep the names that they had, in the order of the arguments")
  func files() throws {
    let inputs = try TrackInputs(["a/x.wav", "b/x.flac", "-"])
    #expect(inputs.entries.map(\.name) == ["x", "x-2", "stdin"])
    #expect(inputs.entries.allSatisfy { $0.directories.isEmpty })
  }

  @Test("files beside directories get names that no recording of a directory has")
  func mixture() throws {
    for file in ["d/x.wav", "d/e/y.wav"] { try tree.add(file) }
    let inputs = try TrackInputs(["z/x.wav", tree.path + "/d/", "z/y.wav"])
    #expect(
      inputs.entries.map(\.input.name)
        == ["z/x.wav", "\(tree.path)/d/e/y.wav", "\(tree.path)/d/x.wav", "z/y.wav"])
    #expect(inputs.entries.map { $0.directories + $0.name } == ["x-2", "e/y", "x", "y"])
    #expect(inputs.entries[1].paths(below: "out") == ["out/e"])
  }

  @Test("a recording that is found twice is tracked once")
  func twice() throws {
    try tree.add("x.wav")
    #expect(try TrackInputs([tree.path, tree.path + "/."]).entries.count == 1)
  }

  @Test("two recordings with one output are refused, and so are directories without recordings")
  func refusals() throws {
    for file in ["a/x.wav", "b/x.flac", "c/text.txt"] { try tree.add(file) }
    let paths = ["a", "b", "c"].map { tree.path + "/" + $0 }
    #expect(throws: TrackInputsError.sameOutput(paths[0] + "/x.wav", paths[1] + "/x.flac")) {
      try TrackInputs([paths[0], paths[1]])
    }
    #expect(throws: TrackInputsError.noRecordings(paths[2])) { try TrackInputs(paths.reversed()) }
  }

  @Test("with --resume no name may depend on the order of the inputs")
  func numbers() throws {
    #expect(throws: TrackInputsError.numbered("b/x.flac")) {
      try TrackInputs(["a/x.wav", "b/x.flac"], isResumed: true)
    }
    #expect(try TrackInputs(["a/x.wav", "b/y.wav"], isResumed: true).entries.count == 2)
  }
}
