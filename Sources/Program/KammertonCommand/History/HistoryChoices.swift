import ArgumentParser
import Plotting

extension HistoryFormat {
  init(argument: String) throws {
    guard let format = Self(rawValue: argument.lowercased()) else {
      throw ValidationError("Write text, csv or json.")
    }
    self = format
  }
}

extension HistoryPicture {
  init(argument: String) throws {
    do throws(PlotError) {
      try self.init(path: argument)
    } catch {
      throw ValidationError("Write a file name that ends in .png, .svg or .pdf.")
    }
  }
}
