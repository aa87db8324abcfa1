import ArgumentParser

/// There is a database, but no session that was asked for.
struct HistoryIsEmpty: Error, CustomStringConvertible {
  var description: String {
    "No session was found. kammerton tune records one as soon as it detects a note."
  }
}

/// Which session to show.
enum SessionChoice: Hashable, Sendable {
  case last
  case number(Int64)

  init(argument: String) throws {
    if argument.lowercased() == "last" {
      self = .last
    } else if let number = Int64(argument), number > 0 {
      self = .number(number)
    } else {
      throw ValidationError("Write the number of a session, or last.")
    }
  }

  /// The number; `nil` for the newest session.
  var id: Int64? {
    switch self {
    case .last: nil
    case .number(let number): number
    }
  }
}
