internal import DecimalText

extension Timing {
  /// Writes the result as members of a JSON object (RFC 8259).
  ///
  /// - Parameter latency: What is known of the latency of the click; `nil` without one.
  /// - Returns: UTF-8, without the braces of the object.
  package func jsonMembers(latency: ClickLatency?) -> [UInt8] {
    var text = JSONMembers()
    text.add(
      "reference",
      word: reference == .click ? "click" : reference == .curve ? "rubato" : "own-beat")
    text.add("count", count)
    text.add("median", median, decimals: 2)
    text.add("spread", spread, decimals: 2)
    text.addObject("tempo", tempo) { tempo, text in
      text.add("mean", tempo.mean, decimals: 3)
      text.add("error", tempo.error, decimals: 3)
      text.add("wanted", tempo.wanted, decimals: 3)
      text.add("start", tempo.start, decimals: 3)
      text.add("end", tempo.end, decimals: 3)
      text.add("change", tempo.change, decimals: 2)
      text.add("drift", tempo.drift, decimals: 1)
    }
    text.addObject("swing", swing) { swing, text in
      text.add("ratio", swing.ratio, decimals: 3)
      text.add("error", swing.ratioError, decimals: 3)
      text.add("share", swing.share, decimals: 4)
      text.add("count", swing.count)
      text.add("swung", swing.isSwung)
    }
    text.addList("places", places) { place, text in
      text.add("beat", place.beat, decimals: 3)
      text.add("count", place.count)
      text.add("late", place.late, decimals: 2)
      text.add("error", place.error, decimals: 2)
    }
    text.add("leaning", leaning?.beat, decimals: 3)
    text.add("multiple", multiple, decimals: 1)
    text.add("entry", entry)
    text.add("rubato", isRubato)
    text.addList("shifts", shifts) { shift, text in
      text.add("note", shift.index)
      text.add("bar", bar: shift.bar)
      text.add("by", shift.milliseconds, decimals: 1)
      text.add("error", shift.error, decimals: 1)
    }
    text.add("advice", word: advice.name)
    switch latency {
    case .measured(let value, let spread):
      text.add("latency", 1000 * value, decimals: 2)
      text.add("latencySpread", 1000 * spread, decimals: 2)
      text.add("latencySource", word: "measured")
    case .heardClicks(let spread):
      text.add("latency", 0, decimals: 2)
      text.add("latencySpread", 1000 * spread, decimals: 2)
      text.add("latencySource", word: "heard-clicks")
    case .unknown:
      text.add("latency", nil, decimals: 2)
      text.add("latencySource", word: "unknown")
    case nil:
      text.add("latency", nil, decimals: 2)
      text.add("latencySource", nil)
    }
    text.add("sentence", name: advice.sentence)
    return text.bytes
  }
}

/// What is known of the latency of the click that a player followed.
package enum ClickLatency: Sendable, Hashable {
  /// It was measured before: it and its spread, in seconds.
  case measured(Double, spread: Double)
  /// The microphone heard the clicks, with this spread in seconds: early and late are against them.
  case heardClicks(spread: Double)
  /// It is not known: early and late are relative to the player's own median.
  case unknown
}
