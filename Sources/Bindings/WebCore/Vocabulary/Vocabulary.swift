#if !hasFeature(Embedded)
  /// The names and numbers that the page shares with the core, as modules of JavaScript.
  ///
  /// They are written when the page is built, so that the page cannot know a name that the core does
  /// not, nor a position or a limit that it does not have. Their types are JSDoc comments.
  package struct Vocabulary {
    /// The name of the module, without its ending.
    package let name: String
    /// The contents of the module's file.
    package private(set) var text: String

    /// Every module: what the engine needs, what can be set, the sound modem's, and those of files, strums,
    /// chords, pianos, bells, practice, the stage and a shared beat.
    package static var all: [Vocabulary] {
      [engine, settings, air, files, strum, chord, measured, piano, bell, practice, stage, beat]
    }

    /// - Parameters:
    ///   - name: The name of the module.
    ///   - subject: What is in it, in a few words.
    init(_ name: String, _ subject: String) {
      self.name = name
      text =
        "// \(subject). Written by Scripts/build-web.sh from Sources/Bindings/WebCore/Vocabulary.\n\n"
    }

    /// Adds a number.
    mutating func add(_ name: String, _ number: Int) {
      text += "export const \(name) = \(number);\n"
    }

    /// Adds a number.
    mutating func add(_ name: String, _ number: Double) {
      text += "export const \(name) = \(Self.json(number));\n"
    }

    /// Adds the lowest and the highest of what is allowed.
    mutating func add(_ name: String, _ range: ClosedRange<Double>) {
      text += "/** @type {[number, number]} */\nexport const \(name) = \(Self.json(range));\n"
    }

    /// Adds words, each of which stands for its index.
    ///
    /// - Parameters:
    ///   - name: The name of the list.
    ///   - words: The words, in the order in which the core counts.
    ///   - type: A name for the type of one of them.
    mutating func add(_ name: String, _ words: [String], type: String) {
      let list = words.map(Self.json).joined(separator: ", ")
      text += "export const \(name) = /** @type {const} */ ([\(list)]);\n"
      text += "/** @typedef {(typeof \(name))[number]} \(type) */\n"
    }

    /// Adds every case of an enumeration, with its number, and a type for these numbers if it is named.
    mutating func add<Case: CaseIterable & RawRepresentable>(
      _ name: String, _: Case.Type, type: String? = nil
    ) where Case.RawValue: BinaryInteger {
      add(name, Case.allCases.map { ("\($0)", "\($0.rawValue)") })
      guard let type else { return }
      text += "/** @typedef {(typeof \(name))[keyof typeof \(name)]} \(type) */\n"
    }

    /// Adds a record: a type for its values, and a function that reads a row of them, or writes them.
    ///
    /// - Parameters:
    ///   - name: The name of the type; the function is `readName` or `writeName`.
    ///   - fields: The fields, each a number unless `kinds` or its name says otherwise: one that begins with
    ///     is, has or leaves is a Boolean.
    ///   - kinds: The fields that are something else.
    ///   - isWritten: `true` for what the page writes, and does not read.
    mutating func add<Field: CaseIterable & Hashable & RawRepresentable<Int>>(
      record name: String, _ fields: Field.Type, _ kinds: [Field: Kind] = [:],
      isWritten: Bool = false
    ) {
      let members = fields.allCases.compactMap {
        field -> (name: String, position: Int, kind: Kind)? in
        let kind = kinds[field] ?? Kind(name: "\(field)")
        return kind == .unread ? nil : ("\(field)", field.rawValue, kind)
      }
      let types = members.map { "\($0.name): \($0.kind.type)" }.joined(separator: ", ")
      text += "/** @typedef {{\(types)}} \(name) */\n"
      if isWritten {
        let lines = members.map { "  \($0.kind.written("values.\($0.name)", $0.position));\n" }
          .joined()
        text += "/** @param {Float64Array} numbers @param {\(name)} values */\n"
        text += "export function write\(name)(numbers, values) {\n\(lines)}\n"
      } else {
        let size = fields.allCases.count
        let lines = members.map {
          "  \($0.name): \($0.kind.read("\(size) * row + \($0.position)")),\n"
        }
        text += "/** @param {Float64Array} numbers @param {number} [row] @returns {\(name)} */\n"
        text += "export const read\(name) = (numbers, row = 0) => ({\n\(lines.joined())});\n"
      }
    }

    /// Adds names with a value each, which is written as it is.
    mutating func add(_ name: String, _ members: [(name: String, value: String)]) {
      let list = members.map { "  \(Self.key($0.name)): \($0.value),\n" }.joined()
      text += "export const \(name) = /** @type {const} */ ({\n\(list)});\n"
    }

    /// Adds something else, as it is written.
    mutating func add(_ name: String, literal: String) {
      text += "export const \(name) = /** @type {const} */ \(literal);\n"
    }

    static func json(_ number: Double) -> String {
      number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    static func json(_ range: ClosedRange<Double>) -> String {
      "[\(json(range.lowerBound)), \(json(range.upperBound))]"
    }

    static func json(_ numbers: [Double]) -> String {
      "[\(numbers.map(json).joined(separator: ", "))]"
    }

    /// The meaning of a number of a record.
    enum Kind: Equatable {
      case number
      case flag
      /// A number that may be unknown: NaN in Swift, `null` in JavaScript.
      case known
      /// A word of a list, by its index; the list, and the type of its words.
      case word(list: String, type: String)
      /// This many numbers; missing ones are 0.
      case list(Int)
      /// Neither read nor written with the others.
      case unread

      init(name: String) {
        self = ["is", "has", "leaves"].contains { name.hasPrefix($0) } ? .flag : .number
      }

      var type: String {
        switch self {
        case .number: "number"
        case .flag: "boolean"
        case .known: "number | null"
        case .word(_, let type): type
        case .list, .unread: "ArrayLike<number>"
        }
      }

      func read(_ position: String) -> String {
        let number = "numbers[\(position)]"
        return switch self {
        case .number, .list, .unread: number
        case .flag: "\(number) !== 0"
        case .known: "Number.isNaN(\(number)) ? null : \(number)"
        case .word(let list, _): "\(list)[\(number)]"
        }
      }

      func written(_ value: String, _ position: Int) -> String {
        switch self {
        case .number, .known, .unread: "numbers[\(position)] = \(value)"
        case .flag: "numbers[\(position)] = \(value) ? 1 : 0"
        case .word(let list, _): "numbers[\(position)] = \(list).indexOf(\(value))"
        case .list(let count):
          "for (let index = 0; index < \(count); index += 1) numbers[\(position) + index] = \(value)[index] ?? 0"
        }
      }
    }

    private static func key(_ name: String) -> String { name.contains("-") ? json(name) : name }

    /// A name from the core, which contains no character that JavaScript would have to escape.
    static func json(_ word: String) -> String { "'\(word)'" }
  }
#endif
