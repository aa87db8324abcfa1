/// The number of a bar as it is printed: 12, or a name such as 2a or X1.
public struct BarNumber: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The number; of a bar with a name, that of the bar before it.
  public var value: Int
  /// What is printed instead of a number; `nil` for a number.
  public var name: String?

  /// Creates the number of a bar.
  ///
  /// - Parameters:
  ///   - value: The number; of a bar with a name, that of the bar before it.
  ///   - name: What is printed instead of a number.
  public init(_ value: Int, name: String? = nil) {
    self.value = value
    self.name = name
  }

  /// Creates a number without a name.
  public init(integerLiteral value: Int) { self.init(value) }

  /// What is printed.
  public var label: String { name ?? value.description }

  /// Returns `true` if this is printed.
  func isPrinted(_ label: String) -> Bool { Self.isSame(self.label, label) }

  // By bytes: to compare strings as Unicode does takes tables that the C library goes without.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Returns `true` if two bars have the same number and name.
  public static func == (one: BarNumber, other: BarNumber) -> Bool {
    guard one.value == other.value else { return false }
    guard let name = one.name, let otherName = other.name else {
      return one.name == nil && other.name == nil
    }
    return isSame(name, otherName)
  }

  /// Hashes the number and the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    if let name {
      for byte in name.utf8 { hasher.combine(byte) }
    }
  }

  /// Returns bars as text, with a hyphen for the middle of each run: `5-7, 9a`.
  static func list(_ indices: [Int], of numbers: [BarNumber]) -> String {
    var runs: [(first: Int, last: Int)] = []
    for index in indices {
      if let run = runs.last, run.last + 1 == index {
        runs[runs.count - 1].last = index
      } else {
        runs.append((index, index))
      }
    }
    let shown = runs.prefix(20).map { run in
      run.first == run.last
        ? numbers[run.first].label : numbers[run.first].label + "-" + numbers[run.last].label
    }
    return shown.joined(separator: ", ") + (runs.count > shown.count ? ", ..." : "")
  }
}
