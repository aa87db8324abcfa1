extension Double {
  /// Reads a finite decimal number with blanks around it; no hexadecimal, no `nan`, no `inf`.
  package init?(decimal text: some StringProtocol) {
    let trimmed = text.drop { $0 == " " }
    guard !trimmed.isEmpty, trimmed.utf8.allSatisfy({ Self.decimalCharacters.contains($0) }),
      let value = Double(String(trimmed.prefix { $0 != " " })), value.isFinite
    else { return nil }
    self = value
  }

  private static let decimalCharacters = Set("0123456789.+-eE ".utf8)
}
