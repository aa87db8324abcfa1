@testable import CommandKit
import InstrumentTuning
@testable import MessageCommands
@testable import Metronome
@testable import MetronomeCommands
import MusicTheory
@testable import NameCommands
import ToneGeneration
@testable import TrackCommands
@testable import TuneCommands

/// Words of the command line, of settings and of files: notes, frequencies, times, chords, tempos.
extension FuzzTarget {
  static let textTargets = [note, scaleName, toneText, rhythmText, choiceText]

  private static let noteWords = [
    "♯", "♭", "#", "b", "x", "Hz", "-1", "′", "'", ",", "Fis", "Des", "Sol", "Đô", "𝄪",
  ]

  /// `kammerton note`, under all notations.
  private static let note = FuzzTarget(
    name: "note", longestInput: 64, quickRuns: 8000, words: noteWords,
    seeds: {
      ["A4", "C-1", "F♯3", "Bbb10", "69", "440", "441.5 Hz", "H", "Fis4", "Sol♯3", "a′", "1e3"]
        .map { Array($0.utf8) }
    },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      var isRead = false
      if let note = try? Note(text) {
        isRead = true
        require((try? Note(note.description)) == note, "a note is read as it is written")
        require((try? Note(note.asciiDescription)) == note, "and in ASCII")
        for notation in NoteNotation.all { _ = notation.text(note) }
      }
      for notation in NoteNotation.all {
        guard let note = try? notation.note(text) else { continue }
        isRead = true
        if notation.octaves != .helmholtz, notation.names != .midi {
          require(
            (try? notation.note(notation.text(note))) == note,
            "\(notation.argument) reads \(notation.text(note)) as it writes it")
        }
      }
      if let key = try? Key(text) { require((-7...7).contains(key.signature), "a key has a sign") }
      for kind in [nil, .midi, .frequency, .note] as [NoteInput.Kind?] {
        if let input = try? NoteInput(text, as: kind) { isRead = report(input) || isRead }
      }
      return isRead
    })

  private static func report(_ input: NoteInput) -> Bool {
    let frequency = input.frequency(under: .standard)
    guard let pitch = try? Pitch(frequency: frequency, spelling: input.ownSpelling) else {
      return false
    }
    let report = NoteReport(pitch: pitch, speedOfSound: .standard, harmonicCount: 8)
    require(!report.text.isEmpty && !report.json.isEmpty, "a note is shown")
    return true
  }

  /// Names of temperaments, instruments, keys and roots.
  private static let scaleName = FuzzTarget(
    name: "scale-name", longestInput: 64, quickRuns: 8000,
    words: ["edo", "-", "1/4", "equal", "just", "comma"],
    seeds: { NamedScale.all.prefix(40).map { Array($0.name.utf8) } + [Array("31-edo".utf8)] },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? TransposingInstrument(named: text)
      _ = try? NoteNotation(named: text)
      _ = try? Spelling(argument: text)
      guard let scale = try? Scale(named: text) else { return false }
      require(Scale.countLimits.contains(scale.count), "a scale has a count in its limits")
      return true
    })

  private static let toneText = FuzzTarget(
    name: "tone-text", longestInput: 128,
    words: [
      "5/4", "3/2", ":250ms", ":1s", "-", "A4", "..", "square:0.25", "20ms", "min", "h", "#",
    ],
    seeds: {
      [
        "A3,5/4,3/2", "A4:1s,-:250ms,C5", "20..20000", "A5..A2", "square:0.25", "pink", "-20",
        "0123456789*#ABCD", "0,-6,-12", "20ms,100ms,0.7,300ms", "10ms", "441samples", "E2,A2,D3",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = (try? ToneText.wave(text), try? ToneText.noise(text), try? ToneText.level(text))
      _ = (try? ToneText.gains(text), try? ToneText.envelope(text), try? Simulation(argument: text))
      if let range = try? FrequencyRange(argument: text) {
        let frequencies = range.frequencies(under: .standard)
        require(frequencies.lowerBound > 0, "a range lies above 0 Hz")
      }
      if let hop = try? Hop(argument: text) {
        require(hop.samples(at: 48_000) >= 1, "a hop has a sample or more")
      }
      if let time = try? SoundDuration(argument: text) {
        require(SoundDuration.limits.contains(time.seconds), "a time lies in its limits")
      }
      if let chord = try? Chord(text) {
        require(chord.notes(octave: 4).count >= 2, "a chord has two notes or more")
      }
      return play(text)
    })

  /// Chords, sequences, sweeps and telephone keys, as far as to their first samples.
  private static func play(_ text: String) -> Bool {
    var subjects: [ToneProgram.Subject] = []
    if let chord = try? ToneText.chord(text, TonePitches()) {
      subjects = [.chord(chord), .strings(Array(chord.prefix(4)))]
      subjects += chord.prefix(1).map { .tanpura(tonic: $0) }
    }
    if let steps = try? ToneText.sequence(text, TonePitches()) {
      subjects.append(.sequence(steps))
    }
    if let keys = try? ToneText.keys(text) { subjects.append(.dialling(keys)) }
    if let sweep = try? ToneText.sweep(text, TonePitches()) {
      subjects.append(.sweep(from: sweep.from, to: sweep.to, law: .logarithmic))
    }
    for subject in subjects {
      var program = ToneProgram(subject: subject)
      program.duration = 0.01
      guard var sound = try? program.sound(sampleRate: 8000, channelCount: 1) else { continue }
      var samples = [Float](repeating: 0, count: 64)
      var span = samples.mutableSpan
      _ = sound.render(into: &span)
      require(samples.allSatisfy { $0.isFinite && abs($0) <= 1.01 }, "a sound stays in its range")
    }
    return !subjects.isEmpty
  }

  private static let rhythmText = FuzzTarget(
    name: "rhythm-text", longestInput: 64,
    words: ["2+2+3", "/8", "q.=", "..", "/2", "+5", "bars", "s", "%", "3:4", "XoOx"],
    seeds: {
      [
        "120", "3/8=80", "q.=60", "7/8", "2+2+3/8", "+5/4..160", "66.7", "3:4", "3:1", "25%",
        "XxxO",
      ]
      .map { Array($0.utf8) }
    },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      var isRead = (try? TempoRamp(notation: text)) != nil
      if let tempo = try? Tempo(notation: text) {
        require((try? Tempo(notation: tempo.notation)) == tempo, "a tempo is read as it is written")
        isRead = true
      }
      if let meter = try? Meter(notation: text) {
        require(meter.beatCount >= 1, "a bar has a beat")
        _ = try? TempoSection.accents(notation: text, meter: meter)
        isRead = true
      }
      if let count = try? Feel.subdivision(notation: text) {
        require(Feel.subdivisionLimits.contains(count), "a subdivision lies in its limits")
        isRead = true
      }
      if let swing = try? Feel.swing(notation: text) {
        require((500...800).contains(swing), "a swing lies in its limits")
        isRead = true
      }
      isRead = (try? Polyrhythm(notation: text)) != nil || isRead
      return (try? BarRests(notation: text)) != nil || isRead
    })

  /// The other words of options.
  private static let choiceText = FuzzTarget(
    name: "choice-text", longestInput: 64, words: ["capo-", "drop-", ".png", "auto", "heard"],
    seeds: {
      ["capo-3", "drop-12", "song.svg", "auto", "6", "E2", "heard", "442", "u", "touch", "needle"]
        .map { Array($0.utf8) }
    },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let read: [Any?] = [
        try? TranspositionChoice(argument: text), try? PlotTarget(argument: text),
        try? TargetOptions.string(text), try? TargetOptions.note(text),
        try? ConcertPitchChoice(argument: text), try? JobCount(argument: text),
        try? ModemText.band(text), try? ModemText.mode(text), try? SendingProtocol(argument: text),
        try? TunerViewKind(argument: text), try? Tuner.tolerance(argument: text),
      ]
      return read.contains { $0 != nil }
    })
}
