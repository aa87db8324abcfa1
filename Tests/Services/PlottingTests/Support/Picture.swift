import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an SVG holds, read by a parser of XML.
final class Picture: NSObject, XMLParserDelegate {
  struct Text: Equatable {
    var content = ""
    var x = 0.0
    var y = 0.0
  }

  struct Path {
    var color: String
    var points: [(x: Double, y: Double)]
  }

  struct NotXML: Error {}

  private(set) var texts: [Text] = []
  private(set) var paths: [Path] = []
  private(set) var rectangles: [(width: Double, color: String)] = []
  private var isInText = false

  init(_ bytes: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? NotXML() }
  }

  var contents: [String] { texts.map(\.content) }

  func text(_ content: String) -> Text? { texts.first { $0.content == content } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? .nan }
    isInText = name == "text"
    switch name {
    case "text": texts.append(Text(x: number("x"), y: number("y")))
    case "rect": rectangles.append((number("width"), attributes["fill"] ?? ""))
    case "path":
      let points = (attributes["d"] ?? "").split { "ML".contains($0) }.map { pair in
        let numbers = pair.split(separator: " ").compactMap { Double($0) }
        return (x: numbers[0], y: numbers[1])
      }
      paths.append(Path(color: attributes["stroke"] ?? "", points: points))
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isInText { texts[texts.count - 1].content += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    isInText = false
  }
}
