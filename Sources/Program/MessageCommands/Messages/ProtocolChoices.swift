import ArgumentParser

extension SendingProtocol {
  init(argument: String) throws {
    let name = argument.lowercased()
    guard let found = Self.all.first(where: { $0.name == name }) else {
      let names = Self.all.map(\.name).joined(separator: ", ")
      throw ValidationError("Write one of \(names).")
    }
    self = found
  }
}

extension ReceivingProtocol: ExpressibleByArgument {}
