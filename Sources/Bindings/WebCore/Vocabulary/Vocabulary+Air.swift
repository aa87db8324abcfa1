#if !hasFeature(Embedded)
  internal import SoundModem

  extension Vocabulary {
    /// Where the module of the sound modem keeps its numbers, and what it can do.
    static var air: Vocabulary {
      var words = Vocabulary(
        "air", "Where the module of the sound modem keeps its numbers, and what it can do")
      let bands = ModemBand.allCases.map { band in
        let range = band.frequencies
        return
          "  { name: '\(band.letter)', low: \(json(range.lowerBound)), high: \(json(range.upperBound)), "
          + "lowestSampleRate: \(json(band.lowestSampleRate)) },\n"
      }
      words.add("bands", literal: "([\n\(bands.joined())])")
      words.add("largestPayload", OutgoingMessage.largestPayload)
      words.add("numberBitCount", Int(AirSettings.numberBitCount))
      words.add("senderFields", AirSettings.Field.self)
      words.add("senderSettingCount", AirSettings.Field.allCases.count)
      words.add("statusFields", AirSender.Field.self)
      words.add("statusCount", AirSender.Field.allCases.count)
      words.add("eventFields", AirReceiver.Field.self)
      words.add("eventCount", AirReceiver.Field.allCases.count)
      words.add("eventKinds", AirReceiver.Kind.self)
      words.add(
        "abandonReasons", MessageEvent.AbandonReason.allCases.map(\.name), type: "AbandonReason")
      words.add(
        "channelVerdicts", ChannelQuality.Verdict.allCases.map(\.name), type: "ChannelVerdict")
      return words
    }
  }

  extension MessageEvent.AbandonReason {
    fileprivate var name: String {
      switch self {
      case .timedOut: "timed-out"
      case .crowdedOut: "crowded-out"
      case .damaged: "damaged"
      }
    }
  }

  extension ChannelQuality.Verdict {
    fileprivate var name: String {
      switch self {
      case .good: "good"
      case .faint: "faint"
      case .echoing: "echoing"
      }
    }
  }
#endif
