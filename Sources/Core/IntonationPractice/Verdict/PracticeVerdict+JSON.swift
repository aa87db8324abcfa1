extension PracticeVerdict {
  /// Writes the verdict as members of a JSON object (RFC 8259); numbers that mean nothing to it are
  /// `null`.
  ///
  /// - Parameter sentence: The verdict in English.
  /// - Returns: UTF-8, without the braces of the object.
  func jsonMembers(sentence: [UInt8]) -> [UInt8] {
    let facts = finding.facts
    var text = JSONMembers()
    text.add("kind", word: finding.kind.name)
    text.add("from", played.isEmpty ? nil : played.lowerBound + 1)
    text.add("to", played.isEmpty ? nil : played.upperBound)
    text.add("index", facts.index)
    text.add("cents", facts.cents, decimals: 3)
    text.add("milliseconds", facts.milliseconds, decimals: 2)
    text.add("count", facts.count)
    text.add("others", facts.others)
    text.add("wrong", facts.wrong)
    text.add("missing", facts.missing)
    text.add("sentence", quoted: sentence)
    return text.bytes
  }
}
