extension Chart {
  /// An axis of a panel.
  struct Axis: Sendable {
    /// A value that is marked on the axis.
    struct Tick: Sendable {
      var value: Double
      var label = ""
      var line = TickLine.grid(Theme.noteLine)
    }

    enum TickLine: Sendable {
      case none
      /// A line across the panel.
      case grid(Color)
      /// A short line below the panel.
      case foot
    }

    /// The visible values; those beyond are drawn at the edge.
    let range: ClosedRange<Double>
    var ticks: [Tick] = []
    var title = ""
    var labelStyle = Theme.label
    /// The distances of the base lines from the bottom of the panel, in points.
    var labelDrop = 17.0
    var titleDrop = 40.0

    /// Returns the position of a value: 0 at the lower end and for not-a-number, 1 at the upper end.
    func position(of value: Double) -> Double {
      let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      return share.isNaN ? 0 : min(1, max(0, share))
    }
  }
}

extension Chart.Axis {
  /// Creates an axis that is divided into equal parts.
  init(
    _ range: ClosedRange<Double>, parts: Int, title: String = "", label: (Double) -> String
  ) {
    let ticks = (0...parts).map {
      let value =
        range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / Double(parts)
      return Tick(value: value, label: label(value))
    }
    self.init(range: range, ticks: ticks, title: title)
  }

  /// Creates an axis of deviations, with 0 in its middle.
  ///
  /// - Parameters:
  ///   - greatest: The largest deviation to show.
  ///   - limits: The upper ends to choose from; the last one if none is large enough.
  ///   - parts: The number of parts: even.
  ///   - decimals: The number of decimals of the labels.
  ///   - title: The title.
  init(
    deviationsTo greatest: Double, limits: [Double], parts: Int, decimals: Int = 0,
    title: String = ""
  ) {
    let limit = Self.limit(greatest, of: limits)
    self.init(-limit...limit, parts: parts, title: title) {
      $0.signed(decimals: decimals)
    }
    ticks[parts / 2].line = .grid(Theme.octaveLine)
  }

  /// Creates an axis with a column for each label, at 0, 1, 2 and so on.
  ///
  /// - Parameters:
  ///   - labels: The labels, from the left.
  ///   - step: Only every so many labels are written.
  ///   - title: The title.
  init(columns labels: [String], step: Int, title: String = "") {
    self.init(range: -0.5...(Double(max(1, labels.count)) - 0.5), title: title)
    ticks = stride(from: 0, to: labels.count, by: step).map {
      Tick(value: Double($0), label: labels[$0], line: .none)
    }
  }

  /// Creates the axis of a recording, in a panel of a width in points.
  init(_ time: TimeAxis, width: Double) {
    self.init(range: 0...time.end, title: "time, \(time.unit.rawValue)", titleDrop: 36)
    ticks = time.ticks(width: width).map { Tick(value: $0.time, label: $0.label, line: .foot) }
  }

  /// Returns the first limit that is large enough, or the last one.
  static func limit(_ greatest: Double, of limits: [Double]) -> Double {
    limits.first { $0 >= greatest } ?? limits.last ?? 1
  }
}

extension Double {
  /// Returns the number with a sign, a true minus or a plus; 0 without.
  func signed(decimals: Int) -> String {
    (self > 0 ? "+" : "") + rounded(decimals: decimals)
  }
}
