// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import InstrumentTuning
internal import MusicTheory

@implementation @c
public func ktn_instrument_count() -> Int { catalog.instruments.count }

@implementation @c
public func ktn_instrument_name(
  _ index: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try write(try instrument(index).name, to: buffer, capacity: capacity)
  }
}

@implementation @c
public func ktn_tuning_count(
  _ instrument: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let found = try CInterface.instrument(instrument)
    try required(count).pointee = found.tunings.count
  }
}

@implementation @c
public func ktn_tuning_name(
  _ instrument: Int, _ tuning: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> ktn_status {
  status { () throws(Refusal) in
    let tunings = try CInterface.instrument(instrument).tunings
    try require(tunings.indices.contains(tuning), KTN_INDEX_OUT_OF_RANGE)
    try write(tunings[tuning].name, to: buffer, capacity: capacity)
  }
}

@implementation @c
public func ktn_tuning_strings(
  _ instrument: UnsafePointer<CChar>!, _ tuning: UnsafePointer<CChar>!,
  _ strings: UnsafeMutablePointer<ktn_string>!, _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let place = try required(count)
    let found = try CInterface.tuning(tuning, ofInstrument: instrument).strings
    place.pointee = found.count
    try require(found.count <= capacity, KTN_BUFFER_TOO_SMALL)
    let room = try required(strings)
    for (index, string) in found.enumerated() {
      room[index] = ktn_string(
        number: Int32(string.number), note: Int32(string.pitch.note.midiNumber),
        cents: string.pitch.cents)
    }
  }
}

func instrument(_ index: Int) throws(Refusal) -> Instrument {
  try require(catalog.instruments.indices.contains(index), KTN_INDEX_OUT_OF_RANGE)
  return catalog.instruments[index]
}

/// The built-in instruments.
let catalog = InstrumentCatalog.builtIn

/// Finds an instrument and its tuning by name, as the command does; without a name, the standard
/// tuning.
func tuning(
  _ name: UnsafePointer<CChar>?, ofInstrument instrument: UnsafePointer<CChar>?
) throws(Refusal) -> Tuning {
  let instrumentName = try text(instrument)
  guard let instrument = catalog.onlyInstrument(named: instrumentName) else {
    throw Refusal(KTN_UNKNOWN_INSTRUMENT)
  }
  guard name != nil else { return instrument.standardTuning }
  let tuningName = try text(name)
  guard let tuning = instrument.onlyTuning(named: tuningName) else {
    throw Refusal(KTN_UNKNOWN_TUNING)
  }
  return tuning
}
