import Foundation

extension Program {
  /// The checkout that these tests are of.
  static var sources: URL {
    var url = URL(fileURLWithPath: #filePath)
    while url.path != "/",
      !FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path)
    {
      url.deleteLastPathComponent()
    }
    return url
  }
}
