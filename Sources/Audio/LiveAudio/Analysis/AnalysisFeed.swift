package import SignalProcessing

/// Turns the events of a source into those of its analysis, by the rule of `SampleAnalysis`: one
/// analysis from start to loss.
package struct AnalysisFeed<Analysis: SampleAnalysis>: Sendable {
  private let makeAnalysis: @Sendable (_ sampleRate: Double) throws -> Analysis
  private var analysis: Analysis?
  private var sampleRate = 1.0
  private var sampleCount = 0  // of this analysis
  private var startTime = 0.0  // of this analysis: the duration of those before it

  package init(makeAnalysis: @escaping @Sendable (_ sampleRate: Double) throws -> Analysis) {
    self.makeAnalysis = makeAnalysis
  }

  /// Processes one event, and appends those that follow from it to `output`.
  ///
  /// - Throws: The error of making an analysis.
  package mutating func process(
    _ event: AudioSourceEvent, to output: inout [LiveEvent<Analysis.Reading>]
  ) throws {
    switch event {
    case .started(let deviceName, let sampleRate):
      finishAnalysis(to: &output)
      analysis = try makeAnalysis(sampleRate)
      self.sampleRate = sampleRate
      output.append(.started(deviceName: deviceName, sampleRate: sampleRate))
    case .block(let block):
      append(block, to: &output)
    case .dropped(let count, let overflowCount):
      output.append(.dropped(sampleCount: count, overflowCount: overflowCount))
      analysis?.interrupt()
      appendSilence(count, to: &output)
    case .lost(let reason):
      analysis?.interrupt()
      finishAnalysis(to: &output)
      output.append(.lost(reason: reason))
    case .retrying(let attempt, let delay):
      output.append(.retrying(attempt: attempt, delay: delay))
    case .resumed:
      output.append(.resumed)
    case .ended:
      finishAnalysis(to: &output)
      output.append(.ended)
    }
  }

  private mutating func append(_ block: [Float], to output: inout [LiveEvent<Analysis.Reading>]) {
    analysis?.append(block)
    sampleCount += block.count
    emitReadings(to: &output)
  }

  private mutating func appendSilence(
    _ count: Int, to output: inout [LiveEvent<Analysis.Reading>]
  ) {
    emitReadings(to: &output)
    var left = count
    while left > 0 {
      append([Float](repeating: 0, count: min(left, 4096)), to: &output)
      left -= 4096
    }
  }

  private mutating func finishAnalysis(to output: inout [LiveEvent<Analysis.Reading>]) {
    analysis?.finish()
    emitReadings(to: &output)
    analysis = nil
    startTime += Double(sampleCount) / sampleRate
    sampleCount = 0
  }

  private mutating func emitReadings(to output: inout [LiveEvent<Analysis.Reading>]) {
    while let reading = analysis?.next() {
      output.append(.reading(startTime > 0 ? Analysis.delayed(reading, by: startTime) : reading))
    }
  }
}
