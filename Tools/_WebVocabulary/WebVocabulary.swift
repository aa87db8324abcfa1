// Writes the modules of names and numbers that the page shares with the core: _WebVocabulary DIR

import Foundation
import WebCore

@main
struct WebVocabulary {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: _WebVocabulary DIR\n".utf8))
      exit(64)
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for module in Vocabulary.all {
      try Data(module.text.utf8).write(to: folder.appendingPathComponent("\(module.name).js"))
    }
  }
}
