extension Timing {
  /// What to work on, with what it weighs against faults of the pitch.
  package struct Fault: Sendable {
    package var advice: TimingAdvice
    package var weight: Double
  }

  /// The largest change of a latency, as a share of a quarter note: more is a beat that was lost.
  private static var largestLatencyChange: Double { 0.4 }

  /// The faults; none if all notes are in time, or if there is no tempo.
  ///
  /// One that decides what all others mean, such as another tempo, stands alone.
  package var faults: [Fault] {
    guard let spread, let tempo, count >= 3 else { return [] }
    if multiple != 1 {
      return [Fault(advice: .otherTempo(multiple: multiple), weight: FaultWeights.otherTempo)]
    }
    if leftClick {
      return [Fault(advice: .leftClick(tempo: tempo.mean), weight: FaultWeights.otherTempo)]
    }
    if let shift = shifts.max(by: { $0.milliseconds.magnitude < $1.milliseconds.magnitude }) {
      let size = shift.milliseconds.magnitude
      let isLatency = reference == .click && size < Self.largestLatencyChange * 60_000 / tempo.mean
      return [
        Fault(
          advice: isLatency
            ? .latencyChanged(shift.milliseconds, bar: shift.bar)
            : .jumps(shift.milliseconds, bar: shift.bar),
          weight: size / Self.tolerance)
      ]
    }
    if isRubato, reference == .ownBeat {
      return [Fault(advice: .rubato, weight: spread / Self.tolerance)]
    }
    var faults: [Fault] = []
    if reference != .curve, tempo.change.magnitude > FaultWeights.tempo {
      faults.append(
        Fault(
          advice: .drifts(from: tempo.start, to: tempo.end),
          weight: tempo.change.magnitude / FaultWeights.tempo))
    }
    let error = spread / Double(count).squareRoot()
    if let median, median.magnitude > max(FaultWeights.median, 3 * error) {
      let most = leaning.flatMap { $0.late * median > 0 ? $0.beat : nil }
      faults.append(
        Fault(advice: .late(median, mostOn: most), weight: median.magnitude / FaultWeights.median))
    }
    if reference == .ownBeat, let wanted = tempo.wanted {
      let difference = 100 * (tempo.mean / wanted - 1).magnitude
      if difference > FaultWeights.tempo {
        faults.append(
          Fault(advice: .tempo(tempo.mean, wanted: wanted), weight: difference / FaultWeights.tempo)
        )
      }
    }
    if let leaning, leaning.late.magnitude > 0.7 * spread || spread <= FaultWeights.uneven {
      faults.append(
        Fault(
          advice: .leans(beat: leaning.beat, late: leaning.late),
          weight: leaning.late.magnitude / FaultWeights.median))
    }
    if let swings = swings { faults.append(swings) }
    if let note = farthest(spread) { faults.append(note) }
    return faults
  }

  /// How much later second eighths are than first ones on average, as they were judged.
  private var swingLate: Double {
    func middle(_ isOffbeat: Bool) -> Double {
      RobustStatistics.median(notes.compactMap { $0.isOffbeat == isOffbeat ? $0.late : nil }) ?? 0
    }
    return swing?.isSwung == true ? middle(true) - middle(false) : 0
  }

  /// A swing that was not expected.
  private var swings: Fault? {
    guard let swing, swingLate.magnitude > Self.tolerance else { return nil }
    return Fault(advice: .swings(share: swing.share), weight: swingLate.magnitude / Self.tolerance)
  }

  /// The note that is farthest off apart from what all have in common; `nil` if all are good.
  private func farthest(_ spread: Double) -> Fault? {
    let late = swingLate
    let rows = notes.indices.compactMap { index -> (index: Int, late: Double, own: Double)? in
      notes[index].late.map {
        (index, $0, $0 - (median ?? 0) - (notes[index].isOffbeat ? late : 0))
      }
    }
    let off = rows.filter { $0.late.magnitude > Self.tolerance }
    // Its milliseconds must say the same apart from the others and with them.
    let candidates = off.filter { $0.own * $0.late > 0 }
    guard let worst = candidates.max(by: { $0.own.magnitude < $1.own.magnitude }) else {
      return spread > FaultWeights.uneven
        ? Fault(advice: .uneven(spread), weight: spread / Self.tolerance) : nil
    }
    if worst.own.magnitude > FaultWeights.outstanding * spread || spread <= FaultWeights.uneven {
      let standsOut = worst.own.magnitude > FaultWeights.outstanding * spread
      let note = notes[worst.index]
      return Fault(
        advice: .note(
          worst.index, late: worst.late, bar: note.bar, beat: note.beat, others: off.count - 1),
        weight: (standsOut ? worst.own.magnitude : min(spread, worst.own.magnitude))
          / Self.tolerance)
    }
    return Fault(advice: .uneven(spread), weight: spread / Self.tolerance)
  }
}
