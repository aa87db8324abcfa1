internal import CExpat
internal import IntonationPractice

/// Reads XML with expat, strictly bounded: no external entity is ever read, a document that
/// declares entities of its own is refused, and depth, length and text have limits.
///
/// A document type with an external subset, which every MusicXML file has, is ignored.
final class XMLReader {
  private var handle: (XMLEvent) throws(MusicXMLError) -> Void
  private var failure: MusicXMLError?
  private var text: [UInt8] = []
  private var depth = 0
  private let parser: XML_Parser

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - handle: Called with each event; an error that it throws ends the reading.
  /// - Throws: ``MusicXMLError``.
  static func read(
    _ bytes: [UInt8], _ handle: (XMLEvent) throws(MusicXMLError) -> Void
  ) throws(MusicXMLError) {
    guard bytes.count <= XMLLimits.mostBytes else { throw .tooLong }
    let text = try XMLDocumentText.utf8(bytes)
    guard text.count <= Int(Int32.max), let parser = XML_ParserCreate("UTF-8") else {
      throw .outOfMemory
    }
    defer { XML_ParserFree(parser) }
    var failure: MusicXMLError?
    withoutActuallyEscaping(handle) { handle in
      let reader = XMLReader(parser, handle)
      failure = reader.run(text)
    }
    if let failure { throw failure }
  }

  private init(
    _ parser: XML_Parser, _ handle: @escaping (XMLEvent) throws(MusicXMLError) -> Void
  ) {
    self.parser = parser
    self.handle = handle
  }

  private func run(_ bytes: [UInt8]) -> MusicXMLError? {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name else { return }
        XMLReader.of(data).start(name, attributes)
      },
      { data, name in
        guard let data, let name else { return }
        XMLReader.of(data).end(name)
      })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let data, let characters, count > 0 else { return }
      XMLReader.of(data).append(characters, Int(count))
    }
    // No program for scores declares an entity: a document that does is suspicious.
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      guard let data else { return }
      XMLReader.of(data).fail(.entities)
    }
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER)
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count), 1)
    }
    if let failure { return failure }
    return status == XML_STATUS_OK ? nil : .notXML(line: Int(XML_GetCurrentLineNumber(parser)))
  }

  private static func of(_ data: UnsafeMutableRawPointer) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
  }

  private func start(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard failure == nil else { return }
    depth += 1
    guard depth <= XMLLimits.mostDepth else { return fail(.tooDeep) }
    text = []
    var values: [String: String] = [:]
    var index = 0
    while let key = attributes?[index], let value = attributes?[index + 1] {
      values[String(cString: key)] = String(cString: value)
      index += 2
    }
    emit(.start(String(cString: name), values))
  }

  private func end(_ name: UnsafePointer<CChar>) {
    guard failure == nil else { return }
    depth -= 1
    let trimmed = String(decoding: text, as: UTF8.self)
    text = []
    emit(.end(String(cString: name), text: trimmed))
  }

  private func append(_ characters: UnsafePointer<CChar>, _ count: Int) {
    guard failure == nil, text.count + count <= XMLLimits.mostText else { return }
    text += UnsafeBufferPointer(start: characters, count: count).map { UInt8(bitPattern: $0) }
  }

  private func emit(_ event: XMLEvent) {
    do throws(MusicXMLError) {
      try handle(event)
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: MusicXMLError) {
    failure = failure ?? error
    XML_StopParser(parser, 0)
  }
}
