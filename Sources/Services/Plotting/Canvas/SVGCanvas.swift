/// A canvas that writes SVG, with real text.
///
/// cairo's own SVG draws text as outlines, and numbers its parts across all pictures of a process,
/// so that the same recording would give different bytes every time.
struct SVGCanvas: PlotCanvas {
  private var text: String
  private var clipCount = 0

  /// - Parameters:
  ///   - size: In points.
  ///   - title: The text alternative of the picture.
  init(size: Size, title: String) {
    let (width, height) = (Self.number(size.width), Self.number(size.height))
    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" \
      font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" \
      stroke-linejoin="round" stroke-linecap="round">
      <title>\(Self.escaped(title))</title>

      """
  }

  /// Completes the drawing.
  ///
  /// - Returns: The content of the file, in UTF-8.
  func finish() -> [UInt8] {
    Array((text + "</svg>\n").utf8)
  }

  mutating func fill(_ rectangle: Rectangle, _ color: Color) {
    text += """
      <rect x="\(Self.number(rectangle.x))" y="\(Self.number(rectangle.y))" \
      width="\(Self.number(rectangle.width))" height="\(Self.number(rectangle.height))"\
      \(Self.paint("fill", color))/>

      """
  }

  mutating func fill(polygon: [Point], _ color: Color) {
    let points = polygon.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
    text += "<polygon points=\"\(points.joined(separator: " "))\"\(Self.paint("fill", color))/>\n"
  }

  mutating func stroke(_ lines: [[Point]], _ style: LineStyle) {
    guard !lines.isEmpty else { return }
    text += """
      <path d="\(lines.map(Self.path).joined())" fill="none"\(Self.paint("stroke", style.color)) \
      stroke-width="\(Self.number(style.width))"/>

      """
  }

  mutating func draw(_ raster: Raster, in rectangle: Rectangle) {
    text += """
      <image x="\(Self.number(rectangle.x))" y="\(Self.number(rectangle.y))" \
      width="\(Self.number(rectangle.width))" height="\(Self.number(rectangle.height))" \
      preserveAspectRatio="none" \
      xlink:href="data:image/png;base64,\(Self.base64(CairoCanvas.png(raster)))"/>

      """
  }

  mutating func write(
    _ text: String, at point: Point, _ alignment: TextAlignment, _ style: LabelStyle
  ) {
    let anchor =
      switch alignment {
      case .left: ""
      case .center: " text-anchor=\"middle\""
      case .right: " text-anchor=\"end\""
      }
    self.text += """
      <text x="\(Self.number(point.x))" y="\(Self.number(point.y))"\(anchor) \
      font-size="\(Self.number(style.size))"\(style.isBold ? " font-weight=\"bold\"" : "")\
      \(Self.paint("fill", style.color))>\(Self.escaped(text))</text>

      """
  }

  mutating func beginClip(_ rectangle: Rectangle) {
    clipCount += 1
    text += """
      <clipPath id="clip\(clipCount)"><rect x="\(Self.number(rectangle.x))" \
      y="\(Self.number(rectangle.y))" width="\(Self.number(rectangle.width))" \
      height="\(Self.number(rectangle.height))"/></clipPath>
      <g clip-path="url(#clip\(clipCount))">

      """
  }

  mutating func endClip() {
    text += "</g>\n"
  }
}

// MARK: - Writing

extension SVGCanvas {
  private static func path(_ points: [Point]) -> String {
    guard let first = points.first else { return "" }
    let rest = points.count == 1 ? points[...] : points.dropFirst()
    return "M\(number(first.x)) \(number(first.y))"
      + rest.map { "L\(number($0.x)) \(number($0.y))" }.joined()
  }

  private static func paint(_ name: String, _ color: Color) -> String {
    let digits = [color.red, color.green, color.blue].map {
      let byte = Int(($0 * 255).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let opacity =
      color.opacity < 1 ? " \(name)-opacity=\"\(number(color.opacity, decimals: 3))\"" : ""
    return " \(name)=\"#\(digits.joined())\"\(opacity)"
  }

  /// Returns a number without trailing zeros.
  private static func number(_ value: Double, decimals: Int = 2) -> String {
    var text = value.rounded(decimals: decimals)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text.replacing("\u{2212}", with: "-")
  }

  /// Returns the text as content of an element. XML cannot carry most control characters at all.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | UInt32($1) }
      bits <<= 8 * UInt32(3 - group.count)
      for position in 0..<4 {
        let isData = position <= group.count
        text.append(
          isData ? alphabet[Int(bits >> (18 - 6 * UInt32(position)) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
