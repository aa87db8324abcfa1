import PianoTuning
import SignalProcessing
import Testing

/// R. W. Young, "Inharmonicity of plain wire piano strings", JASA 24(3), 1952: 1.2 cents at mode 2 of
/// C4, doubling every eight semitones.
func youngsInharmonicity(_ midi: Int) -> Double {
  3.47e-4 * Elementary.exp2(Double(midi - 60) / 8)
}

func measured(_ midi: Int, _ inharmonicity: Double, error: Double = 0.002) -> KeyMeasurement {
  let key = PianoKey(midi: midi)!
  return KeyMeasurement(
    key: key, frequency: key.equalFrequency(), frequencyError: 0.1,
    inharmonicity: inharmonicity, inharmonicityError: error, partialCount: 12, strings: [0],
    beatLimit: 0.05)
}

@Suite struct InharmonicityModelTests {
  @Test("Young's rule is followed between G3 and E6, also where nothing was measured")
  func young() throws {
    let model = InharmonicityModel(
      stride(from: 55, through: 88, by: 3).map { measured($0, youngsInharmonicity($0)) })
    for midi in 55...88 {
      let key = try #require(PianoKey(midi: midi))
      #expect(abs(model.value(key) / youngsInharmonicity(midi) - 1) < 0.02, "\(key.name)")
    }
  }

  @Test("A key is drawn to the model by its own variance")
  func shrinkage() throws {
    let others = (55...88).filter { $0 != 70 }.map { measured($0, youngsInharmonicity($0)) }
    let key = try #require(PianoKey(midi: 70))
    let odd = 1.3 * youngsInharmonicity(70)
    let sure = InharmonicityModel(others + [measured(70, odd, error: 0.0005)])
    let unsure = InharmonicityModel(others + [measured(70, odd, error: 0.3)])
    #expect(abs(sure.value(key) / odd - 1) < 0.02)
    #expect(abs(unsure.value(key) / youngsInharmonicity(70) - 1) < 0.03)
  }

  @Test("Without measurements it is a usual piano's")
  func usual() {
    let model = InharmonicityModel([])
    for key in PianoKey.all {
      #expect(abs(model.value(key) / key.typicalInharmonicity - 1) < 0.01)
    }
  }
}
