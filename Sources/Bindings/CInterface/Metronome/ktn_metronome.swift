// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import Metronome

@implementation @c
public func ktn_metronome_settings_init(
  _ settings: UnsafeMutablePointer<ktn_metronome_settings>!, _ size: Int
) -> ktn_status {
  var defaults = ktn_metronome_settings()
  defaults.sound = Int32(KTN_CLICK_WOOD)
  defaults.sample_rate = 44_100
  defaults.tempo = 120
  defaults.level = ClickSounds.standardLevel
  defaults.swing = 50
  defaults.beats = 4
  defaults.subdivision = 1
  withUnsafeMutableBytes(of: &defaults.accents) { accents in
    for index in accents.indices { accents[index] = UInt8(KTN_ACCENT_NORMAL) }
    accents[0] = UInt8(KTN_ACCENT_STRONG)
  }
  return fill(settings, size: size, defaults)
}

@implementation @c
public func ktn_metronome_create(
  _ settings: UnsafePointer<ktn_metronome_settings>!,
  _ metronome: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(metronome) { () throws(Refusal) in
    MetronomeHandle(try MetronomeSettings(try CInterface.settings(settings)).track())
  }
}

@implementation @c
public func ktn_metronome_free(_ metronome: OpaquePointer!) {
  free(MetronomeHandle.self, metronome)
}

@implementation @c
public func ktn_metronome_set_tempo(_ metronome: OpaquePointer!, _ tempo: Double) -> ktn_status {
  status { () throws(Refusal) in try (object(metronome) as MetronomeHandle).setTempo(tempo) }
}

@implementation @c
public func ktn_metronome_render(
  _ metronome: OpaquePointer!, _ samples: UnsafeMutablePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    let metronome: MetronomeHandle = try object(metronome)
    metronome.render(try room(samples, count))
  }
}

@implementation @c
public func ktn_metronome_clicks(
  _ metronome: OpaquePointer!, _ clicks: UnsafeMutablePointer<ktn_click>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(metronome) as MetronomeHandle).readClicks(clicks, capacity: capacity, count: count)
  }
}
