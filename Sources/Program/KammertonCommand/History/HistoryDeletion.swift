import ArgumentParser
import CommandKit
import SessionHistory

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The sessions that `--delete` deletes.
enum HistoryDeletion: Hashable, Sendable {
  case all
  case session(SessionChoice)

  init(argument: String) throws {
    self = argument.lowercased() == "all" ? .all : .session(try SessionChoice(argument: argument))
  }

  /// Deletes them, with `mustAsk` only if the user confirms.
  func run(on history: HistoryDatabase, mustAsk: Bool) throws {
    let (question, session) = try subject(in: history)
    guard try !mustAsk || Self.isConfirmed("Delete \(question)?") else {
      return complain("Nothing was deleted.")
    }
    if let session { try history.delete(session) } else { _ = try history.deleteAll() }
    complain("Deleted \(question).")
  }

  /// Returns the sessions in words, and the number of the session if it is one.
  private func subject(in history: HistoryDatabase) throws -> (words: String, session: Int64?) {
    switch self {
    case .all:
      let count = try history.sessionCount()
      guard count > 0 else { throw HistoryIsEmpty() }
      return (count == 1 ? "the only session" : "all \(count) sessions", nil)
    case .session(let choice):
      guard let id = try choice.id ?? history.session(nil)?.id else { throw HistoryIsEmpty() }
      return ("session \(id) (notes: \(try history.noteCount(of: id)))", id)
    }
  }

  private static func isConfirmed(_ question: String) throws -> Bool {
    guard isatty(0) == 1 else { throw NobodyToAsk() }
    try ByteOutput.standardError.write(question + " [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}

/// A deletion that nobody can confirm.
struct NobodyToAsk: Error, CustomStringConvertible {
  var description: String {
    "Nobody can confirm: standard input is not a terminal. To delete without asking, add --yes."
  }
}

/// A history without a session that matches.
struct HistoryIsEmpty: Error, CustomStringConvertible {
  var description: String {
    "No session was found. kammerton tune records one as soon as it detects a note."
  }
}

/// The session to show.
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
