internal import PolyphonicTuning
internal import SignalProcessing

/// Finds how many lines the strings of a key make, and how far they lie apart, from all partials at
/// once: a beat of 0.3 Hz in the first partial is one of 3 Hz in the tenth.
struct UnisonFit: Sendable {
  /// The number of partials that decide where the lines are; the others follow.
  private static let bandCount = 10
  /// A line that is fainter than this share of the strongest is not a string.
  private static let faintest = 0.15

  /// Offsets of the lines from the series, in cents, ascending.
  private(set) var lines: [Double] = [0]
  /// Their mean levels over the partials; the sum is 1.
  private(set) var levels: [Double] = [1]
  private(set) var bands: [UnisonBand]

  /// Fits lines to the clearest partials of a key, then the other partials to these lines.
  init(_ recording: Recording, _ partials: PartialSeries) {
    let all = partials.partials.ascending { -$0.clearness }
    bands = Self.bands(recording, partials, all.prefix(Self.bandCount))
    guard !bands.isEmpty else { return }
    var best = settled([0], rounds: 30)
    var independent = 0.0
    for band in bands { independent += Elementary.log(band.independentCount) }
    let penalty = 2 * independent
    for count in 2...UnisonBand.largestLineCount {
      guard let next = extended(best, to: count) else { break }
      let gain = best.cost - next.cost
      let gaining = zip(best.bands, next.bands).filter {
        $0.cost(best.lines) - $1.cost(next.lines) > 3
      }.count
      guard gain > penalty, 2 * gaining > bands.count else { break }
      let levels = Self.meanLevels(next)
      guard levels.min() ?? 0 > Self.faintest * (levels.max() ?? 0) else { break }
      best = next
    }
    let order = AscendingOrder.of(best.lines)
    levels = Self.meanLevels(best)
    (lines, levels) = (order.map { best.lines[$0] }, order.map { levels[$0] })
    bands = best.bands
    for var band in Self.bands(recording, partials, all.dropFirst(Self.bandCount)) {
      _ = band.settle(lines, rounds: 20)
      bands.append(band)
    }
    bands = bands.ascending { Double($0.order) }
  }

  private struct State {
    var lines: [Double]
    var bands: [UnisonBand]
    var cost: Double
  }

  private static func bands(
    _ recording: Recording, _ partials: PartialSeries, _ chosen: ArraySlice<PartialSeries.Partial>
  ) -> [UnisonBand] {
    let series = partials.series
    let kernel = min(0.15, max(0.02, 4 / series.frequency))
    let end = min(4.9, recording.duration - 0.02)
    guard end > 0.5 else { return [] }
    return chosen.map { partial in
      let frequency = series.partial(partial.order)
      let band = PartialBand(
        recording, frequency: frequency, kernel: kernel, times: 0.08...end)
      return UnisonBand(
        band, order: partial.order, frequency: frequency, scatter: max(0.03, partials.scatter))
    }
  }

  private func settled(_ lines: [Double], rounds: Int) -> State {
    var state = State(lines: lines, bands: bands, cost: 0)
    for index in state.bands.indices {
      state.cost += state.bands[index].settle(lines, rounds: rounds)
    }
    return state
  }

  /// Returns the best state with one more line.
  private func extended(_ state: State, to count: Int) -> State? {
    var starts: [(cost: Double, lines: [Double])] = []
    func consider(_ lines: [Double]) {
      starts.append((state.bands.reduce(0) { $0 + $1.cost(lines) }, lines))
    }
    let gaps = [0.15, 0.3, 0.5, 0.75, 1.0, 1.4, 1.9, 2.5, 3.3, 4.5]
    if count == 2 {
      for gap in gaps {
        for share in [-1, -0.75, -0.5, -0.25, 0] {
          let low = state.lines[0] + share * gap
          consider([low, low + gap])
        }
      }
    } else {
      for base in state.lines {
        for gap in gaps where gap < 3 {
          consider(state.lines + [base + gap])
          consider(state.lines + [base - gap])
        }
      }
      // A line may stand for two on either side of it.
      for index in state.lines.indices {
        for gap in [0.15, 0.3, 0.6] {
          var split = state.lines
          split[index] -= gap / 2
          consider(split + [state.lines[index] + gap / 2])
        }
      }
    }
    starts = starts.ascending { $0.cost }
    var best: State?
    for start in starts.prefix(6) {
      var next = State(lines: start.lines, bands: state.bands, cost: start.cost)
      for round in 0..<4 {
        search(&next, first: round == 0 ? 0.2 : 0.05)
        next.cost = 0
        for index in next.bands.indices {
          next.cost += next.bands[index].settle(next.lines, rounds: 8)
        }
      }
      if next.cost < best?.cost ?? .infinity { best = next }
    }
    return best
  }

  /// Moves the lines until the likelihood no longer grows.
  private func search(_ state: inout State, first: Double) {
    var step = first
    var cost = state.bands.reduce(0) { $0 + $1.cost(state.lines) }
    while step > 0.004 {
      var improved = false
      for index in state.lines.indices {
        for direction in [step, -step] {
          let before = state.lines[index]
          state.lines[index] = before + direction
          let value = state.bands.reduce(0) { $0 + $1.cost(state.lines) }
          if value < cost { (cost, improved) = (value, true) } else { state.lines[index] = before }
        }
      }
      if !improved { step /= 2 }
    }
    state.cost = cost
  }

  private static func meanLevels(_ state: State) -> [Double] {
    var means = Array(repeating: 0.0, count: state.lines.count)
    for band in state.bands {
      let levels = band.levels(state.lines)
      let sum = levels.reduce(1e-30, +)
      for index in means.indices {
        means[index] += levels[index] / sum / Double(state.bands.count)
      }
    }
    return means
  }

  /// The share of the sound that the lines leave unexplained: the mean over the partials, as of
  /// decibels.
  var unexplained: Double {
    let sum = bands.reduce(0) { $0 + Elementary.log(max(1e-12, $1.unexplained(lines))) }
    return bands.isEmpty ? 1 : Elementary.exp(sum / Double(bands.count))
  }

  /// The middle of the lines, weighted by their levels, in cents from the series.
  var middle: Double { zip(lines, levels).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The partials as the lines have them: each at the middle of its lines.
  var partials: [PartialSeries.Partial] {
    bands.map { band in
      PartialSeries.Partial(
        order: band.order,
        frequency: band.frequency * Elementary.ratio(ofCents: band.offset + middle),
        noise: band.offsetError(lines) / SeriesFit.centsPerUnit, amplitude: 1, clearness: 100)
    }
  }
}
